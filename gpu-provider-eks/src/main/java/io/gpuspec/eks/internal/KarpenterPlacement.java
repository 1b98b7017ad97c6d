package io.gpuspec.eks.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.Eks.NodeSelection;
import io.gpuspec.eks.NodePool;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.InstanceLabels;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.eks.internal.rules.TypesOfGpu;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.Placement.Entry;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Citation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The entries that a pod must carry to run on a node with the matching GPU. */
final class KarpenterPlacement {

  private final Match.Found found;
  private final List<GpuSpec> preferences;
  private final NodeSelection selection;
  private final Options options;
  private final Optional<NodePool> pool;

  KarpenterPlacement(Match.Found found, Options options) {
    this.found = found;
    this.preferences = found.preferences().stream().map(Shape::spec).toList();
    this.selection = options.get(Eks.NODE_SELECTION);
    this.options = options;
    this.pool =
        options.get(Eks.NODE_POOL) && !isOwn() ? Optional.of(NodePool.of(found)) : Optional.empty();
  }

  Placement placement() {
    Placement placement =
        alternatives()
            .withDevices(
                found, "the GPUs asked for; a slice counts as one", Documents.INSTANCE_TYPES);
    placement =
        placement
            .withNodeSelectors(alsoRequired())
            .with(
                PodField.toleration(Labels.GPU),
                "",
                "the taint that keeps other pods off GPU nodes",
                Documents.GUIDE);
    return pool.isPresent() ? new NodePoolCompanions(pool.get(), options).on(placement) : placement;
  }

  /** Returns whether only your own nodes match, which Karpenter does not launch. */
  private boolean isOwn() {
    return preferences.stream().allMatch(GpuSpec::isOwnNode);
  }

  /**
   * One alternative is a plain node selector; several values or several are terms of an affinity.
   */
  private Placement alternatives() {
    List<List<Entry>> alternatives =
        preferences.stream().map(this::alternative).distinct().toList();
    if (alternatives.size() == 1
        && alternatives.get(0).stream().allMatch(KarpenterPlacement::isOneValue)) {
      return Placement.empty().withNodeSelectors(alternatives.get(0));
    }
    Placement placement = Placement.empty();
    for (List<Entry> alternative : alternatives) {
      placement =
          placement.withNodeTerm(
              alternatives.size() == 1
                  ? alternative
                  : alternative.stream().map(KarpenterPlacement::amongOthers).toList());
    }
    return placement;
  }

  private static boolean isOneValue(Entry label) {
    return label.values().size() == 1;
  }

  private static Entry amongOthers(Entry label) {
    return new Entry(
        label.field(),
        label.value(),
        label.reason() + "; Karpenter takes the first term that some type meets",
        label.citation());
  }

  /**
   * Your own nodes have none of Karpenter's labels, so the requirements on those are in each term.
   */
  private List<Entry> alternative(GpuSpec row) {
    if (row.isOwnNode()) {
      return Placement.ofOwnNode(row);
    }
    List<Entry> labels = new ArrayList<>(node(row));
    if (preferences.stream().anyMatch(GpuSpec::isOwnNode)) {
      labels.addAll(ofEveryNode());
    }
    return labels;
  }

  private static Entry label(String key, String value, String reason, Citation citation) {
    return new Entry(PodField.nodeAffinity(key), value, reason, citation);
  }

  /** Returns the entries that select the nodes for one of the preferences. */
  private List<Entry> node(GpuSpec row) {
    return switch (selection) {
      case GPU_NAME ->
          InstanceLabels.isAskedAsItself(found.request(), row)
              ? List.of(instanceType(row))
              : gpu(row);
      case INSTANCE_TYPE -> List.of(instanceType(row));
      case NODE_TYPE ->
          List.of(
              label(
                  Labels.NODE_TYPE,
                  "gpu",
                  "the label of GPU nodes in the guide's NodePool",
                  Documents.GUIDE),
              arch(row));
      case NONE -> List.of(arch(row));
    };
  }

  /**
   * Returns the architecture; if any GPU is accepted, Karpenter would launch either one, whichever
   * costs less.
   */
  private static Entry arch(GpuSpec row) {
    return label(
        Labels.ARCH,
        row.arch().toString(),
        "the architecture; of GPUs of any kind some are beside amd64 and some beside arm64",
        Documents.INSTANCE_TYPES);
  }

  private boolean isGpuSelected() {
    return selection == NodeSelection.GPU_NAME || selection == NodeSelection.INSTANCE_TYPE;
  }

  private static Entry instanceType(GpuSpec row) {
    return label(Labels.INSTANCE_TYPE, row.name(), "the instance type", Documents.INSTANCE_TYPES);
  }

  private List<Entry> gpu(GpuSpec row) {
    if (TypesOfGpu.areSomeUnavailable(found, row)) {
      return List.of(
          label(
              Labels.INSTANCE_TYPE,
              TypesOfGpu.of(found, row).stream()
                  .map(GpuSpec::name)
                  .collect(Collectors.joining(",")),
              "the types with this GPU that the overlay allows; Karpenter does not know the overlay",
              Documents.INSTANCE_TYPES));
    }
    List<Entry> labels = new ArrayList<>();
    labels.add(
        label(
            Labels.GPU_NAME,
            InstanceLabels.gpuName(row),
            "the GPU, by Karpenter's name for it",
            Documents.INSTANCE_TYPES));
    if (isNameOfSeveral(InstanceLabels.gpuName(row))) {
      labels.add(
          label(
              Labels.GPU_MEMORY,
              InstanceLabels.gpuMemory(row),
              "its memory in MiB; several GPUs have this name",
              Documents.INSTANCE_TYPES));
    }
    return labels;
  }

  private boolean isNameOfSeveral(String name) {
    return found.catalog().byGpu().stream()
            .flatMap(rows -> rows.stream().limit(1))
            .filter(row -> InstanceLabels.gpuName(row).equals(name))
            .map(InstanceLabels::gpuMemory)
            .distinct()
            .count()
        > 1;
  }

  /** Returns the additional requirements for all alternatives. */
  private List<Entry> alsoRequired() {
    return preferences.stream().anyMatch(GpuSpec::isOwnNode) ? List.of() : ofEveryNode();
  }

  private List<Entry> ofEveryNode() {
    List<Entry> labels = new ArrayList<>();
    if (found.request().isExactGpus() && preferences.stream().allMatch(GpuSpec::isWhole)) {
      labels.add(
          label(
              Labels.GPU_COUNT,
              String.valueOf(found.shape().gpus()),
              "no node with more GPUs than asked for",
              Documents.INSTANCE_TYPES));
    }
    if (isGpuSelected() && preferences.stream().allMatch(row -> row.arch() == Arch.ARM64)) {
      labels.add(
          label(
              Labels.ARCH,
              Arch.ARM64.toString(),
              "this GPU is available on arm64 instances only",
              Documents.INSTANCE_TYPES));
    }
    if (pool.isPresent() && isGpuSelected()) {
      labels.add(
          label(
              Labels.NODE_POOL,
              pool.get().name(),
              "the pool for these pods; others with this GPU may divide its cards, or buy nodes in another way",
              Documents.NODE_POOLS));
    }
    if (found.request().isCapacityTypeStated()) {
      labels.add(
          label(
              Labels.CAPACITY_TYPE,
              found.request().capacityType().toString(),
              "how the node is bought",
              Documents.INSTANCE_TYPES));
    }
    return labels;
  }
}
