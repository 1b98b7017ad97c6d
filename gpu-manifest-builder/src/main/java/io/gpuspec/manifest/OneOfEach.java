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

  /**
   * An object and what it is part of.
   *
   * @param origin such as {@code GpuWorkload llm (llm.yaml:3:9)}
   */
  private record Seen(ManifestObject object, String origin) {}

  private final Map<String, Seen> seen = new HashMap<>();

  /**
   * Returns those that are new.
   *
   * @param origin what they are part of
   * @throws InvalidValueException if one has the name of another that is not the same
   */
  List<ManifestObject> of(List<ManifestObject> objects, String origin) {
    return objects.stream().filter(object -> isNew(new Seen(object, origin))).toList();
  }

  private boolean isNew(Seen next) {
    ManifestObject object = next.object();
    if (object.isFile()) {
      return true;
    }
    Seen before = seen.putIfAbsent(identity(object), next);
    if (before == null) {
      return true;
    }
    difference("", before.object().tree(), object.tree())
        .ifPresent(
            field -> {
              throw new InvalidValueException(
                  "intent.duplicate",
                  "%s: %s and %s both have it, and %s differs; the last would count; make them equal, such as by the same options, or give one another name"
                      .formatted(object, before.origin(), next.origin(), field));
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
