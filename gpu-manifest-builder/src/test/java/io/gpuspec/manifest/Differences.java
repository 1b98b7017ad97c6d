package io.gpuspec.manifest;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** In which values two manifests differ, a line each: {@code - path = value} or {@code + ...}. */
final class Differences {
  private Differences() {}

  static Set<String> between(Object before, Object after) {
    Map<String, String> old = leaves(before);
    Map<String, String> now = leaves(after);
    Set<String> lines = new LinkedHashSet<>();
    old.forEach(
        (path, value) -> {
          if (!value.equals(now.get(path))) {
            lines.add("- " + path + " = " + value);
          }
        });
    now.forEach(
        (path, value) -> {
          if (!value.equals(old.get(path))) {
            lines.add("+ " + path + " = " + value);
          }
        });
    return lines;
  }

  /**
   * Every value by its path. Kubernetes takes {@code 1} and {@code "1"} alike where a quantity
   * stands, so values are compared as texts there; anywhere else the type belongs to the value.
   */
  private static Map<String, String> leaves(Object tree) {
    Map<String, String> leaves = new TreeMap<>();
    collect(tree, new ArrayList<>(), leaves);
    return leaves;
  }

  private static void collect(Object tree, List<String> path, Map<String, String> leaves) {
    if (tree instanceof Map<?, ?> map && !map.isEmpty()) {
      map.forEach((key, value) -> collect(value, child(path, key.toString()), leaves));
    } else if (tree instanceof List<?> list && !list.isEmpty()) {
      for (int i = 0; i < list.size(); i++) {
        collect(list.get(i), child(path, name(list.get(i), i)), leaves);
      }
    } else {
      boolean quantity = path.contains("requests") || path.contains("limits");
      leaves.put(
          String.join(" ", path),
          quantity || tree instanceof String ? tree.toString() : "(" + tree + ")");
    }
  }

  /** A container, a volume or a variable goes by its name, anything else by its place. */
  private static String name(Object item, int index) {
    return item instanceof Map<?, ?> map && map.get("name") instanceof String name
        ? "[" + name + "]"
        : "[" + index + "]";
  }

  private static List<String> child(List<String> path, String step) {
    List<String> child = new ArrayList<>(path);
    child.add(step);
    return child;
  }
}
