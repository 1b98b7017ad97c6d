package io.gpuspec.manifest;

import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A part of a document that has its shape: where it stands, and what it is.
 *
 * @param tree what {@link Schema#read} gave for it
 * @param problems where what is wrong with it goes
 */
record Part(YamlPlace place, Object tree, List<ManifestException> problems) {

  Optional<Part> find(String field) {
    return Optional.ofNullable(map().get(field))
        .map(value -> new Part(place.find(field).orElse(place), value, problems));
  }

  /**
   * A field that its shape requires.
   *
   * @throws InvalidValueException if it is not there, which the shape has told
   */
  Part require(String field) {
    return find(field)
        .orElseThrow(() -> new InvalidValueException("'%s' is missing; add it".formatted(field)));
  }

  /** A field that has fields of its own; where it is not there, it has none. */
  Part orEmpty(String field) {
    return find(field).orElseGet(() -> with(Map.of()));
  }

  Map<String, Object> map() {
    Map<String, Object> map = new LinkedHashMap<>();
    if (tree instanceof Map<?, ?> entries) {
      entries.forEach((key, value) -> map.put((String) key, value));
    }
    return map;
  }

  /** The values of a mapping by its writer's keys. */
  Map<String, Part> entries() {
    Map<String, Part> parts = new LinkedHashMap<>();
    map().keySet().forEach(key -> parts.put(key, require(key)));
    return parts;
  }

  List<Part> items() {
    List<Part> parts = new ArrayList<>();
    if (tree instanceof List<?> items) {
      List<YamlPlace> places = place.items();
      for (int i = 0; i < items.size(); i++) {
        parts.add(new Part(places.get(i), items.get(i), problems));
      }
    }
    return parts;
  }

  String text() {
    return tree.toString();
  }

  /** The texts of a list. */
  String[] texts() {
    return items().stream().map(Part::text).toArray(String[]::new);
  }

  int number() {
    return ((Number) tree).intValue();
  }

  long longNumber() {
    return ((Number) tree).longValue();
  }

  boolean truth() {
    return (Boolean) tree;
  }

  /** The constant that is written so; its shape takes no other word. */
  <E extends Enum<E>> E word(Class<E> type) {
    return constant(type, text());
  }

  static <E extends Enum<E>> E constant(Class<E> type, String word) {
    return Stream.of(type.getEnumConstants())
        .filter(constant -> constant.toString().equals(word))
        .findFirst()
        .orElseThrow();
  }

  /** Returns a copy with another tree. */
  Part with(Object changed) {
    return new Part(place, changed, problems);
  }

  /** It as fabric8 has it; what fabric8 cannot read is a problem, and nothing comes of it. */
  <T> Optional<T> as(Class<T> type) {
    try {
      return Optional.of(Json.MAPPER.convertValue(tree, type));
    } catch (IllegalArgumentException e) {
      add("cannot be read: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Of what is known to be wrong in itself, nothing more is said: that may follow from it. */
  void add(String problem) {
    if (!isWrong()) {
      addEach(problem);
    }
  }

  /** Says it whatever else is wrong; what several lines say is several problems. */
  void addEach(String problem) {
    problem.lines().forEach(line -> problems.add(place.problem(line)));
  }

  /** Returns whether something is known to be wrong with it. */
  boolean isWrong() {
    return problems.stream().anyMatch(problem -> problem.isWithin(place.path()));
  }

  /** Runs a check of this part; what it refuses is a problem that stands here. */
  void check(Runnable check) {
    try {
      check.run();
    } catch (GpuSpecException e) {
      add(e.getMessage());
    }
  }

  /**
   * Returns what a step makes of it; where the step refuses, that is a problem, and it is as
   * before.
   */
  <T> T step(T before, UnaryOperator<T> step) {
    try {
      return step.apply(before);
    } catch (GpuSpecException e) {
      add(e.getMessage());
      return before;
    }
  }

  /** The same for a field, if it is there. */
  <T> T step(String field, T before, BiFunction<T, Part, T> step) {
    return find(field).map(part -> part.step(before, b -> step.apply(b, part))).orElse(before);
  }

  /** Returns what only a target knows to be wrong is thrown with where this stands. */
  <T> T told(Supplier<T> made) {
    try {
      return made.get();
    } catch (GpuSpecException e) {
      ManifestException problem = place.problem(e.getMessage());
      problem.initCause(e);
      throw problem;
    }
  }
}
