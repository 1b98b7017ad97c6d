package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Match;
import io.gpuspec.MemorySize;
import io.gpuspec.Target;
import io.gpuspec.spi.PodView;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A GPU workload as its owner means it: what runs and what it needs, whatever the cloud.
 *
 * <pre>{@code
 * GpuWorkload app =
 *     GpuWorkload.deployment("llm", "registry.example/llm:v1")
 *         .gpu("T4", "V100")
 *         .requests("3", "10Gi").limits("3", "12Gi")
 *         .replicas(3)
 *         .port(8000);
 * app.on(gpus.in("tke")).yaml();
 * }</pre>
 *
 * <p>It is immutable, and no step depends on another's order. The pod has one main container, which
 * gets the GPUs; the short steps ({@code requests}, {@code env}, ...) are about that one, and
 * {@link #main(UnaryOperator)} reaches the rest of it. CPU comes before memory everywhere; both are
 * Kubernetes quantities.
 */
public final class GpuWorkload {

  /** What kind of object runs the pods. */
  enum Kind {
    POD,
    DEPLOYMENT,
    JOB
  }

  /** How the owner wants it matched. */
  private record Ask(
      Devices devices, Optional<CpuAndMemory> shape, UnaryOperator<GpuRequest> wishes) {

    GpuRequest request(PodView pod, GpuRequest need, int replicas) {
      GpuRequest request = need.devices(devices).replicas(replicas);
      if (shape.isPresent()) {
        request = request.cpu(shape.get().cpu()).memory(shape.get().memory());
      }
      request = Checks.given("wishes", wishes.apply(request));
      if (request.isExplicit() && shape.isEmpty() && !states(pod)) {
        throw new InvalidValueException(
            "explicit: the containers do not state both 'cpu' and 'memory'; give both in requests or limits, or the shape itself: explicit(\"8\", \"40Gi\")");
      }
      return request;
    }

    Ask and(UnaryOperator<GpuRequest> more) {
      return new Ask(devices, shape, request -> more.apply(wishes.apply(request)));
    }

    private static boolean states(PodView pod) {
      return pod.running().stream().anyMatch(c -> !c.cpuRequest().isZero())
          && pod.running().stream().anyMatch(c -> !c.memoryRequest().isZero());
    }
  }

  private final Kind kind;
  private final ObjectMeta meta;
  private final WorkloadContainer main;
  private final PodTemplateSpec template;
  private final Map<String, String> selector;
  private final int replicas;
  private final Optional<WorkloadService> service;
  private final Ask ask;

  private GpuWorkload(
      Kind kind,
      ObjectMeta meta,
      WorkloadContainer main,
      PodTemplateSpec template,
      Map<String, String> selector,
      int replicas,
      Optional<WorkloadService> service,
      Ask ask) {
    this.kind = kind;
    this.meta = meta;
    this.main = main;
    this.template = template;
    this.selector = selector;
    this.replicas = replicas;
    this.service = service;
    this.ask = ask;
  }

  private static GpuWorkload of(Kind kind, String name, WorkloadContainer main) {
    Checks.given("main container", main);
    PodTemplateSpec empty =
        new PodTemplateSpecBuilder()
            .withNewMetadata()
            .endMetadata()
            .withNewSpec()
            .endSpec()
            .build();
    return new GpuWorkload(
        kind,
        new ObjectMetaBuilder().withName(Checks.workloadName(name)).build(),
        main,
        empty,
        Map.of(),
        1,
        Optional.empty(),
        new Ask(Devices.any(), Optional.empty(), UnaryOperator.identity()));
  }

  /** A single pod; its container has the pod's name. */
  public static GpuWorkload pod(String name, String image) {
    return pod(name, WorkloadContainer.of(name, image));
  }

  /** A single pod with this main container. */
  public static GpuWorkload pod(String name, WorkloadContainer main) {
    return of(Kind.POD, name, main);
  }

  /** Pods that are kept running; their container has the deployment's name. */
  public static GpuWorkload deployment(String name, String image) {
    return deployment(name, WorkloadContainer.of(name, image));
  }

  /** Pods with this main container that are kept running. */
  public static GpuWorkload deployment(String name, WorkloadContainer main) {
    return of(Kind.DEPLOYMENT, name, main);
  }

  /** A pod that runs to its end; its container has the job's name. */
  public static GpuWorkload job(String name, String image) {
    return job(name, WorkloadContainer.of(name, image));
  }

  /** A pod with this main container that runs to its end. */
  public static GpuWorkload job(String name, WorkloadContainer main) {
    return of(Kind.JOB, name, main);
  }

  /** One GPU of the first of these names that can serve. */
  public GpuWorkload gpu(String... names) {
    Checks.words("gpu", names);
    return devices(Devices.of(names));
  }

  /** So many GPUs of the first of these names that can serve. */
  public GpuWorkload gpu(int count, String... names) {
    Checks.words("gpu", names);
    return devices(Devices.of(count, names));
  }

  /** These GPUs; one of any kind unless said. */
  public GpuWorkload devices(Devices devices) {
    Checks.given("devices", devices);
    return with(new Ask(devices, ask.shape(), ask.wishes()));
  }

  /**
   * The manifest states the shape: what was given to {@link #explicit(String, String)}, or else
   * exactly what the containers ask for; nothing is rounded up.
   */
  public GpuWorkload explicit() {
    return matched(GpuRequest::explicit);
  }

  /** The shape is exactly this, whatever the containers ask for, and the manifest states it. */
  public GpuWorkload explicit(String cpu, String memory) {
    CpuAndMemory shape = CpuAndMemory.parse("explicit", cpu, memory);
    return with(new Ask(ask.devices(), Optional.of(shape), ask.wishes()).and(GpuRequest::explicit));
  }

  /** No shape with more GPUs than asked. */
  public GpuWorkload exactGpus() {
    return matched(GpuRequest::exactGpus);
  }

  /**
   * Matched with more wishes than this type has steps for:
   *
   * <pre>{@code
   * app.matched(request -> request.capacityType(CapacityType.SPOT).cheapest())
   * }</pre>
   */
  public GpuWorkload matched(UnaryOperator<GpuRequest> wishes) {
    return with(ask.and(Checks.given("wishes", wishes)));
  }

  /** What the main container requests. */
  public GpuWorkload requests(String cpu, String memory) {
    return main(c -> c.requests(cpu, memory));
  }

  /** What the main container is limited to. */
  public GpuWorkload limits(String cpu, String memory) {
    return main(c -> c.limits(cpu, memory));
  }

  /** What the main container runs instead of its image's entry point. */
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
          "port: '%d' is a second one; say further ports with main(c -> c.port(%d)) and how they are reached with service(...)"
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

  /** One more container beside the main one, without GPUs. */
  public GpuWorkload container(WorkloadContainer container) {
    Checks.given("container", container);
    return with(changed().editSpec().addToContainers(container.model()).endSpec());
  }

  /** A container that runs to its end before the others; or {@link WorkloadContainer#sidecar()}. */
  public GpuWorkload initContainer(WorkloadContainer container) {
    Checks.given("init container", container);
    return with(changed().editSpec().addToInitContainers(container.model()).endSpec());
  }

  /** In this namespace. */
  public GpuWorkload namespace(String namespace) {
    Checks.dnsLabel("namespace", namespace);
    return new GpuWorkload(
        kind,
        new ObjectMetaBuilder(meta).withNamespace(namespace).build(),
        main,
        template,
        selector,
        replicas,
        service,
        ask);
  }

  /** A label of the pods. */
  public GpuWorkload label(String key, String value) {
    Checks.key("label", key);
    Checks.labelValue(key, value);
    return with(changed().editMetadata().addToLabels(key, value).endMetadata());
  }

  /**
   * A label of the pods by which the deployment and the service find them; unless one is given, the
   * pods' label {@code app}, which is the workload's name unless it is given.
   */
  public GpuWorkload selector(String key, String value) {
    Checks.key("label", key);
    Checks.labelValue(key, value);
    return new GpuWorkload(
        kind, meta, main, template, Maps.with(selector, key, value), replicas, service, ask);
  }

  /** An annotation of the pods. */
  public GpuWorkload annotation(String key, String value) {
    Checks.annotationKey(key);
    Checks.given("annotation " + key, value);
    return with(changed().editMetadata().addToAnnotations(key, value).endMetadata());
  }

  /**
   * How many pods a deployment keeps. They are matched together, because on nodes they share GPUs.
   *
   * @throws InvalidValueException if it is negative, or the workload is no deployment
   */
  public GpuWorkload replicas(int replicas) {
    Checks.atLeast("replicas", 0, replicas);
    if (kind != Kind.DEPLOYMENT) {
      throw new InvalidValueException(
          "replicas: '%d' was asked for %s; only a deployment has replicas"
              .formatted(replicas, this));
    }
    return new GpuWorkload(kind, meta, main, template, selector, replicas, service, ask);
  }

  /** When containers are started again; jobs never, all others always, unless said. */
  public GpuWorkload restartPolicy(RestartPolicy policy) {
    Checks.given("restartPolicy", policy);
    boolean always = policy == RestartPolicy.ALWAYS;
    if (kind == Kind.DEPLOYMENT ? !always : kind == Kind.JOB && always) {
      throw new InvalidValueException(
          "restartPolicy: '%s' is not allowed for %s; a deployment's pods restart Always, a job's OnFailure or Never"
              .formatted(policy, this));
    }
    return with(changed().editSpec().withRestartPolicy(policy.toString()).endSpec());
  }

  /** The service account that the pods act as. */
  public GpuWorkload serviceAccount(String name) {
    Checks.dnsSubdomain("service account", name);
    return with(changed().editSpec().withServiceAccountName(name).endSpec());
  }

  /** The priority class of the pods. */
  public GpuWorkload priorityClass(String name) {
    Checks.dnsSubdomain("priority class", name);
    return with(changed().editSpec().withPriorityClassName(name).endSpec());
  }

  /** The volume behind a PersistentVolumeClaim, at a path of the main container. */
  public GpuWorkload claim(String volume, String claim, String path) {
    Checks.dnsSubdomain("claim", claim);
    return volume(named(volume).withNewPersistentVolumeClaim(claim, null).build())
        .main(c -> c.mount(volume, path));
  }

  /** An empty directory that lives as long as the pod, at a path of the main container. */
  public GpuWorkload scratch(String volume, String path) {
    return volume(named(volume).withNewEmptyDir().endEmptyDir().build())
        .main(c -> c.mount(volume, path));
  }

  /**
   * Shared memory of this size at most, at {@code /dev/shm} of the main container. What is written
   * there counts as the pod's memory, so it is at most the main container's memory limit.
   */
  public GpuWorkload sharedMemory(String limit) {
    MemorySize size = MemorySize.parse(limit);
    if (size.isNegative()) {
      throw new InvalidValueException(
          "sharedMemory: '%s' is negative; write 0 or more".formatted(limit));
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

  /**
   * Any other volume, as fabric8 builds it; containers mount it by its name.
   *
   * @throws InvalidValueException if there is one of that name
   */
  public GpuWorkload volume(Volume volume) {
    Checks.dnsLabel("volume name", Checks.given("volume", volume).getName());
    if (template.getSpec().getVolumes().stream()
        .anyMatch(other -> other.getName().equals(volume.getName()))) {
      throw new InvalidValueException(
          "volume: '%s' is there twice; give each volume a name of its own"
              .formatted(volume.getName()));
    }
    return with(changed().editSpec().addToVolumes(volume).endSpec());
  }

  /** Only on nodes whose label has one of these values, beside what the target itself requires. */
  public GpuWorkload nodeAffinity(String key, String... values) {
    Checks.nodeLabel(key);
    List<String> all =
        Checks.notEmpty("node label values", Checks.words("node label values", values));
    all.forEach(value -> Checks.labelValue(key, value));
    return with(NodeTerms.requireEverywhere(template, key, all));
  }

  /** Rather not two of these pods in one topology domain, such as one host or zone. */
  public GpuWorkload podAntiAffinity(String topologyKey) {
    Checks.key("topology key", topologyKey);
    return with(
        changed()
            .editSpec()
            .editOrNewAffinity()
            .editOrNewPodAntiAffinity()
            .addNewPreferredDuringSchedulingIgnoredDuringExecution()
            .withWeight(100)
            .withNewPodAffinityTerm()
            .withTopologyKey(topologyKey)
            .endPodAffinityTerm()
            .endPreferredDuringSchedulingIgnoredDuringExecution()
            .endPodAntiAffinity()
            .endAffinity()
            .endSpec());
  }

  /** A Service for the pods. */
  public GpuWorkload service(WorkloadService service) {
    Checks.given("service", service);
    return new GpuWorkload(
        kind, meta, main, template, selector, replicas, Optional.of(service), ask);
  }

  /**
   * The manifests that bring it onto a target.
   *
   * @throws io.gpuspec.NoMatchException if no shape of the target holds it
   * @throws io.gpuspec.UnknownNameException if it asks for a GPU that nobody knows
   * @throws InvalidValueException if containers, ports, mounts or amounts do not fit together
   */
  public Manifests on(Target target) {
    // A deployment that is scaled to none is matched as it will be once it is scaled up.
    return renderer(target, Math.max(1, replicas)).render();
  }

  /**
   * So many of its pods, placed on a target together, for an object that is not made here: a job of
   * a batch system, a resource of the caller's own.
   *
   * @param count how many run at once, 1 or more
   * @throws io.gpuspec.NoMatchException if no shape of the target holds them
   * @throws io.gpuspec.UnknownNameException if they ask for a GPU that nobody knows
   * @throws InvalidValueException if containers, ports, mounts or amounts do not fit together, or a
   *     Service was asked for
   */
  public PlacedPods placed(Target target, int count) {
    Checks.fromOne("pods", count);
    if (service.isPresent()) {
      throw new InvalidValueException(
          "service: one was asked for, by port() or service(), and only pods are made here; open a port with main(c -> c.port(8000)), and give the Service to around()");
    }
    return renderer(target, count).pods(count);
  }

  private Renderer renderer(Target target, int count) {
    Checks.given("target", target);
    UnplacedPods pods = new UnplacedPods(this);
    pods.check();
    PodView view = PodViews.of(pods.template().getSpec());
    GpuRequest request = ask.request(view, target.need(view), count);
    Match.Found found = target.match(request).orThrow();
    return new Renderer(this, pods, found, target.place(found));
  }

  Kind kind() {
    return kind;
  }

  ObjectMeta meta() {
    return meta;
  }

  int replicas() {
    return replicas;
  }

  Optional<WorkloadService> service() {
    return service;
  }

  WorkloadContainer main() {
    return main;
  }

  /** The pods, but for the main container and what follows from the kind. */
  PodTemplateSpec template() {
    return template;
  }

  /** The labels by which the owner wants pods to be found; empty where that is left to us. */
  Map<String, String> selector() {
    return selector;
  }

  private PodTemplateSpecBuilder changed() {
    return new PodTemplateSpecBuilder(template);
  }

  private GpuWorkload with(PodTemplateSpecBuilder changed) {
    return with(changed.build());
  }

  private GpuWorkload with(PodTemplateSpec changed) {
    return new GpuWorkload(kind, meta, main, changed, selector, replicas, service, ask);
  }

  private GpuWorkload with(WorkloadContainer changed) {
    return new GpuWorkload(kind, meta, changed, template, selector, replicas, service, ask);
  }

  private GpuWorkload with(Ask changed) {
    return new GpuWorkload(kind, meta, main, template, selector, replicas, service, changed);
  }

  /** Such as {@code deployment llm: T4,V100 x1}. */
  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + " " + meta.getName() + ": " + ask.devices();
  }
}
