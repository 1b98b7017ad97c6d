package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.gpuspec.CapacityType;
import io.gpuspec.CpuAmount;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import io.gpuspec.Share;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes a workload as {@link WorkloadReader} reads it. */
final class WorkloadWriter {
  private static final GpuRequest NOTHING = GpuRequest.of(Devices.any());
  private static final GpuRequest SOMETHING = NOTHING.cpu(1).memory("1Gi").replicas(2);

  private final GpuWorkload workload;
  private final Map<String, Object> spec = new LinkedHashMap<>();

  private WorkloadWriter(GpuWorkload workload) {
    this.workload = workload;
  }

  static String yaml(GpuWorkload workload, Optional<IntentTarget> target) {
    return document(WorkloadShape.KIND, workload, spec(workload, target));
  }

  /** What a document says beside its name, for a document of another kind too. */
  static Map<String, Object> spec(GpuWorkload workload, Optional<IntentTarget> target) {
    WorkloadWriter writer = new WorkloadWriter(workload);
    writer.write();
    target.ifPresent(there -> writer.spec.put("target", target(there)));
    return writer.spec;
  }

  /** A document with the name of a workload. */
  static String document(String kind, GpuWorkload workload, Map<String, Object> spec) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("apiVersion", WorkloadShape.API_VERSION);
    document.put("kind", kind);
    document.put("metadata", metadata(workload));
    document.put("spec", spec);
    return YamlWriter.write(document);
  }

  private static Map<String, Object> metadata(GpuWorkload workload) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("name", workload.meta().getName());
    put(metadata, "namespace", workload.meta().getNamespace());
    return metadata;
  }

  private void write() {
    spec.put("kind", IntentKind.of(workload.kind()).toString());
    writeKind();
    writeGpu();
    Container main = workload.main().model();
    Map<String, Object> container = ContainerForm.file(main);
    container.remove("name", workload.meta().getName());
    spec.put("container", container);
    putFilled(spec, "pod", pod());
    if (!workload.selector().isEmpty()) {
      spec.put("selector", Map.of("matchLabels", workload.selector()));
    }
    workload.service().ifPresent(service -> writeService(service, main, container));
    workload
        .budget()
        .ifPresent(
            budget ->
                spec.put(
                    "disruptionBudget",
                    Map.of("maxUnavailable", numberOrText(budget.maxUnavailable()))));
  }

  private void writeKind() {
    WorkloadKind kind = workload.kind();
    if (kind instanceof DeploymentKind deployment) {
      spec.put("replicas", deployment.replicas());
    } else if (kind instanceof StatefulSetKind set) {
      spec.put("replicas", set.replicas());
      putFilled(spec, "volumeClaimTemplates", set.claims().stream().map(c -> claim(c)).toList());
    } else if (kind instanceof JobKind job) {
      writeJob(job.spec());
      put(spec, "suspend", job.spec().getSuspend());
    } else if (kind instanceof CronJobKind cron) {
      spec.put("schedule", cron.spec().getSchedule());
      put(spec, "timeZone", cron.spec().getTimeZone());
      put(spec, "concurrencyPolicy", cron.spec().getConcurrencyPolicy());
      put(spec, "suspend", cron.spec().getSuspend());
      writeJob(cron.job().spec());
    }
  }

  private void writeJob(JobSpec job) {
    put(spec, "parallelism", job.getParallelism());
    put(spec, "completions", job.getCompletions());
    put(spec, "completionMode", job.getCompletionMode());
    put(spec, "backoffLimit", job.getBackoffLimit());
    put(spec, "activeDeadlineSeconds", job.getActiveDeadlineSeconds());
    put(spec, "ttlSecondsAfterFinished", job.getTtlSecondsAfterFinished());
  }

  private static Map<String, Object> claim(PersistentVolumeClaim claim) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", claim.getMetadata().getName());
    tree.put(
        "storage",
        Objects.requireNonNull(claim.getSpec().getResources().getRequests().get("storage"))
            .toString());
    put(tree, "storageClassName", claim.getSpec().getStorageClassName());
    return tree;
  }

  /**
   * A file says what is asked and not how it follows from what the pods need, so the wishes are
   * held to two needs.
   */
  private void writeGpu() {
    GpuRequest one = workload.request(NOTHING);
    GpuRequest other = workload.request(SOMETHING);
    if (one.replicas() != NOTHING.replicas() || other.replicas() != SOMETHING.replicas()) {
      throw unsaid("replicas");
    }
    Map<String, Object> gpu = devices(one.devices());
    putTrue(gpu, "exact", one.isExactGpus());
    putFilled(spec, "gpu", gpu);
    Map<String, Object> match = new LinkedHashMap<>();
    putTrue(match, "explicit", one.isExplicit());
    if (!asNeeded(one.cpu(), other.cpu(), CpuAmount.ZERO, SOMETHING.cpu(), "cpu")) {
      match.put("cpu", one.cpu().toString());
    }
    if (!asNeeded(one.memory(), other.memory(), MemorySize.ZERO, SOMETHING.memory(), "memory")) {
      match.put("memory", one.memory().toString());
    }
    if (one.isCheapest()) {
      match.put("prefer", "cheapest");
    }
    if (one.isSmallest()) {
      match.put("prefer", "smallest");
    }
    if (one.capacityType() != CapacityType.ON_DEMAND) {
      match.put("capacityType", one.capacityType().toString());
    }
    one.arch().ifPresent(arch -> match.put("arch", arch.toString()));
    putTrue(match, "includeRetired", one.isIncludeRetired());
    putFilled(spec, "match", match);
  }

  /** Whether an amount is what is needed; it may be a fixed one instead, but no other. */
  private static boolean asNeeded(
      Object one, Object other, Object needed, Object neededElse, String what) {
    if (one.equals(needed) && other.equals(neededElse)) {
      return true;
    }
    if (!one.equals(other)) {
      throw unsaid(what);
    }
    return false;
  }

  private static InvalidValueException unsaid(String what) {
    return new InvalidValueException(
        "matched: '%s' is computed from what the pods need, which no file can say; give a fixed amount"
            .formatted(what));
  }

  private static Map<String, Object> devices(Devices devices) {
    Map<String, Object> gpu = new LinkedHashMap<>();
    putFilled(gpu, devices.isOrdered() ? "names" : "anyOf", devices.names());
    if (devices.count() > 1) {
      gpu.put("count", devices.count());
    }
    devices.memoryAtLeast().ifPresent(size -> gpu.put("minMemory", size.toString()));
    devices.totalMemoryAtLeast().ifPresent(size -> gpu.put("totalMemory", size.toString()));
    devices.architecture().ifPresent(name -> gpu.put("architecture", name));
    devices.computeCapabilityAtLeast().ifPresent(v -> gpu.put("minComputeCapability", v));
    devices.share().ifPresent(share -> gpu.put("share", share(share)));
    return gpu;
  }

  private static Map<String, Object> share(Share share) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("memory", share.memory().toString());
    share.compute().ifPresent(percent -> tree.put("compute", percent));
    return tree;
  }

  private Map<String, Object> pod() {
    PodSpec pods = workload.pods().spec();
    Map<String, Object> pod = ContainerForm.copy(Json.MAPPER.convertValue(pods, Object.class));
    putFilled(pod, "labels", workload.pods().labels());
    putFilled(pod, "annotations", workload.pods().template().getMetadata().getAnnotations());
    pod.remove("containers");
    pod.remove("initContainers");
    putFilled(pod, "initContainers", containers(pods.getInitContainers()));
    putFilled(pod, "containers", containers(pods.getContainers()));
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
    pod.put("hardened", Map.of("runAsUser", stated));
    if (WorkloadPods.empty().hardened(stated).spec().getSecurityContext().equals(security)) {
      pod.remove("securityContext");
    }
  }

  private void writeService(
      WorkloadService service, Container main, Map<String, Object> container) {
    ServicePort port = service.spec().getPorts().get(0);
    if (service.isImplied()) {
      spec.put("port", port.getPort());
      leaveOut(port.getPort(), main, container);
      return;
    }
    Map<String, Object> tree = new LinkedHashMap<>();
    put(tree, "name", service.name().isEmpty() ? null : service.name());
    tree.put("port", port.getPort());
    Integer targetPort = port.getTargetPort().getIntVal();
    put(tree, "targetPort", port.getPort().equals(targetPort) ? null : targetPort);
    put(tree, "type", service.spec().getType());
    put(tree, "clusterIP", service.spec().getClusterIP());
    spec.put("service", tree);
  }

  /** What follows from {@code port} is not written again. */
  private static void leaveOut(Integer port, Container main, Map<String, Object> container) {
    List<ContainerPort> ports = main.getPorts();
    ContainerPort implied = new ContainerPortBuilder().withContainerPort(port).build();
    boolean once =
        ports.stream().filter(other -> port.equals(other.getContainerPort())).count() == 1;
    if (once && ports.get(0).equals(implied)) {
      List<Object> others = new ArrayList<>((List<?>) container.remove("ports"));
      others.remove(0);
      putFilled(container, "ports", others);
    }
  }

  private static Map<String, Object> target(IntentTarget target) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("provider", target.provider());
    target.edition().ifPresent(edition -> tree.put("edition", edition));
    Map<String, Object> options = new LinkedHashMap<>();
    target.options().forEach((name, value) -> options.put(name, plain(value)));
    putFilled(tree, "options", options);
    return tree;
  }

  /** A truth value or a number as itself; people would not quote it. */
  private static Object plain(String value) {
    return value.equals("true") || value.equals("false")
        ? Boolean.valueOf(value)
        : numberOrText(value);
  }

  private static Object numberOrText(String value) {
    return value.matches("0|[1-9][0-9]{0,8}") ? (Object) Integer.valueOf(value) : value;
  }

  private static void put(Map<String, Object> tree, String field, @Nullable Object value) {
    if (value != null) {
      tree.put(field, value);
    }
  }

  private static void putTrue(Map<String, Object> tree, String field, boolean value) {
    if (value) {
      tree.put(field, true);
    }
  }

  private static void putFilled(Map<String, Object> tree, String field, List<?> value) {
    if (!value.isEmpty()) {
      tree.put(field, value);
    }
  }

  private static void putFilled(Map<String, Object> tree, String field, Map<String, ?> value) {
    if (!value.isEmpty()) {
      tree.put(field, value);
    }
  }
}
