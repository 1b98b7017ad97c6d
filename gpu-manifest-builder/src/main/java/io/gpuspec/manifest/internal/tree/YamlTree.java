package io.gpuspec.manifest.internal.tree;

import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlNode;
import io.gpuspec.internal.yaml.YamlPath;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts what was read to the modifiable form for {@link YamlWriter}. */
public final class YamlTree {
  /** Lists that mean the same in any order. */
  private static final Set<String> UNORDERED = Set.of("nodeSelectorTerms", "tolerations");

  private YamlTree() {}

  /** A copy of a node in maps and lists that can be changed. */
  public static Object of(YamlNode node) {
    if (node instanceof YamlMapping mapping) {
      Map<String, Object> map = new LinkedHashMap<>();
      mapping.entries().forEach((key, entry) -> map.put(key, of(entry.value())));
      return map;
    }
    if (node instanceof YamlSequence sequence) {
      List<Object> list = new ArrayList<>();
      sequence.items().forEach(item -> list.add(of(item)));
      return list;
    }
    return scalar((YamlScalar) node);
  }

  /**
   * The tree of an object of fabric8's, to be changed in place.
   *
   * @throws InvalidValueException if a text in it has half of a surrogate pair, which no file in
   *     UTF-8 can hold
   */
  public static Map<String, Object> ofModel(Object model) {
    Map<String, Object> tree = ContainerForm.copy(Json.MAPPER.convertValue(model, Object.class));
    halfPair(tree)
        .ifPresent(
            path -> {
              throw new InvalidValueException(
                  "manifest.unwritable",
                  path + ": found half of a surrogate pair; write the whole character");
            });
    return tree;
  }

