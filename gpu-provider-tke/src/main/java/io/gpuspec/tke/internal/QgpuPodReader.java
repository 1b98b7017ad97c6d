package io.gpuspec.tke.internal;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Isolation;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.tke.Qgpu;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.tke.internal.rules.Policies;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads an existing pod's request for a node pool with qGPU.
 *
 * <p>Each container has its own share, or whole cards, so a pod with two that ask is more than a
 * request can say: {@link #sharesBeside} are not judged.
 */
final class QgpuPodReader {
  private static final CvmLabels LABELS =
      CvmLabels.of(
          Map.of(QgpuShares.ENABLED.key(), QgpuShares.ENABLE),
          Set.of(QgpuShares.MIXED.key(), QgpuShares.POLICY));

  private final PodView pod;
  private final Options options;
  private final ShareRules rules;
  private final CvmNodes nodes;
  private final List<Note> notes;

  QgpuPodReader(PodView pod, SpecCatalog catalog, Options options) {
    this.pod = pod;
    this.options = options;
    this.rules = QgpuShares.rules(options);
    this.nodes = new CvmNodes(pod, catalog, LABELS, options.get(Qgpu.CARD_LABEL));
    this.notes = new ArrayList<>(nodes.notes());
  }

  PodReading read() {
    GpuRequest any = QgpuContainer.onNode(pod);
    List<Rejection> foreign = foreign();
    if (!foreign.isEmpty()) {
      return PodReading.refused(any, notes, foreign);
    }
    List<QgpuContainer> needs = QgpuContainer.of(pod);
    if (needs.isEmpty()) {
      return PodReading.noGpu();
    }
    QgpuMixing mixing = QgpuMixing.of(pod, options);
    QgpuContainer need = needs.get(0);
    Optional<Rejection> unlike = mixing.refusal(need);
    if (unlike.isPresent()) {
      return PodReading.refused(any, notes, unlike.stream().toList());
    }
    return mixing.isOrdinary() ? ordinary(any, need) : mixed(any, need, mixing);
  }

  private PodReading ordinary(GpuRequest any, QgpuContainer need) {
    List<GpuSpec> rows = nodes.rows();
    Optional<Rejection> refusal = refusal(need, rows);
    if (need.isComputeAlone() && refusal.isPresent()) {
      return PodReading.refused(any, notes, refusal.stream().toList());
    }
    Devices devices = need.of(nodes.devices(), rules);
    note(need);
    return reading(any.devices(devices), refusal);
  }

  private PodReading mixed(GpuRequest any, QgpuContainer need, QgpuMixing mixing) {
    Devices devices = nodes.devices().shared(need.mixed(mixing.rules()));
    if (!areMixed()) {
      notes.add(mixing.openNodes());
    }
    return reading(any.devices(devices), nodes.refusals().stream().findFirst());
  }

  private PodReading reading(GpuRequest request, Optional<Rejection> refusal) {
    return refusal
        .map(why -> PodReading.refused(request, notes, List.of(why)))
        .orElseGet(() -> PodReading.of(request, PodField.device(QgpuShares.MEMORY), notes));
  }

  /**
   * Returns what a second container asks, if there is one; none where the pod is refused anyway.
   */
  static List<PodField> sharesBeside(PodView pod) {
    List<QgpuContainer> needs = QgpuContainer.of(pod);
    if (needs.size() < 2 || foreign(pod).findAny().isPresent()) {
      return List.of();
    }
    Optional<String> second = Optional.of(needs.get(1).container());
    return pod.gpusBeside("").stream().filter(field -> field.container().equals(second)).toList();
  }

  private static Stream<PodField> foreign(PodView pod) {
    return pod.gpusBeside("").stream().filter(field -> !QgpuShares.RESOURCES.contains(field.key()));
  }

  private List<Rejection> foreign() {
    return foreign(pod)
        .map(
            field ->
                Rejection.of(
                    field.toString(),
                    "gpus",
                    "a node of this target offers %s and %s and nothing else; this pod stays Pending%s"
                        .formatted(QgpuShares.MEMORY, QgpuShares.CORE, elsewhere(field.key()))))
        .toList();
  }

  private String elsewhere(String resource) {
    if (!QgpuContainer.of(pod).isEmpty()) {
      return "; no node has both, so remove one of them";
    }
    return switch (resource) {
      case SuperNodeRequest.GPU -> "; match it on tke or tke/gpu";
      default -> "";
    };
  }

  private Optional<Rejection> refusal(QgpuContainer need, List<GpuSpec> rows) {
    if (need.isComputeAlone() && need.core().orElse(0) != 0) {
      return Optional.of(
          Rejection.of(
              QgpuShares.CORE,
              "share",
              "compute of a card is asked for and no memory with it; add %s, in GiB"
                  .formatted(QgpuShares.MEMORY)));
    }
    if (rows.isEmpty()) {
      return nodes.refusals().stream().findFirst();
    }
    Set<Isolation> policies = policies();
    if (policies.isEmpty()) {
      return Optional.of(noPolicy());
    }
    return need.core().isEmpty() && !policies.contains(Isolation.BEST_EFFORT)
        ? Optional.of(noQuota(policies))
        : Optional.empty();
  }

  private Rejection noPolicy() {
    return Rejection.of(
        QgpuShares.POLICY,
        "labels",
        "no node has what the pod selects of this label; it can be "
            + Policies.spellings()
            + policyMeant());
  }

  private Rejection noQuota(Set<Isolation> policies) {
    return Rejection.of(
        QgpuShares.CORE,
        "share",
        "the pod selects nodes with %s, where it has the compute that it asks for, and it asks for none; add %s, %s"
            .formatted(
                policies.stream().map(Isolation::toString).collect(Collectors.joining(" or ")),
                QgpuShares.CORE,
                rules.computeAllowed()));
  }

  private void note(QgpuContainer need) {
    if (need.core().isEmpty()) {
      notes.add(
          Note.of(
              "share.no-compute",
              "no compute is asked for; TKE documents that for online pods beside offline ones, and every other example asks for both: add %s, %s"
                  .formatted(QgpuShares.CORE, rules.computeAllowed()),
              Documents.QGPU_HYBRID));
    }
    if (need.wholeCards() > 0 && need.memory() > 0) {
      notes.add(
          Note.of(
              "share.whole-card",
              "%s beside whole cards was ignored: they come with all of their memory"
                  .formatted(QgpuShares.MEMORY),
              Documents.QGPU));
    }
  }

  /** The policies that the nodes may have which the pod selects. */
  private Set<Isolation> policies() {
    Set<Isolation> left = EnumSet.noneOf(Isolation.class);
    Arrays.stream(Isolation.values()).filter(this::mayHave).forEach(left::add);
    return left;
  }

  private boolean mayHave(Isolation policy) {
    return Policies.labels(policy).stream().anyMatch(label -> has(Map.of(QgpuShares.POLICY, label)))
        || policy == Isolation.BEST_EFFORT && has(Map.of());
  }

  private boolean has(Map<String, String> policy) {
    return pod.selects(asked -> !asked.key().equals(QgpuShares.POLICY) || asked.matches(policy));
  }

  /** Returns whether the pod goes only to nodes that mix online and offline pods. */
  private boolean areMixed() {
    return !pod.selects(
        asked -> !asked.key().equals(QgpuShares.MIXED.key()) || asked.matches(Map.of()));
  }

  /** The policies whose names are near those that were written, as a question. */
  private String policyMeant() {
    List<String> known =
        Arrays.stream(Isolation.values()).flatMap(each -> Policies.labels(each).stream()).toList();
    List<String> meant =
        pod.nodeRequirements().stream()
            .filter(asked -> asked.key().equals(QgpuShares.POLICY))
            .flatMap(asked -> asked.values().stream())
            .filter(value -> !known.contains(value))
            .flatMap(
                value ->
                    new UnknownNameException("pod.unknown", "policy", value, known)
                        .suggestions().stream())
            .distinct()
            .toList();
    return meant.isEmpty() ? "" : "; did you mean %s?".formatted(String.join(" or ", meant));
  }
}
