package io.gpuspec.manifest.internal.found;

import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Identical pods of an object that runs several kinds of pods.
 *
 * @param place its location, with its name
 * @param list the list that contains it
 * @param index where in the list, from 0
 */
public record WorkloadTask(YamlPlace place, TaskList list, int index) {
  /**
   * The name that Volcano gives a task without one, before its index.
   *
   * <p>Source: Volcano, pkg/webhooks/admission/jobs/mutate, DefaultTaskSpec.
   */
  private static final String DEFAULT_NAME = "default";

  /** The list with the tasks in an object's spec. */
  public enum TaskList {
    /** Returns those of a Volcano Job. */
    VOLCANO("tasks", "template"),
    /** Returns those of a JobSet, each of them some Jobs. */
    JOB_SET("replicatedJobs", "template.spec.template");

    private static final Map<String, TaskList> BY_KIND =
        Map.of("batch.volcano.sh/Job", VOLCANO, "jobset.x-k8s.io/JobSet", JOB_SET);

    private final String field;
    private final String pods;

    TaskList(String field, String pods) {
      this.field = field;
      this.pods = pods;
    }

    /** Returns that of an API group and kind; nothing for a kind that has none. */
    static Optional<TaskList> of(String kind) {
      return Optional.ofNullable(BY_KIND.get(kind));
    }

    public List<WorkloadTask> in(YamlPlace object) {
      List<YamlPlace> places = object.require("spec").require(field).items();
      return IntStream.range(0, places.size())
          .mapToObj(index -> new WorkloadTask(places.get(index), this, index))
          .toList();
    }

    /** The pods of each in the same object as a tree; changing one changes the tree. */
    public List<Map<String, Object>> podsIn(Map<String, Object> tree) {
      return YamlTree.maps(YamlTree.map(tree, "spec"), field).stream()
          .map(task -> YamlTree.map(task, pods.split("\\.")))
          .toList();
    }
  }

  /** The name, or the one that Volcano gives to a task without any. */
  String name() {
    if (list != TaskList.VOLCANO) {
      return place.require("name").string();
    }
    String name = place.find("name").map(YamlPlace::string).orElse("");
    return name.isEmpty() ? DEFAULT_NAME + index : name;
  }

  PodDocument pods() {
    return new PodDocument(FoundObject.at(place, list.pods));
  }

  /** Returns how many of its pods run at once; 1 where it is scaled to none, or does not say. */
  int count() {
    int replicas = FoundWorkload.pods(Optional.of(place), "replicas").orElse(1);
    if (list == TaskList.VOLCANO) {
      return replicas;
    }
    int each = FoundWorkload.podsOfJob(Optional.of(FoundObject.at(place, "template.spec")));
    try {
      return Math.multiplyExact(replicas, each);
    } catch (ArithmeticException e) {
      throw place.problem(
          "'%d' jobs of %d pods are more than any cluster runs; write fewer"
              .formatted(replicas, each));
    }
  }
}
