package io.gpuspec.value;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Takes the facts of an {@link Answer}, in order.
 *
 * <pre>{@code
 * record Pool(String name, int nodes, Optional<String> zone) implements Answer {
 *   @Override
 *   public void describe(Facts out) {
 *     out.put("name", name).put("nodes", nodes).put("zone", zone);
 *   }
 * }
 * GpuJson.write(new Pool("a", 2, Optional.empty()));    // {... "name": "a", ... "nodes": 2 ...}
 * }</pre>
 *
 * <p>A value is an {@link Answer}, a collection or map of values, a number or a boolean; anything
 * else is written as its text. Of an {@link Optional} the value counts.
 */
public interface Facts {
  /** Adds a fact; an empty optional adds none. */
  Facts put(String key, Object value);

  /** Adds an object with facts of its own. */
  default Facts put(String key, Answer value) {
    return put(key, (Object) value);
  }

  /** Adds a fact that is null if the optional is empty. */
  Facts putOrNull(String key, Object value);

  /** Adds a list unless it is empty. */
  default Facts putUnlessEmpty(String key, Collection<?> values) {
    return values.isEmpty() ? this : put(key, values);
  }

  /** Adds an object unless it is empty. */
  default Facts putUnlessEmpty(String key, Map<String, ?> values) {
    return values.isEmpty() ? this : put(key, values);
  }

  /** Adds a list of objects, one for each item. */
  default <T> Facts put(String key, Collection<T> items, BiConsumer<? super T, Facts> each) {
    return put(key, (Iterable<Answer>) items.stream().map(item -> answer(item, each))::iterator);
  }

  /** Adds every fact of an answer. */
  default Facts putAll(Answer answer) {
    answer.describe(this);
    return this;
  }

  private static <T> Answer answer(T item, BiConsumer<? super T, Facts> each) {
    return out -> each.accept(item, out);
  }
}
