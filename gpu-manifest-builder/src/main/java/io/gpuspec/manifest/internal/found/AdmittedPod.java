package io.gpuspec.manifest.internal.found;

import io.gpuspec.internal.admission.ResourceTolerations;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;

/** A pod of a manifest as the API servers of nodes' clusters store it. */
public final class AdmittedPod {
  private final PodView pod;
  private final PodView admitted;

  private AdmittedPod(PodView pod) {
    this.pod = pod;
    this.admitted = pod.withResourceTolerations();
  }

  /** Returns the pod, whose tolerations are those of its manifest. */
  public static AdmittedPod of(PodView pod) {
    return new AdmittedPod(pod);
  }

  /**
   * A node with what its API server adds, which is looked up once for all pods.
   *
   * @param node the node
   * @param source the document that says that a pod gets a toleration of each resource that it
   *     requests; empty if it does not, or if that is not known
   */
  public record Node(NodeView node, Optional<Citation> source) {

    /** Returns the node with what its labels say. */
    public static Node of(NodeView node) {
      return new Node(node, ResourceTolerations.ofNode(node.labels().keySet()));
    }
  }

  /** Returns the pod as the scheduler sees it that asks whether it fits a node. */
  public PodView on(Node node) {
    return node.source().isPresent() ? admitted : pod;
  }

  /** Returns whether it fits a node. */
  public NodeFit fits(Node node) {
    return on(node).fits(node.node());
  }

  /** Returns a note if only an added toleration has it tolerate a taint of one of the nodes. */
  public Optional<Note> note(String workload, List<Node> nodes) {
    return admitted == pod
        ? Optional.empty()
        : nodes.stream().flatMap(node -> note(workload, node).stream()).findFirst();
  }

  private Optional<Note> note(String workload, Node node) {
    return node.source()
        .flatMap(
            source ->
                ResourceTolerations.tolerated(node.node().taints(), pod, admitted).stream()
                    .findFirst()
                    .map(taint -> ResourceTolerations.note(workload, taint, source)));
  }
}
