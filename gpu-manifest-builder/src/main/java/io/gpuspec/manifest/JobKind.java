package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Pods that run to completion.
 *
 * @param spec the job but for its pods
 */
record JobKind(JobSpec spec) implements WorkloadKind {
  private static final int LONGEST_HOST_NAME = 63;

  /** Labels by which a Job finds its pods; the API server writes them. */
  private static final Set<String> OWN_LABELS =
      Set.of(
          "job-name",
          "controller-uid",
          "batch.kubernetes.io/job-name",
          "batch.kubernetes.io/controller-uid");

  static JobKind once() {
    return new JobKind(new JobSpec());
  }

  @Override
  public String kind() {
    return "Job";
  }

  @Override
  public String displayName() {
    return "job";
  }

  @Override
  public JobSpec jobSpec() {
    return spec;
  }

  @Override
  public boolean hasOnlyPods() {
    return equals(once());
  }

  @Override
  public boolean supports(RestartPolicy policy) {
    return policy != RestartPolicy.ALWAYS;
  }

  @Override
  public Optional<RestartPolicy> restartPolicy() {
    return Optional.of(RestartPolicy.NEVER);
  }

  /** Returns the lesser of parallelism and completions. */
  @Override
  public int podsAtOnce() {
    int parallel = spec.getParallelism() == null ? 1 : spec.getParallelism();
    int most = spec.getCompletions() == null ? parallel : spec.getCompletions();
    return Math.max(1, Math.min(parallel, most));
  }

  @Override
  public void checkName(String name) {
    checkHostNames(name, 0);
  }

  /**
   * An indexed job's pods have the job's name, a hyphen and their index as host names.
   *
   * @param more by how much the job's name is longer than the workload's
   */
  void checkHostNames(String name, int more) {
    Integer completions = spec.getCompletions();
    if (spec.getCompletionMode() == null || completions == null || completions == 0) {
      return;
    }
    int longest = name.length() + more + 1 + String.valueOf(completions - 1).length();
    if (longest > LONGEST_HOST_NAME) {
      throw new InvalidValueException(
          "name.too-long",
          "name: '%s' gives the last pod of an indexed job a host name of %s characters; at most %s are allowed, so shorten it"
              .formatted(name, longest, LONGEST_HOST_NAME));
    }
  }

  @Override
  public void checkLabel(String key, String value) {
    if (OWN_LABELS.contains(key)) {
      throw new InvalidValueException(
          "label.conflict",
          "label %s: '%s' was given, and Kubernetes writes that label of a job's pods itself; remove it"
              .formatted(key, value));
    }
  }

  @Override
  public Optional<WorkloadKind> withJob(UnaryOperator<JobSpecBuilder> change) {
    return Optional.of(changed(change));
  }

  JobKind changed(UnaryOperator<JobSpecBuilder> change) {
    return new JobKind(change.apply(new JobSpecBuilder(spec)).build());
  }

  @Override
  public HasMetadata toObject(ObjectMeta meta, UnplacedPods pods) {
    return new JobBuilder().withMetadata(meta).withSpec(spec).build();
  }
}
