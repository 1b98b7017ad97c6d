package io.gpuspec.manifest.gang;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A set of workers that are only useful together, independent of the controller.
 *
 * <pre>{@code
 * GpuWorkload worker =
 *     GpuWorkload.job("llama", "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel")
 *         .gpu(8, "A100")
 *         .requests("64", "500Gi");
 * GangJob job = GangJob.pytorch(4, worker, "train.py", "--config", "c.yaml");
 * job.volcano().queue("team-a").on(gpus.in("ack")).yaml();
 *     // apiVersion: batch.volcano.sh/v1alpha1 kind: Job ...
 * job.jobSet().kueue("team-a").on(gpus.in("eks")).yaml();
 *     // apiVersion: jobset.x-k8s.io/v1alpha2 kind: JobSet ...
 *
 * // With nothing to install.
 * job.indexedJob().on(gpus.in("eks")).yaml();
 *     // apiVersion: v1 kind: Service ... apiVersion: batch/v1 kind: Job ...
 * }</pre>
 *
 * <p>It is immutable. The workers are identical, and matched together. Each has the GPUs, the
 * requests and everything else of one pod, described with the steps of {@link GpuWorkload}.
 */
public final class GangJob {
  private final int workers;
  private final GpuWorkload worker;
  private final Optional<Torch> torch;

  private GangJob(int workers, GpuWorkload worker, Optional<Torch> torch) {
    this.workers = Checks.atLeast("workers", 1, workers);
    this.worker = Checks.given("worker", worker);
    this.torch = torch;
  }

  /**
   * Returns this many workers, each with a name under which the others find it.
   *
   * @param worker one of them, such as {@code GpuWorkload.job(...)}
   * @throws InvalidValueException if there are no workers
   */
  public static GangJob of(int workers, GpuWorkload worker) {
    return new GangJob(workers, worker, Optional.empty());
  }

  /**
   * Returns this many workers of a distributed PyTorch training. Each runs {@code torchrun} with a
   * process for each of its GPUs, and has what it needs to find the first worker: {@code
   * MASTER_ADDR}, {@code MASTER_PORT}, and {@code WORLD_SIZE} and {@code RANK} counted in workers.
   *
   * @param worker one of the workers, without a command
   * @param script what torchrun runs, with its arguments; without one the worker's own command
   *     stays, which is then to make use of the variables
   * @throws InvalidValueException if there is no worker
   */
  public static GangJob pytorch(int workers, GpuWorkload worker, String... script) {
    return new GangJob(workers, worker, Optional.of(new Torch(Checks.all("script", script))));
  }

  /** An indexed Job and a headless Service, which any Kubernetes runs; they start one by one. */
  public IndexedJob indexedJob() {
    return IndexedJob.of(this);
  }

  /** A Volcano Job. */
  public VolcanoJob volcano() {
    return VolcanoJob.of(this);
  }

  /** A JobSet, which restarts all workers when one fails. */
  public JobSet jobSet() {
    return JobSet.of(this);
  }

  /** The indexed Job, scheduled by Volcano as one group. */
  public PodGroup podGroup() {
    return PodGroup.of(this);
  }

  /** A LeaderWorkerSet, whose workers serve a model together until it is deleted. */
  public LeaderWorkerSet leaderWorkerSet() {
    return LeaderWorkerSet.of(this);
  }

  int workers() {
    return workers;
  }

  GpuWorkload worker() {
    return worker;
  }

  /** Returns what torchrun runs, with PyTorch; empty where the worker's own command stays. */
  Optional<List<String>> script() {
    return torch.map(Torch::script);
  }

  boolean isTorch() {
    return torch.isPresent();
  }

  /**
   * Refuses a number of workers that are to start together and cannot, or are too few.
   *
   * @param step the step that sets the number, and {@code pods} its word for them, for messages
   */
  void checkTogether(String step, String pods, int together) {
    GangChecks.atMost(step, Checks.atLeast(step, 1, together), workers, pods);
    if (isTorch() && together < workers) {
      throw new InvalidValueException(
          "gang.conflict",
          "%s: '%s' is less than the %s workers, all of which torchrun waits for; remove it"
              .formatted(step, together, workers));
    }
  }

  /**
   * The workers on a target.
   *
   * @param checks what their controller does not take
   */
  PlacedGang place(Target target, List<Consumer<Job>> checks) {
    return place(
        target, 1, List.of(WorkerChecks::runsToItsEnd, WorkerChecks::saysNoNumber), checks);
  }

  /**
   * Groups of workers that serve on a target until they are deleted.
   *
   * @param groups how many, each of all workers
   */
  PlacedGang placeServers(Target target, int groups, List<Consumer<Job>> checks) {
    return place(target, groups, List.of(WorkerChecks::runsUntilDeleted), checks);
  }

  private PlacedGang place(
      Target target, int groups, List<Consumer<Job>> ofWorkers, List<Consumer<Job>> checks) {
    List<Consumer<Job>> all = new ArrayList<>(ofWorkers);
    torch.ifPresent(one -> all.addAll(one.checks()));
    all.addAll(checks);
    return new PlacedGang(worker.placed(target, workers * groups, all), workers, torch);
  }

  /** Returns text such as {@code 4 workers, job llama: A100 x8}. */
  @Override
  public String toString() {
    return workers + (workers == 1 ? " worker, " : " workers, ") + worker;
  }
}
