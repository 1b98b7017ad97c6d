package io.gpuspec.manifest.platform;

import io.gpuspec.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** An object as the API server gives it out, as a tree of maps, lists and values. */
record KubeTree(Map<String, Object> tree) {
  /** What kubectl prints of a large cluster is more than the parser takes unless told. */
  private static final int MOST_CHARACTERS = 256 << 20;

  /** What the server or a controller writes, and what means something only to that server. */
  private static final List<String> OF_THE_SERVER =
      List.of(
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "managedFields",
          "selfLink",
          // Owners are known by their uid, and what has an owner that is gone is deleted.
          "ownerReferences");

  private static final List<String> ANNOTATIONS_OF_THE_SERVER =
      List.of(
          "kubectl.kubernetes.io/last-applied-configuration",
          "deprecated.daemonset.template.generation");

  /** The objects of a text, of which a List is taken apart. */
  static List<KubeTree> parse(String source, String text) {
    List<KubeTree> all = new ArrayList<>();
    LoadSettings settings =
        LoadSettings.builder().setLabel(source).setCodePointLimit(MOST_CHARACTERS).build();
    try {
      for (Object document : new Load(settings).loadAllFromString(text)) {
        if (document != null) {
          add(source, document, all);
        }
      }
    } catch (YamlEngineException e) {
      throw new InvalidValueException(
              "%s: cannot be read as YAML or JSON; give what kubectl get ... -o json prints: %s"
                  .formatted(source, e.getMessage()),
              e)
          .see(Pages.NODE_PLAN);
    }
    return all;
  }

  private static void add(String source, Object document, List<KubeTree> all) {
    KubeTree object = new KubeTree(map(document));
    if (object.kind().isEmpty()) {
      throw new InvalidValueException(
              "%s: a document has no kind, so it is no object of Kubernetes; give what kubectl get ... -o json prints"
                  .formatted(source))
          .see(Pages.NODE_PLAN);
    }
    if (object.kind().equals("List")) {
      list(object.tree.get("items")).forEach(item -> add(source, item, all));
    } else {
      all.add(object);
    }
  }

  String kind() {
    return text(tree.get("kind"));
  }

  String name() {
    return text(at("metadata").get("name"));
  }

  /** Its namespace; empty where it has none. */
  String namespace() {
    return text(at("metadata").get("namespace"));
  }

  /** Such as {@code ResourceQuota team-a/gpu}. */
  @Override
  public String toString() {
    return kind() + " " + (namespace().isEmpty() ? "" : namespace() + "/") + name();
  }

  /** The map behind some keys; empty where there is none. */
  Map<String, Object> at(String... path) {
    Map<String, Object> at = tree;
    for (String key : path) {
      at = map(at.get(key));
    }
    return at;
  }

  Map<String, String> labels() {
    Map<String, String> labels = new TreeMap<>();
    at("metadata", "labels").forEach((key, value) -> labels.put(key, text(value)));
    return labels;
  }

  /** The object as somebody would write it: without what the server adds. */
  KubeTree written() {
    Map<String, Object> metadata = new LinkedHashMap<>(at("metadata"));
    OF_THE_SERVER.forEach(metadata::remove);
    Map<String, Object> annotations = new LinkedHashMap<>(map(metadata.get("annotations")));
    ANNOTATIONS_OF_THE_SERVER.forEach(annotations::remove);
    if (annotations.isEmpty()) {
      metadata.remove("annotations");
    } else {
      metadata.put("annotations", annotations);
    }
    Map<String, Object> written = new LinkedHashMap<>(tree);
    written.put("metadata", metadata);
    written.remove("status");
    if (kind().equals("ServiceAccount")) {
      written.remove("secrets");
    }
    return new KubeTree(map(withoutNulls(written)));
  }

  /** Where another object is not as this one, such as {@code spec.hard.pods}. */
  List<String> differences(KubeTree other) {
    List<String> paths = new ArrayList<>();
    compare("", tree, other.tree, paths);
    return paths;
  }

  private static void compare(
      String path, Map<String, Object> one, Map<String, Object> other, List<String> paths) {
    Set<String> keys = new LinkedHashSet<>(one.keySet());
    keys.addAll(other.keySet());
    for (String key : keys) {
      String at = (path.isEmpty() ? "" : path + ".") + key;
      Object left = one.get(key);
      Object right = other.get(key);
      if (left instanceof Map && right instanceof Map) {
        compare(at, map(left), map(right), paths);
      } else if (!Objects.equals(left, right)) {
        paths.add(at);
      }
    }
  }

  private static Object withoutNulls(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> kept = new LinkedHashMap<>();
      map.forEach(
          (key, each) -> {
            if (each != null) {
              kept.put(text(key), withoutNulls(each));
            }
          });
      return kept;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(KubeTree::withoutNulls).toList();
    }
    return value;
  }

  /** A part that is a map; empty where it is something else, or not there. */
  static Map<String, Object> map(@Nullable Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> entries) {
      entries.forEach((key, each) -> map.put(text(key), each));
    }
    return map;
  }

  /** The maps of a list; none where it is something else, or not there. */
  static List<Map<String, Object>> maps(@Nullable Object value) {
    return list(value).stream().map(KubeTree::map).toList();
  }

  private static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  static String text(@Nullable Object value) {
    return Optional.ofNullable(value).map(Object::toString).orElse("");
  }
}
