package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.Citation;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.EksNodeGroup;
import io.gpuspec.eks.NodeSelection;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.Placement.Entry;
import io.gpuspec.spi.PodField;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a pod must carry to land on a node of a managed node group with the GPU found. */
final class NodeGroupPlacement {

  /** What a node's label must be, one of several values perhaps, and why. */
  private record Label(String key, List<String> values, String reason, Citation citation) {
    Entry required() {
      return new Entry(PodField.nodeAffinity(key), String.join(",", values), reason, citation);
    }
  }

  private final Match.Found found;
  private final GpuRequest request;
  private final NodeSelection selection;
  private final Optional<String> group;

  NodeGroupPlacement(Match.Found found, Options options) {
    this.found = found;
    this.request = found.request();
    this.selection = options.get(Eks.NODE_SELECTION);
    this.group = options.get(EksNodeGroup.NODE_GROUP);
  }

  Placement placement() {
    Placement placement = Placement.empty();
    for (Label label : nodes()) {
      placement = selecting(placement, label);
    }
    placement =
        placement.with(
            PodField.device(PodNeed.GPU),
            String.valueOf(found.devices()),
            "the GPUs asked for; a slice counts as one",
            Documents.INSTANCE_TYPES);
    if (request.capacityType() != CapacityType.ON_DEMAND && !isOwn()) {
      placement =
          selecting(
              placement,
              new Label(
                  Labels.GROUP_CAPACITY_TYPE,
                  List.of(NodeGroupLabels.word(request.capacityType())),
                  "how the group's nodes are bought",
                  Documents.NODE_GROUPS));
    }
    return placement.with(
        PodField.toleration(PodNeed.GPU),
        "",
        "the taint that keeps other pods off GPU nodes",
        Documents.GUIDE);
  }

  private static Placement selecting(Placement placement, Label label) {
    return label.values().size() > 1
        ? placement.withNodeTerm(List.of(label.required()))
        : placement.with(
            PodField.nodeSelector(label.key()),
            label.values().get(0),
            label.reason(),
            label.citation());
  }

  private List<Label> nodes() {
    if (isOwn()) {
      return own();
    }
    if (group.isPresent()) {
      return List.of(
          new Label(
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
              new Label(
                  Labels.NODE_TYPE,
                  List.of("gpu"),
                  "the label of GPU nodes in the guide, which the node group must carry",
                  Documents.GUIDE),
              arch());
      case NONE -> List.of(arch());
    };
  }

  /** Whether the first choice is a node of your own; of the others a group has none beside it. */
  private boolean isOwn() {
    return found.shape().spec().isOwnNode();
  }

  private List<Label> own() {
    GpuSpec row = found.shape().spec();
    return row.labels().entrySet().stream()
        .map(
            label ->
                new Label(
                    label.getKey(),
                    List.of(label.getValue()),
                    "a node of your own",
                    row.citation()))
        .toList();
  }

  private Label types(String reason, boolean theFoundOnly) {
    List<String> types =
        found.preferences().stream()
            .map(Shape::spec)
            .filter(row -> !row.isOwnNode())
            .flatMap(row -> (theFoundOnly ? List.of(row) : sameGpu(row)).stream())
            .map(GpuSpec::name)
            .distinct()
            .toList();
    return new Label(Labels.INSTANCE_TYPE, types, reason, Documents.NODE_GROUPS);
  }

  private List<GpuSpec> sameGpu(GpuSpec row) {
    return PoolTypes.isAskedAsItself(request, row)
        ? List.of(row)
        : rows().stream()
            .filter(each -> each.isWhole() && !each.isOwnNode())
            .filter(each -> each.gpu().equals(row.gpu()))
            .filter(each -> !request.isExactGpus() || each.gpus() == found.shape().gpus())
            .filter(each -> request.arch().filter(arch -> arch != each.arch()).isEmpty())
            .toList();
  }

  private List<GpuSpec> rows() {
    return (request.isIncludeRetired() ? found.catalog().includeRetired() : found.catalog())
        .specs();
  }

  private Label arch() {
    List<String> archs =
        new ArrayList<>(
            found.preferences().stream()
                .map(shape -> shape.spec().arch().toString())
                .collect(Collectors.toCollection(LinkedHashSet::new)));
    return new Label(
        Labels.ARCH,
        archs,
        "the architecture; of GPUs of any kind some are beside amd64 and some beside arm64",
        Documents.NODE_GROUPS);
  }
}
