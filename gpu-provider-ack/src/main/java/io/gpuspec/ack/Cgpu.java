package io.gpuspec.ack;

import static io.gpuspec.ack.internal.rules.Documents.OPTIONS;

import io.gpuspec.spi.Option;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The options of the target {@code ack/cgpu}, a node pool whose cards pods share; such node pools
 * are for ACK Pro clusters.
 *
 * <pre>{@code
 * Target cgpu = gpus.in("ack/cgpu").with(Cgpu.PLACEMENT, "spread");
 * cgpu.match(GpuRequest.of(Devices.any()).share("8Gi", 50));
 *     // ecs.gn6i-c4g1.xlarge · 4 cores · 15Gi  on ack/cgpu
 * }</pre>
 *
 * <p>What a node keeps for itself is chosen as for {@code ack}, with the options of {@link Ack}.
 */
public final class Cgpu {
  /**
   * The isolation between the pods of a card, as in {@code ack.node.gpu.schedule} of the node.
   * {@code cgpu}, the default: each pod's memory, by cGPU. {@code mps}: the same by NVIDIA MPS,
   * whose control daemon the cluster needs. {@code share}: nothing; memory is only counted, and a
   * pod that takes more fails its neighbours. If a pod also requests compute, its nodes have {@code
   * core_mem}, which isolates both.
   */
  public static final Option<String> SHARING = OPTIONS.word("card-sharing");

  /**
   * The distribution of pods over the cards of a node, as in its {@code ack.node.gpu.placement}:
   * {@code any}, as the node has it; {@code binpack}, one card before the next; or {@code spread},
   * so that a broken card takes fewer pods with it.
   */
  public static final Option<String> PLACEMENT = OPTIONS.word("card-placement");

  /**
   * The memory of each card as its driver reports it, such as {@code 15109Mi}, 1 GiB or more; by
   * default what was seen of the card, or else two GiB less than it is sold with.
   */
  public static final Option<Optional<MemorySize>> CARD_MEMORY =
      OPTIONS.optionalMemory("card-memory");

  private Cgpu() {}

  /** Returns every option of a node pool whose cards are shared. */
  public static List<Option<?>> options() {
    return Stream.<Option<?>>concat(
            Stream.of(SHARING, PLACEMENT, CARD_MEMORY),
            Ack.options().stream().filter(option -> !option.equals(Ack.GPU_SCHEDULING)))
        .toList();
  }
}
