package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.spi.Placement;
import java.util.List;

/** Converts a provider's objects to fabric8's objects. */
final class KubeObjects {
  private KubeObjects() {}

  static HasMetadata of(KubeObject object) {
    return Json.MAPPER.convertValue(object.tree(), GenericKubernetesResource.class);
  }

  /** Returns the additional objects that a target needs. */
  static List<ManifestObject> companions(Placement placement) {
    return placement.companions().stream()
        .map(companion -> ManifestObject.of(of(companion.object())))
        .toList();
  }
}
