package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.gpuspec.manifest.internal.tree.Checks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Pods that each have a name and volumes of their own. */
record StatefulSetKind(
    int replicas, Optional<Autoscaler> autoscaler, List<PersistentVolumeClaim> claims)
    implements WorkloadKind {
  /**
   * A label of every pod, {@code controller-revision-hash}, is the name, a hyphen and up to ten
   * digits; a label's value has at most 63 characters.
   */
  private static final int LONGEST_NAME = 52;

  @Override
  public String kind() {
    return "StatefulSet";
  }

  @Override
  public String displayName() {
    return "stateful set";
  }

  @Override
  public boolean hasOnlyPods() {
    return false;
  }

  /** A workload scaled to zero is matched as it will be when it is scaled up. */
  @Override
  public int podsAtOnce() {
    return Math.max(1, replicas);
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
  public boolean needsHeadlessService() {
    return true;
  }

  @Override
  public boolean takesDisruptionBudget() {
    return true;
  }

  @Override
  public void checkName(String name) {
    Checks.shortName("stateful set", LONGEST_NAME, name);
  }

  @Override
  public Optional<WorkloadKind> withReplicas(int changed) {
    return Optional.of(new StatefulSetKind(changed, autoscaler, claims));
  }

  @Override
  public Optional<WorkloadKind> withAutoscaler(Autoscaler scaler) {
    return Optional.of(new StatefulSetKind(scaler.matched(), Optional.of(scaler), claims));
  }

  @Override
  public Optional<WorkloadKind> withClaim(PersistentVolumeClaim claim) {
    List<PersistentVolumeClaim> more = new ArrayList<>(claims);
    more.add(claim);
    return Optional.of(new StatefulSetKind(replicas, autoscaler, List.copyOf(more)));
  }

  @Override
  public HasMetadata toObject(ObjectMeta meta, UnplacedPods pods) {
    return new StatefulSetBuilder()
        .withMetadata(meta)
        .withNewSpec()
        .withServiceName(pods.headlessServiceName())
        .withReplicas(autoscaler.isPresent() ? null : Integer.valueOf(replicas))
        .withNewSelector()
        .withMatchLabels(pods.selector())
        .endSelector()
        .withVolumeClaimTemplates(claims)
        .endSpec()
        .build();
  }
}
