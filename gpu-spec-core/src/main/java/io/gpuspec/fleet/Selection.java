package io.gpuspec.fleet;

import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import java.util.Map;
import java.util.TreeMap;

/**
 * How pods select nodes.
 *
 * @param pod its node selector, required node affinity and tolerations, and nothing else
 * @param isForNewNodes whether the catalog knows enough labels to say that the pods select a new
 *     node
 */
record Selection(PodView pod, boolean isForNewNodes) {
  private static final String NAME = "metadata.name";

  static Selection of(PodView pod) {
    return new Selection(
        PodView.empty()
            .nodeSelector(pod.nodeSelector())
            .nodeTerms(pod.nodeTerms())
            .tolerations(pod.tolerations()),
        true);
  }

  /** Returns the same, for nodes that are there alone or for new ones too. */
  Selection isForNewNodes(boolean other) {
    return new Selection(pod, other);
  }

  /** Returns whether the pods can be on a node, as far as its labels and taints say. */
  boolean isOn(NodeView node) {
    Map<String, String> labels = new TreeMap<>(node.labels());
    labels.put(NAME, node.name());
    return pod.selects(labels)
        && node.taints().stream()
            .allMatch(
                taint -> taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE || pod.tolerates(taint));
  }
}
