package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Steps through a document of any form: what is of another type than expected is not there. */
final class Places {
  private static final Pattern NAMED = Pattern.compile("\\[([A-Za-z]+)=(.*)]");

  private Places() {}

  /** Returns the value at the end of some keys. */
  static Optional<YamlPlace> at(YamlPlace from, String... keys) {
    return Optional.ofNullable(walk(from, keys));
  }

  private static @Nullable YamlPlace walk(YamlPlace from, String... keys) {
    YamlPlace here = from;
    for (String key : keys) {
      YamlPlace next = isMapping(here) ? here.fields().get(key) : null;
      if (next == null || next.node().isNull()) {
        return null;
      }
      here = next;
    }
    return here;
  }

  /** Returns the text at the end of some keys; empty for none, or for a list or mapping. */
  static String text(YamlPlace from, String... keys) {
    YamlPlace place = walk(from, keys);
    return place == null ? "" : textOf(place);
  }

  /** Returns the text of a scalar; an empty text for anything else. */
  static String textOf(YamlPlace place) {
    return place.node() instanceof YamlScalar scalar ? scalar.text() : "";
  }

  /** Returns the items of the list at the end of some keys. */
  static List<YamlPlace> items(YamlPlace from, String... keys) {
    YamlPlace place = walk(from, keys);
    return place != null && place.node() instanceof YamlSequence ? place.items() : List.of();
  }

  /** Returns the fields of the mapping at the end of some keys. */
  static Map<String, YamlPlace> fields(YamlPlace from, String... keys) {
    YamlPlace place = walk(from, keys);
    return place != null && isMapping(place) ? place.fields() : Map.of();
  }

  static boolean isMapping(YamlPlace place) {
    return place.node() instanceof YamlMapping;
  }

  /** Returns the item of a list whose field {@code name} has this value. */
  static Optional<YamlPlace> named(YamlPlace from, String name, String... keys) {
    for (YamlPlace each : items(from, keys)) {
      if (text(each, "name").equals(name)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /**
   * A place that steps lead to.
   *
   * @param place the value
   * @param parent what it is in
   * @param name its key; for an item, the text by which it was chosen
   */
  record Reached(YamlPlace place, YamlPlace parent, String name) {

    /** Returns the place of its key; that of the item for one of a list. */
    YamlPlace key() {
      return place != parent && isMapping(parent) ? parent.key(name) : place;
    }
  }

  /** A step to fields or items, as {@link io.gpuspec.rule.Condition#path} writes it. */
  interface Step {
    /** Tells what it leads to. */
    void from(YamlPlace place, Consumer<Reached> told);

    static Step of(String text) {
      if (text.startsWith("[")) {
        return named(text);
      }
      if (text.equals("*")) {
        return Places::each;
      }
      if (text.startsWith("~")) {
        Predicate<String> isMeant = Pattern.compile(text.substring(1)).asMatchPredicate();
        return (place, told) ->
            fields(place)
                .forEach(
                    (key, value) -> {
                      if (isMeant.test(key)) {
                        told.accept(new Reached(value, place, key));
                      }
                    });
      }
      return (place, told) -> {
        YamlPlace value = walk(place, text);
        if (value != null) {
          told.accept(new Reached(value, place, text));
        }
      };
    }

    private static Step named(String text) {
      Matcher named = NAMED.matcher(text);
      if (!named.matches()) {
        return (place, told) -> {};
      }
      String field = named.group(1);
      String value = named.group(2);
      return (place, told) -> {
        for (YamlPlace item : items(place)) {
          if (text(item, field).equals(value)) {
            told.accept(new Reached(item, place, value));
          }
        }
      };
    }
  }

  /** Returns everything that steps lead to. */
  static List<Reached> all(YamlPlace from, List<Step> steps) {
    List<Reached> here = List.of(new Reached(from, from, ""));
    for (Step step : steps) {
      List<Reached> next = new ArrayList<>();
      for (Reached each : here) {
        step.from(each.place(), next::add);
      }
      if (next.isEmpty()) {
        return List.of();
      }
      here = next;
    }
    return here;
  }

  private static void each(YamlPlace place, Consumer<Reached> told) {
    if (isMapping(place)) {
      place.fields().forEach((key, value) -> told.accept(new Reached(value, place, key)));
    } else {
      items(place).forEach(item -> told.accept(new Reached(item, place, "")));
    }
  }
}
