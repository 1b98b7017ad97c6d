package io.gpuspec.manifest.internal.tree;

import io.gpuspec.kube.Tree;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value that may be of any form: what is of another kind than expected is not there, and no
 * error.
 */
public interface KubeTree extends Tree {

  /** Returns the values of a mapping by key, with those that are null; none of anything else. */
  Map<String, ? extends KubeTree> entries();

  /** Returns the items of a list; none of anything else. */
  List<? extends KubeTree> elements();

  /** Returns what was found, in words, such as {@code the integer 8}. */
  String described();

  /** Returns the place of a key that the mapping has. */
  KubeTree keyOf(String key);

  /** Returns whether somebody fills in the value later, as in a template. */
  default boolean isOpen() {
    return false;
  }

  default boolean isNull() {
    return kind() == Kind.NULL;
  }

  /** Returns the value at the end of some keys; null if there is none, or it is null. */
  default @Nullable KubeTree child(String... keys) {
    @Nullable KubeTree here = this;
    for (String key : keys) {
      here = here.entries().get(key);
      if (here == null || here.isNull()) {
        return null;
      }
    }
    return here;
  }

  /** Returns whether the mapping has a value for a key. */
  default boolean has(String key) {
    return child(key) != null;
  }

  /** Returns the text at a path of keys, or empty without one. */
  default String text(String... keys) {
    KubeTree value = child(keys);
    return value == null ? "" : value.text();
  }

  /** Returns the items at the end of some keys; none if there are none. */
  default List<? extends KubeTree> elements(String... keys) {
    KubeTree value = child(keys);
    return value == null ? List.of() : value.elements();
  }

  /** Returns the entries at the end of some keys; none if there are none. */
  default Map<String, ? extends KubeTree> entries(String... keys) {
    KubeTree value = child(keys);
    return value == null ? Map.of() : value.entries();
  }
}
