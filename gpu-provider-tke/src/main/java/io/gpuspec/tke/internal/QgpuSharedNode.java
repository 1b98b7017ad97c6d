package io.gpuspec.tke.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.spi.SharedNode.Writer;
import io.gpuspec.tke.Qgpu;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A node with qGPU: its labels, its resources, and the add-on's objects. */
final class QgpuSharedNode {
  private final Match.Found found;
  private final Options options;

  QgpuSharedNode(Match.Found found, Options options) {
    this.found = found;
    this.options = options;
  }

  SharedNode node() {
    return withOwn(withCard(withMixing(withPolicy(enabled()))))
        .addOn(Qgpu.addOn())
        .notes(QgpuEdition.of(options.edition()).nodes())
        .notes(settings());
  }

  private SharedNode withOwn(SharedNode before) {
    GpuSpec row = found.shape().spec();
    SharedNode node = before;
    for (Map.Entry<String, String> label : row.labels().entrySet()) {
      node =
          node.label(
              label.getKey(), label.getValue(), Writer.OWNER, "a node of your own", row.citation());
    }
    return node;
  }

  private SharedNode enabled() {
    return SharedNode.of(found.shape(), card())
        .label(
            QgpuShares.ENABLED.key(),
            QgpuShares.ENABLE,
            Writer.VENDOR,
            "TKE writes it on nodes with qGPU, and qgpu-manager runs where it is",
            Documents.QGPU_HYBRID);
  }

  private Map<String, Integer> card() {
    GpuSpec row = found.shape().spec();
    Map<String, Integer> card = new TreeMap<>();
    card.put(QgpuShares.CORE, QgpuShares.WHOLE);
    row.shareMemory()
        .ifPresent(
            memory ->
                card.put(
                    QgpuShares.MEMORY,
                    Math.toIntExact(memory.toBytes() / QgpuShares.GIBIBYTE.toBytes())));
    if (options.get(Qgpu.APP_CLASS).isPresent()) {
      card.put(QgpuShares.GREEDY, QgpuShares.WHOLE);
    }
    return card;
  }

  private SharedNode withPolicy(SharedNode node) {
    return options
        .get(Qgpu.POLICY)
        .map(
            policy ->
                node.label(
                    QgpuShares.POLICY,
                    policy.toString(),
                    Writer.OWNER,
                    "what pods may use of a card's compute; the abbreviation says the same",
                    Documents.QGPU))
        .orElse(node);
  }

  private SharedNode withMixing(SharedNode node) {
    return options.get(Qgpu.APP_CLASS).isEmpty()
        ? node
        : node.label(
                QgpuShares.MIXED.key(),
                QgpuShares.ENABLE,
                Writer.OWNER,
                "the node mixes online and offline pods",
                Documents.QGPU_HYBRID)
            .notes(List.of(rebuilt()));
  }

  private static Note rebuilt() {
    return Note.of(
        "node.mixed",
        "make the pods of qgpu-manager on the node and of qgpu-scheduler anew before pods come; kubectl describe node then lists %s, of which each card is taken to have %s (inferred)"
            .formatted(QgpuShares.GREEDY, QgpuShares.WHOLE),
        Documents.QGPU_MIXING);
  }

  private SharedNode withCard(SharedNode node) {
    return options
        .get(Qgpu.CARD_LABEL)
        .map(
            key ->
                node.label(
                    key,
                    found.shape().spec().gpu(),
                    Writer.OWNER,
                    "the label by which pods select the card, as card-label names it",
                    Documents.QGPU))
        .orElse(node);
  }

  private List<Note> settings() {
    return List.of(
        Note.of(
            "node.pool",
            "give the label to the node pool, and each of its nodes gets it; a node without the"
                + " policy label is best-effort",
            Documents.QGPU_2022),
        Note.of(
            "node.priority",
            "whether pods are spread or packed is a setting of the add-on, for the whole cluster:"
                + " spread over nodes and cards, or binpack",
            Documents.QGPU_2022));
  }
}
