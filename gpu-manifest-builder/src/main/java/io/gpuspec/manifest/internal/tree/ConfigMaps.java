package io.gpuspec.manifest.internal.tree;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** ConfigMaps among the trees of objects. */
public final class ConfigMaps {
  private ConfigMaps() {}

  /** Returns the objects of a kind. */
  static Stream<Map<String, Object>> ofKind(List<Map<String, Object>> objects, String kind) {
    return objects.stream().filter(each -> kind.equals(each.get("kind")));
  }

  /** Returns the ConfigMaps. */
  static Stream<Map<String, Object>> in(List<Map<String, Object>> objects) {
    return ofKind(objects, "ConfigMap");
  }

  /** Returns a field of an object's metadata; {@code default}, as of a namespace, without one. */
  static String metadata(Map<String, Object> object, String field) {
    return String.valueOf(YamlTree.map(object, "metadata").getOrDefault(field, "default"));
  }

  /** Returns text such as {@code ConfigMap plugin-configs}. */
  static String called(Map<String, Object> configMap) {
    return "ConfigMap " + metadata(configMap, "name");
  }

  /** Returns the files of a ConfigMap; none of another object. */
  public static Map<String, String> data(Map<String, Object> object) {
    Map<String, String> data = new LinkedHashMap<>();
    if ("ConfigMap".equals(object.get("kind"))) {
      YamlTree.map(object, "data").forEach((key, text) -> data.put(key, String.valueOf(text)));
    }
    return data;
  }
}
