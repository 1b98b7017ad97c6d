package io.gpuspec.ack.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.ack.Cgpu;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.MemorySize;
import java.util.Set;

/**
 * The rules for shares of cards on ACK: memory in whole GiB, compute in multiples of 5 percent, and
 * the same memory of several cards of one node, without compute.
 *
 * <p>A card has for shares what its driver reports, in whole GiB rounded down: 14 of a T4 of 15109
 * MiB, 15 of a V100 of 16160 MiB, 44 of an L20 of 46068 MiB.
 */
final class CardShares {
  static final String MEMORY = "aliyun.com/gpu-mem";
  static final String COMPUTE = "aliyun.com/gpu-core.percentage";

  /** The name that the text uses for the compute; no node of ACK advertises it. */
  static final String COMPUTE_OF_TEXT = "aliyun.com/gpu-core";

  static final PodField CARDS = PodField.label("aliyun.com/gpu-count");
  static final Set<String> RESOURCES = Set.of(MEMORY, COMPUTE, COMPUTE_OF_TEXT);

  /** The value of {@code ack.node.gpu.schedule} where memory and compute are kept apart. */
  static final String WITH_COMPUTE = "core_mem";

  private static final MemorySize GIBIBYTE = MemorySize.ofGibibytes(1);

  private CardShares() {}

  static ShareRules rules(Options options) {
    return ShareRules.of("cGPU", Documents.COMPUTE_SHARES)
        .memoryStep(GIBIBYTE)
        .computeStep(GpuResource.of(COMPUTE).step())
        .severalCards()
        .offeringReported(
            options.get(Cgpu.CARD_MEMORY),
            "; kubectl inspect cgpu shows what is left of a card",
            Documents.CARD_MEMORY);
  }

  /**
   * Returns whether pods can share the row's cards: they are whole and it is known what they are.
   */
  static boolean isShared(GpuSpec row) {
    return row.isWhole() && row.attribute("vgpu").isEmpty() && row.model().isPresent();
  }
}
