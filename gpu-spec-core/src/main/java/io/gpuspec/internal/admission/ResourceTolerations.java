package io.gpuspec.internal.admission;

import com.google.common.collect.ImmutableList;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The clusters whose API server runs the admission plugin ExtendedResourceToleration, by labels of
 * their nodes.
 *
 * <p>Every control plane of EKS runs it. Labels of AWS are not labels of EKS: AWS's cloud
 * controller writes {@code topology.k8s.aws/zone-id} in every cluster on AWS.
 */
public final class ResourceTolerations {
  private static final Citation EKS =
      new Citation(
          "Amazon EKS, platform versions: admission controllers that are enabled, among them ExtendedResourceToleration",
          "2026",
          Citation.Status.DOCUMENTED,
          Optional.of("https://docs.aws.amazon.com/eks/latest/userguide/platform-versions.html"));

  /** Whose labels nodes of EKS have: its own, and those of Karpenter on AWS. */
  private static final ImmutableList<String> OF_EKS =
      ImmutableList.of("eks.amazonaws.com", "karpenter.k8s.aws");

  private ResourceTolerations() {}

  /** Returns the source of it for the cluster of a node with these keys of labels. */
  public static Optional<Citation> ofNode(Collection<String> labels) {
    return labels.stream().anyMatch(ResourceTolerations::isOfEks)
        ? Optional.of(EKS)
        : Optional.empty();
  }

  /** Returns the source of it for the clusters that have objects of an API group. */
  public static Optional<Citation> ofGroup(String group) {
    return OF_EKS.contains(group) ? Optional.of(EKS) : Optional.empty();
  }

  /** Returns the taints that a pod tolerates only as the API server stores it. */
  public static List<Taint> tolerated(Collection<Taint> taints, PodView pod, PodView stored) {
    return taints.stream()
        .filter(taint -> !pod.tolerates(taint) && stored.tolerates(taint))
        .toList();
  }

  /** Returns a note on such a taint. */
  public static Note note(String workload, Taint taint, Citation source) {
    return Note.of(
        "toleration.added",
        "%s does not tolerate the taint %s; the API server adds the toleration, because the pod requests %s"
            .formatted(workload, taint, taint.key()),
        source);
  }

  private static boolean isOfEks(String label) {
    int slash = label.indexOf('/');
    return slash > 0 && OF_EKS.contains(label.substring(0, slash));
  }
}
