package io.gpuspec.kube;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes object as data, for what a target needs in addition to the pods: a node pool, an
 * image cache.
 *
 * <pre>{@code
 * KubeObject pool =
 *     KubeObject.of("karpenter.sh/v1", "NodePool", "gpu")
 *         .with("spec", Map.of("weight", 10, "limits", Map.of("nvidia.com/gpu", "8")));
 *     // NodePool gpu
 * }</pre>
 *
 * <p>It is immutable. Values are texts, whole or decimal numbers, booleans, and lists and maps of
 * them.
 */
public final class KubeObject {

  /**
   * The reason for the value of a field.
   *
   * @param path the keys from the top, such as {@code spec, weight}; an item of a list by its
   *     number, from 0
   * @param reason the reason, in a few words
   * @param citation where the rule comes from
   */
  public record FieldReason(List<String> path, String reason, Citation citation) {

    /** Refuses null, and keeps an unmodifiable copy. */
    public FieldReason {
      path = Arguments.copied("path", path, "keys");
      Arguments.notNull("reason, citation", reason, citation);
    }

    /** Returns text such as {@code spec weight # pools with a greater weight are tried first}. */
    @Override
    public String toString() {
      return String.join(" ", path) + "  # " + reason;
    }
  }

  private final ImmutableMap<String, Object> tree;
  private final ImmutableList<FieldReason> reasons;

  private KubeObject(ImmutableMap<String, Object> tree, List<FieldReason> reasons) {
    this.tree = tree;
    this.reasons = ImmutableList.copyOf(reasons);
  }

  /** Returns an object that only has a name. */
  public static KubeObject of(String apiVersion, String kind, String name) {
    Arguments.notNull("apiVersion, kind, name", apiVersion, kind, name);
    return new KubeObject(
        ImmutableMap.of(
            "apiVersion", apiVersion, "kind", kind, "metadata", ImmutableMap.of("name", name)),
        List.of());
  }

  /** The same object in a namespace. */
  public KubeObject namespace(String namespace) {
    return metadata("namespace", Arguments.required("namespace", namespace, "a namespace"));
  }

  /** The same object with these labels. */
  public KubeObject labels(Map<String, String> labels) {
    return metadata("labels", Arguments.required("labels", labels, "a map"));
  }

  /** The same object with these annotations. */
  public KubeObject annotations(Map<String, String> annotations) {
    return metadata("annotations", Arguments.required("annotations", annotations, "a map"));
  }

  private KubeObject metadata(String key, Object value) {
    return new KubeObject(and(tree, "metadata", and(metadata(), key, copy(key, value))), reasons);
  }

  /**
   * The same object with a part at its top, such as {@code spec} or {@code data}.
   *
   * @throws InvalidValueException if a value is not valid in JSON, if a map's key is not a string,
   *     or if the part has a method of its own
   */
  public KubeObject with(String part, Map<String, ?> value) {
    Arguments.required("part", part, "such as spec");
    Arguments.required(part, value, "a map");
    if (List.of("apiVersion", "kind", "metadata").contains(part)) {
      throw new InvalidValueException(
          "object.conflict",
          "part: '%s' is set by of(), namespace(), labels() and annotations(); allowed: any other, such as spec"
              .formatted(part));
    }
    return new KubeObject(and(tree, part, copy(part, value)), reasons);
  }

  /**
   * Returns a copy with the reason for a field, which is written above it if comments are
   * requested.
   *
   * @throws InvalidValueException if the field does not exist
   */
  public KubeObject withReason(List<String> path, String reason, Citation citation) {
    FieldReason more = new FieldReason(path, reason, citation);
    if (!exists(more.path())) {
      throw new InvalidValueException(
          "object.unknown",
          "path: '%s' is not a field of %s; give the keys from the top, and the number of a list's item"
              .formatted(String.join(" ", path), this));
    }
    return new KubeObject(
        tree, ImmutableList.<FieldReason>builder().addAll(reasons).add(more).build());
  }

  private boolean exists(List<String> path) {
    Object here = tree;
    for (String step : path) {
      if (here instanceof Map<?, ?> map && map.get(step) != null) {
        here = map.get(step);
      } else if (here instanceof List<?> list && isIndex(step, list.size())) {
        here = list.get(Integer.parseInt(step));
      } else {
        return false;
      }
    }
    return !path.isEmpty();
  }

  private static boolean isIndex(String step, int size) {
    return step.matches("[0-9]{1,6}") && Integer.parseInt(step) < size;
  }

  private static ImmutableMap<String, Object> and(Map<?, ?> before, String key, Object value) {
    ImmutableMap.Builder<String, Object> all = ImmutableMap.builder();
    before.forEach((k, v) -> all.put((String) k, v));
    return all.put(key, value).buildKeepingLast();
  }

  private static Object copy(String path, @Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      ImmutableMap.Builder<String, Object> copy = ImmutableMap.builder();
      map.forEach((key, inner) -> copy.put(text(path, key), copy(path + "." + key, inner)));
      return copy.buildOrThrow();
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(item -> copy.add(copy(path + "[" + copy.size() + "]", item)));
      return Collections.unmodifiableList(copy);
    }
    if (value instanceof String
        || value instanceof Boolean
        || value instanceof Integer
        || value instanceof Long
        || value instanceof BigDecimal) {
      return value;
    }
    throw new InvalidValueException(
        "object.malformed",
        "%s: '%s' is not a value of a Kubernetes object; give a text, a number, a boolean, a list or a map"
            .formatted(path, value));
  }

  private static String text(String path, @Nullable Object key) {
    if (key instanceof String text) {
      return text;
    }
    throw new InvalidValueException(
        "object.malformed", "%s: '%s' is not a key; keys are texts".formatted(path, key));
  }

  /** Returns text such as {@code karpenter.sh/v1}. */
  public String apiVersion() {
    return (String) value("apiVersion");
  }

  /** Returns text such as {@code NodePool}. */
  public String kind() {
    return (String) value("kind");
  }

  /** Its name. */
  public String name() {
    return (String) Arguments.required("name", metadata().get("name"), "part of every object");
  }

  /** Returns its namespace, if it has one. */
  public Optional<String> namespace() {
    return Optional.ofNullable((String) metadata().get("namespace"));
  }

  private Map<?, ?> metadata() {
    return (Map<?, ?>) value("metadata");
  }

  private Object value(String key) {
    return Arguments.required(key, tree.get(key), "part of every object");
  }

  /** The whole object: {@code apiVersion}, {@code kind}, {@code metadata} and what was given. */
  public Map<String, Object> tree() {
    return tree;
  }

  /** Returns the reasons for its fields, as far as they were given. */
  public List<FieldReason> reasons() {
    return reasons;
  }

  /** Returns whether the other is the same object; the reasons are not looked at. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KubeObject object && tree.equals(object.tree);
  }

  @Override
  public int hashCode() {
    return tree.hashCode();
  }

  /** Returns text such as {@code NodePool gpu}. */
  @Override
  public String toString() {
    return kind() + " " + name();
  }
}
