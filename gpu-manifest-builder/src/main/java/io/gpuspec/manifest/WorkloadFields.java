package io.gpuspec.manifest;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.gpuspec.manifest.internal.fields.IntentTarget;
import io.gpuspec.manifest.internal.fields.Internal;
import io.gpuspec.manifest.internal.fields.KubeShapes;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.ContainerForm;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.YamlWriter;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The fields of a workload, each a step of {@link GpuWorkload}: {@code kind: GpuWorkload}. */
@Internal
public final class WorkloadFields {
  /** The kind of the documents. */
  public static final String KIND = "GpuWorkload";

  /** The fields of a pod that Kubernetes does not have, or has otherwise. */
  static final Set<String> OWN_FIELDS_OF_PODS =
      Set.of("labels", "annotations", "restricted", "containers", "initContainers");

  /** A container in Kubernetes' form, with shorter amounts and variables. */
  private static final Map<String, Schema> CONTAINER_FIELDS =
      with(
          KubeShapes.fields(Container.class),
          Map.of(
              "requests",
              new Schema.Entries(new Schema.Amount()),
              "limits",
              new Schema.Entries(new Schema.Amount()),
              "env",
              Schema.either(
                  new Schema.Entries(
                      Schema.either(Schema.text(), KubeShapes.object(EnvVarSource.class))),
                  Schema.list(KubeShapes.object(EnvVar.class)))));

  /** The main container; its name is the workload's unless it has one. */
  private static final Schema.Fields CONTAINER =
      new Schema.Fields(
          "container",
          CONTAINER_FIELDS,
          Set.of("image"),
          Map.of("env", "Variables by name, or Kubernetes' list."));

  private static final Schema.Items OTHER_CONTAINERS =
      Schema.list(
          new Schema.Fields("otherContainer", CONTAINER_FIELDS, Set.of("name", "image"), Map.of()));

  private static final Schema.Fields POD =
      new Schema.Fields(
          "pod",
          with(
              KubeShapes.fields(PodSpec.class),
              Map.of(
                  "labels",
                  new Schema.Entries(Schema.text()),
                  "annotations",
                  new Schema.Entries(Schema.text()),
                  "restricted",
                  Schema.all("restricted", Map.of("runAsUser", Schema.from(1))),
                  "containers",
                  OTHER_CONTAINERS,
                  "initContainers",
                  OTHER_CONTAINERS,
                  "restartPolicy",
                  Schema.word((Object[]) RestartPolicy.values()))),
          Set.of(),
          Map.of(
              "restricted",
              "The user with which the restricted Pod Security Standard is met.",
              "containers",
              "The containers in addition to the main one."));

  private static final Table<WorkloadService> SERVICE =
      Table.<WorkloadService>of("service", "port")
          .text("name", "The name; by default the workload's.", WorkloadService::name)
          .as(service -> service.name().isEmpty() ? null : service.name())
          .field("port", Schema.port(), "The ports of the Service.")
          .as(service -> port(service).getPort())
          .field("targetPort", Schema.port(), "The container's; the same unless given.")
          .as(
              service ->
                  port(service).getPort().equals(port(service).getTargetPort().getIntVal())
                      ? null
                      : port(service).getTargetPort().getIntVal())
          .field(
              "type",
              Schema.word("LoadBalancer"),
              "Reachable from outside the cluster.",
              (service, any) -> service.loadBalancer())
          .as(service -> service.spec().getType())
          .field(
              "clusterIP",
              Schema.word("None"),
              "Without a cluster IP: DNS returns the pods' addresses.",
              (service, any) -> service.headless())
          .as(service -> service.spec().getClusterIP());

  private static final Schema.Fields CLAIM =
      new Schema.Fields(
          "volumeClaimTemplate",
          Map.of(
              "name",
              Schema.text(),
              "storage",
              new Schema.Amount(),
              "storageClassName",
              Schema.text()),
          Set.of("name", "storage"),
          Map.of());

