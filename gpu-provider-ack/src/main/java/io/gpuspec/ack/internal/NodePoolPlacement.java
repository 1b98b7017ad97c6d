package io.gpuspec.ack.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Share;
import io.gpuspec.SpecCatalog;
import io.gpuspec.ack.Ack;
import io.gpuspec.ack.Ack.NodeSelection;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.Placement.Entry;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** The entries that a pod must carry to run on a node with the matching GPU. */
final class NodePoolPlacement {
  private static final String GPU_TAINT = PodRequest.GPU;

  private final Match.Found found;
  private final Options options;
  private final NodeSelection selection;
  private final List<GpuSpec> preferences;

  private NodePoolPlacement(Match.Found found, Options options) {
    this.found = found;
    this.options = options;
    this.selection = options.get(Ack.NODE_SELECTION);
    this.preferences = found.preferences().stream().map(Shape::spec).toList();
  }

  /** Returns the placement of a pod with whole cards. */
  static Placement of(Match.Found found, Options options) {
    NodePoolPlacement nodes = new NodePoolPlacement(found, options);
    return nodes.around(nodes.wholeCards());
  }

  /** Returns the placement of a pod with shares of cards. */
  static Placement ofShares(Match.Found found, Options options) {
    Share share =
        found
            .request()
            .devices()
            .share()
            .orElseThrow(
                () -> new InvalidValueException("pod.missing", "share: none was asked for"));
    return new NodePoolPlacement(found, options)
        .around(new SharePlacement(share, found.devicesPerPod(), options).placement());
  }

  private Placement wholeCards() {
    return switch (options.get(Ack.GPU_SCHEDULING)) {
      case InstanceLabels.WHOLE_CARDS ->
          Placement.empty()
              .withDevices(found, "the GPUs asked for; a vGPU counts as one", Documents.GPU_LABELS);
      default ->
          Placement.empty()
              .with(
                  PodField.device(PodRequest.LINKED_GPU),
                  String.valueOf(found.devicesPerPod()),
                  "the GPUs asked for, as the nodes count them that give out those linked best",
                  Documents.GPU_LABELS)
              .with(
                  PodField.nodeSelector(InstanceLabels.GPU_SCHEDULE),
                  "topology",
                  "nodes that give out the cards that are linked best (ACK Pro)",
                  Documents.GPU_LABELS)
              .requireScheduler(
                  Documents.SCHEDULER,
                  "it chooses the cards that are linked best",
                  Documents.GPU_LABELS);
    };
  }

  /** Returns the entries for a pod with any devices. */
  private Placement around(Placement devices) {
    Placement placement =
        devices.with(
            PodField.toleration(GPU_TAINT),
            "",
            "GPU node pools are commonly given this taint; without it the toleration does nothing",
            Documents.GPU_TEXT);
    return withNodes(withDriver(withCount(Gang.of(options).on(placement))));
  }

  private Placement withDriver(Placement before) {
    return options
        .get(Ack.NVIDIA_DRIVER_VERSION)
        .map(
            version ->
                before.with(
                    PodField.nodeSelector(InstanceLabels.DRIVER_VERSION),
                    version,
                    "nodes of a node pool that asked for this driver",
                    Documents.DRIVER))
        .orElse(before);
  }

  private Placement withCount(Placement before) {
    return found.request().isExactGpus() && !hasOwn()
        ? before.with(
            PodField.nodeSelector(InstanceLabels.NVIDIA_COUNT),
            String.valueOf(found.shape().gpus()),
            "no node with more GPUs than asked for",
            Documents.GPU_LABELS)
        : before;
  }

  /** Returns whether one of your own nodes matches, which has none of ACK's labels. */
  private boolean hasOwn() {
    return preferences.stream().anyMatch(GpuSpec::isOwnNode);
  }

  /** One label with one value is a plain node selector; everything else is terms of an affinity. */
  private Placement withNodes(Placement before) {
    List<Entry> kinds = kinds();
    List<Entry> also = also();
    if (!hasOwn() && also.isEmpty() && kinds.size() == 1 && !kinds.get(0).value().contains(",")) {
      return before.withNodeSelectors(kinds);
    }
    List<List<Entry>> terms = new ArrayList<>();
    for (Entry kind : kinds) {
      terms.add(Stream.concat(Stream.of(kind), also.stream()).toList());
    }
    if (kinds.isEmpty() && !also.isEmpty()) {
      terms.add(also);
    }
    preferences.stream().filter(GpuSpec::isOwnNode).map(Placement::ofOwnNode).forEach(terms::add);
    if (hasOwn() && terms.size() == 1) {
      return before.withNodeSelectors(terms.get(0));
    }
    Placement placement = before;
    for (List<Entry> term : terms) {
      placement = placement.withNodeTerm(term);
    }
    return placement;
  }

