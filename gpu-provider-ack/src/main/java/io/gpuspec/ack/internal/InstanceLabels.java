package io.gpuspec.ack.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The labels that ACK and the kubelet write on a node with GPUs.
 *
 * <p>Source: ACK, enable GPU scheduling, 2026-01-12. {@code nvidia_name} is what the driver calls
 * the GPU, with hyphens for blanks; where that name is not known of an instance type, any spelling
 * of its card is taken for it. {@code nvidia_mem} is what the driver reports, a little less than
 * the card is sold with, and how much less depends on the driver; at most an eighth (inferred).
 *
 * @param modes what {@link #GPU_SCHEDULE} may be on nodes that have what the pod asks for
 */
record InstanceLabels(Set<String> modes) implements NodeLabels {
  static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  static final String NVIDIA_NAME = "aliyun.accelerator/nvidia_name";
  static final String NVIDIA_COUNT = "aliyun.accelerator/nvidia_count";
  static final String GPU_SCHEDULE = "ack.node.gpu.schedule";
  static final String GPU_PLACEMENT = "ack.node.gpu.placement";
  static final String DRIVER_VERSION = "ack.aliyun.com/nvidia-driver-version";
  static final String SPOT_STRATEGY = "node.alibabacloud.com/spot-strategy";

  static final String OLD_INSTANCE_TYPE = "beta.kubernetes.io/instance-type";

  /** The mode of nodes whose label says nothing else. */
  static final String WHOLE_CARDS = "default";

  private static final String NVIDIA_MEM = "aliyun.accelerator/nvidia_mem";
  private static final String ARCH = "kubernetes.io/arch";
  private static final String OS = "kubernetes.io/os";

  private static final Set<String> KEYS =
      Set.of(
          INSTANCE_TYPE,
          NVIDIA_NAME,
          NVIDIA_COUNT,
          NVIDIA_MEM,
          GPU_SCHEDULE,
          SPOT_STRATEGY,
          ARCH,
          OS);

  /** Labels that request a single instance type or kind of GPU. */
  private static final Set<String> NAMING = Set.of(INSTANCE_TYPE, NVIDIA_NAME, NVIDIA_MEM);

  private static final Pattern MEBIBYTES = Pattern.compile("([0-9]{1,9})MiB");

  private static final String NO_SPOT = "NoSpot";

  @Override
  public Set<String> keys() {
    return KEYS;
  }

  /** Returns whether the requirement asks for a kind of GPU or for an instance type. */
  static boolean isNaming(NodeRequirement asked) {
    return NAMING.contains(asked.key()) || isForeignName(asked);
  }

  /** Returns whether the requirement names GPUs, by a label that other clouds or tools write. */
  static boolean isForeignName(NodeRequirement asked) {
    return !KEYS.contains(asked.key())
        && !asked.values().isEmpty()
        && asked.values().stream()
            .noneMatch(value -> GpuModel.find(asked.key() + "=" + value).isEmpty());
  }

  @Override
  public Optional<String> value(String key, GpuSpec row, CapacityType capacityType) {
    return switch (key) {
      case INSTANCE_TYPE -> Optional.of(row.name());
      case NVIDIA_NAME -> nvidiaName(row);
      case NVIDIA_COUNT -> Optional.of(String.valueOf(row.gpus()));
      case GPU_SCHEDULE ->
          modes.stream().filter(mode -> !mode.equals(WHOLE_CARDS)).sorted().findFirst();
      case SPOT_STRATEGY ->
          capacityType == CapacityType.SPOT
              ? Optional.of(EciLabels.SPOT_AS_PRICE_GO)
              : Optional.empty();
      case ARCH -> Optional.of(row.arch().toString());
      case OS -> Optional.of("linux");
      default -> Optional.empty();
    };
  }

  @Override
  public boolean matches(NodeRequirement asked, GpuSpec row, CapacityType capacityType) {
    String key = asked.key();
    Predicate<String> value = text -> asked.matches(Map.of(key, text));
    return switch (key) {
      case GPU_SCHEDULE ->
          modes.stream().anyMatch(value)
              || (modes.contains(WHOLE_CARDS) && asked.matches(Map.of()));
      case SPOT_STRATEGY ->
          capacityType == CapacityType.SPOT
              ? value.test(EciLabels.SPOT_AS_PRICE_GO)
                  || value.test(EciLabels.SPOT_WITH_PRICE_LIMIT)
              : value.test(NO_SPOT) || asked.matches(Map.of());
      case NVIDIA_MEM -> admitsMemory(asked, row);
      case NVIDIA_NAME -> value.test(nvidiaName(row).orElseGet(() -> spelling(asked, row)));
      default -> NodeLabels.super.matches(asked, row, capacityType);
    };
  }

  /** Users choose how the cards of a node pool are assigned. */
  @Override
  public boolean isChosen(String key) {
    return key.equals(GPU_SCHEDULE);
  }

  @Override
  public String writers() {
    return "ACK writes no such label, its own are %s, %s and %s, so the node pool has to"
        .formatted(NVIDIA_NAME, NVIDIA_COUNT, NVIDIA_MEM);
  }

  /** Returns the value of {@link #NVIDIA_NAME} on a node of an instance type, if it is known. */
  static Optional<String> nvidiaName(GpuSpec row) {
    return row.attribute("nvidiaName");
  }

  /** The value that is a name of the row's card, or none that any label has; a vGPU has its own. */
  private static String spelling(NodeRequirement asked, GpuSpec row) {
    Optional<GpuModel> card = row.model().filter(model -> row.attribute("vgpu").isEmpty());
    return asked.values().stream()
        .filter(value -> card.filter(GpuModel.find(value)::contains).isPresent())
        .findFirst()
        .orElse("");
  }

  private static boolean admitsMemory(NodeRequirement asked, GpuSpec row) {
    List<String> reported =
        row.gpuMemory().stream()
            .flatMap(nominal -> asked.values().stream().filter(v -> isReported(v, nominal)))
            .toList();
    String value = reported.isEmpty() ? "" : reported.get(0);
    return asked.matches(Map.of(asked.key(), value));
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