  /** The fields of a job other than its pods and their number. */
  public static final Table<GpuWorkload> JOB =
      Table.<GpuWorkload>of("job")
          .flag("suspend", "It starts nothing until it is resumed.", GpuWorkload::suspended)
          .as(w -> w.kind().isSuspended())
          .whole(
              "backoffLimit",
              0,
              "The number of failures that it tolerates.",
              GpuWorkload::backoffLimit)
          .as(w -> w.jobSpec().getBackoffLimit())
          .field(
              "activeDeadlineSeconds",
              new Schema.Whole(1, Long.MAX_VALUE),
              "The time after which it fails and its pods are stopped.",
              (w, seconds) -> w.activeDeadlineSeconds(seconds.longNumber()))
          .as(w -> w.jobSpec().getActiveDeadlineSeconds())
          .whole(
              "ttlSecondsAfterFinished",
              0,
              "The time after which it is deleted with its pods.",
              GpuWorkload::ttlSecondsAfterFinished)
          .as(w -> w.jobSpec().getTtlSecondsAfterFinished());

  /** The fields that say what pods are, which GPUs they get, and where. */
  public static final Table<GpuWorkload> PODS =
      RequestFields.in(
              Table.<GpuWorkload>of("pods")
                  .field(
                      "target",
                      IntentTarget.FIELDS.schema(),
                      "The target, unless it is given elsewhere."))
          .field("container", CONTAINER, "The main container, which gets the GPUs.")
          .as(WorkloadFields::container)
          .field(
              "pod",
              POD,
              "Other fields of the pods, in the form of Kubernetes.",
              (w, pod) -> PodReader.read(pod, w))
          .as(WorkloadFields::pod)
          .group(
              "selector",
              Table.<GpuWorkload>of("selector", "matchLabels")
                  .entries("matchLabels", "The labels that select the pods.", GpuWorkload::selector)
                  .as(GpuWorkload::selector),
              "The labels by which pods are found; app unless given.");

  /** The fields that say by what pods are scaled, of which one is given. */
  private static final ImmutableMap<String, Autoscaler.By> SCALED_BY =
      ImmutableMap.of(
          "cpuPercent", Autoscaler.By.CPU,
          "podMetric", Autoscaler.By.POD_METRIC,
          "externalMetric", Autoscaler.By.EXTERNAL_METRIC,
          "prometheus", Autoscaler.By.PROMETHEUS);

  private static Autoscaler autoscaler(Part part) {
    List<String> given = SCALED_BY.keySet().stream().filter(part.map()::containsKey).toList();
    if (given.size() != 1) {
      throw new InvalidValueException(
          "intent.conflict",
          "autoscaling: %s; write one of %s"
              .formatted(
                  given.isEmpty()
                      ? "it does not say by what"
                      : String.join(" and ", given) + " are both given",
                  String.join(", ", SCALED_BY.keySet())));
    }
    String field = given.get(0);
    Autoscaler.By by = Objects.requireNonNull(SCALED_BY.get(field));
    for (String other : List.of("query", "average")) {
      boolean isNeeded =
          by != Autoscaler.By.CPU && (by == Autoscaler.By.PROMETHEUS || !other.equals("query"));
      if (part.map().containsKey(other) != isNeeded) {
        throw new InvalidValueException(
            "intent.conflict",
            "autoscaling: %s %s; %s"
                .formatted(
                    field,
                    isNeeded ? "needs " + other : "does not go with " + other,
                    isNeeded ? "add it" : "remove " + other));
      }
    }
    return new Autoscaler(
        part.find("minReplicas").map(Part::number).orElse(1),
        part.require("maxReplicas").number(),
        by,
        switch (by) {
          case CPU -> "";
          case PROMETHEUS -> part.require("query").text();
          default -> part.require(field).text();
        },
        by == Autoscaler.By.PROMETHEUS ? part.require(field).text() : "",
        part.require(by == Autoscaler.By.CPU ? field : "average").number());
  }

  /** The fields that say how any pods are reached. */
  private static final Table<GpuWorkload> REACHED =
      Table.<GpuWorkload>of("reached")
          .field(
              "port",
              Schema.port(),
              "The port of the container and of a Service.",
              (w, port) -> port(w, port.number()))
          .as(w -> implied(w).map(service -> port(service).getPort()).orElse(null))
          .part(
              "service",
              SERVICE,
              WorkloadFields::service,
              "The Service of the pods.",
              GpuWorkload::service)
          .as(w -> w.service().filter(s -> !s.isImplied()).map(SERVICE::write).orElse(null));

