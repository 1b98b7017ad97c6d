package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClassBuilder;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;
import net.jqwik.api.statistics.StatisticsReport.StatisticsReportMode;

/**
 * Whatever is built, the API server admits without a warning, keeps as it was written, and gives
 * the requests that we say it has.
 */
@Judge("kube-apiserver")
@AddLifecycleHook(PropertyTrial.class)
class AdmissionJudge {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double MOST = 75;

  private static final List<String> KINDS =
      List.of("Pod", "Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob");

  /** How often each kind is put before the API server at least. */
  private static final int MANY = 80;

  /** What may stand beside it. */
  private static final List<String> BESIDE = List.of("Service", "PodDisruptionBudget");

  private static final double SOME = 5;

  /** How manifests are written. */
  enum Written {
    YAML {
      @Override
      String of(Manifests manifests) {
        return manifests.yaml().toString();
      }
    },
    YAML_WITH_COMMENTS {
      @Override
      String of(Manifests manifests) {
        return manifests.yamlWithComments().toString();
      }
    },
    JSON {
      @Override
      String of(Manifests manifests) {
        return manifests.json();
      }
    };

    abstract String of(Manifests manifests);
  }

  @BeforeContainer
  static void whatWorkloadsNameIsThere() {
    for (String name : Intents.NAMESPACES) {
      Namespace namespace =
          new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
      ControlPlane.shared().client().resource(namespace).serverSideApply();
    }
    PriorityClass urgent =
        new PriorityClassBuilder()
            .withNewMetadata()
            .withName(Intents.PRIORITY_CLASS)
            .endMetadata()
            .withValue(1000)
            .build();
    ControlPlane.shared().client().resource(urgent).serverSideApply();
    RuntimeClass runtime =
        new RuntimeClassBuilder()
            .withNewMetadata()
            .withName(RandomPodSettings.RUNTIME_CLASS)
            .endMetadata()
            .withHandler("nvidia")
            .build();
    ControlPlane.shared().client().resource(runtime).serverSideApply();
  }

  @Property(tries = 700, edgeCases = EdgeCasesMode.NONE, seed = "20260107")
  @Label("admits and keeps what we build for tke")
  @StatisticsReport(StatisticsReportMode.OFF)
  void tke(@ForAll("onTke") Intent intent, @ForAll Written written) {
    admitsAndKeeps(intent, written);
  }

  @Property(tries = 700, edgeCases = EdgeCasesMode.NONE, seed = "20260108")
  @Label("admits and keeps what we build for eks")
  @StatisticsReport(StatisticsReportMode.OFF)
  void eks(@ForAll("onEks") Intent intent, @ForAll Written written) {
    admitsAndKeeps(intent, written);
  }

  @Property(tries = 700, edgeCases = EdgeCasesMode.NONE, seed = "20261121")
  @Label("admits and keeps what we build for eks/nodegroup")
  @StatisticsReport(StatisticsReportMode.OFF)
  void nodeGroup(@ForAll("onNodeGroup") Intent intent, @ForAll Written written) {
    admitsAndKeeps(intent, written);
  }

  @Property(tries = 700, edgeCases = EdgeCasesMode.NONE, seed = "20260109")
  @Label("admits and keeps what we build for ack")
  @StatisticsReport(StatisticsReportMode.OFF)
  void ack(@ForAll("onAck") Intent intent, @ForAll Written written) {
    admitsAndKeeps(intent, written);
  }

