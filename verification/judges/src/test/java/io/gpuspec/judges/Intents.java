package io.gpuspec.judges;

import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.judges.Said.Step;
import io.gpuspec.manifest.ConcurrencyPolicy;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.RestartPolicy;
import io.gpuspec.manifest.WorkloadContainer;
import io.gpuspec.manifest.WorkloadService;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Random workloads for a target, with everything that {@link GpuWorkload} has a step for.
 *
 * <p>What they name must be there: {@link #NAMESPACES}, {@link #PRIORITY_CLASS} and {@link
 * RandomPodSettings#RUNTIME_CLASS}.
 */
final class Intents {
  /** Namespaces that workloads are put into. */
  static final List<String> NAMESPACES = List.of("ai", "0", "n".repeat(63));

  /** The priority class that workloads name. */
  static final String PRIORITY_CLASS = "gpu.critical";

  private static final Step<Target> INJECTED =
      new Step<>(".with(\"ds-injection\", \"true\")", t -> t.with("ds-injection", "true"));

  private static final int MAIN_PORT = 8000;
  private static final int SIDE_PORT = 9000;
  private static final int INIT_PORT = 1;
  private static final int CAR_PORT = 65_533;

  private final List<GpuSpec> rows;
  private final Arbitrary<Said<Target>> targets;

  private Intents(String id) {
    Target target = Gpus.load().in(id);
    this.rows = target.catalog().specs().stream().filter(row -> !isOfWholeCards(row)).toList();
    this.targets = TargetOptions.of(target);
  }

  /** Workloads for this target. */
  static Arbitrary<Intent> on(String target) {
    return new Intents(target).intents();
  }

  /** Workers of a gang for this target, which only their gang has to find, by these names. */
  static Arbitrary<Intent> workersOn(String target, Arbitrary<String> names) {
    return podsOn(target, "job", workers(names));
  }

  /** Pods that run until they are deleted, without what only a Deployment has. */
  static Arbitrary<Intent> serversOn(String target, Arbitrary<String> names) {
    return podsOn(
        target,
        "deployment",
        Combinators.combine(names, Texts.dnsLabels())
            .as((name, container) -> start("deployment", name, Containers.named(container), "")));
  }

  private static Arbitrary<Intent> podsOn(
      String target, String kind, Arbitrary<Said<GpuWorkload>> starts) {
    Intents all = new Intents(target);
    Arbitrary<Said<GpuWorkload>> pods =
        Combinators.combine(starts, all.gpus(), mains(), pods(), beside())
            .as(
                (start, gpus, main, pod, beside) ->
                    start.then(gpus).then(main).then(pod).then(beside));
    return Combinators.combine(pods, all.targets)
        .filter((worker, where) -> SuperNodeValues.goWith(kind, where.java()))
        .as(Intents::intent);
  }

  private Arbitrary<Intent> intents() {
    Arbitrary<Said<GpuWorkload>> workloads =
        Combinators.combine(
                starts(), gpus(), mains(), pods(), RandomPodSettings.some(), beside(), services())
            .as(
                (start, gpus, main, pod, habits, beside, service) ->
                    start.then(gpus).then(main).then(pod).then(habits).then(beside).then(service));
    return Combinators.combine(workloads, targets, scalers())
        .filter((workload, target, scaler) -> SuperNodeValues.goWith(kind(workload), target.java()))
        .as((workload, target, scaler) -> scaled(intent(workload, target), scaler));
  }

  private static Arbitrary<Optional<Step<GpuWorkload>>> scalers() {
    return Arbitraries.of(
            new Step<GpuWorkload>(".autoscaled(1, 1, 1)", w -> w.autoscaled(1, 1, 1)),
            new Step<GpuWorkload>(".autoscaled(2, 1000, 80)", w -> w.autoscaled(2, 1000, 80)),
            new Step<GpuWorkload>(
                ".autoscaledByPodMetric(1, 4, \"DCGM_FI_DEV_GPU_UTIL\", 70)",
                w -> w.autoscaledByPodMetric(1, 4, "DCGM_FI_DEV_GPU_UTIL", 70)),
            new Step<GpuWorkload>(
                ".autoscaledByExternalMetric(1, 4, \"queue_length\", 30)",
                w -> w.autoscaledByExternalMetric(1, 4, "queue_length", 30)))
        .optional(0.2);
  }

  /** Pods are only scaled by their use of CPU where each container requests some. */
  private static Intent scaled(Intent intent, Optional<Step<GpuWorkload>> scaler) {
    String java = intent.workload().java();
    if (scaler.isEmpty()
        || java.contains(".replicas(")
        || !List.of("deployment", "statefulSet").contains(kind(intent.workload()))) {
      return intent;
    }
    Intent scaled = new Intent(intent.workload().then(scaler.get()), intent.target());
    try {
      scaled.build();
      return scaled;
    } catch (GpuSpecException e) {
      return String.valueOf(e.getMessage()).contains("requests no CPU") ? intent : scaled;
    }
  }

  private static String kind(Said<GpuWorkload> workload) {
    return workload.java().replaceFirst("GpuWorkload\\.(\\w+)\\((?s:.*)", "$1");
  }

  /**
   * A limit on the price of spot capacity is refused where none is asked for, compute on nodes that
   * do not give it out and of online pods, and none of offline pods; a DaemonSet on super nodes is
   * refused unless it is injected.
   */
  private static Intent intent(Said<GpuWorkload> workload, Said<Target> target) {
    Said<GpuWorkload> asked =
        target.java().contains("spot-price-limit") ? workload.then(Wish.SPOT.wish) : workload;
    boolean computes = asked.java().contains(".share(\"2Gi\", ");
    return new Intent(
        computes && givesMemoryAlone(target.java()) ? asked.then(memoryOnly("1Gi")) : asked,
        kind(workload).equals("daemonSet") && SuperNodeValues.isOf(target.java())
            ? target.then(INJECTED)
            : target);
  }

  private static boolean givesMemoryAlone(String target) {
    return target.contains("card-sharing") || target.contains("\"online\"");
  }

  private static Arbitrary<Said<GpuWorkload>> starts() {
    return Arbitraries.of("pod", "deployment", "job", "statefulSet", "daemonSet", "cronJob")
        .flatMap(
            kind ->
                Combinators.combine(names(kind), Texts.dnsLabels(), schedules(), ofKind(kind))
                    .filter((name, container, schedule, steps) -> isHostName(name, steps))
                    .as(
                        (name, container, schedule, steps) ->
                            start(kind, name, Containers.named(container), schedule).then(steps)));
  }

  private static Arbitrary<Said<GpuWorkload>> workers(Arbitrary<String> names) {
    return Combinators.combine(
            names, Texts.dnsLabels(), Arbitraries.of(RestartPolicy.NEVER, RestartPolicy.ON_FAILURE))
        .as(
            (name, container, policy) ->
                start("job", name, Containers.named(container), "").then(List.of(restart(policy))));
  }

  /** With room for a time and an index, where pods have them in their host names. */
  private static boolean isHostName(String name, List<Step<GpuWorkload>> steps) {
    return name.length() <= 50
        || steps.stream().noneMatch(step -> step.java().startsWith(".indexedCompletions"));
  }

  /** Of a stateful set's name its Service's is made, which begins with a letter. */
  private static Arbitrary<String> names(String kind) {
    return switch (kind) {
      case "statefulSet" -> Texts.shortDnsLabels();
      case "cronJob" -> Arbitraries.oneOf(Texts.shortDnsLabels(), Arbitraries.of("0", "7b"));
      default -> Arbitraries.oneOf(Texts.dnsLabels(), Texts.dnsLabelsWithDigitFirst());
    };
  }

  private static Said<GpuWorkload> start(
      String kind, String name, Said<WorkloadContainer> main, String schedule) {
    String when = kind.equals("cronJob") ? ", " + Said.literal(schedule) : "";
    return new Said<>(
        "GpuWorkload.%s(%s%s, %s)".formatted(kind, Said.literal(name), when, main),
        () ->
            switch (kind) {
              case "pod" -> GpuWorkload.pod(name, main.get());
              case "job" -> GpuWorkload.job(name, main.get());
              case "statefulSet" -> GpuWorkload.statefulSet(name, main.get());
              case "daemonSet" -> GpuWorkload.daemonSet(name, main.get());
              case "cronJob" -> GpuWorkload.cronJob(name, schedule, main.get());
              default -> GpuWorkload.deployment(name, main.get());
            });
  }

  private static Arbitrary<String> schedules() {
    return Arbitraries.oneOf(
        Arbitraries.of("@daily", "@midnight", "@every 1h30m", "* * * * *", "? ? ? ? ?"),
        Arbitraries.of("0 3 * * mon-FRI", "*/15 0-23/2 1,15 JAN-mar/2 0,6", "59 23 31 12 6"));
  }

  /** What only some kinds have. */
  private static Arbitrary<List<Step<GpuWorkload>>> ofKind(String kind) {
    return Containers.some(
        switch (kind) {
          case "deployment" -> List.of(replicas(), budgets());
          case "statefulSet" ->
              List.of(
                  replicas(),
                  budgets(),
                  Arbitraries.of(
                      new Step<>(
                          ".claimTemplate(\"own\", \"4Ki\", \"/own\")",
                          w -> w.claimTemplate("own", "4Ki", "/own")),
                      new Step<>(
                          ".claimTemplate(\"own\", \"1.5Ti\", \"/own\", \"fast.ssd\")",
                          w -> w.claimTemplate("own", "1.5Ti", "/own", "fast.ssd"))));
          case "job" -> jobs();
          case "cronJob" -> {
            List<Arbitrary<Step<GpuWorkload>>> steps = new ArrayList<>(jobs());
            steps.add(
                Arbitraries.of("UTC", "Asia/Shanghai", "America/Port-au-Prince")
                    .map(zone -> called("timeZone", zone, GpuWorkload::timeZone)));
            steps.add(
                Arbitraries.of(ConcurrencyPolicy.values())
                    .map(
                        policy ->
                            new Step<>(
                                ".concurrencyPolicy(ConcurrencyPolicy.%s)".formatted(policy.name()),
                                w -> w.concurrencyPolicy(policy))));
            yield steps;
          }
          case "daemonSet" -> List.of(Arbitraries.just(restart(RestartPolicy.ALWAYS)));
          default -> List.of(Arbitraries.of(RestartPolicy.values()).map(Intents::restart));
        });
  }

  private static List<Arbitrary<Step<GpuWorkload>>> jobs() {
    return List.of(
        Arbitraries.of(RestartPolicy.NEVER, RestartPolicy.ON_FAILURE).map(Intents::restart),
        Arbitraries.just(new Step<>(".suspended()", GpuWorkload::suspended)),
        Arbitraries.of(0, 1, 4, 100_000)
            .map(n -> number("parallelism", n, GpuWorkload::parallelism)),
        Arbitraries.oneOf(
            Arbitraries.of(0, 1, 1_000_000)
                .map(n -> number("completions", n, GpuWorkload::completions)),
            Arbitraries.of(0, 1, 8)
                .map(n -> number("indexedCompletions", n, GpuWorkload::indexedCompletions))),
        Arbitraries.of(0, 6).map(n -> number("backoffLimit", n, GpuWorkload::backoffLimit)),
        Arbitraries.of(1, Integer.MAX_VALUE)
            .map(n -> number("activeDeadlineSeconds", n, GpuWorkload::activeDeadlineSeconds)),
        Arbitraries.of(0, 3600)
            .map(n -> number("ttlSecondsAfterFinished", n, GpuWorkload::ttlSecondsAfterFinished)));
  }

  private static Arbitrary<Step<GpuWorkload>> replicas() {
    return Arbitraries.of(0, 1, 3, 1_000_000)
        .map(n -> number("replicas", n, GpuWorkload::replicas));
  }

  private static Arbitrary<Step<GpuWorkload>> budgets() {
    return Arbitraries.of("0", "1", "0%", "50%", "100%")
        .map(most -> called("disruptionBudget", most, GpuWorkload::disruptionBudget));
  }

  private static Step<GpuWorkload> number(
      String step, int number, BiFunction<GpuWorkload, Integer, GpuWorkload> call) {
    return new Step<>("." + step + "(" + number + ")", w -> call.apply(w, number));
  }

  private static Step<GpuWorkload> restart(RestartPolicy policy) {
    return new Step<>(
        ".restartPolicy(RestartPolicy.%s)".formatted(policy.name()), w -> w.restartPolicy(policy));
  }

  /** GPUs that some row of the catalog has, and how they are to be matched. */
  private Arbitrary<Step<GpuWorkload>> gpus() {
    Arbitrary<List<String>> others = Arbitraries.of(rows).map(GpuSpec::gpu).list().ofMaxSize(2);
    return Combinators.combine(
            Arbitraries.of(rows), others, Arbitraries.of(Wish.values()), Arbitraries.of(5, 50, 100))
        .as((row, more, wish, percent) -> wish.step(row, more).then(shared(row, percent)));
  }

  /** Where cards are shared, a part of each: all of its memory, or a little and some compute. */
  private static Step<GpuWorkload> shared(GpuSpec row, int percent) {
    if (row.shareMemory().isEmpty()) {
      return new Step<>("", w -> w);
    }
    return row.gpus() == 1
        ? new Step<>(".share(\"2Gi\", " + percent + ")", w -> w.share("2Gi", percent))
        : memoryOnly(row.shareMemory().orElseThrow().toString());
  }

  /**
   * Of qGPU's nodes, those with several cards are for whole ones, and these judges ask for shares.
   */
  private static boolean isOfWholeCards(GpuSpec row) {
    return row.gpus() > 1 && row.target().equals("tke/qgpu");
  }

  private static Step<GpuWorkload> memoryOnly(String memory) {
    return new Step<>(".share(" + Said.literal(memory) + ")", w -> w.share(memory));
  }

  /** How a workload is matched. */
  private enum Wish {
    SMALLEST("", w -> w),
    EXACT_GPUS(".exactGpus()", GpuWorkload::exactGpus),
    CHEAPEST(".matched(GpuRequest::cheapest)", w -> w.matched(GpuRequest::cheapest)),
    RETIRED(".matched(GpuRequest::includeRetired)", w -> w.matched(GpuRequest::includeRetired)),
    SPOT(
        ".matched(r -> r.capacityType(CapacityType.SPOT))",
        w -> w.matched(r -> r.capacityType(CapacityType.SPOT))),
    RESERVED(
        ".matched(r -> r.capacityType(CapacityType.RESERVED))",
        w -> w.matched(r -> r.capacityType(CapacityType.RESERVED))),
    ANY_GPU("", w -> w),
    GPU_MEMORY(
        ".devices(Devices.any().memoryAtLeast(\"16Gi\"))",
        w -> w.devices(Devices.any().memoryAtLeast("16Gi"))),
    BY_ROW("", w -> w),
    EXPLICIT("", w -> w);

    private final Step<GpuWorkload> wish;

    Wish(String java, UnaryOperator<GpuWorkload> wish) {
      this.wish = new Step<>(java, wish);
    }

    Step<GpuWorkload> step(GpuSpec row, List<String> others) {
      int gpus = row.fraction().filter(share -> !share.isWhole()).isPresent() ? 1 : row.gpus();
      return switch (this) {
        case ANY_GPU, GPU_MEMORY -> wish;
        case BY_ROW -> gpu(gpus, List.of(row.name()));
        case EXPLICIT -> row.takesStatedShapes() ? explicit(row) : gpu(gpus, List.of(row.gpu()));
        default -> {
          List<String> names = new ArrayList<>(List.of(row.gpu()));
          names.addAll(others);
          yield gpu(gpus, names).then(wish);
        }
      };
    }

    private static Step<GpuWorkload> explicit(GpuSpec row) {
      String cpu = row.shapes().get(0).cpu().toString();
      String memory = row.shapes().get(0).memory().toString();
      return gpu(row.gpus(), List.of(row.gpu()))
          .then(
              new Step<>(
                  ".explicit(\"%s\", \"%s\")".formatted(cpu, memory),
                  w -> w.explicit(cpu, memory)));
    }

    private static Step<GpuWorkload> gpu(int count, List<String> names) {
      String java = String.join(", ", names.stream().map(Said::literal).toList());
      String[] all = names.toArray(String[]::new);
      return count == 1
          ? new Step<>(".gpu(" + java + ")", w -> w.gpu(all))
          : new Step<>(".gpu(" + count + ", " + java + ")", w -> w.gpu(count, all));
    }
  }

  /** The rest of the main container. */
  private static Arbitrary<Step<GpuWorkload>> mains() {
    return Combinators.combine(Containers.steps(MAIN_PORT, Texts.portNames()), Containers.probes())
        .as((steps, probes) -> Step.all(steps).then(Step.all(probes)))
        .map(
            change ->
                change.java().isEmpty()
                    ? new Step<>("", w -> w)
                    : new Step<>(
                        ".main(c -> c" + change.java() + ")", w -> w.main(change.change())));
  }

  /** What the pods have beside their containers. */
  private static Arbitrary<List<Step<GpuWorkload>>> pods() {
    return Containers.some(
        List.of(
            Arbitraries.of(NAMESPACES)
                .map(name -> called("namespace", name, GpuWorkload::namespace)),
            pairs("label", Texts.keys(), Texts.labelValues(), GpuWorkload::label),
            pairs(
                "selector",
                Arbitraries.of("app", "x.io/run"),
                Texts.labelValues(),
                GpuWorkload::selector),
            pairs("annotation", Texts.keys(), Texts.anything(), GpuWorkload::annotation),
            pairs("annotation", Texts.keys(), Texts.anything(), GpuWorkload::annotation),
            pairs(
                "nodeAffinity",
                Texts.affinityKeys(),
                Texts.labelValues(),
                GpuWorkload::nodeAffinity),
            Texts.keys().map(key -> called("podAntiAffinity", key, GpuWorkload::podAntiAffinity)),
            Arbitraries.of("default", "s.a-1")
                .map(name -> called("serviceAccount", name, GpuWorkload::serviceAccount)),
            Arbitraries.just(called("priorityClass", PRIORITY_CLASS, GpuWorkload::priorityClass)),
            Arbitraries.of("1Mi", "64Mi", "0")
                .map(size -> called("sharedMemory", size, GpuWorkload::sharedMemory)),
            Arbitraries.of("/scratch", "/", "/a b", "/\u00e9").map(Intents::scratch),
            Arbitraries.just(
                new Step<>(
                    ".claim(\"claim\", \"models.v1\", \"/models\")",
                    w -> w.claim("claim", "models.v1", "/models"))),
            Arbitraries.just(configMap())));
  }

  private static Step<GpuWorkload> called(
      String step, String value, BiFunction<GpuWorkload, String, GpuWorkload> call) {
    return new Step<>("." + step + "(" + Said.literal(value) + ")", w -> call.apply(w, value));
  }

  /** A step that takes a key and a value. */
  private interface Pair {
    GpuWorkload apply(GpuWorkload workload, String key, String value);
  }

  private static Arbitrary<Step<GpuWorkload>> pairs(
      String step, Arbitrary<String> keys, Arbitrary<String> values, Pair call) {
    return Combinators.combine(keys, values)
        .as(
            (key, value) ->
                new Step<>(
                    ".%s(%s, %s)".formatted(step, Said.literal(key), Said.literal(value)),
                    w -> call.apply(w, key, value)));
  }

  private static Step<GpuWorkload> scratch(String path) {
    return new Step<>(".emptyDir(\"s\", " + Said.literal(path) + ")", w -> w.emptyDir("s", path));
  }

  private static Step<GpuWorkload> configMap() {
    return new Step<>(
        ".volume(new VolumeBuilder().withName(\"cm\").withNewConfigMap().withName(\"cm\")"
            + ".endConfigMap().build()).main(c -> c.mountReadOnly(\"cm\", \"/etc/cm\"))",
        w ->
            w.volume(
                    new VolumeBuilder()
                        .withName("cm")
                        .withNewConfigMap()
                        .withName("cm")
                        .endConfigMap()
                        .build())
                .main(c -> c.mountReadOnly("cm", "/etc/cm")));
  }

  /** Other containers: one that runs with the pod, one before it, one before and beside it. */
  private static Arbitrary<List<Step<GpuWorkload>>> beside() {
    return Containers.some(
        List.of(
            Combinators.combine(
                    Containers.steps(SIDE_PORT, Arbitraries.of("side")), Containers.probes())
                .as((steps, probes) -> Containers.named("0-side").then(steps).then(probes))
                .map(side -> added("container", side, GpuWorkload::container)),
            Containers.steps(INIT_PORT, Arbitraries.of("init"))
                .map(steps -> Containers.named("0-init").then(steps))
                .map(init -> added("initContainer", init, GpuWorkload::initContainer)),
            Combinators.combine(
                    Containers.steps(CAR_PORT, Arbitraries.of("car")), Containers.probes())
                .as((steps, probes) -> Containers.named("0-car").then(steps).then(probes))
                .map(car -> car.then(new Step<>(".sidecar()", WorkloadContainer::sidecar)))
                .map(car -> added("initContainer", car, GpuWorkload::initContainer))));
  }

  private static Step<GpuWorkload> added(
      String step,
      Said<WorkloadContainer> container,
      BiFunction<GpuWorkload, WorkloadContainer, GpuWorkload> adder) {
    return new Step<>("." + step + "(" + container + ")", w -> adder.apply(w, container.get()));
  }

  /** Each with its own name, because a workload's may begin with a digit. */
  private static Arbitrary<List<Step<GpuWorkload>>> services() {
    Said<WorkloadService> same = service("of(1)", () -> WorkloadService.of(1));
    Said<WorkloadService> other = service("of(65535, 80)", () -> WorkloadService.of(65535, 80));
    Step<WorkloadService> outside = new Step<>(".loadBalancer()", WorkloadService::loadBalancer);
    Step<WorkloadService> headless = new Step<>(".headless()", WorkloadService::headless);
    List<Said<WorkloadService>> services =
        List.of(same, other, same.then(headless), other.then(outside));
    Function<Said<WorkloadService>, Step<GpuWorkload>> step =
        service -> new Step<>(".service(" + service + ")", w -> w.service(service.get()));
    return Containers.some(
        List.of(
            Combinators.combine(Arbitraries.of(services), Texts.dnsLabels())
                .as(
                    (service, name) ->
                        service.then(
                            new Step<>(".name(" + Said.literal(name) + ")", s -> s.name(name))))
                .map(step)));
  }

  private static Said<WorkloadService> service(String java, Supplier<WorkloadService> service) {
    return new Said<>("WorkloadService." + java, service);
  }
}