  private static final Table<Autoscaler> AUTOSCALING =
      Table.<Autoscaler>of("autoscaling", "maxReplicas")
          .field(
              "minReplicas",
              Schema.from(0),
              "The least pods; 1 unless given, and 0 only with prometheus.")
          .as(Autoscaler::least)
          .field("maxReplicas", Schema.from(1), "The most pods.")
          .as(Autoscaler::most)
          .field(
              "cpuPercent",
              Schema.from(1),
              "The average use to aim at, in percent of the requested CPU.")
          .as(a -> a.by() == Autoscaler.By.CPU ? a.average() : null)
          .field(
              "podMetric",
              Schema.text(),
              "Instead, a metric of each pod, for example DCGM_FI_DEV_GPU_UTIL; with average.")
          .as(a -> a.by() == Autoscaler.By.POD_METRIC ? a.metric() : null)
          .field(
              "externalMetric",
              Schema.text(),
              "Instead, a metric such as the length of a queue; with average.")
          .as(a -> a.by() == Autoscaler.By.EXTERNAL_METRIC ? a.metric() : null)
          .field(
              "prometheus",
              Schema.text(),
              "Instead, the address of Prometheus for KEDA; with query and average.")
          .as(a -> a.by() == Autoscaler.By.PROMETHEUS ? a.server() : null)
          .field("query", Schema.text(), "The query, which returns one number for all pods.")
          .as(a -> a.by() == Autoscaler.By.PROMETHEUS ? a.metric() : null)
          .field("average", Schema.from(1), "What each pod is to have of the metric on average.")
          .as(a -> a.by() == Autoscaler.By.CPU ? null : a.average());

  /** The fields that only some kinds have. */
  private static final Table<GpuWorkload> OF_KIND =
      Table.<GpuWorkload>of("ofKind")
          .field("kind", Schema.word(WorkloadKind.ALL.keySet().toArray()), "The kind of workload.")
          .as(w -> w.kind().kind())
          .field("schedule", Schema.text(), "The schedule of a CronJob.", WorkloadFields::schedule)
          .as(w -> w.cronSpec().getSchedule())
          .text("timeZone", "The time zone of the schedule.", GpuWorkload::timeZone)
          .as(w -> w.cronSpec().getTimeZone())
          .word(
              "concurrencyPolicy",
              ConcurrencyPolicy.class,
              "The action of a CronJob while its last job still runs.",
              GpuWorkload::concurrencyPolicy)
          .as(w -> w.cronSpec().getConcurrencyPolicy())
          .whole("replicas", 0, "The number of pods that are kept running.", GpuWorkload::replicas)
          .as(
              w ->
                  w.kind().autoscaler().isPresent()
                      ? null
                      : w.kind().desiredReplicas().orElse(null))
          .whole("parallelism", 0, "How many pods of a job run at once.", GpuWorkload::parallelism)
          .as(w -> w.jobSpec().getParallelism())
          .whole("completions", 0, "How many pods must succeed.", GpuWorkload::completions)
          .as(w -> w.jobSpec().getCompletions())
          .field(
              "completionMode",
              Schema.word("NonIndexed", "Indexed"),
              "Indexed gives each pod a number.",
              WorkloadFields::completionMode)
          .as(w -> w.jobSpec().getCompletionMode())
          .with(JOB)
          .items(
              "volumeClaimTemplates",
              Schema.list(CLAIM),
              "Separate volumes for each pod of a StatefulSet.",
              (w, claim) ->
                  w.ownClaim(
                      claim.require("name").text(),
                      claim.require("storage").text(),
                      claim.find("storageClassName").map(Part::text)))
          .as(w -> w.kind().claims().stream().map(WorkloadFields::claim).toList())
          .group(
              "disruptionBudget",
              Table.<GpuWorkload>of("disruptionBudget", "maxUnavailable")
                  .field(
                      "maxUnavailable",
                      Schema.either(Schema.from(0), Schema.text()),
                      "A number of pods or a percentage.",
                      (w, most) -> w.disruptionBudget(most.text()))
                  .as(
                      w ->
                          w.budget().map(b -> Table.numberOrText(b.maxUnavailable())).orElse(null)),
              "How many pods can be evicted at once.")
          .part(
              "autoscaling",
              AUTOSCALING,
              WorkloadFields::autoscaler,
              "A HorizontalPodAutoscaler or ScaledObject, in place of replicas.",
              GpuWorkload::autoscaled)
          .as(w -> w.kind().autoscaler().map(AUTOSCALING::write).orElse(null));

  private static final Table<GpuWorkload> ANY_KIND =
      Table.<GpuWorkload>of("anyKind").with(PODS).with(REACHED);

