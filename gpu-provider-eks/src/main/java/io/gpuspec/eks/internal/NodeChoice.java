package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.spi.NodeRequirement;
import io.gpuspec.spi.PodView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which nodes the node selector and the required node affinity of a pod leave, as far as that
 * follows from the instance type and the capacity type; labels beyond those are taken to be there.
 */
final class NodeChoice {
  private static final int MANY = 20;

  private static final Set<String> DECIDE_ARCH =
      Set.of(Labels.INSTANCE_TYPE, Labels.ARCH, Labels.FAMILY, Labels.GPU_NAME);

  private final PodView pod;
  private final NodeLabels nodeLabels;
  private final Map<NodeRequirement, Set<GpuModel>> namedByOthers = new LinkedHashMap<>();

  NodeChoice(PodView pod, NodeLabels nodeLabels) {
    this.pod = pod;
    this.nodeLabels = nodeLabels;
    for (NodeRequirement requirement : pod.nodeRequirements()) {
      Set<GpuModel> models = models(requirement);
      if (!isKnown(requirement) && !models.isEmpty()) {
        namedByOthers.put(requirement, models);
      }
    }
  }

  /** The GPUs that a label of others names, such as {@code nvidia.com/gpu.product}. */
  private static Set<GpuModel> models(NodeRequirement requirement) {
    return requirement.operator().equals("In")
        ? requirement.values().stream()
            .flatMap(value -> GpuModel.named(requirement.key() + "=" + value).stream())
            .collect(Collectors.toSet())
        : Set.of();
  }

  /** Whether a node of this type, bought in this way, will do. */
  boolean admits(GpuSpec row, CapacityType capacityType) {
    return pod.selects(
        requirement ->
            isKnown(requirement)
                ? isMet(requirement, row, capacityType)
                : isNamed(row, namedByOthers.getOrDefault(requirement, Set.of())));
  }

  /** Whether the pod selects by something that this type's architecture follows from. */
  boolean namesArchOf(GpuSpec row) {
    return pod.nodeRequirements().stream()
        .filter(requirement -> DECIDE_ARCH.contains(requirement.key()))
        .filter(requirement -> requirement.operator().equals("In"))
        .anyMatch(requirement -> isMet(requirement, row, CapacityType.ON_DEMAND));
  }

  private boolean isMet(NodeRequirement requirement, GpuSpec row, CapacityType capacityType) {
    String key = requirement.key();
    return requirement.admits(
        nodeLabels.value(key, row, capacityType).map(value -> Map.of(key, value)).orElse(Map.of()));
  }

  private static boolean isNamed(GpuSpec row, Set<GpuModel> models) {
    return models.isEmpty() || row.model().filter(models::contains).isPresent();
  }

  private boolean isKnown(NodeRequirement requirement) {
    return nodeLabels.isKnown(requirement.key());
  }

  /** The requirements that name a GPU by a label which Karpenter does not write. */
  Set<NodeRequirement> namedByOthers() {
    return namedByOthers.keySet();
  }

  /** The labels that are taken to be there. */
  Set<String> notJudged() {
    Set<String> keys = new LinkedHashSet<>();
    pod.nodeRequirements().stream()
        .filter(requirement -> !isKnown(requirement) && !namedByOthers.containsKey(requirement))
        .map(NodeRequirement::key)
        .forEach(keys::add);
    return keys;
  }

  /** The requirements that no node of these types meets, however it is bought. */
  List<NodeRequirement> metByNone(List<GpuSpec> rows) {
    List<NodeRequirement> unmet = new ArrayList<>();
    pod.nodeRequirements().stream()
        .filter(this::isKnown)
        .filter(
            requirement ->
                rows.stream()
                    .noneMatch(
                        row ->
                            Stream.of(CapacityType.values())
                                .anyMatch(type -> isMet(requirement, row, type))))
        .distinct()
        .forEach(unmet::add);
    return unmet;
  }

  /** The values that a label has on nodes of these types, shortened where they are many. */
  String known(String key, List<GpuSpec> rows) {
    List<String> values =
        rows.stream()
            .flatMap(
                row ->
                    Stream.of(CapacityType.values()).map(type -> nodeLabels.value(key, row, type)))
            .flatMap(Optional::stream)
            .distinct()
            .sorted()
            .toList();
    return values.size() <= MANY
        ? String.join(", ", values)
        : String.join(", ", values.subList(0, MANY)) + " and more";
  }
}