  @Property(tries = 700, edgeCases = EdgeCasesMode.NONE, seed = "20260110")
  @Label("admits and keeps what we build for ack/eci")
  @StatisticsReport(StatisticsReportMode.OFF)
  void eci(@ForAll("onEci") Intent intent, @ForAll Written written) {
    admitsAndKeeps(intent, written);
  }

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE, seed = "20260111")
  @Label("admits what kubectl apply is piped")
  void kubectl(@ForAll("anywhere") Intent intent, @ForAll Written written) {
    Optional<Manifests> built = intent.build();
    Assume.that(built.isPresent());
    String text = written.of(built.get());

    Tools.Output output =
        Tools.run(
            text,
            "kubectl",
            "--kubeconfig=" + ControlPlane.shared().kubeconfig(),
            "apply",
            "--dry-run=server",
            "-f",
            "-");

    assertThat(output.err()).as(text).isEmpty();
    assertThat(output.out().lines())
        .as(text)
        .hasSize(built.get().objects().size())
        .allMatch(line -> line.endsWith(" created (server dry run)"));
  }

  @Property(tries = 800, edgeCases = EdgeCasesMode.NONE, seed = "20260112")
  @Label("admits and keeps what we build for ack/cgpu")
  @StatisticsReport(StatisticsReportMode.OFF)
  void cgpu(@ForAll("onCgpu") Intent intent, @ForAll Written written) {
    admitsAndKeeps(intent, written);
  }

  @Property(tries = 800, edgeCases = EdgeCasesMode.NONE, seed = "20260116")
  @Label("admits and keeps what we build for tke/qgpu")
  @StatisticsReport(StatisticsReportMode.OFF)
  void qgpu(@ForAll("onQgpu") Intent intent, @ForAll Written written) {
    admitsAndKeeps(intent, written);
  }

  private static void admitsAndKeeps(Intent intent, Written written) {
    Optional<Manifests> built = intent.build();
    // So that the law is about something.
    Statistics.label("lands")
        .collect(built.isPresent())
        .coverage(lands -> lands.check(true).percentage(percent -> percent > MOST));
    Assume.that(built.isPresent());
    List<String> kinds = built.get().objects().stream().map(HasMetadata::getKind).toList();
    Statistics.label("kinds")
        .collect(KINDS.stream().filter(kinds::contains).findFirst().orElse(""))
        .coverage(
            each ->
                KINDS.stream()
                    .filter(kind -> SuperNodeValues.runs(intent.target().java(), kind))
                    .forEach(kind -> each.check(kind).count(n -> n >= MANY)));
    Statistics.label("autoscaled")
        .collect(kinds.contains("HorizontalPodAutoscaler"))
        .coverage(scaled -> scaled.check(true).count(n -> n > 0));
    for (String beside : BESIDE) {
      Statistics.label(beside)
          .collect(kinds.contains(beside))
          .coverage(has -> has.check(true).percentage(percent -> percent > SOME));
    }
    String text = written.of(built.get());

    Admission.Verdict verdict = admission().of(text);

    assertThat(verdict.said()).as(text).isEmpty();
    assertThat(verdict.admitted()).as(text).isTrue();
    JsonNode objects = tree(built.get().json()).path("items");
    for (int i = 0; i < objects.size(); i++) {
      assertThat(Kept.lost(objects.get(i), verdict.kept().get(i))).as(text).isEmpty();
    }
    requestsAreAsWeSay(text, verdict.kept().get(0));
  }

  /** Pods get their defaults when they are created, so one is, as a controller would do it. */
  private static void requestsAreAsWeSay(String text, JsonNode workload) {
    Admission.Verdict verdict = admission().of(podOf(workload).toString());
    assertThat(verdict.said()).as(text).isEmpty();
    JsonNode spec = verdict.kept().get(0).path("spec");
    PodView pod = WorkloadFile.parse("built", text).workloads().get(0).pod();
    for (PodView.Container ours : pod.containers()) {
      JsonNode requests = container(spec, ours.name()).path("resources").path("requests");
      assertThat(CpuAmount.parse(requests.path("cpu").asText("0")))
          .as("CPU of %s in%n%s", ours.name(), text)
          .isEqualTo(ours.cpuRequest());
      assertThat(MemorySize.parse(requests.path("memory").asText("0")))
          .as("memory of %s in%n%s", ours.name(), text)
          .isEqualTo(ours.memoryRequest());
      assertThat(requests.path("nvidia.com/gpu").asInt(0))
          .as("GPUs of %s in%n%s", ours.name(), text)
          .isEqualTo(ours.count("nvidia.com/gpu"));
    }
  }

  private static ObjectNode podOf(JsonNode workload) {
    JsonNode template =
        switch (workload.path("kind").asText()) {
          case "Pod" -> workload;
          case "CronJob" -> workload.at("/spec/jobTemplate/spec/template");
          default -> workload.path("spec").path("template");
        };
    ObjectNode pod = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata = pod.putObject("metadata").put("name", "one");
    metadata.set("labels", template.path("metadata").path("labels"));
    metadata.set("annotations", template.path("metadata").path("annotations"));
    metadata.set("namespace", workload.path("metadata").path("namespace"));
    ObjectNode spec = template.path("spec").deepCopy();
    for (JsonNode claim : workload.path("spec").path("volumeClaimTemplates")) {
      JsonNode name = claim.path("metadata").path("name");
      ObjectNode volume = spec.withArray("volumes").addObject();
      volume.set("name", name);
      volume.putObject("persistentVolumeClaim").set("claimName", name);
    }
    return pod.set("spec", spec);
  }

  private static JsonNode container(JsonNode spec, String name) {
    for (String list : new String[] {"initContainers", "containers"}) {
      for (JsonNode container : spec.path(list)) {
        if (container.path("name").asText().equals(name)) {
          return container;
        }
      }
    }
    throw new AssertionError("no container " + name + " in " + spec);
  }

  private static Admission admission() {
    return new Admission(ControlPlane.shared().client());
  }

  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Provide
  Arbitrary<Intent> anywhere() {
    return Arbitraries.oneOf(onTke(), onEks(), onAck(), onEci());
  }

  @Provide
  Arbitrary<Intent> onTke() {
    return Intents.on("tke");
  }

  @Provide
  Arbitrary<Intent> onEks() {
    return Intents.on("eks");
  }

  @Provide
  Arbitrary<Intent> onNodeGroup() {
    return Intents.on("eks/nodegroup");
  }

  @Provide
  Arbitrary<Intent> onAck() {
    return Intents.on("ack");
  }

  @Provide
  Arbitrary<Intent> onEci() {
    return Intents.on("ack/eci");
  }

  @Provide
  Arbitrary<Intent> onQgpu() {
    return Intents.on("tke/qgpu");
  }

  @Provide
  Arbitrary<Intent> onCgpu() {
    return Intents.on("ack/cgpu");
  }
}