  private static final Table<GpuWorkload> SPEC =
      Table.<GpuWorkload>of("spec", "kind", "container").with(OF_KIND).with(ANY_KIND);

  /** The namespace; the name is also that of the pods. */
  public static final Table<GpuWorkload> METADATA =
      Table.<GpuWorkload>metadata((w, name) -> w, GpuWorkload::namespace);

  /** The form of a document. */
  public static final Schema.Fields SCHEMA = Table.document(KIND, METADATA.schema(), SPEC.schema());

  private WorkloadFields() {}

  /** Reads a document, as far as it can be read. */
  public static GpuWorkload read(Part document) {
    Part spec = Checks.given("document", document).orEmpty("spec");
    Optional<WorkloadKind> kind = spec.find("kind").map(word -> WorkloadKind.of(word.text()));
    // Where the kind is wrong, what only some kinds have is not judged.
    Table<GpuWorkload> fields = kind.isPresent() ? SPEC : ANY_KIND;
    GpuWorkload start = start(document, kind.orElseGet(PodKind::new));
    return fields.read(spec, METADATA.read(document.orEmpty("metadata"), start));
  }

  /** Reads the workers of a gang, as far as their names and the main container go. */
  public static GpuWorkload worker(Part document) {
    return METADATA.read(
        Checks.given("document", document).orEmpty("metadata"), start(document, JobKind.once()));
  }

  /** Reads a server, a pod that runs until it is deleted, as far as its name and container. */
  public static GpuWorkload server(Part document) {
    return METADATA.read(
        Checks.given("document", document).orEmpty("metadata"),
        start(document, new DeploymentKind(1, Optional.empty())));
  }

  /** Returns the noun for what runs its pods, such as {@code Deployment}. */
  public static String noun(GpuWorkload workload) {
    return Checks.given("workload", workload).kind().displayName();
  }

  /** Returns its namespace, where it has one, and its name. */
  public static String identity(GpuWorkload workload) {
    ObjectMeta meta = Checks.given("workload", workload).meta();
    return meta.getNamespace() == null
        ? meta.getName()
        : meta.getNamespace() + "/" + meta.getName();
  }

  /** Returns its name. */
  public static String name(GpuWorkload workload) {
    return Checks.given("workload", workload).meta().getName();
  }

  /**
   * Returns the manifests of an intent, under the name that errors use.
   *
   * @param notes receives the notes about the intent
   */
  public static Manifests of(String intent, List<Note> notes, Manifests built) {
    return built.of(intent, notes);
  }

  /** Returns the objects of an intent, under the name that errors use. */
  public static PlatformObjects of(String intent, PlatformObjects built) {
    return built.of(intent);
  }

  /** Returns what is wrong with it on any target, with the fields at fault. */
  public static Problems problems(GpuWorkload workload) {
    Problems found = new Problems();
    new UnplacedPods(Checks.given("workload", workload)).check(found);
    return found;
  }

  /** Returns a workload of a name and a main container, before any other field is read. */
  private static GpuWorkload start(Part document, WorkloadKind kind) {
    Part metadata = document.orEmpty("metadata");
    String name =
        metadata.step("name", "workload", (any, named) -> Checks.workloadName(named.text()));
    String written = metadata.find("name").map(Part::text).orElse(name);
    return GpuWorkload.of(
        kind, name, ContainerReader.read(document.orEmpty("spec").orEmpty("container"), written));
  }

  /** Writes the fields of a workload other than its name. */
  public static Map<String, Object> write(GpuWorkload workload) {
    RequestFields.checkReplicas(Checks.given("workload", workload));
    return SPEC.write(workload);
  }

