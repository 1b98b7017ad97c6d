package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.CronSchedule;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Jobs that are started on a schedule.
 *
 * @param spec when, but for the job
 * @param job what is started each time
 */
record CronJobKind(CronJobSpec spec, JobKind job) implements WorkloadKind {
  /** The length that the API server reserves in the names of its jobs: a hyphen and ten digits. */
  private static final int SUFFIX = 11;

  private static final int LONGEST_NAME = 63 - SUFFIX;

  static CronJobKind at(String schedule) {
    return new CronJobKind(new CronJobSpecBuilder().withSchedule(schedule).build(), JobKind.once());
  }

  @Override
  public String kind() {
    return "CronJob";
  }

  @Override
  public String displayName() {
    return "cron job";
  }

  @Override
  public boolean supports(RestartPolicy policy) {
    return job.supports(policy);
  }

  @Override
  public Optional<RestartPolicy> restartPolicy() {
    return job.restartPolicy();
  }

  @Override
  public JobSpec jobSpec() {
    return job.spec();
  }

  @Override
  public boolean isSuspended() {
    return Boolean.TRUE.equals(spec.getSuspend());
  }

  /** Returns false for one of its jobs; overlapping jobs are not considered. */
  @Override
  public boolean hasOnlyPods() {
    return false;
  }

  @Override
  public int podsAtOnce() {
    return job.podsAtOnce();
  }

  @Override
  public void checkComplete() {
    if (spec.getSchedule() == null) {
      throw new InvalidValueException(
          "schedule.missing", "'schedule' is missing; add one, such as schedule: '0 3 * * *'");
    }
    CronSchedule.check(spec.getSchedule());
  }

  @Override
  public void checkName(String name) {
    Checks.shortName("cron job", LONGEST_NAME, name);
    job.checkHostNames(name, SUFFIX);
  }

  @Override
  public void checkLabel(String key, String value) {
    job.checkLabel(key, value);
  }

  @Override
  public Optional<WorkloadKind> withJob(UnaryOperator<JobSpecBuilder> change) {
    return Optional.of(new CronJobKind(spec, job.changed(change)));
  }

  @Override
  public Optional<WorkloadKind> withSchedule(UnaryOperator<CronJobSpecBuilder> change) {
    return Optional.of(new CronJobKind(change.apply(new CronJobSpecBuilder(spec)).build(), job));
  }

  @Override
  public HasMetadata toObject(ObjectMeta meta, UnplacedPods pods) {
    return new CronJobBuilder()
        .withMetadata(meta)
        .withSpec(
            new CronJobSpecBuilder(spec)
                .withNewJobTemplate()
                .withSpec(job.spec())
                .endJobTemplate()
                .build())
        .build();
  }

  @Override
  public List<String> pathOfPods() {
    return List.of("spec", "jobTemplate", "spec", "template");
  }
}