  /** Returns the path of a text with half of a surrogate pair, if there is one. */
  private static Optional<String> halfPair(Object node) {
    if (node instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String key = String.valueOf(entry.getKey());
        Optional<String> inside =
            YamlText.hasHalfPair(key) ? Optional.of("") : halfPair(entry.getValue());
        if (inside.isPresent()) {
          return inside.map(rest -> joined(YamlPath.child(YamlPath.ROOT, key), rest));
        }
      }
      return Optional.empty();
    }
    if (node instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        Optional<String> inside = halfPair(list.get(i));
        if (inside.isPresent()) {
          return Optional.of(joined(YamlPath.item(YamlPath.ROOT, i), inside.get()));
        }
      }
      return Optional.empty();
    }
    return node instanceof String text && YamlText.hasHalfPair(text)
        ? Optional.of("")
        : Optional.empty();
  }

  private static String joined(String first, String rest) {
    return rest.isEmpty() || rest.startsWith("[") ? first + rest : first + "." + rest;
  }

  /** A copy of a mapping that can be changed without the mapping. */
  public static Map<String, Object> copy(Map<String, Object> tree) {
    Map<String, Object> copy = new LinkedHashMap<>();
    tree.forEach((key, value) -> copy.put(key, copyOf(value)));
    return copy;
  }

  private static Object copyOf(Object node) {
    if (node instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((key, value) -> copy.put(String.valueOf(key), copyOf(value)));
      return copy;
    }
    return node instanceof List<?> list
        ? list.stream().map(YamlTree::copyOf).collect(Collectors.toCollection(ArrayList::new))
        : node;
  }

  /** A tree as it would be read. */
  public static YamlPlace place(String source, Object tree) {
    return YamlDocuments.of(source, YamlWriter.write(tree)).iterator().next();
  }

  /** Returns the first document of a text as a tree; empty if it is no mapping in YAML. */
  public static Optional<Map<String, Object>> ofText(String text) {
    try {
      for (YamlPlace document : YamlDocuments.of("data", text)) {
        return Optional.of(of(document.node()))
            .filter(Map.class::isInstance)
            .map(YamlTree::mapping);
      }
    } catch (ManifestException notYaml) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static Object scalar(YamlScalar scalar) {
    return switch (scalar.kind()) {
      case STRING -> scalar.text();
      case BOOL -> YamlKind.truth(scalar.text());
      case INT -> integer(scalar);
      case FLOAT, NULL -> scalar;
    };
  }

  private static Object integer(YamlScalar scalar) {
    try {
      return YamlKind.integer(scalar.text());
    } catch (NumberFormatException beyondSixtyFourBits) {
      return scalar;
    }
  }

  /**
   * Returns a part of a tree as a mapping; an empty one, which is not part of it, if it is none.
   */
  @SuppressWarnings("unchecked") // Every mapping of a tree was made here.
  public static Map<String, Object> mapping(@Nullable Object part) {
    return part instanceof Map<?, ?> map ? (Map<String, Object>) map : new LinkedHashMap<>();
  }

  /** Returns the mapping under a key, or an empty one that is not part of the tree. */
  public static Map<String, Object> map(Map<String, Object> tree, String... path) {
    Map<String, Object> here = tree;
    for (String step : path) {
      here = mapping(here.get(step));
    }
    return here;
  }

  /** Returns the mapping at the end of fields and indexes; changing it changes the tree. */
  public static Map<String, Object> at(Map<String, Object> tree, List<Object> steps) {
    Object here = tree;
    for (Object step : steps) {
      here =
          here instanceof List<?> list && step instanceof Integer index
              ? list.get(index)
              : mapping(here).get(step);
    }
    return mapping(Objects.requireNonNull(here));
  }

  /** The mapping under a key, added if it is missing. */
  public static Map<String, Object> mapToFill(Map<String, Object> tree, String... path) {
    Map<String, Object> here = tree;
    for (String step : path) {
      if (!(here.get(step) instanceof Map)) {
        here.put(step, new LinkedHashMap<>());
      }
      here = map(here, step);
    }
    return here;
  }

  /** The mappings of the list under a key; changing one changes the tree. */
  public static List<Map<String, Object>> maps(Map<String, Object> tree, String key) {
    List<Map<String, Object>> maps = new ArrayList<>();
    if (tree.get(key) instanceof List<?> list) {
      list.forEach(item -> maps.add(mapping(item)));
    }
    return maps;
  }

  /** The texts of the list under a key. */
  public static List<String> texts(Map<String, Object> tree, String key) {
    return tree.get(key) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** Keeps these mappings of the list under a key, and removes the key if none is left. */
  public static void keep(
      Map<String, Object> tree, String key, Predicate<Map<String, Object>> isKept) {
    List<Map<String, Object>> all = maps(tree, key);
    if (!all.isEmpty()) {
      putUnlessEmpty(tree, key, all.stream().filter(isKept).toList());
    }
  }

  /** Puts a list or mapping under a key; removes the key if it is empty. */
  public static void putUnlessEmpty(Map<String, Object> tree, String key, Object value) {
    boolean empty =
        value instanceof List<?> list
            ? list.isEmpty()
            : value instanceof Map<?, ?> m && m.isEmpty();
    if (empty) {
      tree.remove(key);
    } else {
      tree.put(key, value);
    }
  }

  /** Takes away what is empty on a path, from its end on. */
  public static void prune(Map<String, Object> tree, String... path) {
    for (int length = path.length; length > 0; length--) {
      String[] above = Arrays.copyOf(path, length - 1);
      Map<String, Object> parent = map(tree, above);
      if (parent.get(path[length - 1]) instanceof Map<?, ?> map && map.isEmpty()) {
        parent.remove(path[length - 1]);
      }
    }
  }

  /** Returns whether two trees mean the same to Kubernetes. */
  public static boolean isSame(Object one, Object other) {
    return normalised(one, "").equals(normalised(other, ""));
  }

  private static Object normalised(Object tree, String key) {
    if (tree instanceof Map<?, ?> map) {
      Map<String, Object> all = new LinkedHashMap<>();
      map.forEach(
          (name, value) -> all.put(String.valueOf(name), normalised(value, String.valueOf(name))));
      return all;
    }
    if (tree instanceof List<?> list) {
      List<Object> all = new ArrayList<>();
      list.forEach(item -> all.add(normalised(item, key)));
      return UNORDERED.contains(key) ? Set.copyOf(all) : all;
    }
    return tree;
  }
}
