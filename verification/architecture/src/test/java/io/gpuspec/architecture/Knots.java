package io.gpuspec.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Knots of classes: each depends on every other, directly or through more of them. A nested class
 * counts as the one around it. Found by Tarjan's algorithm.
 */
final class Knots {
  private final Map<String, Set<String>> uses = new TreeMap<>();
  private final Map<String, Integer> index = new HashMap<>();
  private final Map<String, Integer> low = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final List<List<String>> knots = new ArrayList<>();

  private Knots(Iterable<JavaClass> classes) {
    for (JavaClass each : classes) {
      Set<String> used = uses.computeIfAbsent(outermost(each), name -> new TreeSet<>());
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        used.add(outermost(dependency.getTargetClass().getBaseComponentType()));
      }
    }
    for (String name : uses.keySet()) {
      if (!index.containsKey(name)) {
        visit(name);
      }
    }
  }

  /** Returns the knots with classes of several packages, the largest first. */
  static List<List<String>> acrossPackages(Iterable<JavaClass> classes) {
    return new Knots(classes)
        .knots.stream()
            .filter(knot -> knot.stream().map(Knots::packageOf).distinct().count() > 1)
            .sorted(Comparator.comparing((List<String> knot) -> knot.size()).reversed())
            .toList();
  }

  private static String outermost(JavaClass type) {
    return type.getName().split("\\$", 2)[0];
  }

  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  private void visit(String name) {
    index.put(name, index.size());
    low.put(name, index.get(name));
    open.push(name);
    for (String used : uses.get(name)) {
      if (!uses.containsKey(used)) {
        continue;
      }
      if (!index.containsKey(used)) {
        visit(used);
        low.merge(name, low.get(used), Math::min);
      } else if (open.contains(used)) {
        low.merge(name, index.get(used), Math::min);
      }
    }
    if (low.get(name).equals(index.get(name))) {
      List<String> knot = new ArrayList<>();
      do {
        knot.add(open.peek());
      } while (!open.pop().equals(name));
      knots.add(knot.stream().sorted().toList());
    }
  }
}
