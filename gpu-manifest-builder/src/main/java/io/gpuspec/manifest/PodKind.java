package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;

/** A single pod. */
record PodKind() implements WorkloadKind {
  @Override
  public String word() {
    return "Pod";
  }

  @Override
  public String noun() {
    return "pod";
  }

  @Override
  public boolean takes(RestartPolicy policy) {
    return true;
  }

  @Override
  public HasMetadata around(ObjectMeta meta, UnplacedPods pods) {
    return new PodBuilder().withMetadata(meta).build();
  }

  @Override
  public List<String> pathOfPods() {
    return List.of();
  }
}
