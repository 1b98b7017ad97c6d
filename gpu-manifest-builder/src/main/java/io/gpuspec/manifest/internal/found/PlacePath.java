package io.gpuspec.manifest.internal.found;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * A path of fields in an object, such as {@code spec tasks * template}; {@code *} is each item of a
 * list, or each value of a mapping, and {@code -} each item of what must be a list.
 */
record PlacePath(List<String> steps) {
  private static final String EACH = "*";
  private static final String ITEM = "-";

  static PlacePath of(String path) {
    return new PlacePath(path.isEmpty() ? List.of() : List.of(path.split(" ")));
  }

  static Optional<PlacePath> maybe(JsonNode row, String field) {
    return Optional.ofNullable(row.get(field)).map(path -> of(path.asText()));
  }

  /** Returns the paths of a list; none if it is missing. */
  static List<PlacePath> all(JsonNode row, String field) {
    return StreamSupport.stream(row.path(field).spliterator(), false)
        .map(path -> of(path.asText()))
        .toList();
  }

  /**
   * A place that the path reached.
   *
   * @param items the object, then each item on the way to the place
   * @param keys the key in a mapping, or the index in a list, of each item
   */
  record Reached(YamlPlace place, List<YamlPlace> items, List<Object> keys) {
    /** Returns the innermost item; the object itself if there is none. */
    YamlPlace item() {
      return items.get(items.size() - 1);
    }

    private Reached at(YamlPlace next) {
      return new Reached(next, items, keys);
    }

    private Reached item(YamlPlace next, Object key) {
      List<YamlPlace> more = new ArrayList<>(items);
      more.add(next);
      List<Object> allKeys = new ArrayList<>(keys);
      allKeys.add(key);
      return new Reached(next, more, allKeys);
    }
  }

  /**
   * Returns the places that exist.
   *
   * @param isRequired whether a missing field is a problem
   */
  List<Reached> in(YamlPlace object, boolean isRequired) {
    List<Reached> here = List.of(new Reached(object, List.of(object), List.of()));
    for (String step : steps) {
      List<Reached> next = new ArrayList<>();
      for (Reached each : here) {
        if (step.equals(ITEM)) {
          next.addAll(listed(each));
        } else if (step.equals(EACH)) {
          next.addAll(isRequired || isParent(each.place()) ? items(each) : List.of());
        } else {
          (isRequired ? Optional.of(each.place().require(step)) : field(each.place(), step))
              .ifPresent(place -> next.add(each.at(place)));
        }
      }
      here = next;
    }
    return here;
  }

  /** Returns the place, if it exists. */
  Optional<YamlPlace> find(YamlPlace object) {
    Optional<YamlPlace> here = Optional.of(object);
    for (String step : steps) {
      here = here.flatMap(place -> field(place, step));
    }
    return here;
  }

  private static Optional<YamlPlace> field(YamlPlace place, String name) {
    return place.node() instanceof YamlMapping ? place.find(name) : Optional.empty();
  }

  private static boolean isParent(YamlPlace place) {
    return place.node() instanceof YamlMapping || place.node() instanceof YamlSequence;
  }

  /** Returns the last field. */
  Optional<String> last() {
    return steps.stream()
        .filter(step -> !step.equals(EACH) && !step.equals(ITEM))
        .reduce((first, second) -> second);
  }

  private static List<Reached> items(Reached all) {
    if (all.place().node() instanceof YamlMapping) {
      List<Reached> items = new ArrayList<>();
      for (Map.Entry<String, YamlPlace> field : all.place().fields().entrySet()) {
        items.add(all.item(field.getValue(), field.getKey()));
      }
      return items;
    }
    return listed(all);
  }

  private static List<Reached> listed(Reached all) {
    List<Reached> items = new ArrayList<>();
    for (YamlPlace item : all.place().items()) {
      items.add(all.item(item, items.size()));
    }
    return items;
  }
}
