package io.gpuspec.manifest.gang;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.gpuspec.Target;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.Reason;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A gang as a Volcano Job ({@code batch.volcano.sh/v1alpha1}), whose workers start all together or
 * not at all.
 *
 * <pre>{@code
 * GpuWorkload worker = GpuWorkload.job("llama", "registry.example/train:v1").gpu(8, "A100");
 * VolcanoJob job =
 *     GangJob.pytorch(4, worker, "train.py").volcano().queue("team-a").maxRetry(5);
 * job.on(gpus.in("ack")).yaml();    // ... queue: team-a ... maxRetry: 5 ...
 * }</pre>
 *
 * <p>Volcano's controller creates the PodGroup and, through its plugins, the headless Service; an
 * additional PodGroup would not be used.
 */
public final class VolcanoJob implements Gang {
  private static final String VERSION = "batch.volcano.sh/v1alpha1";
  private static final String MASTER = "master";
  private static final String WORKER = "worker";

  /** Volcano's default for a job that does not set it. */
  private static final int RETRIES = 3;

  private final GangJob gang;
  private final Optional<String> queue;
  private final OptionalInt minAvailable;
  private final OptionalInt maxRetry;
  private final Map<String, List<String>> plugins;

  private VolcanoJob(
      GangJob gang,
      Optional<String> queue,
      OptionalInt minAvailable,
      OptionalInt maxRetry,
      Map<String, List<String>> plugins) {
    this.gang = gang;
    this.queue = queue;
    this.minAvailable = minAvailable;
    this.maxRetry = maxRetry;
    this.plugins = plugins;
  }

