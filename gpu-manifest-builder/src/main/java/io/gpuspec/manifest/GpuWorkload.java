package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.CpuAndMemory;
import io.gpuspec.manifest.internal.tree.CronSchedule;
import io.gpuspec.manifest.internal.tree.Maps;
import io.gpuspec.manifest.internal.tree.Quantities;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A GPU workload as a user describes it: what runs and what it needs, independently of any cloud.
 *
 * <pre>{@code
 * GpuWorkload app =
 *     GpuWorkload.deployment("llm", "registry.example/llm:v1")
 *         .gpu("T4", "V100")
 *         .requests("3", "10Gi").limits("3", "12Gi")
 *         .replicas(3)
 *         .port(8000);
 * app.on(gpus.in("tke")).match();    // 3 x T4 x1 · 4 cores · 16Gi  on tke (over by 3 cores, 12Gi)
 * app.on(gpus.in("tke")).yaml();     // apiVersion: apps/v1 kind: Deployment ... kind: Service ...
 * }</pre>
 *
 * <p>It is immutable, and steps can come in any order; if two set the same field, such as {@code
 * requests} and {@code main(c -> c.requests(...))}, the last one wins. The pod has one main
 * container, which gets the GPUs. The short steps ({@code requests}, {@code env}, ...) apply to it;
 * {@link #main(UnaryOperator)} gives access to its other steps, and {@link #pods(UnaryOperator)} to
 * what pods have in addition to containers. CPU comes before memory everywhere; both are Kubernetes
 * quantities.
 *
 * <p>A step rejects an invalid value at once. {@link #on} rejects combinations, such as a port that
 * two containers have, and reports all problems together.
 */
public final class GpuWorkload {

  private final WorkloadKind kind;
  private final ObjectMeta meta;
  private final WorkloadContainer main;
  private final WorkloadPods pods;
  private final Map<String, String> selector;
  private final Optional<WorkloadService> service;
  private final Optional<DisruptionBudget> budget;
  private final WorkloadAsk ask;

  private GpuWorkload(
      WorkloadKind kind,
      ObjectMeta meta,
      WorkloadContainer main,
      WorkloadPods pods,
      Map<String, String> selector,
      Optional<WorkloadService> service,
      Optional<DisruptionBudget> budget,
      WorkloadAsk ask) {
    this.kind = kind;
    this.meta = meta;
    this.main = main;
    this.pods = pods;
    this.selector = selector;
    this.service = service;
    this.budget = budget;
    this.ask = ask;
  }

  /** The main container, called as the workload, whose name is the one that was given. */
  private static WorkloadContainer mainOf(String name, String image) {
    return WorkloadContainer.of(Checks.workloadName(name), image);
  }

  static GpuWorkload of(WorkloadKind kind, String name, WorkloadContainer main) {
    return unchecked(kind, Checks.workloadName(name), Checks.given("main container", main));
  }

  private static GpuWorkload unchecked(WorkloadKind kind, String name, WorkloadContainer main) {
    return new GpuWorkload(
        kind,
        new ObjectMetaBuilder().withName(name).build(),
        main,
        WorkloadPods.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        new WorkloadAsk(
            Devices.any(), Optional.empty(), UnaryOperator.identity(), Optional.empty()));
  }

  /** Returns the kinds that {@link #of} takes, by Kubernetes' names: {@code Pod}, ... */
  public static List<String> kinds() {
    return List.copyOf(WorkloadKind.ALL.keySet());
  }

  /**
   * Returns a workload of the kind with this Kubernetes name, for a caller that collects problems:
   * problems with name, image or schedule are reported by {@link #problems} and {@link #on}
   * together with all others.
   *
   * @param schedule when a {@code CronJob} starts; no other kind has one
   * @throws io.gpuspec.value.UnknownNameException if the kind does not exist
   * @throws InvalidValueException if a kind that has no schedule is given one
   */
  public static GpuWorkload of(String kind, String name, String image, Optional<String> schedule) {
    Checks.given("kind", kind);
    Checks.given("schedule", schedule);
    Container main =
        new ContainerBuilder()
            .withName(Checks.given("name", name))
            .withImage(Checks.given("image", image))
            .build();
    GpuWorkload workload = unchecked(WorkloadKind.of(kind), name, WorkloadContainer.of(main));
    return schedule.isEmpty()
        ? workload
        : workload.schedule("schedule", schedule.get(), spec -> spec.withSchedule(schedule.get()));
  }

  /** A single pod; its container has the pod's name. */
  public static GpuWorkload pod(String name, String image) {
    return pod(name, mainOf(name, image));
  }

  /** A single pod with this main container. */
  public static GpuWorkload pod(String name, WorkloadContainer main) {
    return of(new PodKind(), name, main);
  }

  /** Pods that are kept running; their container has the deployment's name. */
  public static GpuWorkload deployment(String name, String image) {
    return deployment(name, mainOf(name, image));
  }

  /** Pods with this main container that are kept running. */
  public static GpuWorkload deployment(String name, WorkloadContainer main) {
    return of(new DeploymentKind(1, Optional.empty()), name, main);
  }

  /**
   * Returns pods that are kept running, each with a name from a headless Service, and its own
   * volumes; their container has the set's name.
   */
  public static GpuWorkload statefulSet(String name, String image) {
    return statefulSet(name, mainOf(name, image));
  }

  /** Pods with this main container that each have a name and volumes of their own. */
  public static GpuWorkload statefulSet(String name, WorkloadContainer main) {
    return of(new StatefulSetKind(1, Optional.empty(), List.of()), name, main);
  }

  /**
   * A pod on every node that takes it; its container has the set's name. It is matched as one pod,
   * so its match says what kind of node that is.
   */
  public static GpuWorkload daemonSet(String name, String image) {
    return daemonSet(name, mainOf(name, image));
  }

  /** A pod with this main container on every node that takes it. */
  public static GpuWorkload daemonSet(String name, WorkloadContainer main) {
    return of(new DaemonSetKind(), name, main);
  }

  /** A pod that runs to its end; its container has the job's name. */
  public static GpuWorkload job(String name, String image) {
    return job(name, mainOf(name, image));
  }

  /** A pod with this main container that runs to its end. */
  public static GpuWorkload job(String name, WorkloadContainer main) {
    return of(JobKind.once(), name, main);
  }

  /**
   * A job that is started again and again; its container has the cron job's name.
   *
   * @param schedule five fields such as {@code 0 3 * * *}, or a macro such as {@code @daily}
   * @throws InvalidValueException if the schedule is not valid
   */
  public static GpuWorkload cronJob(String name, String schedule, String image) {
    return cronJob(name, schedule, mainOf(name, image));
  }

  /** A job with this main container that is started again and again. */
  public static GpuWorkload cronJob(String name, String schedule, WorkloadContainer main) {
    Checks.workloadName(name);
    Checks.given("main container", main);
    return of(CronJobKind.at(CronSchedule.check(schedule)), name, main);
  }

  /** Returns a copy with one GPU of the first name that fits. */
  public GpuWorkload gpu(String... names) {
    Checks.all("gpu", names);
    return devices(Devices.of(names));
  }

  /** Returns a copy with several GPUs of the first name that fits. */
  public GpuWorkload gpu(int count, String... names) {
    Checks.all("gpu", names);
    return devices(Devices.of(count, names));
  }

  /**
   * Returns a copy that uses this much memory of each card ({@code 8Gi}), shared with other pods.
   */
  public GpuWorkload share(String memory) {
    return share(Share.of(memory));
  }

  /** Returns a copy that uses this much memory of each card, and this percentage of its compute. */
  public GpuWorkload share(String memory, int percent) {
    return share(Share.of(memory, percent));
  }

  /**
   * Returns a copy with MIG instances of this profile, such as {@code 1g.5gb}, in place of whole
   * cards.
   */
  public GpuWorkload mig(String profile) {
    return matched(request -> request.devices(request.devices().mig(profile)));
  }

  /**
   * Returns a copy with replicas of cards, by time slicing or MPS, in place of whole cards; the
   * target's option {@code card-replicas} says how many of each card.
   */
  public GpuWorkload replica() {
    return matched(request -> request.devices(request.devices().replica()));
  }

  /**
   * Returns a copy that requests its devices with a resource claim instead of the resource of a
   * device plugin: a ResourceClaimTemplate comes with the workload. Several names become {@code
   * firstAvailable}, whose order the scheduler keeps; a share becomes a part of a GPU's memory, or
   * with a percentage MPS among the pod's containers; a replica becomes time slicing.
   *
   * <p>Source: <a
   * href="https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/">Dynamic
   * Resource Allocation</a>, and the attributes that NVIDIA's driver publishes.
   */
  public GpuWorkload claims() {
    return claims(UnaryOperator.identity());
  }

  /** Returns a copy that requests its devices with a resource claim of this form. */
  public GpuWorkload claims(UnaryOperator<ClaimForm> form) {
    Checks.given("claims", form);
    return with(
        ask.claimed(Checks.given("claims", form.apply(ask.claims().orElseGet(ClaimForm::plain)))));
  }

  private GpuWorkload share(Share share) {
    return matched(request -> request.devices(request.devices().shared(share)));
  }

  /** Returns a copy with these GPUs; by default, one of any kind. */
  public GpuWorkload devices(Devices devices) {
    Checks.given("devices", devices);
    return with(new WorkloadAsk(devices, ask.shape(), ask.wishes(), ask.claims()));
  }

  /**
   * The manifest states the shape: what was given to {@link #explicit(String, String)}, or else
   * exactly what the containers request; nothing is rounded up.
   */
  public GpuWorkload explicit() {
    return matched(GpuRequest::explicit);
  }

  /**
   * Returns a copy with exactly this shape, whatever the containers request; the manifest states
   * it.
   */
  public GpuWorkload explicit(String cpu, String memory) {
    CpuAndMemory shape = CpuAndMemory.parse("explicit", cpu, memory);
    return with(
        new WorkloadAsk(ask.devices(), Optional.of(shape), ask.wishes(), ask.claims())
            .and(GpuRequest::explicit));
  }

  /** Returns a copy that excludes shapes with more GPUs than requested. */
  public GpuWorkload exactGpus() {
    return matched(GpuRequest::exactGpus);
  }

  /**
   * Returns a copy that changes the request further:
   *
   * <pre>{@code
   * workload.matched(request -> request.capacityType(CapacityType.SPOT).cheapest());
   * }</pre>
   */
  public GpuWorkload matched(UnaryOperator<GpuRequest> wishes) {
    return with(ask.and(Checks.given("wishes", wishes)));
  }

  /** Returns a copy with these requests of the main container. */
  public GpuWorkload requests(String cpu, String memory) {
    return main(c -> c.requests(cpu, memory));
  }

  /** Returns a copy with these limits of the main container. */
  public GpuWorkload limits(String cpu, String memory) {
    return main(c -> c.limits(cpu, memory));
  }

  /** Returns a copy whose main container runs this instead of its image's entry point. */
  public GpuWorkload command(String... command) {
    return main(c -> c.command(command));
  }

  /** The arguments of the main container's command or entry point. */
  public GpuWorkload args(String... args) {
    return main(c -> c.args(args));
  }

  /** An environment variable of the main container. */
  public GpuWorkload env(String name, String value) {
    return main(c -> c.env(name, value));
  }

  /**
   * The port of the main container, reached through a Service of the same port unless a Service is
   * given. Further ports are {@code main(c -> c.port(...))}.
   *
   * @throws InvalidValueException if it is given a second time
   */
  public GpuWorkload port(int port) {
    if (service.filter(WorkloadService::isImplied).isPresent()) {
      throw new InvalidValueException(
          "port.duplicate",
          "port: '%s' is a second one; say further ports with main(c -> c.port(%s)) and how they are reached with service(...)"
              .formatted(port, port));
    }
    GpuWorkload open = main(c -> c.port(port));
    return service.isPresent() ? open : open.service(WorkloadService.implied(port));
  }

  /** Anything else about the main container. */
  public GpuWorkload main(UnaryOperator<WorkloadContainer> change) {
    Checks.given("change of the main container", change);
    return with(Checks.given("main container", change.apply(main)));
  }

  /** Returns a copy with another container, without GPUs. */
  public GpuWorkload container(WorkloadContainer container) {
    Checks.given("container", container);
    return with(pods.with(pods.changed().editSpec().addToContainers(container.model()).endSpec()));
  }

  /** A container that runs to its end before the others; or {@link WorkloadContainer#sidecar()}. */
  public GpuWorkload initContainer(WorkloadContainer container) {
    Checks.given("init container", container);
    return with(
        pods.with(pods.changed().editSpec().addToInitContainers(container.model()).endSpec()));
  }

  /** Returns a copy with changes to the pods other than to their containers and volumes. */
  public GpuWorkload pods(UnaryOperator<WorkloadPods> change) {
    Checks.given("change of the pods", change);
    return with(Checks.given("pods", change.apply(pods)));
  }

  /** Returns a copy in this namespace. */
  public GpuWorkload namespace(String namespace) {
    Checks.dnsLabel("namespace", namespace);
    ObjectMeta moved = new ObjectMetaBuilder(meta).withNamespace(namespace).build();
    return new GpuWorkload(kind, moved, main, pods, selector, service, budget, ask);
  }

  /** A label of the pods. */
  public GpuWorkload label(String key, String value) {
    return pods(p -> p.label(key, value));
  }

  /**
   * Returns a copy with a label of the pods for everything that has to select them; the default is
   * the label {@code app} with the workload's name.
   */
  public GpuWorkload selector(String key, String value) {
    Checks.key("label", key);
    Checks.labelValue(key, value);
    Map<String, String> more = Maps.with(selector, key, value);
    return new GpuWorkload(kind, meta, main, pods, more, service, budget, ask);
  }

  /** An annotation of the pods. */
  public GpuWorkload annotation(String key, String value) {
    return pods(p -> p.annotation(key, value));
  }

  /**
   * Returns a copy with this number of pods of a deployment or stateful set. They are matched
   * together, because on nodes they share GPUs.
   *
   * @throws InvalidValueException if it is negative, or the workload is neither of them
   */
  public GpuWorkload replicas(int replicas) {
    Checks.atLeast("replicas", 0, replicas);
    kind.autoscaler()
        .ifPresent(
            scaler -> {
              throw refused(
                  "replicas",
                  replicas,
                  "it is autoscaled, %s; remove one of them".formatted(scaler));
            });
    return kind.withReplicas(replicas)
        .map(this::with)
        .orElseThrow(
            () ->
                refused(
                    "replicas",
                    replicas,
                    "only a deployment or stateful set has replicas; a job has parallelism(), and a"
                        + " daemon set one pod on every node"));
  }

  /**
   * Returns a copy with a HorizontalPodAutoscaler, which keeps the pods' average use of CPU near
   * this percentage of what they request. The workload states no replicas then, and is matched with
   * the least.
   *
   * <pre>{@code
   * GpuWorkload.deployment("llm", "r/llm:v1").gpu("T4").requests("3", "10Gi").autoscaled(2, 10, 70);
   * }</pre>
   *
   * @param least the least pods, 1 or more
   * @param most the most pods, {@code least} or more
   * @throws InvalidValueException if a number is too small, or the workload has a number of
   *     replicas or is neither a deployment nor a stateful set
   */
  public GpuWorkload autoscaled(int least, int most, int cpuPercent) {
    return autoscaled(Autoscaler.byCpu(least, most, cpuPercent));
  }

  /**
   * Returns a copy with a HorizontalPodAutoscaler that keeps a metric of the pods, such as {@code
   * DCGM_FI_DEV_GPU_UTIL}, near this average.
   *
   * @throws InvalidValueException as {@link #autoscaled} does, and for a metric without a name
   */
  public GpuWorkload autoscaledByPodMetric(int least, int most, String metric, int average) {
    return autoscaled(new Autoscaler(least, most, Autoscaler.By.POD_METRIC, metric, "", average));
  }

  /**
   * Returns a copy with a HorizontalPodAutoscaler by a metric from outside the cluster's pods, such
   * as the length of a queue; each pod is to have this much of it.
   *
   * @throws InvalidValueException as {@link #autoscaled} does, and for a metric without a name
   */
  public GpuWorkload autoscaledByExternalMetric(int least, int most, String metric, int average) {
    return autoscaled(
        new Autoscaler(least, most, Autoscaler.By.EXTERNAL_METRIC, metric, "", average));
  }

  /**
   * Returns a copy with a ScaledObject of KEDA: what the query to Prometheus returns, such as a sum
   * over all pods, is divided by the number of pods and kept near this average.
   *
   * <pre>{@code
   * GpuWorkload.deployment("llm", "r/llm:v1")
   *     .gpu("T4")
   *     .autoscaledByQuery(0, 10, "http://prometheus.monitoring:9090", "sum(queue_length)", 30);
   * }</pre>
   *
   * @param least the least pods; 0 leaves no pod without load
   * @param server the address of Prometheus
   * @throws InvalidValueException as {@link #autoscaled} does, and for an empty query or address
   */
  public GpuWorkload autoscaledByQuery(
      int least, int most, String server, String query, int average) {
    return autoscaled(
        new Autoscaler(least, most, Autoscaler.By.PROMETHEUS, query, server, average));
  }

  GpuWorkload autoscaled(Autoscaler scaler) {
    kind.desiredReplicas()
        .filter(replicas -> replicas != 1 && kind.autoscaler().isEmpty())
        .ifPresent(
            replicas -> {
              throw refused(
                  "autoscaled",
                  scaler,
                  "it has replicas(%s); remove one of them".formatted(replicas));
            });
    return kind.withAutoscaler(scaler)
        .map(this::with)
        .orElseThrow(
            () ->
                refused(
                    "autoscaled",
                    scaler,
                    "only a deployment or stateful set has replicas; remove it"));
  }

  /**
   * Returns a copy of a job or cron job that runs this many pods at once. They are matched
   * together, as far as there are so many to complete.
   *
   * @throws InvalidValueException if it is negative, or the workload is neither of them
   */
  public GpuWorkload parallelism(int pods) {
    Checks.atLeast("parallelism", 0, pods);
    return job("parallelism", pods, spec -> spec.withParallelism(pods));
  }

  /** Returns a copy of a job or cron job that needs this many pods to succeed. */
  public GpuWorkload completions(int pods) {
    Checks.atLeast("completions", 0, pods);
    return job("completions", pods, spec -> spec.withCompletions(pods));
  }

  /**
   * Returns a copy of a job or cron job that needs this many pods to succeed, one for each index
   * from 0, which is in their host name and their variable {@code JOB_COMPLETION_INDEX}.
   */
  public GpuWorkload indexedCompletions(int pods) {
    Checks.atLeast("indexedCompletions", 0, pods);
    return job(
        "indexedCompletions",
        pods,
        spec -> spec.withCompletions(pods).withCompletionMode("Indexed"));
  }

  /** Returns a copy of a job or cron job that tolerates this many failures; the default is 6. */
  public GpuWorkload backoffLimit(int failures) {
    Checks.atLeast("backoffLimit", 0, failures);
    return job("backoffLimit", failures, spec -> spec.withBackoffLimit(failures));
  }

  /** Seconds after which a job or cron job has failed and its pods are stopped. */
  public GpuWorkload activeDeadlineSeconds(long seconds) {
    Checks.atLeast("activeDeadlineSeconds", 1, seconds);
    return job("activeDeadlineSeconds", seconds, spec -> spec.withActiveDeadlineSeconds(seconds));
  }

  /** Seconds after its end when a job, or one of a cron job's, is deleted with its pods. */
  public GpuWorkload ttlSecondsAfterFinished(int seconds) {
    Checks.atLeast("ttlSecondsAfterFinished", 0, seconds);
    return job(
        "ttlSecondsAfterFinished", seconds, spec -> spec.withTtlSecondsAfterFinished(seconds));
  }

  private GpuWorkload job(String step, Object value, UnaryOperator<JobSpecBuilder> change) {
    return kind.withJob(change)
        .map(this::with)
        .orElseThrow(() -> refused(step, value, "only a job or cron job has it; remove it"));
  }

  /** Returns a copy of a cron job with another schedule. */
  GpuWorkload schedule(String schedule) {
    String checked = CronSchedule.check(schedule);
    return schedule("schedule", schedule, spec -> spec.withSchedule(checked));
  }

  /**
   * The time zone of a cron job's schedule, such as {@code Asia/Shanghai}; unless given, that of
   * the cluster's controller.
   */
  public GpuWorkload timeZone(String zone) {
    Checks.timeZone(zone);
    return schedule("timeZone", zone, spec -> spec.withTimeZone(zone));
  }

  /** Returns a copy with the action of a cron job when it is due and its last job still runs. */
  public GpuWorkload concurrencyPolicy(ConcurrencyPolicy policy) {
    Checks.given("concurrencyPolicy", policy);
    return schedule(
        "concurrencyPolicy", policy, spec -> spec.withConcurrencyPolicy(policy.toString()));
  }

  /** A job that waits, or a cron job that starts none, until somebody resumes it. */
  public GpuWorkload suspended() {
    return kind.withSchedule(spec -> spec.withSuspend(true))
        .or(() -> kind.withJob(spec -> spec.withSuspend(true)))
        .map(this::with)
        .orElseThrow(() -> refused("suspended", true, "only a job or cron job can be; remove it"));
  }

  private GpuWorkload schedule(
      String step, Object value, UnaryOperator<CronJobSpecBuilder> change) {
    return kind.withSchedule(change)
        .map(this::with)
        .orElseThrow(() -> refused(step, value, "only a cron job has it; remove it"));
  }

  /**
   * Returns a copy with a PodDisruptionBudget: at most this many of the pods are evicted at once,
   * such as {@code "1"} or {@code "50%"}, while nodes are drained or consolidated.
   *
   * @throws InvalidValueException if it is neither a number nor a percentage, or the workload is
   *     neither a deployment nor a stateful set
   */
  public GpuWorkload disruptionBudget(String maxUnavailable) {
    DisruptionBudget given = DisruptionBudget.of(maxUnavailable);
    if (!kind.takesDisruptionBudget()) {
      throw refused(
          "disruptionBudget",
          maxUnavailable,
          "of its pods Kubernetes cannot tell how many there should be; only a deployment or"
              + " stateful set has one, so remove it");
    }
    return new GpuWorkload(kind, meta, main, pods, selector, service, Optional.of(given), ask);
  }

  private InvalidValueException refused(String step, Object value, String why) {
    return new InvalidValueException(
        "workload.conflict", "%s: '%s' was asked for %s; %s".formatted(step, value, this, why));
  }

  /**
   * Returns a copy with this restart policy of the containers; by default, those of a job are never
   * restarted, all others always.
   */
  public GpuWorkload restartPolicy(RestartPolicy policy) {
    Checks.given("restartPolicy", policy);
    kind.checkRestartPolicy(policy.toString(), this);
    return pods(p -> p.edit(spec -> spec.withRestartPolicy(policy.toString())));
  }

  /** The service account that the pods act as. */
  public GpuWorkload serviceAccount(String name) {
    return pods(p -> p.serviceAccount(name));
  }

  /** The priority class of the pods. */
  public GpuWorkload priorityClass(String name) {
    return pods(p -> p.priorityClass(name));
  }

  /**
   * Returns a copy that runs only on nodes with this label, in addition to the target's own
   * requirements.
   */
  public GpuWorkload nodeSelector(String key, String value) {
    return pods(p -> p.nodeSelector(key, value));
  }

  /**
   * Returns a copy that runs only on nodes whose label has one of these values, in addition to the
   * target's own requirements.
   */
  public GpuWorkload nodeAffinity(String key, String... values) {
    return pods(p -> p.nodeAffinity(key, values));
  }

  /** Rather not two of these pods in one topology domain, such as one host or zone. */
  public GpuWorkload podAntiAffinity(String topologyKey) {
    return pods(p -> p.podAntiAffinity(topologyKey));
  }

  /**
   * Returns a copy that also tolerates exactly this taint, in addition to the target's own
   * tolerations.
   */
  public GpuWorkload toleration(String key, String value, Taint.Effect effect) {
    return pods(p -> p.toleration(key, value, effect));
  }

  /**
   * Returns a copy that meets the "restricted" Pod Security Standard, with every container run as
   * this user.
   */
  public GpuWorkload restricted(long user) {
    return pods(p -> p.restricted(user));
  }

  /** The volume behind a PersistentVolumeClaim, at a path of the main container. */
  public GpuWorkload claim(String volume, String claim, String path) {
    Checks.dnsSubdomain("claim", claim);
    return volume(named(volume).withNewPersistentVolumeClaim(claim, null).build())
        .main(c -> c.mount(volume, path));
  }

  /** The files of a ConfigMap, at a path of the main container. */
  public GpuWorkload configMap(String volume, String configMap, String path) {
    Checks.dnsSubdomain("config map", configMap);
    return volume(named(volume).withNewConfigMap().withName(configMap).endConfigMap().build())
        .main(c -> c.mount(volume, path));
  }

  /** The files of a Secret, at a path of the main container. */
  public GpuWorkload secret(String volume, String secret, String path) {
    Checks.dnsSubdomain("secret", secret);
    return volume(named(volume).withNewSecret().withSecretName(secret).endSecret().build())
        .main(c -> c.mount(volume, path));
  }

  /**
   * Returns a copy with a separate volume for each pod of a stateful set, of this size and the
   * cluster's default storage class, at a path of the main container. It outlives the pod.
   *
   * @throws InvalidValueException if the size is not a quantity above 0, or the workload is not a
   *     stateful set
   */
  public GpuWorkload claimTemplate(String volume, String size, String path) {
    return claimTemplate(volume, size, path, Optional.empty());
  }

  /** The same, of this storage class. */
  public GpuWorkload claimTemplate(String volume, String size, String path, String storageClass) {
    Checks.dnsSubdomain("storage class", storageClass);
    return claimTemplate(volume, size, path, Optional.of(storageClass));
  }

  private GpuWorkload claimTemplate(
      String volume, String size, String path, Optional<String> storageClass) {
    Checks.dnsLabel("volume name", volume);
    Checks.storage(size);
    Checks.mountPath(path);
    return ownClaim(volume, size, storageClass).main(c -> c.mount(volume, path));
  }

  /**
   * Returns a copy with a separate volume for each pod of a stateful set, which containers mount by
   * its name.
   */
  GpuWorkload ownClaim(String volume, String size, Optional<String> storageClass) {
    Checks.dnsLabel("volume name", volume);
    storageClass.ifPresent(name -> Checks.dnsSubdomain("storage class", name));
    PersistentVolumeClaimBuilder claim =
        new PersistentVolumeClaimBuilder()
            .withNewMetadata()
            .withName(volume)
            .endMetadata()
            .withNewSpec()
            .withAccessModes("ReadWriteOnce")
            .withNewResources()
            .addToRequests("storage", Quantities.of(Checks.storage(size)))
            .endResources()
            .endSpec();
    storageClass.ifPresent(name -> claim.editSpec().withStorageClassName(name).endSpec());
    return kind.withClaim(claim.build())
        .map(this::with)
        .orElseThrow(
            () ->
                refused(
                    "claimTemplate",
                    volume,
                    "only a stateful set's pods have volumes of their own; the others share one, so"
                        + " write claim(volume, claim, path)"));
  }

  /** An empty directory that lives as long as the pod, at a path of the main container. */
  public GpuWorkload emptyDir(String volume, String path) {
    return volume(named(volume).withNewEmptyDir().endEmptyDir().build())
        .main(c -> c.mount(volume, path));
  }

  /**
   * Shared memory of this size at most, at {@code /dev/shm} of the main container. What is written
   * there counts as the pod's memory, so it is at most the main container's memory limit.
   *
   * @throws InvalidValueException if the size is no quantity, negative, or seems to lack its unit
   */
  public GpuWorkload sharedMemory(String limit) {
    MemorySize size = MemorySize.parse(limit);
    if (size.isNegative()) {
      throw new InvalidValueException(
          "shared-memory.out-of-range",
          "sharedMemory: '%s' is negative; write 0 or more".formatted(limit));
    }
    if (size.isUnitDoubtful()) {
      throw new InvalidValueException(
          "shared-memory.out-of-range",
          "sharedMemory: '%s' is less than 1Mi; write the unit too, such as 8Gi".formatted(limit));
    }
    return volume(
            named("shm")
                .withNewEmptyDir()
                .withMedium("Memory")
                .withSizeLimit(Quantities.of(size))
                .endEmptyDir()
                .build())
        .main(c -> c.mount("shm", "/dev/shm"));
  }

  private static VolumeBuilder named(String volume) {
    return new VolumeBuilder().withName(Checks.dnsLabel("volume name", volume));
  }

  /** Any other volume, as fabric8 builds it; containers mount it by its name. */
  public GpuWorkload volume(Volume volume) {
    Checks.dnsLabel("volume name", Checks.given("volume", volume).getName());
    return with(pods.with(pods.changed().editSpec().addToVolumes(volume).endSpec()));
  }

  /**
   * A Service for the pods. A stateful set always has a headless Service, in addition to this one
   * unless this one is headless.
   */
  public GpuWorkload service(WorkloadService service) {
    Checks.given("service", service);
    return new GpuWorkload(kind, meta, main, pods, selector, Optional.of(service), budget, ask);
  }

  /**
   * Returns all that is wrong with it on any target, such as a port that two containers have; empty
   * if nothing is.
   */
  public List<GpuSpecException> problems() {
    return WorkloadFields.problems(this).found().stream().map(Problems.Problem::cause).toList();
  }

  /**
   * The manifests that bring it onto a target.
   *
   * @throws io.gpuspec.NoMatchException if no shape of the target fits it
   * @throws io.gpuspec.value.UnknownNameException if it requests an unknown GPU
   * @throws InvalidValueException if containers, ports, mounts or amounts do not fit together
   * @throws InvalidWorkloadException if several of these are wrong
   */
  public Manifests on(Target target) {
    return new WorkloadOnTarget(this, target, kind.podsAtOnce()).renderer().render();
  }

  /**
   * Returns this many of its pods, placed on a target together, for an object that is created
   * elsewhere: a job of a batch system, or a resource of your own.
   *
   * @param count how many run at once, 1 or more
   * @throws io.gpuspec.NoMatchException if no shape of the target fits them
   * @throws io.gpuspec.value.UnknownNameException if they request an unknown GPU
   * @throws InvalidValueException if containers, ports, mounts or amounts are not consistent, or if
   *     something other than pods was requested: a Service, completions of a job, a disruption
   *     budget
   * @throws InvalidWorkloadException if several of these are wrong
   */
  public PlacedPods placed(Target target, int count) {
    return new WorkloadOnTarget(this, target, Checks.fromOne("pods", count)).pods();
  }

  /**
   * Returns the same for an object with fields for the job settings, which are then in {@link
   * PlacedPods#job()}.
   *
   * @param checks each receives the job before the target adds its part; what they refuse is
   *     reported together with all other problems
   */
  public PlacedPods placed(Target target, int count, List<Consumer<Job>> checks) {
    return new WorkloadOnTarget(this, target, Checks.fromOne("pods", count))
        .pods(Checks.all("checks", checks));
  }

  /** Returns the job settings other than the pods; empty for any other kind. */
  JobSpec jobSpec() {
    return kind.jobSpec();
  }

  /** Returns the cron job settings other than the jobs; empty for any other kind. */
  CronJobSpec cronSpec() {
    return kind instanceof CronJobKind cron ? cron.spec() : new CronJobSpec();
  }

  WorkloadKind kind() {
    return kind;
  }

  /** Returns the request to a target for pods that need this. */
  GpuRequest request(GpuRequest need) {
    return ask.request(need);
  }

  WorkloadAsk ask() {
    return ask;
  }

  ObjectMeta meta() {
    return meta;
  }

  Optional<WorkloadService> service() {
    return service;
  }

  Optional<DisruptionBudget> budget() {
    return budget;
  }

  WorkloadContainer main() {
    return main;
  }

  WorkloadPods pods() {
    return pods;
  }

  /** Returns the labels by which the user wants pods to be selected; empty for the default. */
  Map<String, String> selector() {
    return selector;
  }

  private GpuWorkload with(WorkloadKind changed) {
    return new GpuWorkload(changed, meta, main, pods, selector, service, budget, ask);
  }

  private GpuWorkload with(WorkloadPods changed) {
    return new GpuWorkload(kind, meta, main, changed, selector, service, budget, ask);
  }

  private GpuWorkload with(WorkloadContainer changed) {
    return new GpuWorkload(kind, meta, changed, pods, selector, service, budget, ask);
  }

  private GpuWorkload with(WorkloadAsk changed) {
    return new GpuWorkload(kind, meta, main, pods, selector, service, budget, changed);
  }

  /** Returns text such as {@code deployment llm: T4,V100 x1} or {@code pod p: 4Gi of T4 x1}. */
  @Override
  public String toString() {
    // Steps that contradict each other are told by on(), not here.
    Devices devices = new Problems().of(ask::asked).orElse(ask.devices());
    return kind.displayName() + " " + meta.getName() + ": " + devices;
  }
}
