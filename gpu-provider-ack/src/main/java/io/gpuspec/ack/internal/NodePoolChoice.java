package io.gpuspec.ack.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.select.NodeChoice;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The instance types of node pools that an existing pod leaves. */
final class NodePoolChoice {
  private final PodView pod;
  private final SpecCatalog catalog;
  private final NodeChoice nodes;
  private final CapacityType capacityType;
  private final List<GpuSpec> rows;

  /**
   * @param modes what {@code ack.node.gpu.schedule} may be on nodes that have what the pod asks for
   */
  NodePoolChoice(PodView pod, SpecCatalog catalog, Set<String> modes) {
    this.pod = pod;
    this.catalog = catalog;
    this.nodes = NodeChoice.of(pod, catalog, new InstanceLabels(modes));
    this.capacityType =
        Stream.of(CapacityType.ON_DEMAND, CapacityType.SPOT)
            .filter(type -> !nodes.rows(type).isEmpty())
            .findFirst()
            .orElse(CapacityType.ON_DEMAND);
    this.rows = ordinary(nodes.rows(capacityType));
  }

  /** Shares of a card that the vendor sells only where the pod says which. */
  private List<GpuSpec> ordinary(List<GpuSpec> of) {
    boolean isNaming = nodes.requirements().stream().anyMatch(InstanceLabels::isNaming);
    return of.stream()
        .filter(row -> row.lifecycle() != GpuSpec.Lifecycle.RETIRED)
        .filter(row -> isNaming || row.isWhole())
        .toList();
  }

  /** The rows that the pod may go to. */
  List<GpuSpec> rows() {
    return rows;
  }

  Devices devices() {
    long whole = catalog.specs().stream().filter(GpuSpec::isWhole).count();
    return rows.stream().allMatch(GpuSpec::isWhole) && rows.size() == whole
        ? Devices.any()
        : Devices.anyOf(rows.stream().map(GpuSpec::name).toArray(String[]::new));
  }

  /**
   * On demand is what a request has by default; it is stated where the pod keeps off spot nodes.
   */
  GpuRequest bought(GpuRequest need) {
    boolean isStated =
        capacityType != CapacityType.ON_DEMAND || nodes.rows(CapacityType.SPOT).isEmpty();
    return isStated ? need.capacityType(capacityType) : need;
  }

  /** Returns whether the pod says which mode of scheduling its node must have. */
  boolean isModeAsked() {
    return nodes.requirements().stream()
        .anyMatch(asked -> asked.key().equals(InstanceLabels.GPU_SCHEDULE));
  }

  /** Returns why the pod goes to no node of a node pool; empty where it does. */
  List<Rejection> refusals() {
    List<Rejection> refusals = new ArrayList<>();
    if (EciLabels.isSent(pod)) {
      refusals.add(
          Rejection.of(
              EciLabels.ECI.toString(),
              "labels",
              "'true' sends the pod to Elastic Container Instance and not to a node; match it on ack/eci"));
    }
    if (rows.isEmpty()) {
      refusals.addAll(nodes.rejected());
    }
    return refusals;
  }

  List<Note> notes() {
    List<Note> notes = new ArrayList<>(nodes.notes());
    if (!EciLabels.isSent(pod) && EciLabels.isSpecified(pod)) {
      notes.add(
          Note.of(
              "pod.eci",
              "the pod has annotations of Elastic Container Instance, which say nothing to a node; it goes there only with the label %s: 'true', so match it on ack/eci"
                  .formatted(EciLabels.ECI.key()),
              Documents.ECI_GPU));
    }
    return notes;
  }
}
