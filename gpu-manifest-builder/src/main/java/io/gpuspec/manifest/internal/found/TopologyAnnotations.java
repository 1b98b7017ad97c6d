package io.gpuspec.manifest.internal.found;

import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Annotations that tell a controller to hold the pods of a workload together, or groups of them
 * apart; the pods as written do not say so.
 *
 * <p>Source: Kueue, {@code apis/kueue/v1beta1/topology_types.go}; LeaderWorkerSet, {@code
 * api/leaderworkerset/v1} and {@code SetExclusiveAffinities} of its webhook for pods; JobSet,
 * {@code api/jobset/v1alpha2}.
 */
public final class TopologyAnnotations {
  /** These are of pods, or of an object that a controller makes pods of. */
  private static final Set<String> TOGETHER =
      Set.of(
          "kueue.x-k8s.io/podset-required-topology",
          "kueue.x-k8s.io/podset-slice-required-topology",
          "kueue.x-k8s.io/podset-slice-required-topology-constraints");

  private static final Set<String> EXCLUSIVE =
      Set.of(
          "leaderworkerset.sigs.k8s.io/exclusive-topology",
          "leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology",
          "alpha.jobset.sigs.k8s.io/exclusive-topology");

  /**
   * One of them.
   *
   * @param topology the labels of nodes whose values the pods share, one for each level
   * @param isExclusive whether other groups keep off such nodes
   */
  public record Required(String annotation, String topology, boolean isExclusive) {
    /** Returns whether it can be about single nodes. */
    public boolean isOfHosts() {
      return topology.contains("kubernetes.io/hostname");
    }
  }

  private TopologyAnnotations() {}

  /** Returns those of a workload: of its object, of its task, and of its pods. */
  public static List<Required> of(FoundWorkload workload) {
    return Stream.of(
            Stream.of(workload.object()), task(workload), Stream.of(workload.pods().place()))
        .flatMap(places -> places)
        .flatMap(TopologyAnnotations::of)
        .distinct()
        .toList();
  }

  private static Stream<YamlPlace> task(FoundWorkload workload) {
    Optional<YamlPlace> jobs =
        workload.object().find("spec").flatMap(spec -> spec.find("replicatedJobs"));
    return jobs.stream()
        .flatMap(all -> all.items().stream())
        .filter(job -> job.find("name").map(YamlPlace::string).equals(workload.task()))
        .flatMap(job -> job.find("template").stream());
  }

  private static Stream<Required> of(YamlPlace object) {
    return PodDocument.annotationsOf(object).entrySet().stream()
        .filter(each -> TOGETHER.contains(each.getKey()) || EXCLUSIVE.contains(each.getKey()))
        .map(
            each ->
                new Required(
                    each.getKey(),
                    String.valueOf(YamlTree.of(each.getValue().value())),
                    EXCLUSIVE.contains(each.getKey())));
  }
}
