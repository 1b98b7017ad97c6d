package io.gpuspec.manifest.gang;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.Reason;
import io.gpuspec.manifest.internal.tree.Checks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A gang as a JobSet ({@code jobset.x-k8s.io/v1alpha2}), which restarts all workers if one fails,
 * and creates the headless Service itself.
 *
 * <pre>{@code
 * GpuWorkload worker = GpuWorkload.job("llama", "registry.example/train:v1").gpu(8, "A100");
 * JobSet set = GangJob.pytorch(4, worker, "train.py").jobSet().maxRestarts(5);
 * set.on(gpus.in("eks")).yaml();    // ... kind: JobSet ... maxRestarts: 5 ...
 * }</pre>
 *
 * <p>Its pods find each other under {@code llama-worker-0-0.llama}, {@code llama-worker-0-1.llama}
 * and so on. Kubernetes starts them one by one; with {@link #kueue} the set waits until there is
 * room for all.
 */
public final class JobSet implements Gang {
  private static final String VERSION = "jobset.x-k8s.io/v1alpha2";
  private static final String WORKER = "worker";
  private static final String TEMPLATE = "spec.replicatedJobs[0].template.spec.template";
  private static final int RESTARTS = 3;

  private final GangJob gang;
  private final Optional<String> queue;
  private final OptionalInt maxRestarts;

  private JobSet(GangJob gang, Optional<String> queue, OptionalInt maxRestarts) {
    this.gang = gang;
    this.queue = queue;
    this.maxRestarts = maxRestarts;
  }

  static JobSet of(GangJob gang) {
    return new JobSet(gang, Optional.empty(), OptionalInt.empty());
  }

  /** Returns a copy that waits, suspended, until this LocalQueue of Kueue admits it as a whole. */
  public JobSet kueue(String queue) {
    return new JobSet(gang, Optional.of(GangChecks.shortName("queue", queue)), maxRestarts);
  }

  /**
   * Returns a copy that restarts all workers this many times before the set fails; the default is
   * 3.
   */
  public JobSet maxRestarts(int times) {
    return new JobSet(gang, queue, OptionalInt.of(Checks.atLeast("maxRestarts", 0, times)));
  }

  @Override
  public Manifests on(Target target) {
    List<Consumer<Job>> checks = new ArrayList<>();
    checks.add(worker -> checkName(worker.getMetadata().getName()));
    queue.ifPresent(name -> checks.add(WorkerChecks::isNotSuspended));
    PlacedGang placed = gang.place(target, checks);
    withReason(placed);
    return placed.around(
        List.of(PlacedGang.object(VERSION, "JobSet", placed.metadata(queue), spec(placed))));
  }

  private void checkName(String name) {
    // The webhook counts the five characters that the Job's controller adds.
    GangChecks.gangName(name, name + "-" + WORKER + "-0-" + (gang.workers() - 1) + "-abcde");
  }

  @Override
  public GpuWorkload worker() {
    return gang.worker();
  }

  @Override
  public Map<String, Object> settings() {
    GangSettings settings = GangSettings.of("jobset", gang).with("kueue", queue);
    maxRestarts.ifPresent(times -> settings.with("maxRestarts", times));
    return settings.fields();
  }

  private Map<String, Object> spec(PlacedGang placed) {
    Map<String, Object> spec = new LinkedHashMap<>();
    if (queue.isPresent() || Boolean.TRUE.equals(placed.job().getSuspend())) {
      spec.put("suspend", true);
    }
    if (placed.job().getTtlSecondsAfterFinished() != null) {
      spec.put("ttlSecondsAfterFinished", placed.job().getTtlSecondsAfterFinished());
    }
    spec.put(
        "network", ImmutableMap.of("enableDNSHostnames", true, "publishNotReadyAddresses", true));
    spec.put("failurePolicy", ImmutableMap.of("maxRestarts", maxRestarts.orElse(RESTARTS)));
    spec.put(
        "replicatedJobs",
        List.of(
            ImmutableMap.of(
                "name",
                WORKER,
                "replicas",
                1,
                "template",
                ImmutableMap.of("spec", workers(placed)))));
    return spec;
  }

  private static JobSpec workers(PlacedGang placed) {
    String name = placed.name();
    return new JobSpecBuilder()
        .withParallelism(placed.workers())
        .withCompletions(placed.workers())
        .withCompletionMode("Indexed")
        .withBackoffLimit(failures(placed))
        .withActiveDeadlineSeconds(placed.job().getActiveDeadlineSeconds())
        .withTemplate(placed.indexedTemplate(name + "-" + WORKER + "-0-0." + name))
        .build();
  }

  /** Returns how many failed workers are started again alone, before all are. */
  private static int failures(PlacedGang placed) {
    return Optional.ofNullable(placed.job().getBackoffLimit()).orElse(0);
  }

  private static String whatFailuresDo(int failures) {
    return failures == 0
        ? "a failed worker fails the Job at once, and JobSet restarts all"
        : "%s failed workers are started again alone; one more fails the Job, and JobSet restarts all"
            .formatted(failures);
  }

  private void withReason(PlacedGang placed) {
    if (placed.job().getActiveDeadlineSeconds() != null) {
      placed.withReason(
          new Reason(
              "JobSet",
              "spec.replicatedJobs[0].template.spec.activeDeadlineSeconds",
              "counted from each start of the workers: after it they have failed, and JobSet"
                  + " restarts all",
              Sources.JOBSET));
    }
    placed
        .withReason(
            new Reason(
                "JobSet",
                "spec.network",
                "JobSet makes the headless Service, which names the workers before they are ready",
                Sources.JOBSET))
        .withReason(
            new Reason(
                "JobSet",
                "spec.failurePolicy",
                "when one worker fails the others cannot go on, so all start again",
                Sources.JOBSET))
        .withReason(
            new Reason(
                "JobSet",
                "spec.replicatedJobs[0].template.spec.backoffLimit",
                whatFailuresDo(failures(placed)),
                Sources.JOBSET))
        .withTorchReasons("JobSet", TEMPLATE);
    queue.ifPresent(
        name ->
            placed.withReason(
                new Reason(
                    "JobSet",
                    "spec.suspend",
                    "Kueue starts it once queue %s has quota for all workers".formatted(name),
                    Sources.KUEUE_JOB)));
  }

  /** Returns text such as {@code JobSet of 4 workers, job llama: A100 x8}. */
  @Override
  public String toString() {
    return "JobSet of " + gang;
  }
}
