package io.gpuspec.manifest.internal.found;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * Where an object has pods of one kind, and what counts them.
 *
 * @param at the path of the pods
 * @param form how they are written there
 * @param task what they are called among the object's pods
 * @param taskField the field of their item with that name
 * @param taskDefault the beginning of the name of an item without one, before its index
 * @param isRequired whether an object without them is a mistake
 * @param count numbers whose product counts them, each 1 where it is missing
 * @param lessIf the field with which the first number counts one that is not among them
 * @param jobs a Job's specification, of which each of them is a pod
 * @param least where their least number is
 * @param most where their most is
 * @param autoscaler the flag without which nothing scales them between these
 * @param isLimited whether the least and the most hold without an autoscaler too
 * @param defaults where the object states what pods without it have
 * @param passed where the object has labels and annotations that its controller gives pods
 * @param imposed where it has those that it gives pods in place of their own
 */
record PodsPath(
    PlacePath at,
    PodForm form,
    Optional<String> task,
    Optional<String> taskField,
    Optional<String> taskDefault,
    boolean isRequired,
    List<String> count,
    Optional<PlacePath> lessIf,
    Optional<String> jobs,
    Optional<String> least,
    Optional<String> most,
    Optional<String> autoscaler,
    boolean isLimited,
    Optional<PlacePath> defaults,
    List<PlacePath> passed,
    List<PlacePath> imposed) {
  static PodsPath of(JsonNode row, boolean isRequired) {
    return new PodsPath(
        PlacePath.of(row.path("at").asText()),
        KnownKind.form(row.path("form").asText("template")),
        text(row, "task"),
        text(row, "taskField"),
        text(row, "taskDefault"),
        isRequired,
        StreamSupport.stream(row.path("count").spliterator(), false).map(JsonNode::asText).toList(),
        PlacePath.maybe(row, "lessIf"),
        text(row, "jobs"),
        text(row, "least"),
        text(row, "most"),
        text(row, "autoscaler"),
        row.path("limited").asBoolean(),
        PlacePath.maybe(row, "defaults"),
        PlacePath.all(row, "passed"),
        PlacePath.all(row, "imposed"));
  }

  /** Returns where pods are that were recognized by their fields. */
  static PodsPath byShape(String place, List<Object> steps, PodForm form) {
    return new PodsPath(
        new PlacePath(steps.stream().map(String::valueOf).toList()),
        form,
        Optional.of(place),
        Optional.empty(),
        Optional.empty(),
        false,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        List.of(),
        List.of());
  }

  private static Optional<String> text(JsonNode row, String field) {
    return Optional.ofNullable(row.get(field)).map(JsonNode::asText);
  }

  /** Returns the pods that an object has here. */
  List<FoundPods> in(YamlPlace object) {
    List<FoundPods> found = new ArrayList<>();
    for (PlacePath.Reached reached : at.in(object, isRequired)) {
      PodDocument pods =
          new PodDocument(
              reached.place(),
              form,
              defaults.flatMap(path -> path.find(object)),
              places(passed, object),
              places(imposed, object));
      if (!form.isSkippedEmpty() || pods.hasContainers()) {
        found.add(new FoundPods(this, reached, pods));
      }
    }
    return found;
  }

  private static List<YamlPlace> places(List<PlacePath> paths, YamlPlace object) {
    return paths.stream().flatMap(path -> path.find(object).stream()).toList();
  }
}
