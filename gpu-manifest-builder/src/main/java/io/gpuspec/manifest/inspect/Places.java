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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Steps through a document of any form: what is of another type than expected is not there. */
final class Places {
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

  /** A step to fields or items, as {@link io.gpuspec.rule.Condition#path} writes it. */
  interface Step {
    /** Returns what it leads to. */
    Stream<Reached> from(YamlPlace place);

    static Step of(String text) {
      if (text.startsWith("[")) {
        return named(text);
      }
      if (text.equals("*")) {
        return Places::each;
      }
      if (text.startsWith("~")) {
        Predicate<String> isMeant = Pattern.compile(text.substring(1)).asMatchPredicate();
        return place ->
            fields(place).entrySet().stream()
                .filter(field -> isMeant.test(field.getKey()))
                .map(field -> reached(place, field.getKey(), field.getValue()));
      }
      return place -> at(place, text).stream().map(value -> reached(place, text, value));
    }

    private static Step named(String text) {
      Matcher named = NAMED.matcher(text);
      if (!named.matches()) {
        return place -> Stream.of();
      }
      String field = named.group(1);
      String value = named.group(2);
      return place ->
          items(place).stream()
              .filter(item -> text(item, field).equals(value))
              .map(item -> new Reached(item, item, value));
    }
  }

  /** Returns everything that steps lead to. */
  static List<Reached> all(YamlPlace from, List<Step> steps) {
    List<Reached> here = List.of(new Reached(from, from, ""));
    for (Step step : steps) {
      if (here.isEmpty()) {
        return here;
      }
      List<Reached> next = new ArrayList<>();
      here.forEach(each -> step.from(each.place()).forEach(next::add));
      here = next;
    }
    return here;
  }

  private static Stream<Reached> each(YamlPlace place) {
    return isMapping(place)
        ? fields(place).entrySet().stream()
            .map(field -> reached(place, field.getKey(), field.getValue()))
        : items(place).stream().map(item -> new Reached(item, item, ""));
  }

  private static Reached reached(YamlPlace parent, String key, YamlPlace value) {
    return new Reached(value, parent.key(key), key);
  }
}
