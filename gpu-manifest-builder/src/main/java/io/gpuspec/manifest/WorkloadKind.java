package io.gpuspec.manifest;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The kind of object that runs a workload's pods, with the settings that only this kind has. */
sealed interface WorkloadKind
    permits PodKind, DeploymentKind, StatefulSetKind, DaemonSetKind, JobKind, CronJobKind {

  /** Every kind, without settings, by its Kubernetes name. */
  Map<String, WorkloadKind> ALL =
      Stream.of(
              new PodKind(),
              new DeploymentKind(1, Optional.empty()),
              new StatefulSetKind(1, Optional.empty(), List.of()),
              new DaemonSetKind(),
              JobKind.once(),
              new CronJobKind(new CronJobSpec(), JobKind.once()))
          .collect(ImmutableMap.toImmutableMap(WorkloadKind::kind, Function.identity()));

  /**
   * Returns the kind with this Kubernetes name, without settings.
   *
   * @throws UnknownNameException if no kind has that name
   */
  static WorkloadKind of(String name) {
    WorkloadKind kind = ALL.get(name);
    if (kind == null) {
      throw new UnknownNameException("intent.unknown", "kind", name, ALL.keySet());
    }
    return kind;
  }

  /** Returns its Kubernetes kind, such as {@code StatefulSet}. */
  String kind();

  /** Returns its name in messages, such as {@code deployment}. */
  String displayName();

  /** Returns the object that runs the pods, without them. */
  HasMetadata toObject(ObjectMeta meta, UnplacedPods pods);

  /** Returns the path of the pod template in that object. */
  default List<String> pathOfPods() {
    return List.of("spec", "template");
  }

  /** Returns the number of pods that it keeps running; empty if it does not keep a number. */
  default Optional<Integer> desiredReplicas() {
    return Optional.empty();
  }

  /** Returns the job settings other than the pods; empty for any other kind. */
  default JobSpec jobSpec() {
    return new JobSpec();
  }

  /** Returns whether it starts no pods until it is resumed. */
  default boolean isSuspended() {
    return Boolean.TRUE.equals(jobSpec().getSuspend());
  }

  /** Returns how many of its pods run at the same time; 1 unless the kind defines it. */
  default int podsAtOnce() {
    return 1;
  }

  /** Returns whether it has no settings other than its pods. */
  default boolean hasOnlyPods() {
    return true;
  }

  /** Returns whether it finds its pods by their labels. */
  default boolean findsPodsByLabel() {
    return false;
  }

  /** Returns whether pods of this kind may have this restart policy. */
  default boolean supports(RestartPolicy policy) {
    return policy == RestartPolicy.ALWAYS;
  }

  /**
   * Rejects a restart policy that pods of this kind cannot have.
   *
   * @param of the workload or its object, as text
   */
  default void checkRestartPolicy(String word, Object of) {
    if (Stream.of(RestartPolicy.values())
        .noneMatch(policy -> policy.toString().equals(word) && supports(policy))) {
      throw new InvalidValueException(
          "workload.conflict",
          "restartPolicy: '%s' is not allowed for %s; the pods of a job or cron job restart OnFailure or Never, those of a deployment, stateful set or daemon set Always"
              .formatted(word, of));
    }
  }

  /** Returns the restart policy to write if the user sets none and Kubernetes has no default. */
  default Optional<RestartPolicy> restartPolicy() {
    return Optional.empty();
  }

  /** Returns whether its pods need a Service without an address, which gives them their names. */
  default boolean needsHeadlessService() {
    return false;
  }

  /** Returns whether a PodDisruptionBudget can apply, because the number of pods is known. */
  default boolean takesDisruptionBudget() {
    return false;
  }

  /** Returns the claims that every pod gets its own copy of. */
  default List<PersistentVolumeClaim> claims() {
    return List.of();
  }

  /** Checks that its pods can derive their names from its own. */
  default void checkName(String name) {}

  /** Checks that it has everything that Kubernetes requires. */
  default void checkComplete() {}

  /** Checks that the user can set a label of the pods. */
  default void checkLabel(String key, String value) {}

  /** Returns a copy with this many pods; empty for a kind that is not scaled. */
  default Optional<WorkloadKind> withReplicas(int replicas) {
    return Optional.empty();
  }

  /** Returns the autoscaler that changes the number of its pods; empty without one. */
  default Optional<Autoscaler> autoscaler() {
    return Optional.empty();
  }

  /** Returns a copy whose pods are scaled; empty for a kind that is not scaled. */
  default Optional<WorkloadKind> withAutoscaler(Autoscaler autoscaler) {
    return Optional.empty();
  }

  /**
   * Returns a copy with another claim for every pod; empty for a kind whose pods are
   * interchangeable.
   */
  default Optional<WorkloadKind> withClaim(PersistentVolumeClaim claim) {
    return Optional.empty();
  }

  /** Returns a copy with a changed job; empty for a kind without one. */
  default Optional<WorkloadKind> withJob(UnaryOperator<JobSpecBuilder> change) {
    return Optional.empty();
  }

  /** Returns a copy with a changed schedule; empty for a kind without one. */
  default Optional<WorkloadKind> withSchedule(UnaryOperator<CronJobSpecBuilder> change) {
    return Optional.empty();
  }
}
