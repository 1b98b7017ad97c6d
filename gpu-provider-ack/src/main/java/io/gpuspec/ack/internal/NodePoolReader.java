package io.gpuspec.ack.internal;

import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Set;

/**
 * Reads an existing pod's request for a node pool: as many GPUs as its containers request, on the
 * instance types that its node selector and its required node affinity leave.
 */
final class NodePoolReader {
  private final PodView pod;
  private final PodRequest need;
  private final NodePoolChoice nodes;

  NodePoolReader(PodView pod, SpecCatalog catalog) {
    this.pod = pod;
    this.need = PodRequest.onNode(pod);
    this.nodes =
        new NodePoolChoice(
            pod, catalog, Set.of(need.linkedGpus() > 0 ? "topology" : InstanceLabels.WHOLE_CARDS));
  }

  PodReading read() {
    List<Rejection> foreign =
        ForeignDevices.of(
            pod,
            "a node of this target offers whole cards, %s,".formatted(PodRequest.GPU),
            Set.of(PodRequest.GPU, PodRequest.LINKED_GPU));
    if (need.gpus() > 0 && need.linkedGpus() > 0) {
      foreign = List.of(twoModes());
    }
    if (!foreign.isEmpty()) {
      return PodReading.refused(need.request(), nodes.notes(), foreign);
    }
    if (need.gpus() + need.linkedGpus() == 0) {
      return PodReading.noGpu();
    }
    List<Rejection> refusals = nodes.refusals();
    return refusals.isEmpty()
        ? PodReading.of(
            nodes.bought(need.request(nodes.devices())),
            PodField.nodeSelector(InstanceLabels.NVIDIA_NAME),
            nodes.notes())
        : PodReading.refused(need.request(), nodes.notes(), refusals);
  }

  private static Rejection twoModes() {
    return Rejection.of(
        PodRequest.LINKED_GPU,
        "gpus",
        "a node offers %s or, with %s: topology, %s, and never both; ask for one of them"
            .formatted(PodRequest.GPU, InstanceLabels.GPU_SCHEDULE, PodRequest.LINKED_GPU));
  }
}
