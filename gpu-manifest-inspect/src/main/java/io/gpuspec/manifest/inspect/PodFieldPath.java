package io.gpuspec.manifest.inspect;

import io.gpuspec.diagnosis.Cause;
import io.gpuspec.diagnosis.KnownProblem;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A path from a pod to a value, as {@link KnownProblem#fields} writes it.
 *
 * @param steps the keys
 * @param value the text that the value must be; empty for any
 * @param mustBeThere whether a message about it can only come from a pod that has it
 * @param canBeMissing whether the fault can be that a pod does not have it
 */
record PodFieldPath(List<String> steps, String value, boolean mustBeThere, boolean canBeMissing) {
  private static final String CONTAINERS = "containers";
  private static final int MOST_KEYS = 4;

  /** Returns the path, with what a message captured. */
  static PodFieldPath of(String template, Map<String, String> captured) {
    String path = template;
    String value = "";
    int equals = template.indexOf('=');
    if (equals > 0) {
      value = filled(template.substring(equals + 1), captured);
      path = template.substring(0, equals);
    }
    boolean mustBeThere = path.endsWith("!") || path.contains("{") || equals > 0;
    boolean canBeMissing = path.endsWith("?");
    if (path.endsWith("!") || canBeMissing) {
      path = path.substring(0, path.length() - 1);
    }
    return new PodFieldPath(
        Stream.of(path.split("\\.", -1)).map(step -> filled(step, captured)).toList(),
        value,
        mustBeThere,
        canBeMissing);
  }

  private static String filled(String step, Map<String, String> captured) {
    return step.startsWith("{")
        ? captured.getOrDefault(step.substring(1, step.length() - 1), step)
        : step;
  }

  /** Returns the fields of a problem, as text. */
  static String words(KnownProblem problem, Map<String, String> captured) {
    return problem.fields().stream()
        .map(each -> of(each, captured))
        .map(each -> each.words() + (each.value.isEmpty() ? "" : " " + each.value))
        .collect(Collectors.joining(" or "));
  }

  private String words() {
    return String.join(".", isOfContainers() ? steps.subList(2, steps.size()) : steps);
  }

  private boolean isOfContainers() {
    return steps.size() > 2 && steps.get(1).equals(CONTAINERS);
  }

  /** Returns the places in a pod, each with what is there. */
  Stream<Cause.Place> in(InspectedPods pods, String called) {
    if (!isOfContainers()) {
      return in(pods.pod(), called, steps).stream();
    }
    List<String> rest = steps.subList(2, steps.size());
    List<Cause.Place> places = new ArrayList<>();
    for (InspectedPods.Box box : pods.boxes()) {
      in(box.place(), "container '" + box.name() + "'", rest).ifPresent(places::add);
    }
    return places.stream();
  }

  private Optional<Cause.Place> in(YamlPlace owner, String called, List<String> keys) {
    Optional<YamlPlace> found = found(owner, keys);
    if (found.isEmpty()) {
      return canBeMissing
          ? Optional.of(
              place(nearest(owner, keys), "%s: no %s".formatted(called, String.join(".", keys))))
          : Optional.empty();
    }
    YamlPlace at = found.get();
    if (!value.isEmpty() && !Places.textOf(at).equals(value)) {
      return Optional.empty();
    }
    return Optional.of(place(at, "%s: %s %s".formatted(called, String.join(".", keys), what(at))));
  }

  /** Returns the last value on the way that is there. */
  private static YamlPlace nearest(YamlPlace owner, List<String> keys) {
    YamlPlace here = owner;
    for (String key : keys) {
      here = Places.at(here, key).orElse(here);
    }
    return here;
  }

  /** As in the API server, a limit without a request is also the request. */
  private static Optional<YamlPlace> found(YamlPlace owner, List<String> keys) {
    Optional<YamlPlace> found = Places.at(owner, keys.toArray(String[]::new));
    if (found.isPresent() || keys.size() != 3 || !keys.get(0).equals("resources")) {
      return found;
    }
    String other = keys.get(1).equals("limits") ? "requests" : "limits";
    return Places.at(owner, "resources", other, keys.get(2));
  }

  private static String what(YamlPlace at) {
    if (at.node() instanceof YamlMapping) {
      return "has "
          + at.fields().entrySet().stream()
              .limit(MOST_KEYS)
              .map(
                  each ->
                      Places.textOf(each.getValue()).isEmpty()
                          ? each.getKey()
                          : each.getKey() + "=" + Places.textOf(each.getValue()))
              .collect(Collectors.joining(", "))
          + (at.fields().size() > MOST_KEYS ? ", ..." : "");
    }
    String text = Places.textOf(at);
    return text.isEmpty() ? "is there" : "is " + text;
  }

  static Cause.Place place(YamlPlace at, String message) {
    return new Cause.Place(at.source(), at.node().line(), at.node().column(), at.path(), message);
  }
}
