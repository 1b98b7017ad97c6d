package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.WorkloadContainer;
import io.gpuspec.manifest.WorkloadProbe;
import io.gpuspec.manifest.WorkloadService;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.rule.Severity;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;
import org.yaml.snakeyaml.Yaml;

/** What holds for every workload that is built, whatever it asks for. */
class ManifestsLaws {
  private static final Target TKE = Gpus.load().in("tke");
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load()).on(TKE);
  private static final List<String> WHOLE =
      List.of("V100", "T4", "A10*GNV4", "A10*GNV4v", "A10*PNV4", "A10", "L20", "PNV5b", "L40");
  private static final List<String> FRACTIONS = List.of("1/4*T4", "1/2*T4", "1/2*A10*GNV4v");

  /** A step of a workload, with the words to write it down when a law fails. */
  private record Step(String text, UnaryOperator<GpuWorkload> change) {
    @Override
    public String toString() {
      return text;
    }
  }

  /** A workload by its steps. */
  record Intent(String start, GpuWorkload bare, List<?> steps) {
    GpuWorkload workload() {
      GpuWorkload workload = bare;
      for (Object step : steps) {
        workload = ((Step) step).change().apply(workload);
      }
      return workload;
    }

    @Override
    public String toString() {
      StringBuilder java = new StringBuilder(start);
      steps.forEach(java::append);
      return java.toString();
    }
  }

  @Property(shrinking = ShrinkingMode.BOUNDED)
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  void whatIsBuiltLandsOnTheSameShapeWhenItIsReadBack(@ForAll("intents") Intent intent) {
    Optional<Manifests> built = build(intent, TKE);
    // So that the law is about something.
    Statistics.label("lands")
        .collect(built.isPresent())
        .coverage(lands -> lands.check(true).percentage(percent -> percent > 20));
    if (built.isEmpty()) {
      return;
    }
    FileMatches matches = WorkloadFile.parse("built.yaml", built.get().yaml().toString()).on(TKE);

    assertThat(matches.problems()).isEmpty();
    assertThat(
            INSPECTOR.parse("built.yaml", built.get().yaml().toString()).findings().stream()
                .filter(finding -> finding.severity().isAtLeast(Severity.WARNING))
                // A shape that the workload states below its own requests is its owner's mistake.
                .filter(each -> !each.rule().id().equals("gpu-count-other-than-annotation")))
        .isEmpty();
    assertThat(matches.matches()).hasSize(1);
    Match.Found read = matches.matches().get(0).match().orElseThrow().orThrow();
    Match.Found match = built.get().match();
    assertThat(read.shape()).hasToString(match.shape().toString());
    // PNV5b and L20 are two names of one type, which the annotation holds once.
    assertThat(read.preferences().stream().map(Object::toString))
        .containsExactlyElementsOf(
            match.preferences().stream().map(Object::toString).distinct().toList());
    assertThat(read.request().devices().count()).isEqualTo(match.request().devices().count());
    assertThat(read.request().cpu()).isEqualTo(match.request().cpu());
    assertThat(read.request().memory()).isEqualTo(match.request().memory());
  }

  @Property(tries = 150)
  void commentsChangeNothingThatIsRead(@ForAll("intents") Intent intent) {
    build(intent, TKE)
        .ifPresent(
            built ->
                assertThat(read(built.yamlWithComments().toString()))
                    .isEqualTo(read(built.yaml().toString())));
  }

  @Property(tries = 150)
  void theSameIntentGivesTheSameBytes(@ForAll("intents") Intent intent) {
    Optional<Manifests> once = build(intent, TKE);
    Optional<Manifests> again = build(intent, Gpus.load().in("tke"));

    assertThat(again.map(Manifests::yamlWithComments).map(Object::toString))
        .isEqualTo(once.map(Manifests::yamlWithComments).map(Object::toString));
    assertThat(again.map(Manifests::json)).isEqualTo(once.map(Manifests::json));
  }

  @Property
  void stepsMayComeInAnyOrder(@ForAll("commuting") List<Integer> order) {
    GpuWorkload one = GpuWorkload.deployment("d", "r/i:v1");
    GpuWorkload other = one;
    for (int i = 0; i < COMMUTING.size(); i++) {
      one = COMMUTING.get(i).change().apply(one);
      other = COMMUTING.get(order.get(i)).change().apply(other);
    }
    GpuWorkload shuffled = other;

    assertThat(shuffled.on(TKE).yaml())
        .as(() -> order.stream().map(COMMUTING::get).toList().toString())
        .hasToString(one.on(TKE).yaml().toString());
  }

  /** Steps of which none adds to the same list as another: the order of a list is the caller's. */
  private static final List<Step> COMMUTING =
      List.of(
          new Step(".gpu(2, \"A10*PNV4\")", w -> w.gpu(2, "A10*PNV4")),
          new Step(".requests(\"3\", \"10Gi\")", w -> w.requests("3", "10Gi")),
          new Step(".limits(\"4\", \"12Gi\")", w -> w.limits("4", "12Gi")),
          new Step(".replicas(3)", w -> w.replicas(3)),
          new Step(".port(8000)", w -> w.port(8000)),
          new Step(".service(...)", w -> w.service(WorkloadService.of(80, 8000).name("front"))),
          new Step(".selector(\"app\", \"x\")", w -> w.selector("app", "x")),
          new Step(".label(\"team\", \"y\")", w -> w.label("team", "y")),
          new Step(".namespace(\"ai\")", w -> w.namespace("ai")),
          new Step(".env(\"A\", \"1\")", w -> w.env("A", "1")),
          new Step(".exactGpus()", GpuWorkload::exactGpus),
          new Step(".sharedMemory(\"1Gi\")", w -> w.sharedMemory("1Gi")),
          new Step(".container(...)", w -> w.container(WorkloadContainer.of("side", "r/s:v1"))),
          new Step(
              ".initContainer(...)", w -> w.initContainer(WorkloadContainer.of("init", "r/n:v1"))),
          new Step(".nodeAffinity(...)", w -> w.nodeAffinity("zone", "a")),
          new Step(".podAntiAffinity(...)", w -> w.podAntiAffinity("kubernetes.io/hostname")),
          new Step(".main(...)", w -> w.main(c -> c.readinessProbe(WorkloadProbe.http("/", 8000)))),
          new Step(".nodeSelector(...)", w -> w.nodeSelector("pool", "gpu")),
          new Step(".toleration(...)", w -> w.toleration("a", "b", Taint.Effect.NO_SCHEDULE)),
          new Step(".restricted(1000)", w -> w.restricted(1000)),
          new Step(".disruptionBudget(\"1\")", w -> w.disruptionBudget("1")),
          new Step(".pods(spread)", w -> w.pods(p -> p.topologySpread("zone", 1))),
          new Step(".pods(near)", w -> w.pods(p -> p.preferredPodAffinity("zone", "app", "data"))),
          new Step(".pods(apart)", w -> w.pods(p -> p.requiredPodAntiAffinity("host"))),
          new Step(".command(\"serve\")", w -> w.command("serve")),
          new Step(".serviceAccount(\"sa\")", w -> w.serviceAccount("sa")));

  @Provide
  Arbitrary<List<Integer>> commuting() {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < COMMUTING.size(); i++) {
      places.add(i);
    }
    return Arbitraries.shuffle(places);
  }

  @Property
  void gpusAreRequestedAsTheyAreLimitedAndOnlyByTheMainContainer(@ForAll("intents") Intent intent) {
    build(intent, TKE)
        .ifPresent(
            built -> {
              Map<?, ?> object = (Map<?, ?>) read(built.yaml().toString()).get(0);
              Map<?, ?> pod = pod(object);
              String count = String.valueOf(built.match().request().devices().count());
              List<?> containers = (List<?>) ((Map<?, ?>) pod.get("spec")).get("containers");
              assertThat(gpus(containers.get(0), "requests")).isEqualTo(count);
              assertThat(gpus(containers.get(0), "limits")).isEqualTo(count);
              for (Object other : containers.subList(1, containers.size())) {
                assertThat(gpus(other, "requests")).isEmpty();
                assertThat(gpus(other, "limits")).isEmpty();
              }
            });
  }

  /** The pod that an object is, or the template around which it stands. */
  private static Map<?, ?> pod(Map<?, ?> object) {
    if ("Pod".equals(object.get("kind"))) {
      return object;
    }
    Map<?, ?> spec = (Map<?, ?>) object.get("spec");
    Object job = spec.get("jobTemplate");
    return job == null
        ? (Map<?, ?>) spec.get("template")
        : (Map<?, ?>) ((Map<?, ?>) ((Map<?, ?>) job).get("spec")).get("template");
  }

  private static String gpus(Object container, String section) {
    return ((Map<?, ?>) container).get("resources") instanceof Map<?, ?> resources
            && resources.get(section) instanceof Map<?, ?> amounts
            && amounts.get("nvidia.com/gpu") != null
        ? amounts.get("nvidia.com/gpu").toString()
        : "";
  }

  /** fabric8's own serializer needs its YAML module, which is not used here; this one is 1.1. */
  @Property
  void anotherReaderSeesTheObjectsThatWereBuilt(@ForAll("intents") Intent intent) {
    build(intent, TKE)
        .ifPresent(
            built -> {
              // As JSON: one writes whole numbers as Integer, and the other as Long.
              assertThat(json(read(built.yaml().toString()))).isEqualTo(json(built.objects()));
            });
  }

  private static List<Object> read(String yaml) {
    List<Object> read = new ArrayList<>();
    new Yaml().loadAll(yaml).forEach(read::add);
    return read;
  }

  private static JsonNode json(Object tree) {
    try {
      return Json.MAPPER.readTree(Json.MAPPER.writeValueAsBytes(tree));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nothing for an intent that no shape holds: those are right to be refused. */
  private static Optional<Manifests> build(Intent intent, Target target) {
    boolean isDaemonSet = intent.start().contains("daemonSet");
    try {
      return Optional.of(
          intent.workload().on(isDaemonSet ? target.with("ds-injection", "true") : target));
    } catch (NoMatchException e) {
      return Optional.empty();
    }
  }

  @Provide
  Arbitrary<Intent> intents() {
    Arbitrary<Step> gpus =
        Arbitraries.oneOf(
            Combinators.combine(
                    Arbitraries.of(1, 1, 1, 2, 4),
                    Arbitraries.of(WHOLE).list().uniqueElements().ofMinSize(1).ofMaxSize(3))
                .as(
                    (count, names) ->
                        new Step(
                            ".gpu(" + count + ", " + names + ")",
                            w -> w.gpu(count, names.toArray(String[]::new)))),
            Arbitraries.of(FRACTIONS)
                .list()
                .uniqueElements()
                .ofMinSize(1)
                .ofMaxSize(2)
                .map(
                    names ->
                        new Step(".gpu(" + names + ")", w -> w.gpu(names.toArray(String[]::new)))));
    Arbitrary<Step> requests =
        amounts().map(a -> new Step(".requests" + a, w -> w.requests(a.cpu(), a.memory())));
    Arbitrary<Step> limits =
        amounts().map(a -> new Step(".limits" + a, w -> w.limits(a.cpu(), a.memory())));
    Arbitrary<Step> both =
        bounds()
            .map(
                b ->
                    new Step(
                        b.toString(),
                        w ->
                            w.limits(b.limits().cpu(), b.limits().memory())
                                .requests(b.requests().cpu(), b.requests().memory())));
    Arbitrary<Step> beside =
        container("side").map(c -> new Step(".container(" + c + ")", w -> w.container(c.model())));
    Arbitrary<Step> init =
        container("init")
            .map(c -> new Step(".initContainer(" + c + ")", w -> w.initContainer(c.model())));
    Arbitrary<Step> sidecar =
        container("car")
            .map(
                c ->
                    new Step(
                        ".initContainer(" + c + ".sidecar())",
                        w -> w.initContainer(c.model().sidecar())));
    Arbitrary<Step> shape =
        Arbitraries.of(
            new Step(".explicit(\"8\", \"32Gi\")", w -> w.explicit("8", "32Gi")),
            new Step(".explicit(\"2\", \"8192Mi\")", w -> w.explicit("2", "8192Mi")),
            new Step(".exactGpus()", GpuWorkload::exactGpus),
            new Step(".port(80)", w -> w.port(80)));
    Arbitrary<List<Step>> all =
        Combinators.combine(
                gpus,
                Arbitraries.oneOf(requests, limits, both).optional(0.9),
                beside.optional(0.4),
                init.optional(0.4),
                sidecar.optional(0.4),
                shape.optional(0.4))
            .as(
                (g, r, b, i, s, e) -> {
                  List<Step> steps = new ArrayList<>(List.of(g));
                  for (Optional<Step> step : List.of(r, b, i, s, e)) {
                    step.ifPresent(steps::add);
                  }
                  return steps;
                });
    return Combinators.combine(Arbitraries.of(KINDS), all)
        .as((kind, steps) -> new Intent(kind.text(), kind.model(), steps));
  }

  private record Kind(String text, GpuWorkload model) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("GpuWorkload.pod(\"w\", \"i\")", GpuWorkload.pod("w", "i")),
          new Kind("GpuWorkload.deployment(\"w\", \"i\")", GpuWorkload.deployment("w", "i")),
          new Kind("GpuWorkload.statefulSet(\"w\", \"i\")", GpuWorkload.statefulSet("w", "i")),
          new Kind("GpuWorkload.daemonSet(\"w\", \"i\")", GpuWorkload.daemonSet("w", "i")),
          new Kind("GpuWorkload.job(\"w\", \"i\")", GpuWorkload.job("w", "i")),
          new Kind(
              "GpuWorkload.cronJob(\"w\", \"@daily\", \"i\")",
              GpuWorkload.cronJob("w", "@daily", "i")));

  private record Amounts(String cpu, String memory) {
    @Override
    public String toString() {
      return "(\"" + cpu + "\", \"" + memory + "\")";
    }
  }

  private static Arbitrary<Amounts> amounts() {
    Arbitrary<String> cpu =
        Arbitraries.of("0", "1", "500m", "1500m", "0.1", "3", "4", "8", "17", "36", "100", "1e1");
    Arbitrary<String> memory =
        Arbitraries.of(
            "0", "512Mi", "2Gi", "10Gi", "10G", "1.5Gi", "33Gi", "100Gi", "1e9", "123456789k");
    return Combinators.combine(cpu, memory).as(Amounts::new);
  }

  /** Requests and limits; more than a limit is refused before anything is matched. */
  private record Bounds(Amounts requests, Amounts limits) {
    boolean fit() {
      CpuAmount cpu = CpuAmount.parse(limits.cpu());
      MemorySize memory = MemorySize.parse(limits.memory());
      return (cpu.isZero() || cpu.isAtLeast(CpuAmount.parse(requests.cpu())))
          && (memory.isZero() || memory.isAtLeast(MemorySize.parse(requests.memory())));
    }

    @Override
    public String toString() {
      return ".limits" + limits + ".requests" + requests;
    }
  }

  private static Arbitrary<Bounds> bounds() {
    return Combinators.combine(amounts(), amounts()).as(Bounds::new).filter(Bounds::fit);
  }

  private record Described(String text, WorkloadContainer model) {
    @Override
    public String toString() {
      return text;
    }
  }

  private static Arbitrary<Described> container(String name) {
    return bounds()
        .map(
            b ->
                new Described(
                    "Container.of(\"%s\", \"i\")%s".formatted(name, b),
                    WorkloadContainer.of(name, "i")
                        .limits(b.limits().cpu(), b.limits().memory())
                        .requests(b.requests().cpu(), b.requests().memory())));
  }
}
