package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Note;
import java.util.Optional;
import java.util.Set;

/**
 * A term of the required anti-affinity of a pod that runs, on the nodes of its domain.
 *
 * <p>Source: Kubernetes 1.37, {@code pkg/scheduler/framework/plugins/interpodaffinity}.
 *
 * @param pod the pod that runs
 * @param topologyKey the label of the domain
 * @param selector the pods that it repels
 * @param namespaces of these pods; empty if it is not known
 */
record Repelling(String pod, String topologyKey, LabelSelector selector, Set<String> namespaces) {

  Repelling {
    Arguments.required("pod", pod, "a pod's namespace and name");
    Arguments.required("topologyKey", topologyKey, "a label's key");
    Arguments.required("selector", selector, "a LabelSelector");
    namespaces = Arguments.set("namespaces", namespaces, "names, none if they are not known");
  }

  /** Returns whether it repels another pod, or may. */
  boolean mayRepel(PodView other) {
    return (namespaces.isEmpty() || other.namespace().map(namespaces::contains).orElse(true))
        && selector.selects(other.labels());
  }

  /** Returns the reason for which another pod is not scheduled in the domain, if it is certain. */
  Optional<Finding> reason(PodView other) {
    return mayRepel(other) && unknown(other).isEmpty()
        ? Optional.of(
            Finding.of(
                    "node.anti-affinity",
                    topologyKey,
                    "node(s) didn't satisfy existing pods anti-affinity rules: %s repels the pod by %s"
                        .formatted(pod, topologyKey))
                .withFix(
                    "take a node with another %s, or change the podAntiAffinity of that pod"
                        .formatted(topologyKey)))
        : Optional.empty();
  }

  /** Returns what has to be known to say whether it repels another pod. */
  Optional<Note> unknown(PodView other) {
    return mayRepel(other) && (namespaces.isEmpty() || other.namespace().isEmpty())
        ? Optional.of(
            Note.of(
                "node.other-pods",
                "whether %s repels the pod by its required podAntiAffinity: %s"
                    .formatted(
                        pod,
                        namespaces.isEmpty()
                            ? "its namespaceSelector is not judged"
                            : "the pod states no namespace")))
        : Optional.empty();
  }
}