  /** Writes a document with the name of a workload. */
  public static String document(String kind, GpuWorkload workload, Map<String, Object> spec) {
    Checks.given("kind", kind);
    Checks.given("workload", workload);
    Checks.given("spec", spec);
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("name", workload.meta().getName());
    if (workload.meta().getNamespace() != null) {
      metadata.put("namespace", workload.meta().getNamespace());
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("apiVersion", Table.API_VERSION);
    document.put("kind", kind);
    document.put("metadata", metadata);
    document.put("spec", spec);
    return YamlWriter.write(document);
  }

  private static GpuWorkload schedule(GpuWorkload workload, Part schedule) {
    if (!(workload.kind() instanceof CronJobKind)) {
      throw new InvalidValueException(
          "intent.conflict", "only a CronJob has a schedule; write kind: CronJob, or remove it");
    }
    return workload.schedule(schedule.text());
  }

  private static GpuWorkload completionMode(GpuWorkload workload, Part mode) {
    if (mode.text().equals("NonIndexed")) {
      return workload;
    }
    Integer completions = workload.jobSpec().getCompletions();
    if (workload.kind().withJob(job -> job).isPresent() && completions == null) {
      throw new InvalidValueException(
          "intent.missing", "'completions' is missing, by which pods are indexed; add it");
    }
    return completions == null ? workload : workload.indexedCompletions(completions);
  }

  private static Map<String, Object> claim(PersistentVolumeClaim claim) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", claim.getMetadata().getName());
    tree.put(
        "storage",
        Objects.requireNonNull(claim.getSpec().getResources().getRequests().get("storage"))
            .toString());
    if (claim.getSpec().getStorageClassName() != null) {
      tree.put("storageClassName", claim.getSpec().getStorageClassName());
    }
    return tree;
  }

  private static Optional<WorkloadService> implied(GpuWorkload workload) {
    return workload.service().filter(WorkloadService::isImplied);
  }

  private static ServicePort port(WorkloadService service) {
    return service.spec().getPorts().get(0);
  }

  private static ContainerPort open(int port) {
    return new ContainerPortBuilder().withContainerPort(port).build();
  }

  /** The port comes first among the container's, unless it is already there. */
  private static GpuWorkload port(GpuWorkload before, int port) {
    boolean isOpen =
        before.main().model().getPorts().stream()
            .map(ContainerPort::getContainerPort)
            .anyMatch(other -> other != null && other == port);
    return (isOpen
            ? before
            : before.main(c -> c.edit(container -> container.addToPorts(0, open(port)))))
        .service(WorkloadService.implied(port));
  }

  private static WorkloadService service(Part part) {
    int port = part.require("port").number();
    return WorkloadService.of(port, part.find("targetPort").map(Part::number).orElse(port));
  }

  /** The main container without what follows from the workload's name and port. */
  private static Map<String, Object> container(GpuWorkload workload) {
    Container main = workload.main().model();
    Map<String, Object> tree = ContainerForm.file(main);
    tree.remove("name", workload.meta().getName());
    implied(workload).ifPresent(service -> leaveOut(port(service).getPort(), main, tree));
    return tree;
  }

  private static void leaveOut(Integer port, Container main, Map<String, Object> tree) {
    List<ContainerPort> ports = main.getPorts();
    boolean once =
        ports.stream().filter(other -> port.equals(other.getContainerPort())).count() == 1;
    if (once && ports.get(0).equals(open(port))) {
      List<Object> others = new ArrayList<>((List<?>) tree.remove("ports"));
      others.remove(0);
      if (!others.isEmpty()) {
        tree.put("ports", others);
      }
    }
  }

  private static Map<String, Object> pod(GpuWorkload workload) {
    PodSpec pods = workload.pods().spec();
    Map<String, Object> pod = ContainerForm.copy(Json.MAPPER.convertValue(pods, Object.class));
    pod.put("labels", workload.pods().labels());
    pod.put("annotations", workload.pods().template().getMetadata().getAnnotations());
    pod.put("initContainers", containers(pods.getInitContainers()));
    pod.put("containers", containers(pods.getContainers()));
    for (String own : OWN_FIELDS_OF_PODS) {
      pod.remove(own, List.of());
      pod.remove(own, Map.of());
    }
    if (workload.pods().isHardened()) {
      writeHardened(pod, pods.getSecurityContext());
    }
    return pod;
  }

  private static List<Map<String, Object>> containers(List<Container> containers) {
    return containers.stream().map(ContainerForm::file).toList();
  }

  /** The security context follows from the user, unless it was changed after. */
  private static void writeHardened(
      Map<String, Object> pod, @Nullable PodSecurityContext security) {
    Long user = security == null ? null : security.getRunAsUser();
    long stated = user == null || user < 1 || user > Integer.MAX_VALUE ? 1 : user;
    pod.put("restricted", Map.of("runAsUser", stated));
    if (WorkloadPods.empty().restricted(stated).spec().getSecurityContext().equals(security)) {
      pod.remove("securityContext");
    }
  }

  private static Map<String, Schema> with(Map<String, Schema> fields, Map<String, Schema> more) {
    Map<String, Schema> all = new TreeMap<>(fields);
    all.putAll(more);
    return all;
  }
}
