package io.gpuspec.manifest.gang;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.value.InvalidValueException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a worker says as a job stands where its gang's controller has a field for it. */
class WorkerSettingsTest {
  private static final Target EKS = Gpus.load().in("eks");
  private static final GpuWorkload WORKER = GpuWorkload.job("train", "r/i:v1").gpu("T4");
  private static final GpuWorkload LIMITED =
      WORKER.backoffLimit(2).activeDeadlineSeconds(3600).ttlSecondsAfterFinished(60);

  private static Object at(Manifests manifests, Object... path) {
    return ((GenericKubernetesResource) manifests.objects().get(0)).get(path);
  }

  @Test
  void anIndexedJobHasThemAll() {
    Manifests manifests = GangJob.of(2, LIMITED.suspended()).indexedJob().on(EKS);
    JobSpec job = ((Job) manifests.objects().get(1)).getSpec();

    assertThat(job.getBackoffLimit()).isEqualTo(2);
    assertThat(job.getActiveDeadlineSeconds()).isEqualTo(3600);
    assertThat(job.getTtlSecondsAfterFinished()).isEqualTo(60);
    assertThat(job.getSuspend()).isTrue();
    assertThat(job.getCompletions()).isEqualTo(2);
  }

  @Test
  void ofAJobSetTheWorkersJobHasItsLimitsAndTheSetTheRest() {
    Manifests set = GangJob.of(2, LIMITED.suspended()).jobSet().on(EKS);

    assertThat(at(set, "spec", "suspend")).isEqualTo(true);
    assertThat(at(set, "spec", "ttlSecondsAfterFinished")).isEqualTo(60);
    assertThat(at(set, "spec", "replicatedJobs", 0, "template", "spec"))
        .asInstanceOf(MAP)
        .containsAllEntriesOf(Map.of("backoffLimit", 2, "activeDeadlineSeconds", 3600L))
        .doesNotContainKeys("ttlSecondsAfterFinished", "suspend");
    assertThat(set.explain().toString())
        .contains("2 failed workers are started again alone; one more fails the Job")
        .contains("counted from each start of the workers");
  }

  /** Volcano's restarting state: RetryCount is 1 after the first failure, failed at maxRetry. */
  @Test
  void aVolcanoJobHasFailedWithOneFailureMoreThanAJobStands() {
    assertThat(at(volcano(WORKER.backoffLimit(0)), "spec", "maxRetry")).isEqualTo(1);
    assertThat(at(volcano(WORKER.backoffLimit(5)), "spec", "maxRetry")).isEqualTo(6);
    assertThat(at(volcano(WORKER.backoffLimit(Integer.MAX_VALUE)), "spec", "maxRetry"))
        .isEqualTo(Integer.MAX_VALUE);
    assertThat(at(volcano(WORKER), "spec", "maxRetry")).isEqualTo(3);
  }

  private static Manifests volcano(GpuWorkload worker) {
    return GangJob.of(2, worker).volcano().on(EKS);
  }

  @Test
  void aVolcanoJobIsDeletedSomeTimeAfterItsEnd() {
    assertThat(at(volcano(WORKER.ttlSecondsAfterFinished(0)), "spec", "ttlSecondsAfterFinished"))
        .isEqualTo(0);
  }

  @Test
  void whatVolcanoHasNoFieldForIsRefusedWithTheNearestThingItHas() {
    assertError(() -> volcano(WORKER.activeDeadlineSeconds(60)), "gang.unsupported", "60");
    assertError(() -> volcano(WORKER.suspended()), "gang.unsupported");
    VolcanoJob twice = GangJob.of(2, WORKER.backoffLimit(1)).volcano().maxRetry(4);
    assertError(() -> twice.on(EKS), "gang.conflict", "4");
  }

  @Test
  void howManyWorkersThereAreIsTheGangsToSay() {
    assertError(
        () -> GangJob.of(2, WORKER.indexedCompletions(4)).indexedJob().on(EKS),
        "gang.conflict",
        "4");
    assertError(() -> GangJob.of(2, WORKER.parallelism(0)).jobSet().on(EKS), "gang.conflict", "0");
  }

  @Test
  void whatWaitsForKueueIsNotHeldByHand() {
    GangJob gang = GangJob.of(2, WORKER.suspended());

    assertError(() -> gang.indexedJob().kueue("q").on(EKS), "gang.unsupported");
    assertThatThrownBy(() -> gang.jobSet().kueue("q").on(EKS))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void workersOfAnotherKindAreNoJob() {
    GpuWorkload cron = GpuWorkload.cronJob("c", "@daily", "r/i:v1").gpu("T4");
    assertError(() -> volcano(cron), "workload.unsupported");
  }
}
