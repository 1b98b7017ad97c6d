package io.gpuspec.ack.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.Note;
import io.gpuspec.Rejection;
import io.gpuspec.SpecCatalog;
import io.gpuspec.spi.NodeRequirement;
import io.gpuspec.spi.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The instance types that an existing pod's node selector and required node affinity leave it.
 *
 * @param modes what {@code ack.node.gpu.schedule} may be on nodes that have what the pod asks for
 */
record NodeChoice(PodView pod, SpecCatalog catalog, Set<String> modes) {

  private List<NodeRequirement> requirements() {
    return pod.nodeRequirements();
  }

  /** The rows that the pod may go to; shares of a card only where it says which. */
  List<GpuSpec> rows() {
    boolean isNaming = requirements().stream().anyMatch(InstanceLabels::isNaming);
    return catalog.specs().stream()
        .filter(row -> isNaming || row.isWhole())
        .filter(row -> pod.selects(asked -> InstanceLabels.admits(asked, row, modes)))
        .toList();
  }

  Devices devices(List<GpuSpec> rows) {
    long whole = catalog.specs().stream().filter(GpuSpec::isWhole).count();
    return rows.stream().allMatch(GpuSpec::isWhole) && rows.size() == whole
        ? Devices.any()
        : Devices.anyOf(rows.stream().map(GpuSpec::name).toArray(String[]::new));
  }

  CapacityType capacityType() {
    return requirements().stream().anyMatch(InstanceLabels::isSpot)
        ? CapacityType.SPOT
        : CapacityType.ON_DEMAND;
  }

  /** Whether the pod says which mode of scheduling its node must have. */
  boolean isModeAsked() {
    return requirements().stream()
        .anyMatch(asked -> asked.key().equals(InstanceLabels.GPU_SCHEDULE));
  }

  /** Why there is no row. */
  Rejection noRow() {
    return Rejection.of(
        "%s %s".formatted(catalog.target(), catalog.edition()),
        "labels",
        "no instance type is known whose nodes carry %s; name one with %s, or a GPU with %s"
            .formatted(
                requirements().stream().map(Object::toString).collect(Collectors.joining(" and ")),
                InstanceLabels.INSTANCE_TYPE,
                InstanceLabels.NVIDIA_NAME));
  }

  List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    requirements().stream()
        .filter(InstanceLabels::isForeignName)
        .map(NodeChoice::foreignName)
        .forEach(notes::add);
    requirements().stream()
        .filter(InstanceLabels::isUndecided)
        .map(NodeChoice::undecided)
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
