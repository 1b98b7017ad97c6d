package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.spi.KubeObject;
import io.gpuspec.spi.Placement;
import java.util.List;

/** What a provider gives as data, as an object of fabric8's. */
final class KubeObjects {
  private KubeObjects() {}

  static HasMetadata of(KubeObject object) {
    return Json.MAPPER.convertValue(object.tree(), GenericKubernetesResource.class);
  }

  /** Returns what a target needs beside the pods. */
  static List<ManifestObject> companions(Placement placement) {
    return placement.companions().stream()
        .map(companion -> ManifestObject.of(of(companion.object())))
        .toList();
  }
}
