package io.gpuspec.tke.internal;

import io.gpuspec.CpuAmount;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.MemorySize;
import io.gpuspec.Note;
import io.gpuspec.share.AddOn;
import io.gpuspec.share.AddOn.Runs;
import io.gpuspec.share.SharedNode;
import io.gpuspec.share.SharedNode.Writer;
import io.gpuspec.spi.Options;
import io.gpuspec.tke.Qgpu;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A node with qGPU: its labels, its resources, and the add-on's objects. */
public final class QgpuNode {
  private static final String MANAGER = "qgpu-manager";
  private static final String SCHEDULER = "qgpu-scheduler";

  /** The page's table; its M are decimal, and are kept so. */
  public static final AddOn ADD_ON =
      AddOn.of("qGPU", "kube-system", Documents.QGPU_ADD_ON)
          .with(
              "DaemonSet",
              MANAGER,
              Runs.ON_EACH_NODE,
              CpuAmount.ofMillicores(200),
              MemorySize.parse("300M"))
          .with("ClusterRole", MANAGER)
          .with("ServiceAccount", MANAGER)
          .with("ClusterRoleBinding", MANAGER)
          .with("Deployment", SCHEDULER, Runs.ONCE, CpuAmount.ofCores(1), MemorySize.parse("800M"))
          .with("ClusterRole", SCHEDULER)
          .with("ClusterRoleBinding", SCHEDULER)
          .with("ServiceAccount", SCHEDULER)
          .with("Service", SCHEDULER);

  private final Match.Found found;
  private final Options options;

  QgpuNode(Match.Found found, Options options) {
    this.found = found;
    this.options = options;
  }

  SharedNode node() {
    return withOwn(withCard(withMixing(withPolicy(enabled()))))
        .addOn(ADD_ON)
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
        "make the pods of qgpu-manager on the node and of qgpu-scheduler anew before pods come; kubectl describe node then lists %s, of which each card is taken to have %d (inferred)"
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
            "give the label to the node pool, and each of its nodes gets it; a node without the policy label is best-effort",
            Documents.QGPU_2022),
        Note.of(
            "node.priority",
            "whether pods are spread or packed is a setting of the add-on, for the whole cluster: spread over nodes and cards, or binpack",
            Documents.QGPU_2022));
  }
}
