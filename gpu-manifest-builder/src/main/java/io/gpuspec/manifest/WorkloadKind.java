package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The object that runs a workload's pods, with what only that kind of object has. */
sealed interface WorkloadKind
    permits PodKind, DeploymentKind, StatefulSetKind, DaemonSetKind, JobKind, CronJobKind {

  /** What people call it, such as {@code deployment}. */
  String noun();

  /** The object around the pods as they are on the target. */
  HasMetadata around(ObjectMeta meta, UnplacedPods pods, PodTemplateSpec placed);

  /** How many of its pods run at once, where it says so. */
  default int podsAtOnce() {
    return 1;
  }

  /** Whether it says nothing beyond its pods that would be lost without it. */
  default boolean isPodsAlone() {
    return true;
  }

  /** Whether it finds its pods by their labels. */
  default boolean findsPodsByLabel() {
    return false;
  }

  /** Whether a container that ended may be left so. */
  default boolean takes(RestartPolicy policy) {
    return policy == RestartPolicy.ALWAYS;
  }

  /** When its containers are started again, where neither owner nor Kubernetes says so. */
  default Optional<RestartPolicy> restartPolicy() {
    return Optional.empty();
  }

  /** Whether its pods need a Service without an address, which gives them their names. */
  default boolean needsHeadlessService() {
    return false;
  }

  /** Whether Kubernetes can tell how many pods there should be while some are evicted. */
  default boolean takesDisruptionBudget() {
    return false;
  }

  /** The claims of which every pod gets its own. */
  default List<PersistentVolumeClaim> claims() {
    return List.of();
  }

  /** Whether its pods can have their names from its own. */
  default void checkName(String name) {}

  /** Whether a label of the pods is the owner's to write. */
  default void checkLabel(String key, String value) {}

  /** With so many pods; nothing for a kind that is not scaled. */
  default Optional<WorkloadKind> withReplicas(int replicas) {
    return Optional.empty();
  }

  /** With one more claim for every pod; nothing for a kind whose pods are all alike. */
  default Optional<WorkloadKind> withClaim(PersistentVolumeClaim claim) {
    return Optional.empty();
  }

  /** With a job that is changed so; nothing for a kind without one. */
  default Optional<WorkloadKind> withJob(UnaryOperator<JobSpecBuilder> change) {
    return Optional.empty();
  }

  /** With a schedule that is changed so; nothing for a kind without one. */
  default Optional<WorkloadKind> withSchedule(UnaryOperator<CronJobSpecBuilder> change) {
    return Optional.empty();
  }
}
