package io.gpuspec.manifest.platform;

import io.gpuspec.Citation;
import io.gpuspec.Citation.Status;
import io.gpuspec.Listing;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Sets of alerts with their thresholds: the library's own, and those of the documents it goes by,
 * with right expressions.
 *
 * <pre>{@code
 * GpuAlerts.of("gpu-alerts").preset(AlertPreset.DEFAULT).objects().yaml();
 *     // ... kind: PrometheusRule ... alert: GPUMemoryAlmostFull ...
 * }</pre>
 */
public enum AlertPreset {
  /** Memory, utilization, temperature, power and hardware errors. */
  DEFAULT(
      Optional.empty(),
      GpuAlert.memoryUsed(95),
      GpuAlert.utilizationAbove(95),
      GpuAlert.temperature(85),
      GpuAlert.powerOfLimit(90),
      GpuAlert.hardwareXid()),
  /** The table of metrics in the text on ACK: 80 degrees there, 85 in its rules. */
  ACK_METRICS(
      Optional.of(Documents.ACK),
      GpuAlert.utilizationAbove(95).lasting("5m"),
      GpuAlert.memoryTraffic(90),
      GpuAlert.memoryUsed(90),
      GpuAlert.temperature(80),
      GpuAlert.powerOfLimit(90),
      GpuAlert.xid()),
  /** The rule file in the text on ACK. */
  ACK_RULES(
      Optional.of(Documents.ACK),
      GpuAlert.utilizationAbove(95).lasting("10m"),
      GpuAlert.temperature(85).lasting("5m"),
      GpuAlert.memoryUsed(95).lasting("5m"),
      GpuAlert.xid()),
  /** The table of metrics in the text on the device plugin and node pools. */
  NODE_POOL_METRICS(
      Optional.of(Documents.NODE_POOLS),
      GpuAlert.utilizationAbove(95).lasting("5m"),
      GpuAlert.memoryUsed(95),
      GpuAlert.temperature(85),
      GpuAlert.powerOfLimit(90)),
  /** The PrometheusRule in the text on the device plugin and node pools. */
  NODE_POOL_RULES(
      Optional.of(Documents.NODE_POOLS),
      GpuAlert.utilizationAbove(90).lasting("5m"),
      GpuAlert.memoryUsed(95).named("GPUMemoryHigh").lasting("5m").severity("critical"));

  /** The texts that presets are taken from; an enumeration's constants come before its fields. */
  private static final class Documents {
    static final Citation ACK =
        new Citation(
            "GPU scheduling and management on ACK (GPU调度与管理)", "2026-01", Status.SEED_ONLY);
    static final Citation NODE_POOLS =
        new Citation(
            "GPUs on Kubernetes, NVIDIA Device Plugin and node pools (K8s GPU 资源管理)",
            "2026",
            Status.SEED_ONLY);
  }

  private final Optional<Citation> citation;
  private final Listing<GpuAlert> alerts;

  AlertPreset(Optional<Citation> citation, GpuAlert... alerts) {
    this.citation = citation;
    this.alerts = Listing.of(List.of(alerts));
  }

  /** The alerts, to which more can be added. */
  public Listing<GpuAlert> alerts() {
    return alerts;
  }

  /** The text that has the thresholds; absent for the library's own. */
  public Optional<Citation> citation() {
    return citation;
  }

  /** The word used in files, such as {@code ack-rules}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
