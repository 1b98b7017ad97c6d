package io.gpuspec.manifest;

import io.gpuspec.Match;
import io.gpuspec.internal.yaml.YamlPath;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.tree.NodeTerms;
import io.gpuspec.manifest.internal.tree.PodTrees;
import io.gpuspec.spi.Placement;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The comments with a placement's reasons, by their position in a manifest's tree. */
final class Comments {
  private final Map<String, String> byPath = new LinkedHashMap<>();

  private Comments() {}

  /** The comments by {@link YamlPath}; an object without pods gets those of its reasons alone. */
  static Map<String, String> on(
      Object tree, Match.Found match, Placement placement, List<Reason> reasons) {
    Comments comments = new Comments();
    if (tree instanceof Map<?, ?> object) {
      if (comments.onCompanion(object, placement)) {
        // A node pool also has a template, but not one of pods.
        return comments.byPath;
      }
    }
    PodTrees.in(tree).forEach((path, pod) -> comments.onPod(pod, path, match, placement));
    comments.onReasons(tree, reasons);
    return comments.byPath;
  }

  /** The comments of an object that no match is behind. */
  static Map<String, String> on(Object tree, List<Reason> reasons) {
    Comments comments = new Comments();
    comments.onReasons(tree, reasons);
    return comments.byPath;
  }

  /** The comments of an object that a provider gives as data. */
  static Map<String, String> on(KubeObject object) {
    Comments comments = new Comments();
    comments.onFields(object);
    return comments.byPath;
  }

  /** The reasons of an object that a provider gives as data. */
  static List<Reason> reasons(KubeObject object) {
    return object.reasons().stream()
        .map(
            field ->
                new Reason(
                    object.kind(),
                    path(object.tree(), field.path()),
                    field.reason(),
                    field.citation()))
        .toList();
  }

  private void onFields(KubeObject object) {
    for (KubeObject.FieldReason field : object.reasons()) {
      byPath.merge(
          path(object.tree(), field.path()),
          field.reason() + " [" + field.citation() + "]",
          Comments::both);
    }
  }

  /** Keys, and numbers of items, as the writer of YAML calls them. */
  private static String path(Object tree, List<String> steps) {
    String path = YamlPath.ROOT;
    Object here = tree;
    for (String step : steps) {
      if (here instanceof List<?> list) {
        int index = Integer.parseInt(step);
        path = YamlPath.item(path, index);
        here = list.get(index);
      } else {
        path = YamlPath.child(path, step);
        here = Objects.requireNonNull(((Map<?, ?>) here).get(step));
      }
    }
    return path;
  }

  private void onReasons(Object tree, List<Reason> reasons) {
    Set<String> paths = new HashSet<>();
    PodTrees.paths(tree, YamlPath.ROOT, paths);
    for (Reason reason : reasons) {
      if (reason.kind().equals(Objects.requireNonNullElse(at(tree, "kind"), ""))
          && paths.contains(reason.field())) {
        byPath.merge(
            reason.field(), reason.text() + " [" + reason.citation() + "]", Comments::both);
      }
    }
  }

  private static String both(String before, String more) {
    return before + "\n" + more;
  }

  private boolean onCompanion(Map<?, ?> object, Placement placement) {
    for (Placement.Companion companion : placement.companions()) {
      if (companion.object().kind().equals(object.get("kind"))
          && companion.object().name().equals(at(object, "metadata", "name"))) {
        byPath.put(YamlPath.ROOT, companion.reason() + " [" + companion.citation() + "]");
        onFields(companion.object());
        return true;
      }
    }
    return false;
  }

  private void onPod(Map<?, ?> pod, String path, Match.Found match, Placement placement) {
    StringBuilder head = new StringBuilder("Lands on " + match);
    head.append('\n').append(match.shape().spec().citation());
    // Such as more GPUs billed than requested, which a reviewer of the manifest has to see.
    match.notes().forEach(note -> head.append("\nNote: ").append(note.message()));
    byPath.put(YamlPath.ROOT, head.toString());
    for (Placement.Entry entry : placement.entries()) {
      String comment = entry.reason() + " [" + entry.citation() + "]";
      String key = entry.field().key();
      switch (entry.field().kind()) {
        case ANNOTATION -> onKey(pod, path, comment, key, "metadata", "annotations");
        case LABEL -> onKey(pod, path, comment, key, "metadata", "labels");
        case NODE_SELECTOR -> onKey(pod, path, comment, key, "spec", "nodeSelector");
        case TOLERATION -> onItem(pod, path, comment, key, "spec", "tolerations");
        case NODE_AFFINITY -> onTerm(pod, path, comment, entry);
        case DEVICE -> onDevice(pod, path, comment, key);
        case REQUEST, LIMIT, CLAIM -> {
          // Set by the user: a placement has none.
        }
      }
    }
  }

  private void onKey(Map<?, ?> pod, String path, String comment, String key, String... steps) {
    if (at(pod, steps) instanceof Map<?, ?> map && map.containsKey(key)) {
      byPath.put(YamlPath.child(join(path, steps), key), comment);
    }
  }

  private void onItem(Map<?, ?> pod, String path, String comment, String key, String... steps) {
    List<?> items = at(pod, steps) instanceof List<?> list ? list : List.of();
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof Map<?, ?> item && key.equals(item.get("key"))) {
        byPath.put(YamlPath.item(join(path, steps), i), comment);
      }
    }
  }

  private void onTerm(Map<?, ?> pod, String path, String comment, Placement.Entry entry) {
    String[] steps = {"spec", "affinity", "nodeAffinity", NodeTerms.REQUIRED, "nodeSelectorTerms"};
    List<?> terms = at(pod, steps) instanceof List<?> list ? list : List.of();
    for (int i = 0; i < terms.size(); i++) {
      List<?> needs =
          at(terms.get(i), "matchExpressions") instanceof List<?> list ? list : List.of();
      if (needs.stream()
          .anyMatch(
              need ->
                  entry.field().key().equals(at(need, "key"))
                      && entry.values().equals(at(need, "values")))) {
        byPath.merge(
            YamlPath.item(join(path, steps), i),
            comment,
            (before, more) -> before.contains(more) ? before : before + "\n" + more);
      }
    }
  }

  private void onDevice(Map<?, ?> pod, String path, String comment, String resource) {
    List<?> containers = at(pod, "spec", "containers") instanceof List<?> list ? list : List.of();
    for (int i = 0; i < containers.size(); i++) {
      if (at(containers.get(i), "resources", "limits", resource) != null) {
        String container = YamlPath.item(join(path, "spec", "containers"), i);
        byPath.put(YamlPath.child(join(container, "resources", "limits"), resource), comment);
      }
    }
  }

  private static @Nullable Object at(Object tree, String... steps) {
    Object here = tree;
    for (String step : steps) {
      if (!(here instanceof Map<?, ?> map) || map.get(step) == null) {
        return null;
      }
      here = Objects.requireNonNull(map.get(step));
    }
    return here;
  }

  private static String join(String path, String... steps) {
    String joined = path;
    for (String step : steps) {
      joined = YamlPath.child(joined, step);
    }
    return joined;
  }
}
