package io.gpuspec.manifest.internal.tree;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.gpuspec.value.InvalidValueException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The pods that an object runs. */
public final class PodTemplates {
  private PodTemplates() {}

  /** Nothing for an object that runs none. */
  public static Optional<PodTemplateSpec> of(HasMetadata object) {
    return PodTrees.first(YamlTree.ofModel(object)).map(PodTemplates::model);
  }

  /** Returns the part of a pod that a template has. */
  public static PodTemplateSpec model(Map<String, Object> pod) {
    Map<String, Object> template = YamlTree.copy(pod);
    template.keySet().retainAll(Set.of("metadata", "spec"));
    try {
      return Json.MAPPER.convertValue(template, PodTemplateSpec.class);
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException(
          "pod.malformed",
          "pod: its fields are not of the types that Kubernetes has: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          e);
    }
  }
}
