package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    @Nullable YamlPlace here = from;
    for (String key : keys) {
      here = child(here, key);
      if (here == null) {
        return null;
      }
    }
    return here;
  }

  private static @Nullable YamlPlace child(YamlPlace from, String key) {
    YamlPlace value = isMapping(from) ? from.fields().get(key) : null;
    return value == null || value.node().isNull() ? null : value;
  }

  /** Returns the text at the end of some keys; empty for none, or for a list or mapping. */
  static String text(YamlPlace from, String... keys) {
    YamlPlace place = walk(from, keys);
    return place == null ? "" : textOf(place);
  }

  /** Returns the text of a scalar, decimal if it is a number; an empty text for anything else. */
  static String textOf(YamlPlace place) {
    return place.node() instanceof YamlScalar scalar ? scalar.amount() : "";
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
  sealed interface Step {
    static Step of(String text) {
      if (text.startsWith("[")) {
        return named(text);
      }
      if (text.equals("*")) {
        return (Several) Places::anyInside;
      }
      if (text.startsWith("~")) {
        Predicate<String> isMeant = Pattern.compile(text.substring(1)).asMatchPredicate();
        return (Several) (place, wanted) -> anyField(place, isMeant, wanted);
      }
      return new Key(text);
    }

    private static Several named(String text) {
      Matcher named = NAMED.matcher(text);
      if (!named.matches()) {
        return (place, wanted) -> false;
      }
      String field = named.group(1);
      String value = named.group(2);
      return (place, wanted) -> {
        for (YamlPlace item : items(place)) {
          if (text(item, field).equals(value) && wanted.test(new Reached(item, place, value))) {
            return true;
          }
        }
        return false;
      };
    }
  }

  /** A step to one field. */
  private record Key(String name) implements Step {}

  /** A step to any number of fields or items. */
  @FunctionalInterface
  private non-sealed interface Several extends Step {
    /** Returns whether something that it leads to is wanted, and looks no further then. */
    boolean any(YamlPlace place, Predicate<Reached> wanted);
  }

  /** Returns whether something that steps lead to is wanted, and looks no further then. */
  static boolean any(YamlPlace from, List<Step> steps, Predicate<Reached> wanted) {
    return any(new Reached(from, from, ""), steps, 0, wanted);
  }

  /** Most keys are not there, and nothing is made for those. */
  private static boolean any(Reached from, List<Step> steps, int first, Predicate<Reached> wanted) {
    Reached here = from;
    int next = first;
    while (next < steps.size() && steps.get(next) instanceof Key key) {
      YamlPlace value = child(here.place(), key.name());
      if (value == null) {
        return false;
      }
      here = new Reached(value, here.place(), key.name());
      next++;
    }
    if (next == steps.size()) {
      return wanted.test(here);
    }
    int then = next + 1;
    return ((Several) steps.get(next)).any(here.place(), each -> any(each, steps, then, wanted));
  }

  private static boolean anyInside(YamlPlace place, Predicate<Reached> wanted) {
    if (isMapping(place)) {
      return anyField(place, key -> true, wanted);
    }
    for (YamlPlace item : items(place)) {
      if (wanted.test(new Reached(item, place, ""))) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyField(
      YamlPlace place, Predicate<String> isMeant, Predicate<Reached> wanted) {
    for (Map.Entry<String, YamlPlace> field : fields(place).entrySet()) {
      if (isMeant.test(field.getKey())
          && wanted.test(new Reached(field.getValue(), place, field.getKey()))) {
        return true;
      }
    }
    return false;
  }
}
