package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.spi.KubeObject;

/** What a provider gives as data, as an object of fabric8's. */
final class KubeObjects {
  private KubeObjects() {}

  static HasMetadata of(KubeObject object) {
    return Json.MAPPER.convertValue(object.tree(), GenericKubernetesResource.class);
  }
}
