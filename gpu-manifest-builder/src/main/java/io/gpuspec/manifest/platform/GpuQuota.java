package io.gpuspec.manifest.platform;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.gpuspec.InvalidValueException;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many GPUs the pods of a namespace may request together: a ResourceQuota.
 *
 * <pre>{@code
 * GpuQuota.of("gpu-quota")
 *     .namespace("team-training")
 *     .gpus("nvidia.com/gpu", 16)
 *     .pods(50)
 *     .objects()
 *     .yaml();
 *     // ... kind: ResourceQuota ... hard: pods: "50" requests.nvidia.com/gpu: "16"
 * }</pre>
 *
 * <p>A quota is a ceiling and keeps nothing free. It counts devices by name: where all GPUs are
 * {@code nvidia.com/gpu}, an A100 counts as a T4 does. Of {@code nvidia.com/gpu.shared} it counts
 * shares, of {@code tke.cloud.tencent.com/qgpu-core} percent of a card, of {@code
 * aliyun.com/gpu-mem} GiB.
 *
 * <p>It is immutable.
 */
public final class GpuQuota {
  private final String name;
  private final Optional<String> namespace;
  private final Map<String, String> hard;
  private final Optional<String> priorityClass;

  private GpuQuota(
      String name,
      Optional<String> namespace,
      Map<String, String> hard,
      Optional<String> priorityClass) {
    this.name = name;
    this.namespace = namespace;
    this.hard = hard;
    this.priorityClass = priorityClass;
  }

  /** A quota of nothing yet. */
  public static GpuQuota of(String name) {
    return new GpuQuota(
        PlatformChecks.name("quota", name), Optional.empty(), Map.of(), Optional.empty());
  }

  /** Whose pods it counts; those of the namespace that it is applied to unless given. */
  public GpuQuota namespace(String namespace) {
    return new GpuQuota(
        name, Optional.of(PlatformChecks.dnsLabel("namespace", namespace)), hard, priorityClass);
  }

  /**
   * At most so many of a device, such as {@code nvidia.com/gpu}; with 0 the namespace gets none.
   *
   * @throws InvalidValueException if it is no extended resource, or below 0
   */
  public GpuQuota gpus(String resource, int most) {
    return hard(QuotaKey.of(resource), Integer.toString(PlatformChecks.atLeast(resource, 0, most)));
  }

  /** At most so many pods that have not ended. */
  public GpuQuota pods(int most) {
    return hard(QuotaKey.PODS, Integer.toString(PlatformChecks.atLeast("pods", 0, most)));
  }

  /**
   * At most so much CPU and memory. From then on the namespace takes only pods that state both;
   * {@link GpuLimitRange#unstated} states them where a pod does not.
   */
  public GpuQuota requests(String cpu, String memory) {
    PlatformChecks.given("memory", memory);
    return hard(QuotaKey.CPU, cpu).hard(QuotaKey.MEMORY, memory);
  }

  /**
   * An entry of {@code spec.hard} as Kubernetes has it.
   *
   * @param key such as {@code requests.nvidia.com/gpu}, {@code pods} or {@code requests.cpu}
   * @throws InvalidValueException if a quota does not count by the key, such as {@code
   *     limits.nvidia.com/gpu}, or the amount is none
   */
  public GpuQuota hard(String key, String amount) {
    Map<String, String> more = new LinkedHashMap<>(hard);
    more.put(key, QuotaKey.amount(key, amount));
    return new GpuQuota(name, namespace, more, priorityClass);
  }

  /** Counts only the pods of a PriorityClass. */
  public GpuQuota priorityClass(String name) {
    return new GpuQuota(
        this.name, namespace, hard, Optional.of(PlatformChecks.name("priority class", name)));
  }

  /**
   * The ResourceQuota, ready to apply.
   *
   * @throws InvalidValueException if it is one of nothing
   */
  public PlatformObjects objects() {
    if (isOfNothing()) {
      throw new InvalidValueException(
              "quota: '%s' is of nothing; say gpus(\"nvidia.com/gpu\", 8)".formatted(name))
          .see(Pages.TENANCY);
    }
    return PlatformObjects.of(List.of(quota()), reasons());
  }

  boolean isOfNothing() {
    return hard.isEmpty();
  }

  private ResourceQuota quota() {
    Map<String, Quantity> amounts = new LinkedHashMap<>();
    hard.forEach((key, amount) -> amounts.put(key, new Quantity(amount)));
    ResourceQuotaBuilder quota =
        new ResourceQuotaBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace.orElse(null))
            .endMetadata()
            .withNewSpec()
            .withHard(amounts)
            .endSpec();
    return priorityClass.isEmpty()
        ? quota.build()
        : quota
            .editSpec()
            .withNewScopeSelector()
            .addNewMatchExpression()
            .withScopeName("PriorityClass")
            .withOperator("In")
            .withValues(priorityClass.get())
            .endMatchExpression()
            .endScopeSelector()
            .endSpec()
            .build();
  }

  private List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>();
    for (String key : hard.keySet()) {
      if (key.contains("/")) {
        reasons.add(
            new Reason(
                "ResourceQuota",
                QuotaKey.path(key),
                "devices are counted by their requests alone, which equal their limits: an entry for limits, or for the bare name, counts nothing",
                TenancySources.QUOTA));
      }
      if (QuotaKey.mustBeStated(key)) {
        reasons.add(
            new Reason(
                "ResourceQuota",
                QuotaKey.path(key),
                "pods that do not state it are refused, unless a LimitRange states it for them",
                TenancySources.QUOTA_REQUIRES));
      }
    }
    return reasons;
  }

  /** Such as {@code gpu-quota of team-training: {requests.nvidia.com/gpu=16, pods=50}}. */
  @Override
  public String toString() {
    return name + namespace.map(n -> " of " + n).orElse("") + ": " + hard;
  }
}
