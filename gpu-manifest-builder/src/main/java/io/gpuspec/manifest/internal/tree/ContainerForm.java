package io.gpuspec.manifest.internal.tree;

import io.fabric8.kubernetes.api.model.Container;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The two forms of a container: that of Kubernetes, and that of an intent file, where requests and
 * limits are directly in the container and variables are entries of a mapping.
 */
public final class ContainerForm {
  private static final List<String> AMOUNTS = List.of("requests", "limits");

  private ContainerForm() {}

  /** Kubernetes' form of a container of a file, but for its amounts of CPU and memory. */
  public static Map<String, Object> kubernetes(Map<String, Object> container) {
    Map<String, Object> tree = new LinkedHashMap<>(container);
    Map<String, Object> resources = copy(tree.remove("resources"));
    boolean stated = container.containsKey("resources");
    for (String field : AMOUNTS) {
      Map<String, Object> amounts = copy(resources.get(field));
      amounts.putAll(copy(tree.remove(field)));
      amounts.keySet().removeAll(CpuAndMemory.NAMES);
      resources.remove(field);
      if (!amounts.isEmpty()) {
        resources.put(field, amounts);
      }
    }
    if (stated || !resources.isEmpty()) {
      tree.put("resources", resources);
    }
    if (tree.get("env") instanceof Map<?, ?> variables) {
      tree.put("env", listed(variables));
    }
    return tree;
  }

  private static List<Object> listed(Map<?, ?> variables) {
    List<Object> list = new ArrayList<>();
    variables.forEach(
        (name, value) -> {
          Map<String, Object> variable = new LinkedHashMap<>();
          variable.put("name", name);
          variable.put(value instanceof Map ? "valueFrom" : "value", value);
          list.add(variable);
        });
    return list;
  }

  /** The form that a container has in a file. */
  public static Map<String, Object> file(Container container) {
    Map<String, Object> tree = copy(Json.MAPPER.convertValue(container, Object.class));
    if (tree.remove("resources") instanceof Map<?, ?> stated) {
      Map<String, Object> resources = copy(stated);
      for (String field : AMOUNTS) {
        Object amounts = resources.remove(field);
        if (amounts != null) {
          tree.put(field, amounts);
        }
      }
      if (!resources.isEmpty() || stated.isEmpty()) {
        tree.put("resources", resources);
      }
    }
    if (tree.get("env") instanceof List<?> variables && isMapping(variables)) {
      tree.put("env", mapped(variables));
    }
    return tree;
  }

  /** Returns whether each variable has its own name and a value. */
  private static boolean isMapping(List<?> variables) {
    Set<Object> names = new HashSet<>();
    return variables.stream()
        .map(ContainerForm::copy)
        .allMatch(
            variable ->
                variable.size() == 2
                    && variable.containsKey("name")
                    && names.add(variable.get("name")));
  }

  private static Map<String, Object> mapped(List<?> variables) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Object variable : variables) {
      Map<String, Object> fields = copy(variable);
      String name = String.valueOf(fields.remove("name"));
      map.put(name, fields.values().iterator().next());
    }
    return map;
  }

  /** The entries of a mapping; none of anything else, or of nothing. */
  public static Map<String, Object> copy(@Nullable Object tree) {
    Map<String, Object> copy = new LinkedHashMap<>();
    if (tree instanceof Map<?, ?> entries) {
      entries.forEach((key, value) -> copy.put(String.valueOf(key), value));
    }
    return copy;
  }
}