  static VolcanoJob of(GangJob gang) {
    return new VolcanoJob(
        gang, Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), Map.of());
  }

  /** Returns a copy in this queue of Volcano, which must exist; {@code default} by default. */
  public VolcanoJob queue(String queue) {
    return new VolcanoJob(
        gang, Optional.of(KubeNames.subdomain("queue", queue)), minAvailable, maxRetry, plugins);
  }

  /**
   * Returns a copy in which this many workers have to start together; all by default.
   *
   * @throws InvalidValueException if it is below 1 or above the workers, or below them for PyTorch
   */
  public VolcanoJob minAvailable(int workers) {
    gang.checkTogether("minAvailable", "workers", workers);
    return new VolcanoJob(gang, queue, OptionalInt.of(workers), maxRetry, plugins);
  }

  /**
   * Returns a copy that fails with this number of failures, and is restarted before that. The
   * default is 3; the worker's {@code backoffLimit} sets the same, but counts one fewer.
   */
  public VolcanoJob maxRetry(int failures) {
    // Volcano takes 0 for its own default of 3.
    Checks.atLeast("maxRetry", 1, failures);
    return new VolcanoJob(gang, queue, minAvailable, OptionalInt.of(failures), plugins);
  }

  /**
   * Returns a copy with another plugin of Volcano's, such as {@code ssh} for MPI or {@code env} for
   * the index. The plugins svc, and pytorch for PyTorch, are always present; setting them again
   * replaces their arguments.
   */
  public VolcanoJob plugin(String name, String... arguments) {
    Map<String, List<String>> more = new LinkedHashMap<>(plugins);
    more.put(KubeNames.subdomain("plugin", name), Checks.all("plugin " + name, arguments));
    return new VolcanoJob(gang, queue, minAvailable, maxRetry, more);
  }

  @Override
  public Manifests on(Target target) {
    PlacedGang placed =
        gang.place(
            target,
            List.of(
                worker -> checkName(worker.getMetadata().getName()),
                this::checkFailures,
                WorkerChecks::hasNoDeadline,
                WorkerChecks::isNotCreatedSuspended));
    WorkerChecks.isForAnyScheduler(placed.placement());
    withReason(placed);
    return placed.around(
        List.of(PlacedGang.object(VERSION, "Job", placed.metadata(), spec(placed))));
  }

  private void checkName(String name) {
    GangChecks.gangName(name, name + "-" + WORKER + "-" + (gang.workers() - 1));
  }

  private void checkFailures(Job worker) {
    Integer limit = worker.getSpec().getBackoffLimit();
    if (limit != null && maxRetry.isPresent()) {
      throw new InvalidValueException(
          "gang.conflict",
          "maxRetry: '%s' was given, and the worker's backoffLimit '%s' says the same in other words; remove one of them"
              .formatted(maxRetry.getAsInt(), limit));
    }
  }

  @Override
  public GpuWorkload worker() {
    return gang.worker();
  }

  @Override
  public Map<String, Object> settings() {
    GangSettings settings = GangSettings.of("volcano", gang).with("queue", queue);
    minAvailable.ifPresent(workers -> settings.with("minAvailable", workers));
    maxRetry.ifPresent(failures -> settings.with("maxRetry", failures));
    if (!plugins.isEmpty()) {
      settings.with("plugins", plugins);
    }
    return settings.fields();
  }

  /** Returns the plugins that a gang needs, with the stated arguments, then the additional ones. */
  private Map<String, List<String>> plugins() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    if (gang.isTorch()) {
      all.put(
          "pytorch", List.of("--master=" + MASTER, "--worker=" + WORKER, "--port=" + Torch.PORT));
    }
    all.put("svc", List.of("--publish-not-ready-addresses=true"));
    all.putAll(plugins);
    return all;
  }

  /**
   * Returns the number of failures with which the job fails; a Job that tolerates none fails with
   * the first.
   */
  private int failures(PlacedGang placed) {
    return Optional.ofNullable(placed.job().getBackoffLimit())
        .map(limit -> (int) Math.min(Integer.MAX_VALUE, limit + 1L))
        .orElse(maxRetry.orElse(RETRIES));
  }

  private Map<String, Object> spec(PlacedGang placed) {
    PodTemplateSpec template = placed.template();
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("schedulerName", "volcano");
    queue.ifPresent(name -> spec.put("queue", name));
    if (template.getSpec().getPriorityClassName() != null) {
      spec.put("priorityClassName", template.getSpec().getPriorityClassName());
    }
    spec.put("minAvailable", minAvailable.orElse(placed.workers()));
    spec.put("maxRetry", failures(placed));
    if (placed.job().getTtlSecondsAfterFinished() != null) {
      spec.put("ttlSecondsAfterFinished", placed.job().getTtlSecondsAfterFinished());
    }
    spec.put("plugins", plugins());
    spec.put(
        "policies",
        List.of(
            ImmutableMap.of("events", List.of("PodEvicted", "PodFailed"), "action", "RestartJob")));
    spec.put("tasks", tasks(placed, template));
    return spec;
  }

  /** With PyTorch, the first worker is a separate task, as Volcano's plugin requires. */
  private static List<Map<String, Object>> tasks(PlacedGang placed, PodTemplateSpec template) {
    List<Map<String, Object>> tasks = new ArrayList<>();
    int workers = placed.workers();
    if (placed.isTorch()) {
      tasks.add(ImmutableMap.of("name", MASTER, "replicas", 1, "template", template));
      workers--;
    }
    if (workers > 0) {
      tasks.add(ImmutableMap.of("name", WORKER, "replicas", workers, "template", template));
    }
    return tasks;
  }

  private void withReason(PlacedGang placed) {
    int together = minAvailable.orElse(placed.workers());
    if (placed.job().getBackoffLimit() != null) {
      placed.withReason(
          new Reason(
              "Job",
              "spec.maxRetry",
              "the worker's backoffLimit of %s and one more: with so many failures the job has failed"
                  .formatted(placed.job().getBackoffLimit()),
              Sources.VOLCANO_STATE));
    }
    placed
        .withReason(
            new Reason(
                "Job",
                "spec.minAvailable",
                "%s of %s workers start together, or none; Volcano's controller makes the PodGroup for it, named after the job and its UID, so a PodGroup of your own would be used by no pod"
                    .formatted(together, placed.workers()),
                Sources.VOLCANO_JOB))
        .withReason(
            new Reason(
                "Job",
                "spec.policies",
                "when one worker fails or is evicted the others cannot go on, so all start again",
                Sources.VOLCANO_JOB))
        .withReason(
            new Reason(
                "Job",
                "spec.plugins.svc",
                "makes the headless Service, which names the workers before they are ready",
                Sources.VOLCANO_SVC));
    if (placed.isTorch()) {
      placed
          .withReason(
              new Reason(
                  "Job",
                  "spec.plugins.pytorch",
                  "sets MASTER_ADDR, MASTER_PORT, WORLD_SIZE and RANK, counted in pods; it wants"
                      + " the first worker as a task of its own, and PyTorch needs no ssh",
                  Sources.VOLCANO_PYTORCH))
          .withTorchReasons("Job", "spec.tasks[0].template");
    }
    queue.ifPresent(
        name ->
            placed.withReason(
                new Reason(
                    "Job",
                    "spec.queue",
                    "a Queue of this name has to be there and open; VolcanoQueue.of(\"%s\") makes one"
                        .formatted(name),
                    Sources.VOLCANO_QUEUE)));
  }

  /** Returns text such as {@code Volcano Job of 4 workers, job llama: A100 x8}. */
  @Override
  public String toString() {
    return "Volcano Job of " + gang;
  }
}
