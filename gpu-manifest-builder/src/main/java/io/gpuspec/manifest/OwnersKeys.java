package io.gpuspec.manifest;

import io.gpuspec.Match;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.InvalidValueException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Checks that pods have no other values under the keys that their target writes.
 *
 * @param found where the pods are to land
 */
record OwnersKeys(Match.Found found, Placement placement) {

  /** Refuses annotations and labels that would be written over, and too many annotations. */
  void checkMetadata(Map<String, Object> pod) {
    Map<String, Object> annotations = YamlTree.map(pod, "metadata", "annotations");
    checkKeys(PodField.Kind.ANNOTATION, "annotation", annotations);
    Map<String, String> all = new LinkedHashMap<>();
    annotations.forEach((key, value) -> all.put(key, String.valueOf(value)));
    placement
        .entries(PodField.Kind.ANNOTATION)
        .forEach(entry -> all.put(entry.field().key(), entry.value()));
    Checks.annotations(all);
    checkKeys(PodField.Kind.LABEL, "label", YamlTree.map(pod, "metadata", "labels"));
  }

  /** Refuses node selectors that would be written over. */
  void checkNodeSelector(Map<String, Object> pod) {
    checkKeys(
        PodField.Kind.NODE_SELECTOR, "node selector", YamlTree.map(pod, "spec", "nodeSelector"));
  }

  /** The user and the target must not both write the same key. */
  private void checkKeys(PodField.Kind kind, String what, Map<String, Object> owners) {
    for (Placement.Entry entry : placement.entries(kind)) {
      String key = entry.field().key();
      Object stated = owners.get(key);
      if (stated != null && !stated.equals(entry.value())) {
        throw new InvalidValueException(
            "pod.conflict",
            "%s %s: '%s' was given, and %s writes '%s' there; remove it and say it with gpu(), explicit() or an option of the target"
                .formatted(what, key, stated, found.target().id(), entry.value()));
      }
    }
  }
}
