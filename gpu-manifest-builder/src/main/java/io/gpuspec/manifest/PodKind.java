package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;

/** A single pod. */
record PodKind() implements WorkloadKind {
  @Override
  public String noun() {
    return "pod";
  }

  @Override
  public boolean takes(RestartPolicy policy) {
    return true;
  }

  @Override
  public HasMetadata around(ObjectMeta meta, UnplacedPods pods, PodTemplateSpec placed) {
    return new PodBuilder()
        .withMetadata(
            new ObjectMetaBuilder(meta)
                .withLabels(placed.getMetadata().getLabels())
                .withAnnotations(placed.getMetadata().getAnnotations())
                .build())
        .withSpec(placed.getSpec())
        .build();
  }
}
