package io.gpuspec.spi;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.InvalidValueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The values of an object's fields, which have the forms of their {@link ObjectField}s.
 *
 * <pre>{@code
 * ObjectValues values = ObjectValues.of(Map.of("weight", 10, "gpus", List.of("T4")));
 * values.whole("weight");    // 10
 * values.texts("gpus");      // [T4]
 * values.texts("labels");    // []
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class ObjectValues {
  private final Map<String, Object> tree;

  private ObjectValues(Map<String, Object> tree) {
    this.tree = tree;
  }

  /** Returns these values: texts, whole numbers, truth values, and lists and maps of them. */
  public static ObjectValues of(Map<String, Object> tree) {
    return new ObjectValues(
        new LinkedHashMap<>(Arguments.required("tree", tree, "values by field")));
  }

  /** Returns whether a field is there. */
  public boolean has(String field) {
    return tree.containsKey(field);
  }

  /** Returns a text or a quantity, if it is there. */
  public Optional<String> find(String field) {
    return Optional.ofNullable(tree.get(field)).map(Object::toString);
  }

  /**
   * Returns a text or a quantity.
   *
   * @throws InvalidValueException if it is not there
   */
  public String text(String field) {
    return required(field).toString();
  }

  /**
   * Returns a whole number.
   *
   * @throws InvalidValueException if it is not there
   */
  public int whole(String field) {
    return ((Number) required(field)).intValue();
  }

  /** Returns a truth value; false if it is not there. */
  public boolean truth(String field) {
    return Boolean.TRUE.equals(tree.get(field));
  }

  /** Returns a list of texts; an empty one if it is not there. */
  public List<String> texts(String field) {
    return strings(tree.getOrDefault(field, List.of()));
  }

  /** Returns texts or quantities by key; none if it is not there. */
  public Map<String, String> entries(String field) {
    Map<String, String> entries = new LinkedHashMap<>();
    map(field).forEach((key, value) -> entries.put(key.toString(), value.toString()));
    return entries;
  }

  /** Returns lists of texts by key; none if it is not there. */
  public Map<String, List<String>> lists(String field) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    map(field).forEach((key, value) -> lists.put(key.toString(), strings(value)));
    return lists;
  }

  /** Returns the values of an object; one without any if it is not there. */
  public ObjectValues object(String field) {
    return ofMap(map(field));
  }

  /** Returns the values of each object of a list; none if it is not there. */
  public List<ObjectValues> objects(String field) {
    return ((List<?>) tree.getOrDefault(field, List.of()))
        .stream().map(each -> ofMap((Map<?, ?>) each)).toList();
  }

  private Map<?, ?> map(String field) {
    return (Map<?, ?>) tree.getOrDefault(field, Map.of());
  }

  private static ObjectValues ofMap(Map<?, ?> map) {
    Map<String, Object> tree = new LinkedHashMap<>();
    map.forEach((key, value) -> tree.put(key.toString(), value));
    return new ObjectValues(tree);
  }

  private static List<String> strings(Object list) {
    return ((List<?>) list).stream().map(Object::toString).toList();
  }

  private Object required(String field) {
    Object value = tree.get(field);
    if (value == null) {
      throw new InvalidValueException("object.missing", "'%s' is missing; add it".formatted(field));
    }
    return value;
  }

  /** Returns the values by field. */
  @Override
  public String toString() {
    return tree.toString();
  }
}
