package io.gpuspec.manifest.migrate;

import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The ResourceClaimTemplates of a file, and those that are written in addition. A template cannot
 * be changed once it exists, so different ones need different names.
 */
final class ClaimTemplates {
  private static final String KIND = "ResourceClaimTemplate";

  /**
   * A template by its name.
   *
   * @param isNew whether there was none like it
   */
  record Named(String name, boolean isNew) {}

  private final Map<String, Object> specs = new HashMap<>();

  /** Adds a template of the file, or those of a list; ignores any other object. */
  void add(Object object) {
    if (object instanceof Map<?, ?> map && map.get("items") instanceof List<?> items) {
      items.forEach(this::add);
    }
    key(object).ifPresent(key -> specs.put(key, spec((Map<?, ?>) object)));
  }

  /** Returns the device classes that claims of a template request. */
  Set<String> classes(Optional<String> namespace, String name) {
    Set<String> classes = new LinkedHashSet<>();
    Map<String, Object> spec = YamlTree.mapping(specs.get(key(namespace, name)));
    for (Map<String, Object> request :
        YamlTree.maps(YamlTree.map(spec, "spec", "devices"), "requests")) {
      List<Map<String, Object>> all = new ArrayList<>(YamlTree.maps(request, "firstAvailable"));
      all.add(YamlTree.map(request, "exactly"));
      all.add(request); // In versions before v1.
      all.stream()
          .map(each -> each.get("deviceClassName"))
          .filter(String.class::isInstance)
          .forEach(each -> classes.add((String) each));
    }
    return classes;
  }

  /** Returns the namespace and name of a template; empty for any other object. */
  static Optional<String> key(Object object) {
    return object instanceof Map<?, ?> map
            && KIND.equals(map.get("kind"))
            && map.get("metadata") instanceof Map<?, ?> metadata
        ? Optional.of(
            key(
                Optional.ofNullable(metadata.get("namespace")).map(Object::toString),
                String.valueOf(metadata.get("name"))))
        : Optional.empty();
  }

  private static Object spec(Map<?, ?> template) {
    return template.get("spec") instanceof Map<?, ?> spec ? spec : Map.of();
  }

  static String key(Optional<String> namespace, String name) {
    return namespace.orElse("default") + "/" + name;
  }

  /** Returns the name for a template: the wanted one, unless a different template has it. */
  Named named(Optional<String> namespace, String wanted, Map<String, Object> template) {
    String name = wanted;
    for (int i = 2; ; i++) {
      Object other = specs.putIfAbsent(key(namespace, name), spec(template));
      if (other == null || YamlTree.isSame(other, spec(template))) {
        return new Named(name, other == null);
      }
      name = wanted + "-" + i;
    }
  }
}
