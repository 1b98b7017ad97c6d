package io.gpuspec.ack.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.Note;
import io.gpuspec.Rejection;
import io.gpuspec.SpecCatalog;
import io.gpuspec.spi.NodeRequirement;
import io.gpuspec.spi.PodField;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads what an existing pod asks of a node pool: as many GPUs as its containers request, on the
 * instance types that its node selector and its required node affinity leave.
 */
final class NodePoolReader {
  private final PodView pod;
  private final SpecCatalog catalog;
  private final List<NodeRequirement> requirements;

  NodePoolReader(PodView pod, SpecCatalog catalog) {
    this.pod = pod;
    this.catalog = catalog;
    this.requirements = pod.nodeRequirements();
  }

  PodReading read() {
    PodNeed need = PodNeed.onNode(pod);
    List<Rejection> foreign =
        ForeignDevices.of(
            pod, "a node of this target offers whole cards, %s,".formatted(PodNeed.GPU));
    if (!foreign.isEmpty()) {
      return PodReading.refused(need.request(), notes(), foreign);
    }
    if (need.gpus() == 0) {
      return PodReading.noGpu();
    }
    List<GpuSpec> rows = rows();
    return rows.isEmpty()
        ? PodReading.refused(need.request(), notes(), List.of(noRow()))
        : PodReading.of(
            need.request(devices(rows)).capacityType(capacityType()),
            PodField.nodeSelector(InstanceLabels.NVIDIA_NAME),
            notes());
  }

  /** The rows that the pod may go to; shares of a card only where it says which. */
  private List<GpuSpec> rows() {
    boolean isNaming = requirements.stream().anyMatch(InstanceLabels::isNaming);
    return catalog.specs().stream()
        .filter(row -> isNaming || row.isWhole())
        .filter(row -> pod.selects(asked -> InstanceLabels.admits(asked, row)))
        .toList();
  }

  private Devices devices(List<GpuSpec> rows) {
    long whole = catalog.specs().stream().filter(GpuSpec::isWhole).count();
    return rows.stream().allMatch(GpuSpec::isWhole) && rows.size() == whole
        ? Devices.any()
        : Devices.anyOf(rows.stream().map(GpuSpec::name).toArray(String[]::new));
  }

  private CapacityType capacityType() {
    return requirements.stream().anyMatch(InstanceLabels::isSpot)
        ? CapacityType.SPOT
        : CapacityType.ON_DEMAND;
  }

  private Rejection noRow() {
    return Rejection.of(
        "%s %s".formatted(catalog.target(), catalog.edition()),
        "labels",
        "no instance type is known whose nodes carry %s; name one with %s, or a GPU with %s"
            .formatted(
                requirements.stream().map(Object::toString).collect(Collectors.joining(" and ")),
                InstanceLabels.INSTANCE_TYPE,
                InstanceLabels.NVIDIA_NAME));
  }

  private List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    requirements.stream()
        .filter(InstanceLabels::isForeignName)
        .map(NodePoolReader::foreignName)
        .forEach(notes::add);
    requirements.stream()
        .filter(InstanceLabels::isUndecided)
        .map(NodePoolReader::undecided)
        .forEach(notes::add);
    if (EciLabels.isSent(pod)) {
      notes.add(
          Note.of(
              "pod.eci",
              "the label %s sends this pod to Elastic Container Instance, not to a node; match it on ack/eci"
                  .formatted(EciLabels.ECI.key()),
              Documents.ECI_GPU));
    }
    return notes.stream().distinct().toList();
  }

  private static Note foreignName(NodeRequirement asked) {
    return Note.of(
        "label.foreign",
        "%s: ACK writes no such label, so this pod stays Pending unless somebody labels nodes; ACK's own is %s"
            .formatted(asked, InstanceLabels.NVIDIA_NAME),
        Documents.GPU_LABELS);
  }

  private static Note undecided(NodeRequirement asked) {
    return Note.of(
        "label.unknown",
        "%s: which nodes carry this label is not known here, so it was passed over"
            .formatted(asked));
  }
}
