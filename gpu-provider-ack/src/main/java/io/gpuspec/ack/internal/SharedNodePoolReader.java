package io.gpuspec.ack.internal;

import io.gpuspec.GpuRequest;
import io.gpuspec.SpecCatalog;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads an existing pod's request for a node pool whose cards are shared. */
final class SharedNodePoolReader {
  private static final Set<String> MEMORY_MODES = Set.of("cgpu", "share", "mps");

  private final PodView pod;
  private final ShareRules rules;
  private final ShareRequest need;
  private final NodePoolChoice nodes;

  SharedNodePoolReader(PodView pod, SpecCatalog catalog, ShareRules rules) {
    this.pod = pod;
    this.rules = rules;
    this.need = ShareRequest.of(pod);
    this.nodes =
        new NodePoolChoice(
            pod, catalog, need.compute() > 0 ? Set.of(CardShares.WITH_COMPUTE) : MEMORY_MODES);
  }

  PodReading read() {
    GpuRequest any = PodRequest.onNode(pod).request();
    List<Rejection> foreign =
        ForeignDevices.of(
            pod,
            "a node of this target offers shares of cards, %s,".formatted(CardShares.MEMORY),
            CardShares.RESOURCES);
    if (!foreign.isEmpty()) {
      return PodReading.refused(any, notes(), foreign);
    }
    if (need.isNothing()) {
      return PodReading.noGpu();
    }
    if (need.memory() == 0) {
      return PodReading.refused(any, notes(), List.of(computeAlone()));
    }
    GpuRequest request = request(any);
    List<Rejection> refusals = nodes.refusals();
    return refusals.isEmpty()
        ? PodReading.of(request, PodField.nodeSelector(InstanceLabels.NVIDIA_NAME), notes())
        : PodReading.refused(request, notes(), refusals);
  }

  private GpuRequest request(GpuRequest any) {
    return nodes.bought(
        any.devices(
            (nodes.rows().isEmpty() ? any.devices() : nodes.devices())
                .count(need.cards())
                .shared(need.share(rules))));
  }

  private static Rejection computeAlone() {
    return Rejection.of(
        CardShares.COMPUTE,
        "share",
        "compute of a card is asked for and no memory, and it is given out with memory only; add %s, in GiB"
            .formatted(CardShares.MEMORY));
  }

  private List<Note> notes() {
    List<Note> notes = new ArrayList<>(nodes.notes());
    if (isComputeOfText()) {
      notes.add(
          Note.of(
              "share.alias",
              "%s was read as %s; no node of ACK advertises it under the first name, so as it stands the pod stays Pending: write the second"
                  .formatted(CardShares.COMPUTE_OF_TEXT, CardShares.COMPUTE),
              Documents.COMPUTE_SHARES));
    }
    if (!need.isNothing() && !nodes.isModeAsked()) {
      notes.add(
          Note.of(
              "share.no-mode",
              "the pod does not say what keeps the pods of a card apart: select on %s: %s"
                  .formatted(
                      InstanceLabels.GPU_SCHEDULE,
                      need.compute() > 0
                          ? CardShares.WITH_COMPUTE
                          : "cgpu (memory kept apart) or share (not)"),
              Documents.GPU_LABELS));
    }
    return notes;
  }

  private boolean isComputeOfText() {
    return pod.containers().stream()
        .anyMatch(container -> container.limits().containsKey(CardShares.COMPUTE_OF_TEXT));
  }
}
