package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.gpuspec.Arch;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import io.gpuspec.Share;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Reads a workload of an intent file: each field is a step of {@link GpuWorkload}. */
final class WorkloadReader {
  /** Stands in for a name that is a problem, so that the others are found too. */
  private static final String SOME_NAME = "workload";

  private static final String SOME_SCHEDULE = "@daily";

  private final Part spec;
  private GpuWorkload workload;

  private WorkloadReader(Part spec, GpuWorkload start) {
    this.spec = spec;
    this.workload = start;
  }

  /**
   * Reads a document, as far as it can be read.
   *
   * @param problems where everything goes that is wrong with it
   */
  static Draft read(YamlPlace place, List<ManifestException> problems) {
    Part document =
        new Part(place, WorkloadShape.DOCUMENT.read(place, problems).orElseThrow(), problems);
    GpuWorkload workload =
        read(document, document.orEmpty("spec").find("kind").map(k -> IntentKind.parse(k.text())));
    WorkloadIntent intent = WorkloadIntent.of(workload);
    return Draft.of(document, workload, intent, WorkloadIntent::in);
  }

  /** A worker of the gang that a document is. */
  static GpuWorkload worker(Part document) {
    return read(document, Optional.of(IntentKind.JOB));
  }

  /** Where the kind is not known, only what any kind has. */
  private static GpuWorkload read(Part document, Optional<IntentKind> kind) {
    Part metadata = document.orEmpty("metadata");
    Part spec = document.orEmpty("spec");
    WorkloadReader reader =
        new WorkloadReader(spec, start(metadata, spec, kind.orElse(IntentKind.POD)));
    metadata.find("namespace").ifPresent(reader::namespace);
    kind.ifPresent(known -> reader.readKind());
    reader.readPods();
    return reader.workload;
  }

  private static GpuWorkload start(Part metadata, Part spec, IntentKind kind) {
    String name =
        metadata.step("name", SOME_NAME, (other, named) -> Checks.workloadName(named.text()));
    String written = metadata.find("name").map(Part::text).orElse(name);
    WorkloadContainer main = ContainerReader.read(spec.orEmpty("container"), written);
    return kind.start(name, kind == IntentKind.CRON_JOB ? schedule(spec) : SOME_SCHEDULE, main);
  }

  private static String schedule(Part spec) {
    if (spec.find("schedule").isEmpty()) {
      spec.check(
          () -> {
            throw new InvalidValueException(
                "'schedule' is missing; add one, such as schedule: '0 3 * * *'");
          });
    }
    return spec.step("schedule", SOME_SCHEDULE, (other, s) -> CronSchedule.check(s.text()));
  }

  private void namespace(Part namespace) {
    workload = namespace.step(workload, w -> w.namespace(namespace.text()));
  }

  private void readPods() {
    spec.find("gpu").ifPresent(this::readGpu);
    spec.find("match").ifPresent(this::readMatch);
    spec.find("pod").ifPresent(pod -> workload = PodReader.read(pod, workload));
    readSelector();
    spec.find("port").ifPresent(this::readPort);
    step("service", (w, service) -> w.service(service(service)));
  }

  private void step(String field, BiFunction<GpuWorkload, Part, GpuWorkload> step) {
    workload = spec.step(field, workload, step);
  }

  private void readKind() {
    if (spec.find("schedule").isPresent() && !(workload.kind() instanceof CronJobKind)) {
      spec.require("schedule")
          .check(
              () -> {
                throw new InvalidValueException(
                    "only a CronJob has a schedule; write kind: CronJob, or leave it out");
              });
    }
    step("timeZone", (w, zone) -> w.timeZone(zone.text()));
    step("concurrencyPolicy", (w, policy) -> w.concurrencyPolicy(policy(policy.text())));
    step("suspend", (w, suspend) -> suspend.truth() ? w.suspended() : w);
    step("replicas", (w, n) -> w.replicas(n.number()));
    step("parallelism", (w, n) -> w.parallelism(n.number()));
    readCompletions();
    step("backoffLimit", (w, n) -> w.backoffLimit(n.number()));
    step("activeDeadlineSeconds", (w, n) -> w.activeDeadlineSeconds(n.longNumber()));
    step("ttlSecondsAfterFinished", (w, n) -> w.ttlSecondsAfterFinished(n.number()));
    spec.find("volumeClaimTemplates").map(Part::items).orElse(List.of()).forEach(this::readClaim);
    workload =
        spec.orEmpty("disruptionBudget")
            .step("maxUnavailable", workload, (w, most) -> w.disruptionBudget(most.text()));
  }

  private static ConcurrencyPolicy policy(String word) {
    for (ConcurrencyPolicy policy : ConcurrencyPolicy.values()) {
      if (policy.toString().equals(word)) {
        return policy;
      }
    }
    throw new IllegalArgumentException(word);
  }

  private void readCompletions() {
    boolean indexed =
        spec.find("completionMode").filter(m -> m.text().equals("Indexed")).isPresent();
    step(
        "completions",
        (w, n) -> indexed ? w.indexedCompletions(n.number()) : w.completions(n.number()));
    if (indexed && spec.find("completions").isEmpty()) {
      spec.require("completionMode")
          .check(
              () -> {
                throw new InvalidValueException(
                    "'completions' is missing, by which pods are indexed; add it");
              });
    }
  }

