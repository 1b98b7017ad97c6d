package io.gpuspec.spi;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A kind of object that a provider makes from a file, by name and without a workload, such as a
 * node pool or an image cache: its fields, and what each does.
 *
 * <pre>{@code
 * ObjectKind<ImageCache> kind =
 *     ObjectKind.of(
 *             "Cache",
 *             "docs/catalogs/tke.md",
 *             (target, name, spec) ->
 *                 ImageCache.of(name, spec.texts("images").toArray(String[]::new)),
 *             cache -> List.of(cache.toObject()))
 *         .field(ObjectField.texts("images", "").required())
 *         .field(
 *             ObjectField.whole("retentionDays", "Days until it is deleted."),
 *             (cache, spec) -> cache.retentionDays(spec.whole("retentionDays")));
 * kind.fields();    // [images, retentionDays]
 * }</pre>
 *
 * <p>It is immutable.
 *
 * @param <T> what the fields are collected in
 */
public final class ObjectKind<T> {
  /**
   * A function that makes what the steps of fields then change.
   *
   * @param <T> what it makes
   */
  @FunctionalInterface
  public interface Start<T> {
    /**
     * Returns an object with this name, on the provider's target.
     *
     * @param spec the fields; it may read the required ones
     */
    T of(Target target, String name, ObjectValues spec);
  }

  private record Step<T>(ObjectField field, Optional<BiFunction<T, ObjectValues, T>> change) {}

  private final String name;
  private final String page;
  private final Start<T> start;
  private final Function<T, List<KubeObject>> objects;
  private final ImmutableMap<String, Step<T>> steps;

  private ObjectKind(
      String name,
      String page,
      Start<T> start,
      Function<T, List<KubeObject>> objects,
      ImmutableMap<String, Step<T>> steps) {
    this.name = name;
    this.page = page;
    this.start = start;
    this.objects = objects;
    this.steps = steps;
  }

  /**
   * Returns a kind without fields.
   *
   * @param name as files have it under {@code kind}
   * @param page the page that explains it: a path in the repository or an address
   */
  public static <T> ObjectKind<T> of(
      String name, String page, Start<T> start, Function<T, List<KubeObject>> objects) {
    return new ObjectKind<>(
        Arguments.required("name", name, "a kind, such as ImageCache"),
        Arguments.required("page", page, "a path or an address"),
        Arguments.required("start", start, "a function"),
        Arguments.required("objects", objects, "a function"),
        ImmutableMap.of());
  }

  /** Returns a copy with a field that the start reads. */
  public ObjectKind<T> field(ObjectField field) {
    return with(new Step<>(Arguments.required("field", field, "an ObjectField"), Optional.empty()));
  }

  /** Returns a copy with a field, and the step to take if it is set. */
  public ObjectKind<T> field(ObjectField field, BiFunction<T, ObjectValues, T> step) {
    return with(
        new Step<>(
            Arguments.required("field", field, "an ObjectField"),
            Optional.of(Arguments.required("step", step, "a function"))));
  }

  private ObjectKind<T> with(Step<T> step) {
    if (steps.containsKey(step.field().name())) {
      throw new InvalidValueException(
          "intent.duplicate",
          "field: '%s' is a field of '%s' already; give each its own name"
              .formatted(step.field().name(), name));
    }
    return new ObjectKind<>(
        name,
        page,
        start,
        objects,
        ImmutableMap.<String, Step<T>>builder()
            .putAll(steps)
            .put(step.field().name(), step)
            .buildOrThrow());
  }

  /** Returns its name, such as {@code ImageCache}. */
  public String name() {
    return name;
  }

  /** Returns the page that explains it. */
  public String page() {
    return page;
  }

  /** Returns its fields, in the order in which their steps are taken. */
  public List<ObjectField> fields() {
    return steps.values().stream().map(Step::field).toList();
  }

  /** Returns what the steps then change. */
  public T start(Target target, String name, ObjectValues spec) {
    return start.of(target, name, spec);
  }

  /** Returns what the step of a field makes of it; the same if the field has no step. */
  public T step(ObjectField field, T before, ObjectValues spec) {
    return Optional.ofNullable(steps.get(field.name()))
        .flatMap(Step::change)
        .map(change -> change.apply(before, spec))
        .orElse(before);
  }

  /** Returns the objects, in the order in which to create them. */
  public List<KubeObject> objects(T made) {
    return objects.apply(made);
  }

  /** Returns its name. */
  @Override
  public String toString() {
    return name;
  }
}
