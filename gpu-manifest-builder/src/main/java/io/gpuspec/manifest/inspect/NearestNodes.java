package io.gpuspec.manifest.inspect;

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
    List<NodeFit> fits =
        nodes.stream()
            .map(view::fits)
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