  private void readGpu(Part gpu) {
    Devices devices = Devices.any();
    devices = gpu.step("names", devices, (d, names) -> Devices.of(names.texts()));
    devices = gpu.step("anyOf", devices, (d, names) -> anyOf(gpu, names));
    devices = gpu.step("count", devices, (d, n) -> d.count(n.number()));
    devices = gpu.step("minMemory", devices, (d, m) -> d.memoryAtLeast(MemorySize.parse(m.text())));
    devices =
        gpu.step(
            "totalMemory", devices, (d, m) -> d.totalMemoryAtLeast(MemorySize.parse(m.text())));
    devices = gpu.step("architecture", devices, (d, name) -> d.architecture(name.text()));
    devices =
        gpu.step(
            "minComputeCapability",
            devices,
            (d, least) -> d.computeCapabilityAtLeast(least.text()));
    devices = gpu.step("share", devices, (d, share) -> d.shared(share(share)));
    workload = workload.devices(devices);
    workload = gpu.step("exact", workload, (w, exact) -> exact.truth() ? w.exactGpus() : w);
  }

  private static Share share(Part share) {
    String memory = share.require("memory").text();
    return share
        .find("compute")
        .map(percent -> Share.of(memory, percent.number()))
        .orElseGet(() -> Share.of(memory));
  }

  private static Devices anyOf(Part gpu, Part names) {
    if (gpu.find("names").isPresent()) {
      throw new InvalidValueException(
          "'names', in order of preference, stand beside it; leave one of them out");
    }
    return Devices.anyOf(names.texts());
  }

  private void readMatch(Part match) {
    Optional<Part> cpu = match.find("cpu");
    Optional<Part> memory = match.find("memory");
    boolean explicit = match.find("explicit").filter(Part::truth).isPresent();
    if (explicit && cpu.isPresent() && memory.isPresent()) {
      workload = match.step(workload, w -> w.explicit(cpu.get().text(), memory.get().text()));
    } else {
      workload = matched(cpu, (request, amount) -> request.cpu(amount.text()));
      workload = matched(memory, (request, amount) -> request.memory(amount.text()));
      workload = explicit ? workload.explicit() : workload;
    }
    workload =
        matched(
            match.find("prefer"),
            (r, prefer) -> prefer.text().equals("cheapest") ? r.cheapest() : r.smallest());
    workload =
        matched(
            match.find("capacityType"),
            (r, type) -> r.capacityType(CapacityType.parse(type.text())));
    workload = matched(match.find("arch"), (r, arch) -> r.arch(Arch.parse(arch.text())));
    workload =
        matched(
            match.find("includeRetired"), (r, retired) -> retired.truth() ? r.includeRetired() : r);
  }

  /** Tried at once on a request of its own, so that what it refuses is told at its line. */
  private GpuWorkload matched(Optional<Part> wish, BiFunction<GpuRequest, Part, GpuRequest> step) {
    return wish.map(
            part ->
                part.step(
                    workload,
                    w -> {
                      Checks.given("request", step.apply(GpuRequest.of(Devices.any()), part));
                      return w.matched(request -> step.apply(request, part));
                    }))
        .orElse(workload);
  }

  private void readSelector() {
    Map<String, Part> labels =
        spec.find("selector")
            .map(selector -> selector.orEmpty("matchLabels").entries())
            .orElse(Map.of());
    labels.forEach(
        (key, value) -> workload = value.step(workload, w -> w.selector(key, value.text())));
  }

  private void readClaim(Part claim) {
    workload =
        claim.step(
            workload,
            w ->
                w.ownClaim(
                    claim.require("name").text(),
                    claim.require("storage").text(),
                    claim.find("storageClassName").map(Part::text)));
  }

  /** The port comes first among the container's, unless it is there. */
  private void readPort(Part port) {
    int number = port.number();
    boolean open =
        workload.main().model().getPorts().stream()
            .map(ContainerPort::getContainerPort)
            .anyMatch(other -> other != null && other == number);
    ContainerPort added = new ContainerPortBuilder().withContainerPort(number).build();
    if (!open) {
      workload = workload.main(c -> c.edit(container -> container.addToPorts(0, added)));
    }
    if (spec.find("service").isEmpty()) {
      workload = workload.service(WorkloadService.implied(number));
    }
  }

  private static WorkloadService service(Part part) {
    int port = part.require("port").number();
    WorkloadService service =
        WorkloadService.of(port, part.find("targetPort").map(Part::number).orElse(port));
    service = part.step("name", service, (s, name) -> s.named(name.text()));
    service = part.step("type", service, (s, type) -> s.loadBalancer());
    return part.step("clusterIP", service, (s, none) -> s.headless());
  }

  /** Where an intent is to run. */
  static IntentTarget target(Part part) {
    IntentTarget target = IntentTarget.of(part.require("provider").text());
    target = part.step("edition", target, (t, edition) -> t.edition(edition.text()));
    for (Map.Entry<String, Part> option :
        part.find("options").map(Part::entries).orElse(Map.of()).entrySet()) {
      target =
          option.getValue().step(target, t -> t.with(option.getKey(), option.getValue().text()));
    }
    return target;
  }
}
