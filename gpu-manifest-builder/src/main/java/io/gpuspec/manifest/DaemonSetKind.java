package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;

/** A pod on every node that accepts it. */
record DaemonSetKind() implements WorkloadKind {
  @Override
  public String kind() {
    return "DaemonSet";
  }

  @Override
  public String displayName() {
    return "daemon set";
  }

  @Override
  public boolean findsPodsByLabel() {
    return true;
  }

  @Override
  public HasMetadata toObject(ObjectMeta meta, UnplacedPods pods) {
    return new DaemonSetBuilder()
        .withMetadata(meta)
        .withNewSpec()
        .withNewSelector()
        .withMatchLabels(pods.selector())
        .endSelector()
        .endSpec()
        .build();
  }
}
