package io.gpuspec.manifest.gang;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A gang as an indexed Job and a headless Service, which needs no additional controller.
 *
 * <pre>{@code
 * GpuWorkload worker = GpuWorkload.job("llama", "registry.example/train:v1").gpu(8, "A100");
 * IndexedJob job = GangJob.pytorch(4, worker, "train.py").indexedJob().kueue("team-a");
 * job.on(gpus.in("eks")).yaml();    // ... completionMode: Indexed ...
 * }</pre>
 *
 * <p>Its pods are called {@code llama-0}, {@code llama-1} and so on, and find each other under
 * {@code llama-0.llama}. Kubernetes starts them one by one; with {@link #kueue} the job waits until
 * there is room for all.
 */
public final class IndexedJob implements Gang {
  private static final String OF_JOB = "batch.kubernetes.io/job-name";
  private static final String TEMPLATE = "spec.template";

  private final GangJob gang;
  private final Optional<String> queue;
  private final boolean grouped;

  private IndexedJob(GangJob gang, Optional<String> queue, boolean grouped) {
    this.gang = gang;
    this.queue = queue;
    this.grouped = grouped;
  }

  static IndexedJob of(GangJob gang) {
    return new IndexedJob(gang, Optional.empty(), false);
  }

  /** The same, as a member of a group that Volcano schedules. */
  static IndexedJob grouped(GangJob gang) {
    return new IndexedJob(gang, Optional.empty(), true);
  }

  /** Returns a copy that waits, suspended, until this LocalQueue of Kueue admits it as a whole. */
  public IndexedJob kueue(String queue) {
    return new IndexedJob(gang, Optional.of(GangChecks.shortName("queue", queue)), grouped);
  }

  @Override
  public Manifests on(Target target) {
    List<Consumer<Job>> checks = new ArrayList<>();
    checks.add(worker -> checkName(worker.getMetadata().getName()));
    queue.ifPresent(name -> checks.add(WorkerChecks::isNotSuspended));
    PlacedGang placed = gang.place(target, checks);
    withReason(placed);
    return placed.around(List.of(service(placed), job(placed)));
  }

  private void checkName(String name) {
    GangChecks.gangName(name, name + "-" + (gang.workers() - 1));
  }

  @Override
  public GpuWorkload worker() {
    return gang.worker();
  }

  @Override
  public Map<String, Object> settings() {
    return GangSettings.of("indexed-job", gang).with("kueue", queue).fields();
  }

  private HasMetadata job(PlacedGang placed) {
    String name = placed.name();
    PodTemplateSpec template =
        new PodTemplateSpecBuilder(placed.indexedTemplate(name + "-0." + name))
            .editSpec()
            .withSubdomain(name)
            .endSpec()
            .build();
    return new JobBuilder()
        .withMetadata(placed.metadata(queue))
        .withSpec(spec(placed, template))
        .build();
  }

  private JobSpec spec(PlacedGang placed, PodTemplateSpec template) {
    JobSpecBuilder spec =
        new JobSpecBuilder(placed.job())
            .withParallelism(placed.workers())
            .withCompletions(placed.workers())
            .withCompletionMode("Indexed")
            .withTemplate(template);
    return queue.isPresent() ? spec.withSuspend(true).build() : spec.build();
  }

  private static HasMetadata service(PlacedGang placed) {
    return new ServiceBuilder()
        .withMetadata(placed.metadata())
        .withNewSpec()
        .withClusterIP("None")
        .withPublishNotReadyAddresses(true)
        .withSelector(ImmutableMap.of(OF_JOB, placed.name()))
        .endSpec()
        .build();
  }

  private void withReason(PlacedGang placed) {
    placed
        .withReason(
            new Reason(
                "Service",
                "spec.publishNotReadyAddresses",
                "DNS names the workers before they are ready, for they are ready only once they have found each other",
                Sources.KUBERNETES_JOB))
        .withReason(
            new Reason(
                "Job",
                "spec.completionMode",
                "each worker has a number and a host name, which the headless Service makes known",
                Sources.KUBERNETES_JOB))
        .withReason(
            new Reason(
                "Job",
                "spec.parallelism",
                "all workers at once; " + howTheyStart(placed.workers()),
                Sources.KUBERNETES_JOB))
        .withTorchReasons("Job", TEMPLATE);
    queue.ifPresent(
        name ->
            placed.withReason(
                new Reason(
                    "Job",
                    "spec.suspend",
                    "Kueue starts it once queue %s has quota for all workers".formatted(name),
                    Sources.KUEUE_JOB)));
  }

  private String howTheyStart(int workers) {
    if (workers == 1) {
      return "a gang of one is scheduled as any pod is";
    }
    if (grouped) {
      return "Volcano starts the group, or none of it";
    }
    return queue.isPresent()
        ? "Kueue admits them as a whole"
        : "Kubernetes schedules them one by one, so some may wait for others and hold GPUs meanwhile: podGroup(), volcano() or kueue() start all or none";
  }

  /** Returns text such as {@code indexed Job of 4 workers, job llama: A100 x8}. */
  @Override
  public String toString() {
    return "indexed Job of " + gang;
  }
}
