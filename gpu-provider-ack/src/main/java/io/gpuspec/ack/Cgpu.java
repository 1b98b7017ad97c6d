package io.gpuspec.ack;

import io.gpuspec.MemorySize;
import io.gpuspec.ack.internal.Documents;
import io.gpuspec.spi.Option;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What can be chosen about the target {@code ack/cgpu}, a node pool whose cards pods share; such
 * node pools are for ACK Pro clusters.
 *
 * <pre>{@code
 * Target cgpu = gpus.in("ack/cgpu").with(Cgpu.PLACEMENT, CardPlacement.SPREAD);
 * cgpu.match(GpuRequest.of(Devices.share("8Gi", 50)));
 *     // ecs.gn6i-c4g1.xlarge · 4 cores · 15Gi  on ack/cgpu
 * }</pre>
 *
 * <p>What a node keeps for itself is chosen as for {@code ack}, with the options of {@link Ack}.
 */
public final class Cgpu {
  /** What keeps the pods of a card apart; {@link CardSharing#CGPU} unless chosen. */
  public static final Option<CardSharing> SHARING =
      Option.choice(
          "card-sharing",
          CardSharing.CGPU,
          "what keeps the pods of a card apart that ask for memory only",
          Documents.GPU_LABELS);

  /** How pods are laid on a node's cards; {@link CardPlacement#ANY} unless chosen. */
  public static final Option<CardPlacement> PLACEMENT =
      Option.choice(
          "card-placement",
          CardPlacement.ANY,
          "how pods are laid on the cards of a node",
          Documents.GPU_LABELS);

  /**
   * The memory of each card as its driver reports it, such as {@code 15109Mi}, 1 GiB or more;
   * unless chosen what was seen of the card, or else two GiB less than it is sold with.
   */
  public static final Option<Optional<MemorySize>> CARD_MEMORY =
      Option.optionalMemoryFrom(
          "card-memory",
          MemorySize.ofGibibytes(1),
          "the memory of each card as its driver reports it",
          Documents.CARD_MEMORY);

  private Cgpu() {}

  /** Every option of a node pool whose cards are shared. */
  public static List<Option<?>> options() {
    return Stream.<Option<?>>concat(
            Stream.of(SHARING, PLACEMENT, CARD_MEMORY),
            Ack.options().stream().filter(option -> !option.equals(Ack.GPU_SCHEDULING)))
        .toList();
  }
}
