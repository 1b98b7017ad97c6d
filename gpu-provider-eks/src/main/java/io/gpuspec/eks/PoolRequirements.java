package io.gpuspec.eks;

import io.gpuspec.GpuSpec;
import io.gpuspec.eks.internal.rules.InstanceLabels;
import io.gpuspec.eks.internal.rules.Labels;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A search for Karpenter's labels that distinguish some instance types from all others: the first
 * of a fixed list that leaves exactly these, so that a new size of the same GPU is included; if
 * there is none, and for a single type, the types by name.
 */
final class PoolRequirements {
  private static final List<List<String>> TELLING =
      List.of(
          List.of(Labels.GPU_NAME),
          List.of(Labels.GPU_NAME, Labels.GPU_MEMORY),
          List.of(Labels.GPU_NAME, Labels.GPU_COUNT),
          List.of(Labels.GPU_NAME, Labels.GPU_MEMORY, Labels.GPU_COUNT),
          List.of(Labels.FAMILY));

  private static final List<String> BY_NAME = List.of(Labels.INSTANCE_TYPE);

  private PoolRequirements() {}

  /**
   * Values by label.
   *
   * @param types those that the pool is to buy
   * @param known all that there are
   */
  static Map<String, List<String>> of(List<GpuSpec> types, List<GpuSpec> known) {
    Map<String, List<String>> requirements = new LinkedHashMap<>();
    requirements.putAll(values(telling(types, known), types));
    requirements.putAll(values(List.of(Labels.ARCH, Labels.OS), types));
    return requirements;
  }

  private static List<String> telling(List<GpuSpec> types, List<GpuSpec> known) {
    if (types.size() == 1) {
      return BY_NAME;
    }
    List<Map<String, String>> nodes = known.stream().map(InstanceLabels::of).toList();
    Set<String> wanted = types.stream().map(GpuSpec::name).collect(Collectors.toSet());
    return TELLING.stream()
        .filter(labels -> left(values(labels, types), nodes).equals(wanted))
        .findFirst()
        .orElse(BY_NAME);
  }

  private static Set<String> left(
      Map<String, List<String>> requirements, List<Map<String, String>> nodes) {
    return nodes.stream()
        .filter(node -> admits(requirements, node))
        .map(node -> node.getOrDefault(Labels.INSTANCE_TYPE, ""))
        .collect(Collectors.toSet());
  }

  private static boolean admits(Map<String, List<String>> requirements, Map<String, String> node) {
    return requirements.entrySet().stream()
        .allMatch(each -> each.getValue().contains(node.get(each.getKey())));
  }

  private static Map<String, List<String>> values(List<String> labels, List<GpuSpec> types) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String label : labels) {
      Set<String> ofTypes = new LinkedHashSet<>();
      types.forEach(type -> ofTypes.add(InstanceLabels.of(type).getOrDefault(label, "")));
      values.put(label, List.copyOf(ofTypes));
    }
    return values;
  }

  /** Returns why a label is required. */
  static String reason(String label) {
    return switch (label) {
      case Labels.GPU_NAME -> "the GPUs, by Karpenter's names; every size that has them";
      case Labels.GPU_MEMORY -> "the memory of one GPU in MiB, where the name is not enough";
      case Labels.GPU_COUNT -> "the numbers of GPUs that a node may have";
      case Labels.FAMILY -> "the families that have these GPUs";
      case Labels.INSTANCE_TYPE -> "these instance types and no other";
      case Labels.ARCH -> "what the images must be built for";
      case Labels.OS -> "the NVIDIA AMIs are Linux";
      default -> "asked for";
    };
  }
}
