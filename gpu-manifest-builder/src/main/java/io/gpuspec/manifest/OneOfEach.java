package io.gpuspec.manifest;

import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.value.InvalidValueException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Leaves out objects that are there already; of two that differ, the last would win in silence. */
final class OneOfEach {
  private final Map<String, ManifestObject> seen = new HashMap<>();

  /**
   * Returns those that are new.
   *
   * @throws InvalidValueException if one has the name of another that is not the same
   */
  List<ManifestObject> of(List<ManifestObject> objects) {
    return objects.stream().filter(this::isNew).toList();
  }

  private boolean isNew(ManifestObject object) {
    if (object.isFile()) {
      return true;
    }
    ManifestObject before = seen.putIfAbsent(identity(object), object);
    if (before == null) {
      return true;
    }
    difference("", before.tree(), object.tree())
        .ifPresent(
            field -> {
              throw new InvalidValueException(
                  "intent.duplicate",
                  "%s: two of these manifests have it, and %s differs, of which the last would count; make them equal, such as by the same options, or give one another name"
                      .formatted(object, field));
            });
    return false;
  }

  private static String identity(ManifestObject object) {
    Map<String, Object> metadata = YamlTree.map(object.tree(), "metadata");
    return String.join(
        " ",
        String.valueOf(object.tree().get("apiVersion")),
        String.valueOf(object.tree().get("kind")),
        String.valueOf(metadata.getOrDefault("namespace", "default")),
        String.valueOf(metadata.get("name")));
  }

  /** Returns the first field that is not the same, such as {@code spec.ports}. */
  private static Optional<String> difference(String path, Object one, Object other) {
    if (one instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
      Set<Object> keys = new LinkedHashSet<>(a.keySet());
      keys.addAll(b.keySet());
      return keys.stream()
          .flatMap(
              key ->
                  a.containsKey(key) && b.containsKey(key)
                      ? difference(path + "." + key, a.get(key), b.get(key)).stream()
                      : Optional.of(path + "." + key).stream())
          .map(field -> field.startsWith(".") ? field.substring(1) : field)
          .findFirst();
    }
    return one.equals(other) ? Optional.empty() : Optional.of(path);
  }
}
