package io.gpuspec.eks.internal;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.Eks.NodeSelection;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.eks.internal.rules.TypesOfGpu;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.Placement.Entry;
import io.gpuspec.value.Citation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The entries that a pod must carry to run on a node of a managed node group with the matching GPU.
 */
final class NodeGroupPlacement {

  private final Match.Found found;
  private final GpuRequest request;
  private final NodeSelection selection;
  private final Optional<String> group;

  NodeGroupPlacement(Match.Found found, Options options) {
    this.found = found;
    this.request = found.request();
    this.selection = options.get(Eks.NODE_SELECTION);
    this.group = options.get(Eks.NODE_GROUP);
  }

  Placement placement() {
    Placement placement = Placement.empty();
    for (Entry label : nodes()) {
      placement = selecting(placement, label);
    }
    placement =
        placement.withDevices(
            found, "the GPUs asked for; a slice counts as one", Documents.INSTANCE_TYPES);
    if (request.isCapacityTypeStated() && !isOwn()) {
      placement =
          selecting(
              placement,
              label(
                  Labels.GROUP_CAPACITY_TYPE,
                  List.of(NodeGroupLabels.word(request.capacityType())),
                  "how the group's nodes are bought",
                  Documents.NODE_GROUPS));
    }
    return placement.with(
        PodField.toleration(Labels.GPU),
        "",
        "the taint that keeps other pods off GPU nodes",
        Documents.GUIDE);
  }

  private static Placement selecting(Placement placement, Entry label) {
    return label.values().size() > 1
        ? placement.withNodeTerm(List.of(label))
        : placement.withNodeSelectors(List.of(label));
  }

  private List<Entry> nodes() {
    if (isOwn()) {
      return Placement.ofOwnNode(found.shape().spec());
    }
    if (group.isPresent()) {
      return List.of(
          label(
              Labels.NODE_GROUP,
              List.of(group.get()),
              "the node group; which GPUs its nodes have, it decides",
              Documents.NODE_GROUPS));
    }
    return switch (selection) {
      case GPU_NAME ->
          List.of(types("the instance types that have the GPU; nodes carry no label of it", false));
      case INSTANCE_TYPE -> List.of(types("the instance type", true));
      case NODE_TYPE ->
          List.of(
              label(
                  Labels.NODE_TYPE,
                  List.of("gpu"),
                  "the label of GPU nodes in the guide, which the node group must carry",
                  Documents.GUIDE),
              arch());
      case NONE -> List.of(arch());
    };
  }

  /**
   * Returns whether the first choice is one of your own nodes; of the others, a group has none in
   * addition.
   */
  private boolean isOwn() {
    return found.shape().spec().isOwnNode();
  }

  private static Entry label(String key, List<String> values, String reason, Citation citation) {
    return new Entry(PodField.nodeAffinity(key), String.join(",", values), reason, citation);
  }

  private Entry types(String reason, boolean theFoundOnly) {
    List<String> types =
        found.preferences().stream()
            .map(Shape::spec)
            .filter(row -> !row.isOwnNode())
            .flatMap(row -> (theFoundOnly ? List.of(row) : TypesOfGpu.of(found, row)).stream())
            .map(GpuSpec::name)
            .distinct()
            .toList();
    return label(Labels.INSTANCE_TYPE, types, reason, Documents.NODE_GROUPS);
  }

  private Entry arch() {
    List<String> archs =
        new ArrayList<>(
            found.preferences().stream()
                .map(shape -> shape.spec().arch().toString())
                .collect(Collectors.toCollection(LinkedHashSet::new)));
    return label(
        Labels.ARCH,
        archs,
        "the architecture; of GPUs of any kind some are beside amd64 and some beside arm64",
        Documents.NODE_GROUPS);
  }
}
