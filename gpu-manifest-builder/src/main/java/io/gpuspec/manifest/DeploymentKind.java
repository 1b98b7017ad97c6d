package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.Optional;

/** Pods that are kept running and are interchangeable. */
record DeploymentKind(int replicas, Optional<Autoscaler> autoscaler) implements WorkloadKind {
  @Override
  public String kind() {
    return "Deployment";
  }

  @Override
  public String displayName() {
    return "deployment";
  }

  /** A workload scaled to zero is matched as it will be when it is scaled up. */
  @Override
  public int podsAtOnce() {
    return Math.max(1, replicas);
  }

  @Override
  public boolean hasOnlyPods() {
    return replicas == 1 && autoscaler.isEmpty();
  }

  @Override
  public Optional<Integer> desiredReplicas() {
    return Optional.of(replicas);
  }

  @Override
  public boolean findsPodsByLabel() {
    return true;
  }

  @Override
  public boolean takesDisruptionBudget() {
    return true;
  }

  @Override
  public Optional<WorkloadKind> withReplicas(int changed) {
    return Optional.of(new DeploymentKind(changed, autoscaler));
  }

  @Override
  public Optional<WorkloadKind> withAutoscaler(Autoscaler scaler) {
    return Optional.of(new DeploymentKind(scaler.matched(), Optional.of(scaler)));
  }

  @Override
  public HasMetadata toObject(ObjectMeta meta, UnplacedPods pods) {
    return new DeploymentBuilder()
        .withMetadata(meta)
        .withNewSpec()
        .withReplicas(autoscaler.isPresent() ? null : Integer.valueOf(replicas))
        .withNewSelector()
        .withMatchLabels(pods.selector())
        .endSelector()
        .endSpec()
        .build();
  }
}
