package io.gpuspec.eks.internal;

import io.gpuspec.Arch;
import io.gpuspec.CapacityType;
import io.gpuspec.Citation;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.NodeSelection;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.Placement.Entry;
import io.gpuspec.spi.PodField;
import java.util.ArrayList;
import java.util.List;

/** What a pod must carry to land on a node with the GPU found. */
final class KarpenterPlacement {

  /** What a node's label must be, and why. */
  private record Label(String key, String value, String reason, Citation citation) {
    Placement selectedIn(Placement before) {
      return before.with(PodField.nodeSelector(key), value, reason, citation);
    }

    Entry required() {
      return new Entry(PodField.nodeAffinity(key), value, reason, citation);
    }

    Label amongOthers() {
      return new Label(
          key, value, reason + "; Karpenter takes the first term that some type meets", citation);
    }
  }

  private final Match.Found found;
  private final List<GpuSpec> preferences;
  private final List<GpuSpec> instanceTypes;
  private final NodeSelection selection;
  private final Options options;

  KarpenterPlacement(Match.Found found, Options options) {
    this.found = found;
    this.preferences = found.preferences().stream().map(Shape::spec).toList();
    this.instanceTypes = found.catalog().includeRetired().specs();
    this.selection = options.get(Eks.NODE_SELECTION);
    this.options = options;
  }

  Placement placement() {
    Placement placement =
        alternatives()
            .with(
                PodField.device(PodNeed.GPU),
                String.valueOf(found.devices()),
                "the GPUs asked for; a slice counts as one",
                Documents.INSTANCE_TYPES);
    for (Label label : alsoRequired()) {
      placement = label.selectedIn(placement);
    }
    placement =
        placement.with(
            PodField.toleration(PodNeed.GPU),
            "",
            "the taint that keeps other pods off GPU nodes",
            Documents.GUIDE);
    return options.get(Eks.NODE_POOL) && !isOwn()
        ? new NodePoolCompanions(found, options).on(placement)
        : placement;
  }

  /** Whether only nodes of your own will do, of which Karpenter launches none. */
  private boolean isOwn() {
    return preferences.stream().allMatch(GpuSpec::isOwnNode);
  }

  /** One alternative is a plain node selector, several are the terms of an affinity. */
  private Placement alternatives() {
    Placement placement = Placement.empty();
    List<List<Label>> alternatives =
        preferences.stream().map(this::alternative).distinct().toList();
    if (alternatives.size() > 1) {
      for (List<Label> alternative : alternatives) {
        placement =
            placement.withNodeTerm(
                alternative.stream().map(Label::amongOthers).map(Label::required).toList());
      }
      return placement;
    }
    for (Label label : alternatives.get(0)) {
      placement = label.selectedIn(placement);
    }
    return placement;
  }

  /**
   * Nodes of your own have none of Karpenter's labels, so what those must have is said per term.
   */
  private List<Label> alternative(GpuSpec row) {
    if (row.isOwnNode()) {
      return own(row);
    }
    List<Label> labels = new ArrayList<>(node(row));
    if (preferences.stream().anyMatch(GpuSpec::isOwnNode)) {
      labels.addAll(ofEveryNode());
    }
    return labels;
  }

  private static List<Label> own(GpuSpec row) {
    return row.labels().entrySet().stream()
        .map(
            label ->
                new Label(label.getKey(), label.getValue(), "a node of your own", row.citation()))
        .toList();
  }

  /** What tells the nodes for one of the preferences. */
  private List<Label> node(GpuSpec row) {
    return switch (selection) {
      case GPU_NAME ->
          PoolTypes.isAskedAsItself(found.request(), row) ? List.of(instanceType(row)) : gpu(row);
      case INSTANCE_TYPE -> List.of(instanceType(row));
      case NODE_TYPE ->
          List.of(
              new Label(
                  Labels.NODE_TYPE,
                  "gpu",
                  "the label of GPU nodes in the guide's NodePool",
                  Documents.GUIDE),
              arch(row));
      case NONE -> List.of(arch(row));
    };
  }

  /** Where any GPU will do, Karpenter would launch either architecture, whichever costs less. */
  private static Label arch(GpuSpec row) {
    return new Label(
        Labels.ARCH,
        row.arch().toString(),
        "the architecture; of GPUs of any kind some are beside amd64 and some beside arm64",
        Documents.INSTANCE_TYPES);
  }

  private boolean isGpuSelected() {
    return selection == NodeSelection.GPU_NAME || selection == NodeSelection.INSTANCE_TYPE;
  }

  private static Label instanceType(GpuSpec row) {
    return new Label(
        Labels.INSTANCE_TYPE, row.name(), "the instance type", Documents.INSTANCE_TYPES);
  }

  private List<Label> gpu(GpuSpec row) {
    List<Label> labels = new ArrayList<>();
    labels.add(
        new Label(
            Labels.GPU_NAME,
            InstanceLabels.gpuName(row),
            "the GPU, by Karpenter's name for it",
            Documents.INSTANCE_TYPES));
    if (isNameOfSeveral(InstanceLabels.gpuName(row))) {
      labels.add(
          new Label(
              Labels.GPU_MEMORY,
              InstanceLabels.gpuMemory(row),
              "its memory in MiB; several GPUs have this name",
              Documents.INSTANCE_TYPES));
    }
    return labels;
  }

  private boolean isNameOfSeveral(String name) {
    return instanceTypes.stream()
            .filter(row -> InstanceLabels.gpuName(row).equals(name))
            .map(InstanceLabels::gpuMemory)
            .distinct()
            .count()
        > 1;
  }

  /** What holds besides, whichever alternative it is. */
  private List<Label> alsoRequired() {
    return preferences.stream().anyMatch(GpuSpec::isOwnNode) ? List.of() : ofEveryNode();
  }

  private List<Label> ofEveryNode() {
    List<Label> labels = new ArrayList<>();
    if (found.request().isExactGpus() && preferences.stream().allMatch(GpuSpec::isWhole)) {
      labels.add(
          new Label(
              Labels.GPU_COUNT,
              String.valueOf(found.shape().gpus()),
              "no node with more GPUs than asked for",
              Documents.INSTANCE_TYPES));
    }
    if (isGpuSelected() && preferences.stream().allMatch(row -> row.arch() == Arch.ARM64)) {
      labels.add(
          new Label(
              Labels.ARCH,
              Arch.ARM64.toString(),
              "this GPU is available on arm64 instances only",
              Documents.INSTANCE_TYPES));
    }
    if (found.request().capacityType() != CapacityType.ON_DEMAND) {
      labels.add(
          new Label(
              Labels.CAPACITY_TYPE,
              found.request().capacityType().toString(),
              "how the node is bought",
              Documents.INSTANCE_TYPES));
    }
    return labels;
  }
}
