package io.gpuspec.tke.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.MemorySize;
import io.gpuspec.Note;
import io.gpuspec.share.Isolation;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.PodField;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.tke.Qgpu;
import io.gpuspec.tke.QgpuPolicy;
import java.util.Optional;
import java.util.Set;

/**
 * Shares of cards with qGPU.
 *
 * <p>A card has for shares what its driver reports, in whole GiB rounded down: 14 of a T4 of 15109
 * MiB. Where that was not seen, two GiB less than the card is sold with (inferred).
 */
final class QgpuShares {
  static final String MEMORY = "tke.cloud.tencent.com/qgpu-memory";
  static final String CORE = "tke.cloud.tencent.com/qgpu-core";
  static final Set<String> RESOURCES = Set.of(MEMORY, CORE);

  /** What TKE writes on the nodes of a pool with qGPU. */
  static final PodField ENABLED = PodField.nodeSelector("qgpu-device-enable");

  static final String ENABLE = "enable";
  static final String POLICY = "tke.cloud.tencent.com/qgpu-schedule-policy";

  /** What a whole card is of {@link #CORE}. */
  static final int WHOLE = 100;

  static final MemorySize GIBIBYTE = MemorySize.ofGibibytes(1);

  private static final MemorySize UNSEEN = MemorySize.ofGibibytes(2);

  private QgpuShares() {}

  static ShareRules rules(Options options) {
    QgpuEdition edition = QgpuEdition.of(options.edition());
    Optional<MemorySize> stated = options.get(Qgpu.CARD_MEMORY);
    ShareRules rules =
        ShareRules.of("qGPU", edition.citation())
            .memoryStep(GIBIBYTE)
            .computeStep(edition.computeStep())
            .computeAtMost(edition.computeAtMost())
            .sharesPerCard(edition.sharesPerCard())
            .isolation(isolation(options.get(Qgpu.POLICY).orElse(QgpuPolicy.BEST_EFFORT)))
            .offering(row -> offered(row, stated), offer(stated));
    if (edition.hasWholeCards()) {
      rules = rules.wholeCardsToo();
    }
    if (options.get(Qgpu.POLICY).filter(QgpuShares::isQuota).isPresent()) {
      rules = rules.computeRequired();
    }
    if (options.get(Qgpu.NODE_CPU).isEmpty()) {
      rules = rules.note(nodes(options.get(Qgpu.NODE_GPUS)));
    }
    return options.get(Qgpu.CARD_LABEL).isPresent() ? rules : rules.note(anyCard());
  }

  private static Note nodes(int gpus) {
    return Note.of(
        "nodes",
        "a node of the pool counts as one with %d %s; node-gpus, node-cpu and node-memory say what it has"
            .formatted(gpus, gpus == 1 ? "card" : "cards"),
        Documents.ALLOCATABLE);
  }

  /** What it means for the pods of a card; nodes without the label are best-effort. */
  private static Isolation isolation(QgpuPolicy policy) {
    return switch (policy) {
      case BEST_EFFORT -> Isolation.BEST_EFFORT;
      case FIXED_SHARE -> Isolation.FIXED_SHARE;
      case BURST_SHARE -> Isolation.BURST_SHARE;
    };
  }

  /** Whether each pod has the compute that it asks for, so that one that asks none has none. */
  static boolean isQuota(QgpuPolicy policy) {
    return policy != QgpuPolicy.BEST_EFFORT;
  }

  private static Optional<MemorySize> offered(GpuSpec row, Optional<MemorySize> stated) {
    return stated
        .or(row::gpuMemoryReported)
        .or(() -> row.gpuMemory().map(nominal -> nominal.minus(UNSEEN)))
        .map(memory -> GIBIBYTE.times(memory.toBytes() / GIBIBYTE.toBytes()))
        .filter(memory -> !memory.isZero());
  }

  private static Note offer(Optional<MemorySize> stated) {
    return Note.of(
        "shares",
        stated
            .map("pods can share %s of each card, as card-memory says, in whole GiB"::formatted)
            .orElse(
                "of each card pods can share what its driver reports, in whole GiB; where that was not seen, %s less than it is sold with (inferred; say the real memory with card-memory)"
                    .formatted(UNSEEN)),
        Documents.QGPU_CARD_MEMORY);
  }

  private static Note anyCard() {
    return Note.of(
        "shares.any-card",
        "TKE documents no label that says which card a node has, so a pod lands on any qGPU node with room; give each node pool a label with the name of its card, and say its key with card-label",
        Documents.QGPU);
  }
}
