package io.gpuspec.manifest;

import io.gpuspec.Match;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.tree.PodTrees;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.manifest.read.FileMatches.WorkloadMatch;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether built pods are still valid after an edit, and where they land, by what their manifests
 * say when they are read back.
 */
final class EditedPods {
  private EditedPods() {}

  /** Returns the match as it was, unless the edit changes what the pods ask for or get. */
  static Match.Found match(
      Match.Found before, List<ManifestObject> built, List<ManifestObject> edited) {
    if (trees(built).equals(trees(edited))) {
      return before;
    }
    check(edited);
    Optional<Match.Found> was = matched(before, built).flatMap(Match::found);
    if (was.isEmpty()) {
      return before;
    }
    Match.Found now =
        matched(before, edited)
            .orElseThrow(
                () ->
                    new InvalidValueException(
                        "pod.conflict",
                        "edit: the pods do not ask for a GPU any more; leave their requests and the target's entries as they are"))
            .orThrow();
    return isSame(was.get(), now) ? withNotes(before, was.get(), now) : now;
  }

  /** Refuses what the API server would refuse. */
  private static void check(List<ManifestObject> edited) {
    Problems problems = new Problems();
    for (ManifestObject object : edited) {
      PodTrees.first(object.tree())
          .map(pod -> YamlTree.map(pod, "spec"))
          .ifPresent(
              pod -> {
                new PodChecks(problems).check(object.tree(), pod);
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
    String yaml = PrintedObjects.yaml(objects, tree -> Map.of()).toString();
    return WorkloadFile.parse("edited manifests", yaml)
        .on(before.target(), read -> read.preferringLike(before.request()))
        .matches()
        .stream()
        .findFirst()
        .map(EditedPods::matchOrThrow);
  }

  private static Match matchOrThrow(WorkloadMatch read) {
    return read.match().orElseThrow(() -> read.problem().orElseThrow());
  }

  private static List<Object> trees(List<ManifestObject> objects) {
    return objects.stream().<Object>map(ManifestObject::tree).toList();
  }

  /** Adds what is to be known since the edit, such as a label that the target cannot judge. */
  private static Match.Found withNotes(Match.Found before, Match.Found was, Match.Found now) {
    List<Note> notes = new ArrayList<>(now.notes());
    notes.removeAll(was.notes());
    return notes.isEmpty() ? before : before.withNotes(notes);
  }

  private static boolean isSame(Match.Found one, Match.Found other) {
    return one.shape().equals(other.shape()) && one.request().equals(other.request());
  }
}
