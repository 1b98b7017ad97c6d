package io.gpuspec.jshell;

import io.gpuspec.value.GpuSpecException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * From results to the results that they give: every public method without parameters is called, as
 * somebody who looks around in JShell would.
 */
final class Walk {
  /** So many of a type are looked at, and so many elements of a list. */
  private static final int OF_EACH = 3;

  private final Map<Class<?>, List<Object>> seen = new LinkedHashMap<>();
  private final Deque<Object> waiting = new ArrayDeque<>();

  private Walk() {}

  /** What was met of each type of the library, the first of them. */
  static Map<Class<?>, List<Object>> from(Collection<?> results) throws Exception {
    Walk walk = new Walk();
    results.forEach(walk::meet);
    while (!walk.waiting.isEmpty()) {
      walk.visit(walk.waiting.remove());
    }
    return walk.seen;
  }

  private void meet(Object value) {
    if (value instanceof Optional<?> optional) {
      optional.ifPresent(this::meet);
    } else if (value instanceof Map<?, ?> map) {
      map.entrySet().stream()
          .limit(OF_EACH)
          .forEach(e -> Stream.of(e.getKey(), e.getValue()).forEach(this::meet));
    } else if (value instanceof Collection<?> collection) {
      collection.stream().limit(OF_EACH).forEach(this::meet);
    }
    if (value != null && value.getClass().getName().startsWith("io.gpuspec.")) {
      List<Object> same =
          seen.computeIfAbsent(value.getClass(), type -> new java.util.ArrayList<>());
      if (same.size() < OF_EACH) {
        same.add(value);
        waiting.add(value);
      }
    }
  }

  private void visit(Object value) throws Exception {
    for (Method method : methods(value.getClass())) {
      try {
        meet(method.invoke(value));
      } catch (InvocationTargetException e) {
        // What cannot be asked of this value is refused; any other failure is one.
        if (!(e.getCause() instanceof GpuSpecException)) {
          throw new AssertionError(method + " of " + value, e.getCause());
        }
      }
    }
  }

  /** In the order of their names, so that the walk is the same on every JDK. */
  private static List<Method> methods(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getParameterCount() == 0)
        .filter(method -> Modifier.isPublic(method.getDeclaringClass().getModifiers()))
        .filter(method -> method.getDeclaringClass().getName().startsWith("io.gpuspec."))
        .filter(method -> !method.isBridge())
        .sorted(
            Comparator.comparing(Method::getName).thenComparing(m -> m.getReturnType().getName()))
        .toList();
  }
}
