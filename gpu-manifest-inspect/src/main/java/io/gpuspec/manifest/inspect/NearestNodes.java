package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.found.AdmittedPod;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Note;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Says which nodes take a pod, or would after the fewest changes. */
final class NearestNodes {
  private static final int MOST = 3;

  private NearestNodes() {}

  /** Returns a note on each of the nearest nodes. */
  static List<Note> of(String pod, PodView view, List<NodeView> nodes) {
    List<NodeView> looked = lookedAt(view, nodes);
    if (looked.isEmpty() && !nodes.isEmpty()) {
      return view.nodeName().map(name -> notThere(pod, name)).stream().toList();
    }
    AdmittedPod admitted = AdmittedPod.of(view);
    List<NodeFit> fits =
        looked.stream()
            .map(AdmittedPod.Node::of)
            .map(admitted::fits)
            .sorted(Comparator.comparingInt((NodeFit each) -> each.reasons().size()))
            .toList();
    List<NodeFit> now = fits.stream().filter(NodeFit::fits).toList();
    if (!now.isEmpty()) {
      return List.of(
          Note.of(
              "diagnosis.node-fits",
              ("%s fits %s as the nodes are now: what the message reports has changed, or is not"
                      + " judged here, such as volumes and affinity between pods")
                  .formatted(
                      pod,
                      now.stream()
                          .limit(MOST)
                          .map(NodeFit::node)
                          .collect(Collectors.joining(", ")))));
    }
    return fits.stream().limit(MOST).map(each -> change(pod, each)).toList();
  }

  /** Of a pod that names its node no scheduler looks at another. */
  private static List<NodeView> lookedAt(PodView pod, List<NodeView> nodes) {
    return nodes.stream()
        .filter(node -> pod.nodeName().stream().allMatch(node.name()::equals))
        .toList();
  }

  private static Note notThere(String pod, String node) {
    return Note.of(
        "diagnosis.node-unjudged",
        "%s is not compared with the nodes: it names its node %s, which is none of them"
            .formatted(pod, node));
  }

  private static Note change(String pod, NodeFit fit) {
    int changes = fit.reasons().size();
    return Note.of(
        "diagnosis.node-change",
        "%s would fit %s after %s %s: %s"
            .formatted(
                pod,
                fit.node(),
                changes,
                changes == 1 ? "change" : "changes",
                fit.reasons().stream()
                    .map(NearestNodes::reason)
                    .collect(Collectors.joining("; "))));
  }

  private static String reason(Finding reason) {
    return reason.message() + reason.fix().map(fix -> " (" + fix + ")").orElse("");
  }
}
