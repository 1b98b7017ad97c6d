package io.gpuspec.ack.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Share;
import io.gpuspec.ack.Ack;
import io.gpuspec.ack.NodeSelection;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.Placement.Entry;
import io.gpuspec.spi.PodField;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a pod must carry to land on a node with the GPU found. */
final class NodePoolPlacement {
  private static final String GPU_TAINT = PodNeed.GPU;

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

  /** For a pod with whole cards. */
  static Placement of(Match.Found found, Options options) {
    NodePoolPlacement nodes = new NodePoolPlacement(found, options);
    return nodes.around(nodes.wholeCards());
  }

  /** For a pod with shares of cards. */
  static Placement ofShares(Match.Found found, Options options) {
    Share share =
        found
            .request()
            .devices()
            .share()
            .orElseThrow(() -> new InvalidValueException("share: none was asked for"));
    return new NodePoolPlacement(found, options)
        .around(new SharePlacement(share, found.devices(), options).placement());
  }

  private Placement wholeCards() {
    String count = String.valueOf(found.devices());
    return switch (options.get(Ack.GPU_SCHEDULING)) {
      case DEFAULT ->
          Placement.empty()
              .with(
                  PodField.device(PodNeed.GPU),
                  count,
                  "the GPUs asked for; a vGPU counts as one",
                  Documents.GPU_LABELS);
      case TOPOLOGY ->
          Placement.empty()
              .with(
                  PodField.device(PodNeed.LINKED_GPU),
                  count,
                  "the GPUs asked for, as the nodes count them that give out those linked best",
                  Documents.GPU_LABELS)
              .with(
                  PodField.nodeSelector(InstanceLabels.GPU_SCHEDULE),
                  "topology",
                  "nodes that give out the cards that are linked best (ACK Pro)",
                  Documents.GPU_LABELS)
              .onlyBy(
                  Documents.SCHEDULER,
                  "it chooses the cards that are linked best",
                  Documents.GPU_LABELS);
    };
  }

  /** What a pod carries whatever devices it asks for. */
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
    return found.request().isExactGpus()
        ? before.with(
            PodField.nodeSelector(InstanceLabels.NVIDIA_COUNT),
            String.valueOf(found.shape().gpus()),
            "no node with more GPUs than asked for",
            Documents.GPU_LABELS)
        : before;
  }

  /** One label with one value is a plain node selector, all else are terms of an affinity. */
  private Placement withNodes(Placement before) {
    List<Entry> kinds = kinds();
    List<Entry> bought = bought().stream().toList();
    if (bought.isEmpty() && kinds.size() == 1 && !kinds.get(0).value().contains(",")) {
      Entry kind = kinds.get(0);
      return before.with(
          PodField.nodeSelector(kind.field().key()), kind.value(), kind.reason(), kind.citation());
    }
    if (kinds.isEmpty()) {
      return bought.isEmpty() ? before : before.withNodeTerm(bought);
    }
    Placement placement = before;
    for (Entry kind : kinds) {
      placement = placement.withNodeTerm(Stream.concat(Stream.of(kind), bought.stream()).toList());
    }
    return placement;
  }

  /** The kinds of node that will do; each is an alternative. */
  private List<Entry> kinds() {
    return switch (selection) {
      case NONE -> List.of();
      case INSTANCE_TYPE -> List.of(types(preferences));
      case GPU_NAME -> {
        List<GpuSpec> byGpu = preferences.stream().filter(this::isByGpu).toList();
        List<GpuSpec> byType = preferences.stream().filter(row -> !isByGpu(row)).toList();
        List<Entry> kinds = new ArrayList<>();
        if (!byGpu.isEmpty()) {
          kinds.add(names(byGpu));
        }
        if (!byType.isEmpty()) {
          kinds.add(types(byType));
        }
        yield kinds;
      }
    };
  }

  /** Whether the row was asked for by its GPU, and the name of that on nodes is known. */
  private boolean isByGpu(GpuSpec row) {
    return InstanceLabels.nvidiaName(row).isPresent()
        && found.request().devices().names().stream().noneMatch(row.name()::equalsIgnoreCase);
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
        "the instance type found");
  }

  private static Entry entry(String label, Collection<String> values, String reason) {
    return new Entry(
        PodField.nodeAffinity(label),
        String.join(",", values.stream().sorted().distinct().toList()),
        reason,
        Documents.GPU_LABELS);
  }

  private Optional<Entry> bought() {
    return found.request().capacityType() == CapacityType.SPOT
        ? Optional.of(
            new Entry(
                PodField.nodeAffinity(InstanceLabels.SPOT_STRATEGY),
                EciLabels.SPOT_AS_PRICE_GO + "," + EciLabels.SPOT_WITH_PRICE_LIMIT,
                "what ACK writes on spot instances",
                Documents.SPOT_LABEL))
        : Optional.empty();
  }
}