  /** Returns the kinds of ACK's nodes that match; each is an alternative. */
  private List<Entry> kinds() {
    List<GpuSpec> rows = preferences.stream().filter(row -> !row.isOwnNode()).toList();
    if (rows.isEmpty()) {
      return List.of();
    }
    return switch (selection) {
      case NONE -> List.of();
      case INSTANCE_TYPE -> List.of(types(rows));
      case GPU_NAME -> {
        List<GpuSpec> byGpu = rows.stream().filter(this::isByGpu).toList();
        List<GpuSpec> byType = rows.stream().filter(row -> !isByGpu(row)).toList();
        List<Entry> kinds = new ArrayList<>();
        if (!byGpu.isEmpty()) {
          kinds.add(names(byGpu));
        }
        if (!byType.isEmpty()) {
          kinds.add(types(byType.stream().flatMap(row -> sameGpu(row).stream()).toList()));
        }
        yield kinds;
      }
    };
  }

  /** Returns whether the row was requested by its GPU, and the GPU's name on nodes is known. */
  private boolean isByGpu(GpuSpec row) {
    return InstanceLabels.nvidiaName(row).isPresent() && !isAskedAsItself(row);
  }

  private boolean isAskedAsItself(GpuSpec row) {
    return found.request().devices().names().stream().anyMatch(row.name()::equalsIgnoreCase);
  }

  /** Returns the rows whose nodes have the GPU of a row, if it was requested by its GPU. */
  private List<GpuSpec> sameGpu(GpuSpec row) {
    if (isAskedAsItself(row) || !row.isWhole()) {
      return List.of(row);
    }
    SpecCatalog all = found.catalog();
    return (found.request().isIncludeRetired() ? all.includeRetired() : all)
        .specs().stream()
            .filter(each -> each.isWhole() && !each.isOwnNode())
            .filter(each -> each.gpu().equals(row.gpu()) && each.arch() == row.arch())
            .toList();
  }

  private static Entry names(List<GpuSpec> rows) {
    return entry(
        InstanceLabels.NVIDIA_NAME,
        rows.stream().flatMap(row -> InstanceLabels.nvidiaName(row).stream()).toList(),
        "what ACK writes on nodes with this GPU");
  }

  private static Entry types(List<GpuSpec> rows) {
    return entry(
        InstanceLabels.INSTANCE_TYPE,
        rows.stream().map(GpuSpec::name).toList(),
        rows.size() == 1 ? "the instance type found" : "the instance types that have the GPU");
  }

  private static Entry entry(String label, Collection<String> values, String reason) {
    return new Entry(
        PodField.nodeAffinity(label),
        String.join(",", values.stream().sorted().distinct().toList()),
        reason,
        Documents.GPU_LABELS);
  }

  /** Returns what every node of ACK must have in addition. */
  private List<Entry> also() {
    List<Entry> also = new ArrayList<>();
    if (preferences.stream().allMatch(GpuSpec::isOwnNode)) {
      return also;
    }
    if (found.request().isCapacityTypeStated()) {
      // Nodes on demand may lack the label: older versions of the controller write none.
      boolean isSpot = found.request().capacityType() == CapacityType.SPOT;
      also.add(
          new Entry(
              PodField.nodeAffinity(InstanceLabels.SPOT_STRATEGY),
              (isSpot ? "" : "!")
                  + EciLabels.SPOT_AS_PRICE_GO
                  + ","
                  + EciLabels.SPOT_WITH_PRICE_LIMIT,
              "what ACK writes on spot instances",
              Documents.SPOT_LABEL));
    }
    if (found.request().isExactGpus() && hasOwn()) {
      also.add(
          new Entry(
              PodField.nodeAffinity(InstanceLabels.NVIDIA_COUNT),
              String.valueOf(found.shape().gpus()),
              "no node with more GPUs than asked for",
              Documents.GPU_LABELS));
    }
    return also;
  }
}
