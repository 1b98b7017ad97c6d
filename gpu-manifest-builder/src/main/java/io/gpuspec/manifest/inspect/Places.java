package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Steps through a document of any form: what is of another type than expected is not there. */
final class Places {
  private static final String EACH = "*";
  private static final String PATTERN = "~";
  private static final Pattern NAMED = Pattern.compile("\\[([A-Za-z]+)=(.*)]");

  private Places() {}

  /** Returns the value at the end of some keys. */
  static Optional<YamlPlace> at(YamlPlace from, String... keys) {
    Optional<YamlPlace> here = Optional.of(from);
    for (String key : keys) {
      here = here.filter(Places::isMapping).flatMap(place -> place.find(key));
    }
    return here;
  }

  /** Returns the text at the end of some keys; empty for none, or for a list or mapping. */
  static String text(YamlPlace from, String... keys) {
    return at(from, keys).map(Places::textOf).orElse("");
  }

  /** Returns the text of a scalar; an empty text for anything else. */
  static String textOf(YamlPlace place) {
    return place.node() instanceof YamlScalar scalar ? scalar.text() : "";
  }

  /** Returns the items of the list at the end of some keys. */
  static List<YamlPlace> items(YamlPlace from, String... keys) {
    return at(from, keys)
        .filter(place -> place.node() instanceof YamlSequence)
        .map(YamlPlace::items)
        .orElse(List.of());
  }

  /** Returns the fields of the mapping at the end of some keys. */
  static Map<String, YamlPlace> fields(YamlPlace from, String... keys) {
    return at(from, keys).filter(Places::isMapping).map(YamlPlace::fields).orElse(Map.of());
  }

  static boolean isMapping(YamlPlace place) {
    return place.node() instanceof YamlMapping;
  }

  /** Returns the item of a list whose field {@code name} has this value. */
  static Optional<YamlPlace> named(YamlPlace from, String name, String... keys) {
    return items(from, keys).stream().filter(each -> text(each, "name").equals(name)).findFirst();
  }

  /**
   * A place that steps lead to.
   *
   * @param place the value
   * @param key the place of its key; that of the item for one of a list
   * @param name the key
   */
  record Reached(YamlPlace place, YamlPlace key, String name) {}

  /** Returns everything that the steps of a condition lead to. */
  static List<Reached> all(YamlPlace from, List<String> steps) {
    List<Reached> here = List.of(new Reached(from, from, ""));
    for (String step : steps) {
      List<Reached> next = new ArrayList<>();
      here.forEach(each -> step(each.place(), step).forEach(next::add));
      here = next;
    }
    return here;
  }

  private static Stream<Reached> step(YamlPlace place, String step) {
    if (step.startsWith("[")) {
      var named = NAMED.matcher(step);
      return named.matches()
          ? items(place).stream()
              .filter(item -> text(item, named.group(1)).equals(named.group(2)))
              .map(item -> new Reached(item, item, named.group(2)))
          : Stream.of();
    }
    if (step.equals(EACH) && !isMapping(place)) {
      return items(place).stream().map(item -> new Reached(item, item, ""));
    }
    if (!isMapping(place)) {
      return Stream.of();
    }
    if (step.equals(EACH) || step.startsWith(PATTERN)) {
      Predicate<String> isMeant =
          step.equals(EACH)
              ? key -> true
              : Pattern.compile(step.substring(PATTERN.length())).asMatchPredicate();
      return fields(place).entrySet().stream()
          .filter(field -> isMeant.test(field.getKey()))
          .map(field -> reached(place, field.getKey(), field.getValue()));
    }
    return at(place, step).stream().map(value -> reached(place, step, value));
  }

  private static Reached reached(YamlPlace parent, String key, YamlPlace value) {
    return new Reached(value, parent.key(key), key);
  }
}
