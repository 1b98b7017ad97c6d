package io.gpuspec.eks.internal;

import io.gpuspec.kube.KubeNames;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.NodeLabels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What Karpenter requires of a type for a pod, one attempt after another until some type will do:
 * the heaviest preference with each required term in turn, then each lighter preference with the
 * last required term, then that term alone.
 *
 * <p>Source: Karpenter 1.14, {@code newPodRequirements} of {@code pkg/scheduling/requirements.go},
 * {@code Relax} of {@code pkg/controllers/provisioning/scheduling/preferences.go}, and the default
 * {@code Respect} of {@code PREFERENCE_POLICY}.
 */
final class LaunchOrder {
  /** Labels that nothing writes before a node runs, or that managed node groups alone have. */
  private static final List<String> OF_RUNNING_NODES =
      List.of("nvidia.com/", "feature.node.kubernetes.io/", "eks.amazonaws.com/nodegroup");

  private static final Set<String> PLACES =
      Set.of(
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "topology.ebs.csi.aws.com/zone");

  /**
   * One attempt.
   *
   * @param required the pod with one required term at most
   * @param preferred the preference that counts like a requirement
   * @param isEarlier whether a required term that follows has not been tried
   * @param hasHeaviest whether no preference has been dropped
   */
  record Attempt(
      PodView required, Optional<NodeTerm> preferred, boolean isEarlier, boolean hasHeaviest) {

    /**
     * Returns the pod that requires all of it, but labels that a NodePool gives its nodes, which
     * are taken to be there.
     */
    PodView together(NodeLabels labels) {
      List<NodeRequirement> more =
          preferred.stream()
              .flatMap(term -> term.expressions().stream())
              .filter(asked -> isKarpenters(asked.key(), labels))
              .toList();
      if (more.isEmpty()) {
        return required;
      }
      List<NodeTerm> terms = required.nodeTerms();
      return required.withNodeTerms(
          List.of(
              terms.isEmpty()
                  ? new NodeTerm(more)
                  : new NodeTerm(
                      Stream.concat(terms.get(0).expressions().stream(), more.stream()).toList(),
                      terms.get(0).fields())));
    }

    /** Returns whether the preference is met only where the NodePool gives its nodes a label. */
    boolean isUpToThePool(NodeLabels labels) {
      return preferred.stream()
          .flatMap(term -> term.expressions().stream())
          .anyMatch(asked -> !isKarpenters(asked.key(), labels) && !asked.matchesValue(null));
    }

    /**
     * Returns whether a type can be launched for it: the labels that it prefers are known before.
     */
    boolean isBeforeLaunch() {
      return preferred.stream()
          .flatMap(term -> term.expressions().stream())
          .filter(asked -> !asked.matchesValue(null))
          .noneMatch(asked -> OF_RUNNING_NODES.stream().anyMatch(asked.key()::startsWith));
    }

    private static boolean isKarpenters(String key, NodeLabels labels) {
      String now = KubeNames.renamed(key).orElse(key);
      return PLACES.contains(now) || labels.isDecided(now);
    }
  }

  private LaunchOrder() {}

  /** Returns the attempts for a pod, at least one. */
  static List<Attempt> of(PodView pod) {
    List<NodeTerm> terms =
        pod.nodeTerms().stream().filter(term -> !term.requirements().isEmpty()).toList();
    List<PodView> required =
        terms.size() < 2
            ? List.of(pod)
            : terms.stream().map(term -> pod.withNodeTerms(List.of(term))).toList();
    List<NodeTerm> preferences = pod.preferredNodeTerms();
    Optional<NodeTerm> heaviest = preferences.stream().findFirst();
    PodView last = required.get(required.size() - 1);
    List<Attempt> attempts = new ArrayList<>();
    for (int i = 0; i < required.size(); i++) {
      attempts.add(new Attempt(required.get(i), heaviest, i < required.size() - 1, true));
    }
    preferences.stream()
        .skip(1)
        .forEach(lighter -> attempts.add(new Attempt(last, Optional.of(lighter), false, false)));
    if (heaviest.isPresent()) {
      attempts.add(new Attempt(last, Optional.empty(), false, false));
    }
    return List.copyOf(attempts);
  }
}
