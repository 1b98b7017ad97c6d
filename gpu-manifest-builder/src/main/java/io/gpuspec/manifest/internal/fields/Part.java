package io.gpuspec.manifest.internal.fields;

import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A part of a document that conforms to its schema, with its location and content.
 *
 * @param tree what {@link Schema#read} gave for it
 * @param problems where what is wrong with it goes
 */
public record Part(YamlPlace place, Object tree, List<ManifestException> problems) {

  public Optional<Part> find(String field) {
    return tree instanceof Map<?, ?> entries
        ? Optional.ofNullable(entries.get(field)).map(value -> child(field, value))
        : Optional.empty();
  }

  /**
   * A field that its shape requires.
   *
   * @throws InvalidValueException if it does not exist, which the schema has already reported
   */
  public Part require(String field) {
    return find(field)
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "intent.missing", "'%s' is missing; add it".formatted(field)));
  }

  /** Returns a field with fields of its own; an empty one if it does not exist. */
  public Part orEmpty(String field) {
    return find(field).orElseGet(() -> with(Map.of()));
  }

  public Map<String, Object> map() {
    Map<String, Object> map = new LinkedHashMap<>();
    if (tree instanceof Map<?, ?> entries) {
      entries.forEach((key, value) -> map.put((String) key, value));
    }
    return map;
  }

  private Part child(String field, Object value) {
    return new Part(place.find(field).orElse(place), value, problems);
  }

  /** The values of a mapping by its writer's keys. */
  public Map<String, Part> entries() {
    Map<String, Part> parts = new LinkedHashMap<>();
    map().forEach((key, value) -> parts.put(key, child(key, value)));
    return parts;
  }

  /** Returns the texts of a mapping that a check accepts; what it refuses is a problem. */
  public Map<String, String> texts(BiConsumer<String, String> check) {
    Map<String, String> accepted = new LinkedHashMap<>();
    entries()
        .forEach(
            (key, value) -> {
              if (value.accepts(() -> check.accept(key, value.text()))) {
                accepted.put(key, value.text());
              }
            });
    return accepted;
  }

  private boolean accepts(Runnable check) {
    try {
      check.run();
      return true;
    } catch (GpuSpecException e) {
      add(e.getMessage());
      return false;
    }
  }

  public List<Part> items() {
    List<Part> parts = new ArrayList<>();
    if (tree instanceof List<?> items) {
      List<YamlPlace> places = place.items();
      for (int i = 0; i < items.size(); i++) {
        parts.add(new Part(places.get(i), items.get(i), problems));
      }
    }
    return parts;
  }

  public String text() {
    return tree.toString();
  }

  /** The texts of a list. */
  public String[] texts() {
    return items().stream().map(Part::text).toArray(String[]::new);
  }

  public int number() {
    return ((Number) tree).intValue();
  }

  public long longNumber() {
    return ((Number) tree).longValue();
  }

  public boolean truth() {
    return (Boolean) tree;
  }

  /** Returns the constant for a word, which the schema has already checked. */
  public <E extends Enum<E>> E word(Class<E> type) {
    return constant(type, text());
  }

  static <E extends Enum<E>> E constant(Class<E> type, String word) {
    return Stream.of(type.getEnumConstants())
        .filter(constant -> constant.toString().equals(word))
        .findFirst()
        .orElseThrow();
  }

  /** Returns a copy with another tree. */
  public Part with(Object changed) {
    return new Part(place, changed, problems);
  }

  /**
   * Returns the part as a fabric8 type; if fabric8 cannot read it, that is a problem, and the
   * result is empty.
   */
  public <T> Optional<T> as(Class<T> type) {
    try {
      return Optional.of(Json.MAPPER.convertValue(tree, type));
    } catch (IllegalArgumentException e) {
      add("cannot be read: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Adds a problem, unless the part is already known to be wrong, from which it may follow. */
  public void add(String problem) {
    if (!isWrong()) {
      addEach(problem);
    }
  }

  /** Adds problems regardless of others, one for each line. */
  public void addEach(String problem) {
    problem.lines().forEach(line -> add("manifest.malformed", line));
  }

  /** Adds a problem regardless of others. */
  public void add(String id, String problem) {
    // Steps of Java say first what they refuse, which here is the end of the path.
    String step = place.path().substring(place.path().lastIndexOf('.') + 1) + ": ";
    problems.add(
        place.problem(id, problem.startsWith(step) ? problem.substring(step.length()) : problem));
  }

  /** Returns whether something is known to be wrong with it. */
  public boolean isWrong() {
    return problems.stream().anyMatch(problem -> problem.isWithin(place.path()));
  }

  /** Runs a check of this part and adds a problem if it throws an exception. */
  public void check(Runnable check) {
    accepts(check);
  }

  /**
   * Returns what a step makes of it; where the step refuses, that is a problem, and it is as
   * before.
   */
  public <T> T step(T before, UnaryOperator<T> step) {
    try {
      return step.apply(before);
    } catch (GpuSpecException e) {
      add(e.getMessage());
      return before;
    }
  }

  /** Applies a step to a field, if it exists. */
  public <T> T step(String field, T before, BiFunction<T, Part, T> step) {
    return find(field).map(part -> part.step(before, b -> step.apply(b, part))).orElse(before);
  }

  /**
   * Runs a step that only a target can judge; an exception is thrown with the location of this
   * part.
   */
  public <T> T report(Supplier<T> made) {
    try {
      return made.get();
    } catch (GpuSpecException e) {
      ManifestException problem = place.problem(e);
      problem.initCause(e);
      throw problem;
    }
  }
}
