package io.gpuspec.manifest.gang;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.gpuspec.Target;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.Reason;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a controller that does not support Volcano, such as a Deployment or a Job, scheduled
 * by Volcano as one group ({@code scheduling.volcano.sh/v1beta1}).
 *
 * <pre>{@code
 * GpuWorkload servers =
 *     GpuWorkload.deployment("llm", "registry.example/llm:v1").gpu(8, "A100").replicas(2);
 * PodGroup.of(servers).queue("team-a").on(gpus.in("ack")).yaml();
 *     // ... kind: PodGroup ... minMember: 2 ... kind: Deployment ... schedulerName: volcano ...
 * }</pre>
 *
 * <p>It is immutable. A Volcano Job needs none: its controller makes its own.
 */
public final class PodGroup implements Gang {
  private static final String VERSION = "scheduling.volcano.sh/v1beta1";
  private static final String GROUP = "scheduling.k8s.io/group-name";

  private final Members members;
  private final Optional<String> queue;
  private final OptionalInt minMember;

  private PodGroup(Members members, Optional<String> queue, OptionalInt minMember) {
    this.members = members;
    this.queue = queue;
    this.minMember = minMember;
  }

  /**
   * The pods of a group.
   *
   * @param worker one of them
   * @param gang what starts them, if they are a gang's
   */
  private record Members(GpuWorkload worker, Optional<GangJob> gang) {

    Manifests on(Target target) {
      return gang.map(one -> IndexedJob.grouped(one).on(target)).orElseGet(() -> worker.on(target));
    }

    GangSettings settings() {
      return gang.map(one -> GangSettings.of("pod-group", one))
          .orElseThrow(
              () ->
                  new InvalidValueException(
                      "gang.unsupported",
                      "PodGroup: '%s' is no gang, and only gangs have settings; write the workload itself, or make a gang with GangJob.of(...)"
                          .formatted(worker)));
    }
  }

  /** All pods of a deployment or job. */
  public static PodGroup of(GpuWorkload workload) {
    Checks.given("workload", workload);
    return of(new Members(workload, Optional.empty()));
  }

  static PodGroup of(GangJob gang) {
    return of(new Members(gang.worker(), Optional.of(gang)));
  }

  private static PodGroup of(Members members) {
    return new PodGroup(members, Optional.empty(), OptionalInt.empty());
  }

  /** Returns a copy in this queue of Volcano, which must exist; {@code default} by default. */
  public PodGroup queue(String queue) {
    return new PodGroup(members, Optional.of(KubeNames.subdomain("queue", queue)), minMember);
  }

  /**
   * Returns a copy in which this many pods have to start together; all by default.
   *
   * @throws InvalidValueException if it is below 1, above the workers of a gang, or below those of
   *     a PyTorch training
   */
  public PodGroup minMember(int pods) {
    Checks.atLeast("minMember", 1, pods);
    members.gang().ifPresent(gang -> gang.checkTogether("minMember", "pods", pods));
    return new PodGroup(members, queue, OptionalInt.of(pods));
  }

  @Override
  public GpuWorkload worker() {
    return members.worker();
  }

  /**
   * {@inheritDoc}
   *
   * @throws InvalidValueException if the pods are not those of a gang
   */
  @Override
  public Map<String, Object> settings() {
    GangSettings settings = members.settings().with("queue", queue);
    minMember.ifPresent(pods -> settings.with("minMember", pods));
    return settings.fields();
  }

