package io.gpuspec.ack.internal;

import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.MemorySize;
import io.gpuspec.spi.NodeRequirement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The labels that ACK and the kubelet write on a node with GPUs, and what a requirement on one says
 * of an instance type.
 *
 * <p>Source: ACK, enable GPU scheduling, 2026-01-12. {@code nvidia_name} is what the driver calls
 * the GPU, with hyphens for blanks; where that name is not known of an instance type, any spelling
 * of its card is taken for it. {@code nvidia_mem} is what the driver reports, a little less than
 * the card is sold with, and how much less depends on the driver; at most an eighth (inferred).
 */
final class InstanceLabels {
  static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  static final String NVIDIA_NAME = "aliyun.accelerator/nvidia_name";
  static final String NVIDIA_COUNT = "aliyun.accelerator/nvidia_count";
  static final String GPU_SCHEDULE = "ack.node.gpu.schedule";
  static final String GPU_PLACEMENT = "ack.node.gpu.placement";
  static final String DRIVER_VERSION = "ack.aliyun.com/nvidia-driver-version";
  static final String SPOT_STRATEGY = "node.alibabacloud.com/spot-strategy";

  static final String OLD_INSTANCE_TYPE = "beta.kubernetes.io/instance-type";
  private static final String NVIDIA_MEM = "aliyun.accelerator/nvidia_mem";
  private static final String ARCH = "kubernetes.io/arch";
  private static final String OS = "kubernetes.io/os";

  /** By which a single instance type or kind of GPU is asked for. */
  private static final Set<String> NAMING =
      Set.of(INSTANCE_TYPE, OLD_INSTANCE_TYPE, NVIDIA_NAME, NVIDIA_MEM);

  private static final Set<String> OTHERS = Set.of(NVIDIA_COUNT, GPU_SCHEDULE, ARCH, OS);

  /** Where a node stands, how it was bought and set up, which says nothing of what it is. */
  private static final Set<String> BESIDES =
      Set.of(
          SPOT_STRATEGY,
          GPU_PLACEMENT,
          DRIVER_VERSION,
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "kubernetes.io/hostname",
          "alibabacloud.com/nodepool-id");

  private static final Pattern MEBIBYTES = Pattern.compile("([0-9]{1,9})MiB");

  /** A label that is there, with a value that nobody here knows. */
  private static final String UNKNOWN = "";

  private InstanceLabels() {}

  /** Whether the requirement asks for a kind of GPU or for an instance type. */
  static boolean isNaming(NodeRequirement asked) {
    return NAMING.contains(asked.key()) || isForeignName(asked);
  }

  /** Whether the requirement names GPUs, by a label that other clouds or tools write. */
  static boolean isForeignName(NodeRequirement asked) {
    return !NAMING.contains(asked.key())
        && !asked.values().isEmpty()
        && asked.values().stream()
            .noneMatch(value -> GpuModel.named(asked.key() + "=" + value).isEmpty());
  }

  /** Whether it is not known here which nodes meet the requirement. */
  static boolean isUndecided(NodeRequirement asked) {
    return !isNaming(asked) && !OTHERS.contains(asked.key()) && !BESIDES.contains(asked.key());
  }

  /**
   * Whether a node of an instance type meets the requirement; an undecided one stands in no way.
   *
   * @param modes the values of {@link #GPU_SCHEDULE} that nodes may have
   */
  static boolean admits(NodeRequirement asked, GpuSpec row, Set<String> modes) {
    if (asked.key().equals(GPU_SCHEDULE)) {
      return modes.stream().anyMatch(mode -> asked.admits(Map.of(GPU_SCHEDULE, mode)));
    }
    if (!isNaming(asked) && !OTHERS.contains(asked.key())) {
      return true;
    }
    return asked.admits(Map.of(asked.key(), value(asked, row)));
  }

  /** Whether only spot instances meet the requirement. */
  static boolean isSpot(NodeRequirement asked) {
    return asked.key().equals(SPOT_STRATEGY) && !asked.admits(Map.of(SPOT_STRATEGY, "NoSpot"));
  }

  private static String value(NodeRequirement asked, GpuSpec row) {
    return switch (asked.key()) {
      case INSTANCE_TYPE, OLD_INSTANCE_TYPE -> row.name();
      case NVIDIA_NAME -> nvidiaName(row).orElseGet(() -> spelling(asked.values(), row));
      case NVIDIA_MEM -> memory(asked.values(), row);
      case NVIDIA_COUNT -> String.valueOf(row.gpus());
      case ARCH -> row.arch().toString();
      case OS -> "linux";
      default -> spelling(asked.values(), row);
    };
  }

  /** The value of {@link #NVIDIA_NAME} on a node of an instance type, where it is known. */
  static Optional<String> nvidiaName(GpuSpec row) {
    return row.attribute("nvidiaName");
  }

  /** The value that is a name of the row's card; a vGPU has a name of its own. */
  private static String spelling(List<String> values, GpuSpec row) {
    if (row.attribute("vgpu").isPresent()) {
      return UNKNOWN;
    }
    return row.model()
        .flatMap(
            card ->
                values.stream()
                    .filter(
                        value ->
                            GpuModel.named(value).stream()
                                .anyMatch(named -> named.name().equals(card.name())))
                    .findFirst())
        .orElse(UNKNOWN);
  }

  private static String memory(List<String> values, GpuSpec row) {
    return row.gpuMemory()
        .flatMap(nominal -> values.stream().filter(v -> isReported(v, nominal)).findFirst())
        .orElse(UNKNOWN);
  }

  private static boolean isReported(String value, MemorySize nominal) {
    Matcher mebibytes = MEBIBYTES.matcher(value);
    if (!mebibytes.matches()) {
      return false;
    }
    MemorySize reported = MemorySize.ofMebibytes(Long.parseLong(mebibytes.group(1)));
    return nominal.isAtLeast(reported) && reported.times(8).isAtLeast(nominal.times(7));
  }
}
