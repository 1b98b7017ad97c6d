package io.gpuspec.manifest;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.found.FoundObject;
import io.gpuspec.manifest.internal.found.FoundPods;
import io.gpuspec.manifest.internal.tree.PodTrees;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether built pods are still valid after an edit, and where they land. */
final class EditedPods {
  private EditedPods() {}

  /** Returns the match as it was, unless the edit changes what decides it. */
  static Match.Found match(
      Match.Found before, List<ManifestObject> built, List<ManifestObject> edited) {
    if (trees(built).equals(trees(edited))) {
      return before;
    }
    check(edited);
    Optional<Match> was = matched(before, built);
    if (was.flatMap(Match::found).isEmpty()) {
      return before;
    }
    Match now =
        matched(before, edited)
            .orElseThrow(
                () ->
                    new InvalidValueException(
                        "pod.conflict",
                        "edit: the pods do not ask for a GPU any more; leave their requests and the target's entries as they are"));
    return isSame(was.get().orThrow(), now.orThrow()) ? before : now.orThrow();
  }

  /** Refuses what the API server would refuse. */
  private static void check(List<ManifestObject> edited) {
    Problems problems = new Problems();
    for (ManifestObject object : edited) {
      PodTrees.first(object.tree())
          .map(pod -> YamlTree.map(pod, "spec"))
          .ifPresent(
              pod -> {
                new PodChecks(problems).check(pod);
                problems.check(() -> checkRestartPolicy(object, pod));
              });
    }
    problems.orThrow();
  }

  private static void checkRestartPolicy(ManifestObject object, Map<String, Object> pod) {
    WorkloadKind kind = WorkloadKind.ALL.get(String.valueOf(object.tree().get("kind")));
    if (kind != null) {
      // Kubernetes' default, which is not that of a workload.
      Object policy = pod.getOrDefault("restartPolicy", RestartPolicy.ALWAYS);
      kind.checkRestartPolicy(policy.toString(), object);
    }
  }

  /** The match of the first pods that ask for a GPU. */
  private static Optional<Match> matched(Match.Found before, List<ManifestObject> objects) {
    for (ManifestObject object : objects) {
      FoundObject found = new FoundObject(YamlTree.place("edited manifests", object.tree()));
      for (FoundPods pods : found.pods()) {
        Optional<Match> match =
            found.workload(pods).match(before.target(), read -> preferring(read, before.request()));
        if (match.isPresent()) {
          return match;
        }
      }
    }
    return Optional.empty();
  }

  private static List<Object> trees(List<ManifestObject> objects) {
    return objects.stream().<Object>map(ManifestObject::tree).toList();
  }

  /** Preferences that pods do not state. */
  private static GpuRequest preferring(GpuRequest read, GpuRequest asked) {
    GpuRequest request = asked.isCheapest() ? read.cheapest() : read.smallest();
    request = asked.isExactGpus() ? request.exactGpus() : request;
    return asked.isIncludeRetired() ? request.includeRetired() : request;
  }

  private static boolean isSame(Match.Found one, Match.Found other) {
    return one.shape().equals(other.shape())
        && one.devicesPerPod() == other.devicesPerPod()
        && one.request().replicas() == other.request().replicas()
        && one.request().cpu().equals(other.request().cpu())
        && one.request().memory().equals(other.request().memory());
  }
}
