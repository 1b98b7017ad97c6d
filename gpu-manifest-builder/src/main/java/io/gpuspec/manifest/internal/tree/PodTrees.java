package io.gpuspec.manifest.internal.tree;

import io.gpuspec.internal.yaml.YamlPath;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Pods and pod templates in an object's tree, at any depth. */
public final class PodTrees {
  private PodTrees() {}

  /** Returns each of them by its {@link YamlPath}; a pod itself is at the root. */
  public static Map<String, Map<?, ?>> in(Object tree) {
    Map<String, Map<?, ?>> found = new LinkedHashMap<>();
    find(tree, YamlPath.ROOT, found);
    return found;
  }

  private static void find(Object node, String path, Map<String, Map<?, ?>> found) {
    if (node instanceof Map<?, ?> map) {
      if (isPod(map)) {
        found.put(path, map);
        return;
      }
      map.forEach((key, value) -> find(value, YamlPath.child(path, String.valueOf(key)), found));
    } else if (node instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        find(list.get(i), YamlPath.item(path, i), found);
      }
    }
  }

  /** The first of them; nothing for an object that runs none. */
  @SuppressWarnings("unchecked") // What is read and what is built has texts as keys.
  public static Optional<Map<String, Object>> first(Object node) {
    if (node instanceof Map<?, ?> map && isPod(map)) {
      return Optional.of((Map<String, Object>) map);
    }
    Collection<?> within =
        node instanceof Map<?, ?> map
            ? map.values()
            : node instanceof List<?> list ? list : List.of();
    for (Object each : within) {
      Optional<Map<String, Object>> found = first(each);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** The same tree with each of them changed. */
  public static Object changed(Object node, UnaryOperator<Object> change) {
    if (node instanceof Map<?, ?> map) {
      if (isPod(map)) {
        return change.apply(map);
      }
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((key, value) -> copy.put(key, changed(value, change)));
      return copy;
    }
    if (node instanceof List<?> list) {
      return list.stream().map(item -> changed(item, change)).toList();
    }
    return node;
  }

  /** Adds every path of a tree. */
  public static void paths(Object node, String path, Set<String> found) {
    found.add(path);
    if (node instanceof Map<?, ?> map) {
      map.forEach((key, value) -> paths(value, YamlPath.child(path, String.valueOf(key)), found));
    } else if (node instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        paths(list.get(i), YamlPath.item(path, i), found);
      }
    }
  }

  private static boolean isPod(Map<?, ?> map) {
    return map.get("spec") instanceof Map<?, ?> spec && spec.get("containers") instanceof List;
  }
}
