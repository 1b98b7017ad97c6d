package io.gpuspec.ack.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Share;
import io.gpuspec.ack.Ack;
import io.gpuspec.ack.Cgpu;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.spi.SharedNode.Writer;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A node whose cards pods share: its labels and resources. A node has one mode, so those that give
 * out compute are others than those that give out memory alone.
 */
record SharedNodes(Match.Found found, Options options) {
  private static final MemorySize GIBIBYTE = MemorySize.ofGibibytes(1);
  private static final int WHOLE = 100;

  SharedNode node() {
    return withSpot(withDriver(withPlacement(withMode(labelled())))).notes(notes());
  }

  private boolean givesCompute() {
    return found.request().devices().share().flatMap(SharedNodes::compute).isPresent();
  }

  private static Optional<Integer> compute(Share share) {
    return share.compute().isPresent() ? Optional.of(share.compute().getAsInt()) : Optional.empty();
  }

  private SharedNode labelled() {
    GpuSpec row = found.shape().spec();
    if (row.isOwnNode()) {
      return own(row);
    }
    SharedNode node =
        SharedNode.of(found.shape(), card(row))
            .label(
                InstanceLabels.INSTANCE_TYPE,
                row.name(),
                Writer.VENDOR,
                "the instance type",
                Documents.GPU_LABELS)
            .label(
                InstanceLabels.NVIDIA_COUNT,
                String.valueOf(row.gpus()),
                Writer.VENDOR,
                "how many cards it has",
                Documents.GPU_LABELS);
    return InstanceLabels.nvidiaName(row)
        .map(
            name ->
                node.label(
                    InstanceLabels.NVIDIA_NAME,
                    name,
                    Writer.VENDOR,
                    "what the driver calls the card",
                    Documents.GPU_LABELS))
        .orElse(node);
  }

  private SharedNode own(GpuSpec row) {
    SharedNode node = SharedNode.of(found.shape(), card(row));
    for (Map.Entry<String, String> label : row.labels().entrySet()) {
      node =
          node.label(
              label.getKey(), label.getValue(), Writer.OWNER, "a node of your own", row.citation());
    }
    return node;
  }

  private Map<String, Integer> card(GpuSpec row) {
    Map<String, Integer> card = new TreeMap<>();
    row.shareMemory()
        .ifPresent(
            memory ->
                card.put(
                    CardShares.MEMORY, Math.toIntExact(memory.toBytes() / GIBIBYTE.toBytes())));
    if (givesCompute()) {
      card.put(CardShares.COMPUTE, WHOLE);
    }
    return card;
  }

  private SharedNode withMode(SharedNode node) {
    return givesCompute()
        ? node.label(
            InstanceLabels.GPU_SCHEDULE,
            CardShares.WITH_COMPUTE,
            Writer.OWNER,
            "memory and compute of a card's pods are kept apart",
            Documents.GPU_LABELS)
        : node.label(
            InstanceLabels.GPU_SCHEDULE,
            options.get(Cgpu.SHARING),
            Writer.OWNER,
            switch (options.get(Cgpu.SHARING)) {
              case "cgpu" -> "the memory of a card's pods is kept apart";
              case "mps" -> "the memory of a card's pods is kept apart with NVIDIA MPS";
              default -> "the memory of a card's pods is counted and not kept apart";
            },
            Documents.GPU_LABELS);
  }

  private SharedNode withPlacement(SharedNode node) {
    String placement = options.get(Cgpu.PLACEMENT);
    return placement.equals(Cgpu.PLACEMENT.defaultValue())
        ? node
        : node.label(
            InstanceLabels.GPU_PLACEMENT,
            placement,
            Writer.OWNER,
            "how pods are laid on its cards; binpack where the label is not there",
            Documents.GPU_LABELS);
  }

  private SharedNode withDriver(SharedNode node) {
    return options
        .get(Ack.NVIDIA_DRIVER_VERSION)
        .map(
            version ->
                node.label(
                    InstanceLabels.DRIVER_VERSION,
                    version,
                    Writer.VENDOR,
                    "the driver that its node pool asked for",
                    Documents.DRIVER))
        .orElse(node);
  }

  private SharedNode withSpot(SharedNode node) {
    return found.request().capacityType() == CapacityType.SPOT
        ? node.label(
            InstanceLabels.SPOT_STRATEGY,
            EciLabels.SPOT_AS_PRICE_GO,
            Writer.VENDOR,
            "what ACK writes on spot instances",
            Documents.SPOT_LABEL)
        : node;
  }

  private static List<Note> notes() {
    return List.of(
        Note.of(
            "node.pool",
            "ACK Pro only, with the component ack-ai-installer; give the labels to the node pool, since to change the mode of a node with kubectl while pods use its cards can leave them counted wrong",
            Documents.MODE_CHANGE),
        Note.of(
            "node.one-mode",
            "a node has one mode, and what other modes count is 0 there, such as nvidia.com/gpu; to take the label away does not undo it, the value default does",
            Documents.GPU_LABELS),
        Note.of(
            "node.add-on",
            "what the pods that share the cards request themselves is on no page at hand; daemonset-cpu and daemonset-memory say it",
            Documents.GPU_LABELS));
  }
}
