package io.gpuspec.fleet;

import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How pods select nodes.
 *
 * @param pod its node selector, required node affinity, tolerations and the node that it names, and
 *     its namespace and labels if pods that run may repel it for them; nothing else
 * @param isForNewNodes whether the catalog knows enough labels to say that the pods select a new
 *     node
 * @param storage the local disk that each pod requests: nodes that are there say how much they have
 */
record Selection(PodView pod, boolean isForNewNodes, MemorySize storage) {
  private static final String NAME = "metadata.name";
  private static final Set<String> NAMES = Set.of(NAME, "kubernetes.io/hostname");

  static Selection of(PodView pod) {
    return new Selection(
        nodesOf(pod).namespace(pod.namespace().orElse("")).labels(pod.labels()),
        !isByName(pod),
        pod.storageRequest());
  }

  private static PodView nodesOf(PodView pod) {
    return PodView.empty()
        .nodeSelector(pod.nodeSelector())
        .nodeTerms(pod.nodeTerms())
        .tolerations(pod.tolerations())
        .nodeName(pod.nodeName().orElse(""));
  }

  /** Returns the same, for nodes none of which repels the pods for their labels. */
  Selection withoutLabels() {
    return new Selection(nodesOf(pod), isForNewNodes, storage);
  }

  /** Returns whether the pods select nodes by name: a new node gets its name when it is made. */
  boolean isByName() {
    return isByName(pod);
  }

  private static boolean isByName(PodView pod) {
    return pod.nodeName().isPresent()
        || pod.nodeSelector().keySet().stream().anyMatch(NAMES::contains)
        || (!pod.nodeTerms().isEmpty()
            && pod.nodeTerms().stream()
                .allMatch(term -> term.requirements().stream().anyMatch(Selection::isOfNames)));
  }

  private static boolean isOfNames(NodeRequirement requirement) {
    return NAMES.contains(requirement.key()) && requirement.operator().equals("In");
  }

  /** Returns the same, for nodes that are there alone or for new ones too. */
  Selection isForNewNodes(boolean other) {
    return new Selection(pod, other, storage);
  }

  /** Returns whether the pods name another node than one of this name. */
  boolean isOfOther(String node) {
    return pod.nodeName().filter(name -> !name.equals(node)).isPresent();
  }

  /** Returns whether a pod that runs has all labels of these; without labels there is none. */
  boolean areLike(PodView running) {
    return !pod.labels().isEmpty()
        && namespace(running).equals(namespace(pod))
        && running.labels().entrySet().containsAll(pod.labels().entrySet());
  }

  private static String namespace(PodView pod) {
    return pod.namespace().filter(name -> !name.isEmpty()).orElse("default");
  }

  /** Returns whether pods that run keep the pods off a node, or may. */
  boolean isRepelled(NodeView node) {
    return pod.nodeName().isEmpty() && node.mayRepel(pod);
  }

  /**
   * Returns whether the pods can be on a node, as far as its name, labels and taints say, and what
   * runs there.
   */
  boolean isOn(NodeView node) {
    if (isOfOther(node.name())) {
      return false; // Before its taints, for which the pods need no toleration on their own node.
    }
    Map<String, String> labels = new TreeMap<>(node.labels());
    labels.put(NAME, node.name());
    return pod.selects(labels) && untolerated(node).isEmpty() && !isRepelled(node);
  }

  /** Returns the taints of a node that keep the pods off it. */
  List<Taint> untolerated(NodeView node) {
    return node.taints().stream()
        .filter(taint -> taint.effect() != Taint.Effect.PREFER_NO_SCHEDULE && !pod.tolerates(taint))
        .toList();
  }
}
