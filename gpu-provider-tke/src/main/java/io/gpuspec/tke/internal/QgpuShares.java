package io.gpuspec.tke.internal;

import io.gpuspec.Isolation;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.tke.Qgpu;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
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

  /** The compute of offline pods; {@link #CORE} is that of ordinary ones. */
  static final String GREEDY = "tke.cloud.tencent.com/qgpu-core-greedy";

  static final Set<String> RESOURCES = Set.of(MEMORY, CORE, GREEDY);

  /** The label that TKE writes on the nodes of a pool with qGPU. */
  static final PodField ENABLED = PodField.nodeSelector("qgpu-device-enable");

  static final String ENABLE = "enable";

  /** The label that a user writes on a node to mix online and offline pods there. */
  static final PodField MIXED = PodField.nodeSelector("mixed-qgpu-enable");

  static final PodField APP_CLASS = PodField.annotation("tke.cloud.tencent.com/app-class");
  static final String POLICY = "tke.cloud.tencent.com/qgpu-schedule-policy";

  /** The amount of {@link #CORE} of a whole card. */
  static final int WHOLE = 100;

  static final MemorySize GIBIBYTE = MemorySize.ofGibibytes(1);

  private QgpuShares() {}

  static ShareRules rules(Options options) {
    return rules(options, QgpuAppClass.of(options));
  }

  /**
   * Returns what pods may ask that have this part where online and offline ones are mixed, or that
   * are ordinary ones.
   */
  static ShareRules rules(Options options, Optional<QgpuAppClass> part) {
    QgpuEdition edition = QgpuEdition.of(options.edition());
    ShareRules rules =
        ShareRules.of("qGPU", part.map(mixed -> Documents.QGPU_MIXING).orElse(edition.citation()))
            .memoryStep(GIBIBYTE)
            .computeStep(edition.computeStep())
            .sharesPerCard(edition.sharesPerCard())
            .isolation(options.get(Qgpu.POLICY).orElse(Isolation.BEST_EFFORT))
            .offeringReported(options.get(Qgpu.CARD_MEMORY), "", Documents.QGPU_CARD_MEMORY);
    rules = part.isPresent() ? mixed(part.get(), rules) : ordinary(rules, edition, options);
    if (options.get(Qgpu.NODE_CPU).isEmpty()) {
      boolean isOpen = rules.hasWholeCards() && !options.isChosen(Qgpu.NODE_GPUS);
      rules = rules.note(isOpen ? any() : nodes(options.get(Qgpu.NODE_GPUS)));
    }
    return options.get(Qgpu.CARD_LABEL).isPresent() ? rules : rules.note(anyCard());
  }

  private static ShareRules ordinary(ShareRules rules, QgpuEdition edition, Options options) {
    ShareRules ordinary = rules.computeAtMost(edition.computeAtMost());
    if (edition.hasWholeCards()) {
      ordinary = ordinary.withWholeCards();
    }
    return options.get(Qgpu.POLICY).filter(Isolation::needsCompute).isPresent()
        ? ordinary.computeRequired()
        : ordinary;
  }

  /** Neither has whole cards; among themselves online pods are best-effort under any policy. */
  private static ShareRules mixed(QgpuAppClass part, ShareRules rules) {
    return switch (part) {
      case ONLINE -> rules.memoryOnly().isolation(Isolation.BEST_EFFORT).note(online());
      case OFFLINE -> rules.computeAtMost(WHOLE).computeRequired().note(offline());
    };
  }

  private static Note online() {
    return Note.of(
        "shares.online",
        "an online pod has the compute of offline pods at need, not their memory: that is divided"
            + " once and for all",
        Documents.QGPU_MIXING);
  }

  private static Note offline() {
    return Note.of(
        "shares.offline",
        "an offline pod computes while the online pods of its card do not",
        Documents.QGPU_MIXING_MIRROR);
  }

  private static Note any() {
    return Note.of(
        "nodes",
        "for shares, a node of the pool counts as one with 1 card; node-gpus, node-cpu and node-memory say what it has",
        Documents.ALLOCATABLE);
  }

  private static Note nodes(int gpus) {
    return Note.of(
        "nodes",
        "a node of the pool counts as one with %s %s; node-gpus, node-cpu and node-memory say what it has"
            .formatted(gpus, gpus == 1 ? "card" : "cards"),
        Documents.ALLOCATABLE);
  }

  private static Note anyCard() {
    return Note.of(
        "shares.any-card",
        "TKE documents no label that says which card a node has, so a pod lands on any qGPU node"
            + " with room; give each node pool a label with the name of its card, and say its key"
            + " with card-label",
        Documents.QGPU);
  }
}
