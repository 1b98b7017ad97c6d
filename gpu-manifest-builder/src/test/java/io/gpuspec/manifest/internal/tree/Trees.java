package io.gpuspec.manifest.internal.tree;

import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** YAML read back as plain trees, to compare with what was written. */
public final class Trees {
  private Trees() {}

  public static List<Object> read(String yaml) {
    List<Object> trees = new ArrayList<>();
    YamlDocuments.of("test.yaml", yaml).forEach(place -> trees.add(of(place)));
    return trees;
  }

  public static Object of(YamlPlace place) {
    if (place.node() instanceof YamlMapping) {
      Map<String, Object> map = new LinkedHashMap<>();
      place.fields().forEach((key, value) -> map.put(key, of(value)));
      return map;
    }
    if (place.node() instanceof YamlSequence) {
      return place.items().stream().map(Trees::of).toList();
    }
    YamlScalar scalar = (YamlScalar) place.node();
    return switch (scalar.kind()) {
      case STRING -> place.string();
      case INT -> place.integer();
      case BOOL -> place.bool();
      case FLOAT -> Double.valueOf(scalar.text());
      case NULL -> "null";
    };
  }

  /** The same tree with every whole number a Long: readers choose Integer or Long by size. */
  public static Object widened(Object tree) {
    if (tree instanceof Map<?, ?> map) {
      Map<Object, Object> widened = new LinkedHashMap<>();
      map.forEach((key, value) -> widened.put(key, widened(value)));
      return widened;
    }
    if (tree instanceof List<?> list) {
      return list.stream().map(Trees::widened).toList();
    }
    return tree instanceof Integer number ? Long.valueOf(number) : tree;
  }
}
