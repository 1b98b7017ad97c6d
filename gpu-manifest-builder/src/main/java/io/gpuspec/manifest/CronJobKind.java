package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Jobs that are started again and again.
 *
 * @param spec when, but for the job
 * @param job what is started each time
 */
record CronJobKind(CronJobSpec spec, JobKind job) implements WorkloadKind {
  /** What the API server reserves in the names of its jobs: a hyphen and ten digits. */
  private static final int SUFFIX = 11;

  private static final int LONGEST_NAME = 63 - SUFFIX;

  static CronJobKind at(String schedule) {
    return new CronJobKind(new CronJobSpecBuilder().withSchedule(schedule).build(), JobKind.once());
  }

  @Override
  public String noun() {
    return "cron job";
  }

  @Override
  public boolean takes(RestartPolicy policy) {
    return job.takes(policy);
  }

  @Override
  public Optional<RestartPolicy> restartPolicy() {
    return job.restartPolicy();
  }

  /** Of one of its jobs: that several may overlap is not looked at. */
  @Override
  public boolean isPodsAlone() {
    return false;
  }

  @Override
  public int podsAtOnce() {
    return job.podsAtOnce();
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
  public HasMetadata around(ObjectMeta meta, UnplacedPods pods, PodTemplateSpec placed) {
    return new CronJobBuilder()
        .withMetadata(meta)
        .withSpec(
            new CronJobSpecBuilder(spec)
                .withNewJobTemplate()
                .withSpec(job.specOf(placed))
                .endJobTemplate()
                .build())
        .build();
  }
}