  /**
   * The manifests that bring group and pods onto a target.
   *
   * @throws io.gpuspec.NoMatchException if no shape of the target holds a pod
   * @throws InvalidValueException if there are fewer pods than have to start together, no object
   *     that runs several, an autoscaler that decides how many, or a scheduler that the pods need
   *     and Volcano's is not
   * @throws InvalidWorkloadException if several things are wrong with the pods
   */
  @Override
  public Manifests on(Target target) {
    Manifests alone = members.on(target);
    WorkerChecks.isForAnyScheduler(alone.placement());
    HasMetadata controller =
        alone.objects().stream()
            .filter(object -> pods(object).isPresent())
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidValueException(
                        "gang.unsupported",
                        "PodGroup: '%s' has no Deployment, StatefulSet or Job; make a group of one of these"
                            .formatted(alone)));
    ObjectMeta metadata = group(controller);
    int together = together(pods(controller).orElse(1));
    Manifests members =
        alone.edit(
            PodTemplateSpecBuilder.class,
            pods ->
                pods.editOrNewMetadata()
                    .addToAnnotations(GROUP, metadata.getName())
                    .endMetadata()
                    .editSpec()
                    .withSchedulerName("volcano")
                    .endSpec());
    return members.with(
        List.of(PlacedGang.object(VERSION, "PodGroup", metadata, spec(members, together))),
        withReason(controller, together));
  }

  /** Returns how many pods a controller runs; empty if it is not a controller. */
  private static Optional<Integer> pods(HasMetadata object) {
    if (object instanceof Deployment deployment) {
      return Optional.of(stated(object, deployment.getSpec().getReplicas()));
    }
    if (object instanceof StatefulSet set) {
      return Optional.of(stated(object, set.getSpec().getReplicas()));
    }
    if (object instanceof Job job) {
      return Optional.of(Optional.ofNullable(job.getSpec().getParallelism()).orElse(1));
    }
    return Optional.empty();
  }

  /** An autoscaler sets the replicas, so the manifest states none. */
  private static int stated(HasMetadata object, @Nullable Integer replicas) {
    if (replicas == null) {
      throw new InvalidValueException(
          "gang.conflict",
          "PodGroup: the number of pods of '%s' is up to its autoscaler, and a group starts a known number together; state replicas instead of the autoscaler"
              .formatted(object.getMetadata().getName()));
    }
    return replicas;
  }

  private int together(int pods) {
    int all = Math.max(1, pods);
    return GangChecks.atMost("minMember", minMember.orElse(all), all, "pods");
  }

  private static ObjectMeta group(HasMetadata controller) {
    return new ObjectMetaBuilder()
        .withName(controller.getMetadata().getName())
        .withNamespace(controller.getMetadata().getNamespace())
        .build();
  }

  private Map<String, Object> spec(Manifests members, int together) {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("minMember", together);
    spec.put("minResources", resources(members.pod(), members.placement(), together));
    queue.ifPresent(name -> spec.put("queue", name));
    return spec;
  }

  /** Returns what so many of the pods request together. */
  private static Map<String, String> resources(PodView pod, Placement placement, int pods) {
    Map<String, String> resources = new LinkedHashMap<>();
    CpuAmount cpu = pod.cpuRequest();
    MemorySize memory = pod.memoryRequest();
    if (!cpu.isZero()) {
      resources.put("cpu", cpu.times(pods).toString());
    }
    if (!memory.isZero()) {
      resources.put("memory", memory.times(pods).toString());
    }
    for (Placement.Entry device : placement.entries(PodField.Kind.DEVICE)) {
      long all = Math.multiplyExact(Long.parseLong(device.value()), pods);
      resources.put(device.field().key(), Long.toString(all));
    }
    return resources;
  }

  private List<Reason> withReason(HasMetadata controller, int together) {
    return List.of(
        new Reason(
            "PodGroup",
            "spec.minMember",
            together == 1 ? "1 pod starts" : together + " pods start together, or none",
            Sources.VOLCANO_PODGROUP),
        new Reason(
            "PodGroup",
            "spec.minResources",
            "what these pods request together; Volcano does not try before the queue has as much",
            Sources.VOLCANO_PODGROUP),
        new Reason(
            controller.getKind(),
            "spec.template.metadata.annotations['scheduling.k8s.io/group-name']",
            "the pods are of this group; without it Volcano makes a group for each controller, of"
                + " which one pod suffices",
            Sources.VOLCANO_PODGROUP),
        new Reason(
            controller.getKind(),
            "spec.template.spec.schedulerName",
            "only Volcano's scheduler knows groups",
            Sources.VOLCANO_PODGROUP));
  }

  /** Returns text such as {@code PodGroup of 4 workers, job llama: A100 x8}. */
  @Override
  public String toString() {
    return "PodGroup of " + members.gang().map(GangJob::toString).orElse(worker().toString());
  }
}
