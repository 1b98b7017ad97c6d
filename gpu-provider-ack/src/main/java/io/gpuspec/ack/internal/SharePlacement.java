package io.gpuspec.ack.internal;

import io.gpuspec.Share;
import io.gpuspec.ack.Cgpu;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;

/**
 * The entries that a pod must carry to get a share of several cards.
 *
 * @param share of each card
 */
record SharePlacement(Share share, int cards, Options options) {

  Placement placement() {
    return withPlacement(withMode(withCards(withCompute(memory()))))
        .requireScheduler(
            Documents.SCHEDULER,
            "it chooses the cards of which a pod has shares",
            Documents.SHARES);
  }

  private Placement memory() {
    long each = share.memory().toBytes() / MemorySize.ofGibibytes(1).toBytes();
    return Placement.empty()
        .with(
            PodField.device(CardShares.MEMORY),
            String.valueOf(each * cards),
            cards == 1
                ? "GiB of one card's memory"
                : "GiB of %s cards' memory, %s of each".formatted(cards, each),
            cards == 1 ? Documents.SHARES : Documents.SEVERAL_CARDS);
  }

  private Placement withCompute(Placement before) {
    return share.compute().isEmpty()
        ? before
        : before.with(
            PodField.device(CardShares.COMPUTE),
            String.valueOf(share.compute().getAsInt()),
            "percent of one card's compute",
            Documents.COMPUTE_SHARES);
  }

  private Placement withCards(Placement before) {
    return cards == 1
        ? before
        : before.with(
            CardShares.CARDS,
            String.valueOf(cards),
            "how many cards of one node the memory is taken from",
            Documents.SEVERAL_CARDS);
  }

  private Placement withMode(Placement before) {
    String sharing = options.get(Cgpu.SHARING);
    if (share.compute().isEmpty()) {
      return before.with(
          PodField.nodeSelector(InstanceLabels.GPU_SCHEDULE),
          sharing,
          switch (sharing) {
            case "cgpu" -> "nodes that keep the memory of a card's pods apart";
            case "mps" -> "nodes that keep the memory of a card's pods apart with NVIDIA MPS";
            default -> "nodes that count the memory of a card's pods and keep nothing apart";
          },
          Documents.GPU_LABELS);
    }
    if (!sharing.equals("cgpu")) {
      throw new InvalidValueException(
          "option.conflict",
          "card-sharing: '%s' was chosen, and '%s' percent of compute requested; only nodes with %s give out compute, so leave the option or the percentage out"
              .formatted(sharing, share.compute().getAsInt(), CardShares.WITH_COMPUTE));
    }
    return before.with(
        PodField.nodeSelector(InstanceLabels.GPU_SCHEDULE),
        CardShares.WITH_COMPUTE,
        "nodes that keep the memory and the compute of a card's pods apart",
        Documents.GPU_LABELS);
  }

  private Placement withPlacement(Placement before) {
    String placement = options.get(Cgpu.PLACEMENT);
    return placement.equals("any")
        ? before
        : before.with(
            PodField.nodeSelector(InstanceLabels.GPU_PLACEMENT),
            placement,
            placement.equals("spread")
                ? "nodes that lay pods over their cards"
                : "nodes that fill one card before the next",
            Documents.GPU_LABELS);
  }
}
