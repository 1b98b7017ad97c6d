package io.gpuspec.manifest.read;

import io.gpuspec.manifest.platform.NodeOwner;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;

/** A pod of a manifest as the API server of a node's cluster stores it. */
final class AdmittedPod {
  private final PodView pod;
  private final PodView admitted;

  AdmittedPod(PodView pod) {
    this.pod = pod;
    this.admitted = pod.withResourceTolerations();
  }

  /** Returns the pod as the scheduler sees it that asks whether it fits a node. */
  PodView on(NodeView node) {
    return added(node).isPresent() ? admitted : pod;
  }

  /** Returns a note if only an added toleration has it tolerate a taint of one of the nodes. */
  Optional<Note> note(String workload, List<NodeView> nodes) {
    return nodes.stream()
        .flatMap(
            node -> added(node).stream().map(source -> note(workload, tolerated(node), source)))
        .findFirst();
  }

  private static Note note(String workload, Optional<Taint> taint, Citation source) {
    Taint tolerated = taint.orElseThrow();
    return Note.of(
        "toleration.added",
        "%s does not tolerate the taint %s; the API server adds the toleration, because the pod requests %s"
            .formatted(workload, tolerated, tolerated.key()),
        source);
  }

  private Optional<Taint> tolerated(NodeView node) {
    return node.taints().stream()
        .filter(taint -> !pod.tolerates(taint) && admitted.tolerates(taint))
        .findFirst();
  }

  private Optional<Citation> added(NodeView node) {
    return tolerated(node).isEmpty()
        ? Optional.empty()
        : node.labels().keySet().stream()
            .flatMap(label -> NodeOwner.ofLabel(label).stream())
            .flatMap(owner -> owner.resourceTolerations().stream())
            .findFirst();
  }
}
