package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;

/** A single pod. */
record PodKind() implements WorkloadKind {
  @Override
  public String kind() {
    return "Pod";
  }

  @Override
  public String displayName() {
    return "pod";
  }

  @Override
  public boolean supports(RestartPolicy policy) {
    return true;
  }

  @Override
  public HasMetadata toObject(ObjectMeta meta, UnplacedPods pods) {
    return new PodBuilder().withMetadata(meta).build();
  }

  @Override
  public List<String> pathOfPods() {
    return List.of();
  }
}
