package io.gpuspec.tke.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.select.NodeChoice;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The nodes of node pools that an existing pod's node selector and required affinity leave. */
final class CvmNodes {
  private final PodView pod;
  private final SpecCatalog catalog;
  private final NodeChoice choice;
  private final Optional<String> cardLabel;
  private final CvmLabels labels;

  /**
   * @param cardLabel your own label for the card, if it is known
   */
  CvmNodes(PodView pod, SpecCatalog catalog, CvmLabels labels, Optional<String> cardLabel) {
    this.pod = pod;
    this.catalog = catalog;
    this.cardLabel = cardLabel;
    this.labels = labels;
    this.choice = NodeChoice.of(pod, catalog, labels.askedBy(pod, cardLabel));
  }

  /** The rows that the pod may go to. */
  List<GpuSpec> rows() {
    return choice.rows(CapacityType.ON_DEMAND).stream()
        .filter(row -> row.lifecycle() != GpuSpec.Lifecycle.RETIRED)
        .toList();
  }

  Devices devices() {
    List<GpuSpec> rows = rows();
    return rows.isEmpty() || rows.size() == catalog.specs().size()
        ? Devices.any()
        : Devices.anyOf(
            rows.stream().map(row -> name(row, rows)).distinct().toArray(String[]::new));
  }

  /** A card of which all rows are left is no matter of how many a node has. */
  private String name(GpuSpec row, List<GpuSpec> left) {
    return catalog.specs().stream()
            .filter(each -> each.gpu().equals(row.gpu()))
            .allMatch(left::contains)
        ? row.gpu()
        : row.name();
  }

  /** Returns why there is no row. */
  List<Rejection> refusals() {
    return rows().isEmpty() ? choice.rejected() : List.of();
  }

  List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    pod.nodeRequirements().stream()
        .filter(asked -> CvmLabels.isCardNamed(asked) && !isCardLabel(asked))
        .map(CvmNodes::ownLabel)
        .distinct()
        .forEach(notes::add);
    pod.nodeRequirements().stream()
        .filter(labels::isLeftOpen)
        .map(CvmNodes::leftOpen)
        .distinct()
        .forEach(notes::add);
    notes.addAll(choice.notes());
    return notes;
  }

  private boolean isCardLabel(NodeRequirement asked) {
    return cardLabel.filter(asked.key()::equals).isPresent();
  }

  private static Note leftOpen(NodeRequirement asked) {
    return Note.of(
        "node.label-not-judged",
        "label %s: which node pools have it is not known here; %s is assumed to match"
            .formatted(asked.key(), asked),
        Documents.QGPU);
  }

  private static Note ownLabel(NodeRequirement asked) {
    return Note.of(
        "node.label-of-others",
        "%s says which GPU; TKE documents no such label, so the node pool has to write it, or the pod stays Pending"
            .formatted(asked),
        Documents.QGPU);
  }
}
