package io.gpuspec.eks;

import io.gpuspec.kube.KubeObject;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Explained;
import io.gpuspec.value.Listing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The fields of an object of Karpenter's, each with its reason: what is written and what is
 * explained are one list, so nothing is written without a reason.
 */
final class ObjectFields {

  /**
   * A field.
   *
   * @param path from the top; the last step is the field itself, but for an element of a list
   * @param isElement whether it is an element of a list at the path
   */
  private record Field(List<String> path, boolean isElement, Object value, Explained setting) {}

  private static final ObjectFields NONE = new ObjectFields(Map.of());

  private final Map<String, Field> fields;

  private ObjectFields(Map<String, Field> fields) {
    this.fields = fields;
  }

  /** Returns an empty list of fields. */
  static ObjectFields none() {
    return NONE;
  }

  /** Returns a copy with a field, such as {@code spec.weight}. */
  ObjectFields set(String path, Object value, String reason, Citation citation) {
    return with(
        new Field(steps(path), false, value, new Explained(path, shown(value), reason, citation)));
  }

  /** Returns a copy with an entry of a map, such as one of {@code spec.limits}. */
  ObjectFields entry(String path, String key, String value, String reason, Citation citation) {
    List<String> steps = new ArrayList<>(steps(path));
    steps.add(key);
    return with(
        new Field(steps, false, value, new Explained(indexed(path, key), value, reason, citation)));
  }

  /** Returns a copy with an element of a list, identified by its own key. */
  ObjectFields element(
      String path, String key, Map<String, ?> value, String shown, String reason, Citation from) {
    return with(
        new Field(
            steps(path), true, value, new Explained(indexed(path, key), shown, reason, from)));
  }

  /** Returns a map that is written in this order of keys and values. */
  static Map<String, Object> ordered(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  private static String indexed(String path, String key) {
    return path + "[" + key + "]";
  }

  private static List<String> steps(String path) {
    return List.of(path.split("\\."));
  }

  /** A field that was there already stays in its place. */
  private ObjectFields with(Field field) {
    Map<String, Field> more = new LinkedHashMap<>(fields);
    more.put(field.setting().path(), field);
    return new ObjectFields(more);
  }

  /** Returns the entries of a map, by key. */
  Map<String, String> entries(String path) {
    Map<String, String> entries = new LinkedHashMap<>();
    List<String> parent = steps(path);
    for (Field field : fields.values()) {
      int last = field.path().size() - 1;
      if (!field.isElement() && field.path().subList(0, last).equals(parent)) {
        entries.put(field.path().get(last), field.setting().value());
      }
    }
    return entries;
  }

  /** Returns whether a field exists. */
  boolean has(String path) {
    return fields.containsKey(path);
  }

  /** The same without a field and what is within it. */
  ObjectFields without(String path) {
    Map<String, Field> fewer = new LinkedHashMap<>(fields);
    fewer
        .keySet()
        .removeIf(
            each ->
                each.equals(path) || each.startsWith(path + "[") || each.startsWith(path + "."));
    return new ObjectFields(fewer);
  }

  /** Returns every setting on a line, with its reason and source. */
  static String cited(List<Explained> settings) {
    return settings.stream()
        .map(each -> each + " [" + each.citation() + "]")
        .collect(Collectors.joining("\n"));
  }

  /** Returns every field with its reason. */
  Listing<Explained> settings() {
    return Listing.copyOf(fields.values().stream().map(Field::setting).toList());
  }

  /** The object with these fields, which are all of its {@code spec}, each with its reason. */
  KubeObject in(KubeObject object) {
    Map<String, Object> tree = new LinkedHashMap<>();
    Map<List<String>, Explained> reasons = new LinkedHashMap<>();
    fields.values().forEach(field -> reasons.put(put(tree, field), field.setting()));
    KubeObject whole = object.with("spec", child(tree, "spec"));
    for (Map.Entry<List<String>, Explained> each : reasons.entrySet()) {
      whole = whole.withReason(each.getKey(), each.getValue().reason(), each.getValue().citation());
    }
    return whole;
  }

  /** Puts a field into the tree and returns its path. */
  private static List<String> put(Map<String, Object> tree, Field field) {
    Map<String, Object> parent = tree;
    int last = field.path().size() - 1;
    for (String step : field.path().subList(0, last)) {
      parent = child(parent, step);
    }
    String name = field.path().get(last);
    if (!field.isElement()) {
      parent.put(name, field.value());
      return field.path();
    }
    List<Object> elements = elements(parent, name);
    elements.add(field.value());
    List<String> path = new ArrayList<>(field.path());
    path.add(String.valueOf(elements.size() - 1));
    return path;
  }

  // Both put there what they cast: a path is a map for every field below it, or a list for all.
  @SuppressWarnings("unchecked")
  private static Map<String, Object> child(Map<String, Object> parent, String step) {
    return (Map<String, Object>)
        parent.computeIfAbsent(step, key -> new LinkedHashMap<String, Object>());
  }

  @SuppressWarnings("unchecked")
  private static List<Object> elements(Map<String, Object> parent, String name) {
    return (List<Object>) parent.computeIfAbsent(name, key -> new ArrayList<>());
  }

  private static String shown(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(ObjectFields::shown).collect(Collectors.joining("; "));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(each -> each.getKey() + " " + shown(each.getValue()))
          .collect(Collectors.joining(", "));
    }
    return String.valueOf(value);
  }
}
