package io.gpuspec.manifest.internal.found;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodDocumentTest {
  private static YamlPlace place(String text) {
    List<YamlPlace> places = new ArrayList<>();
    YamlDocuments.of("pod.yaml", text).forEach(places::add);
    return places.get(0);
  }

  private static PodDocument pod(String text) {
    return new PodDocument(place(text));
  }

  private static PodDocument of(String form, String text) {
    return new PodDocument(place(text), KnownKind.form(form));
  }

  private static final String ALL =
      """
      metadata:
        labels: {app: a}
        annotations: {note: b}
      spec:
        nodeSelector: {zone: z1}
        tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}]
        resourceClaims: [{name: c1, resourceClaimName: c}]
        overhead: {memory: 64Mi}
        containers:
        - {name: main, image: r/main:v1, resources: {requests: {cpu: 2}, limits: {nvidia.com/gpu: 1}}}
        initContainers:
        - {name: load, image: r/load:v1}
        - {name: log, image: r/log:v1, restartPolicy: Always}
      """;

  @Test
  void aPodIsReadAsTheSchedulerSeesIt() {
    PodView view = pod(ALL).view();

    assertThat(view.containers())
        .extracting(PodView.Container::name, PodView.Container::role)
        .containsExactly(
            tuple("load", PodView.Role.INIT),
            tuple("log", PodView.Role.SIDECAR),
            tuple("main", PodView.Role.MAIN));
    assertThat(view.containers().get(2).requests()).containsEntry("cpu", "2");
    assertThat(view.containers().get(2).limits()).containsEntry("nvidia.com/gpu", "1");
    assertThat(view.labels()).containsExactly(Map.entry("app", "a"));
    assertThat(view.annotations()).containsExactly(Map.entry("note", "b"));
    assertThat(view.nodeSelector()).containsExactly(Map.entry("zone", "z1"));
    assertThat(view.tolerations()).hasToString("[gpu Exists NoSchedule]");
    assertThat(view.claims()).containsExactly("c1");
    assertThat(view.memoryRequest()).hasToString("64Mi");
    assertThat(pod(ALL).withoutNodes().tolerations()).isEmpty();
    assertThat(pod(ALL).images()).containsExactly("r/load:v1", "r/log:v1", "r/main:v1");
  }

  @Test
  void whatIsPassedOnCountsBehindTheirOwn() {
    PodDocument document =
        new PodDocument(
            place(ALL),
            KnownKind.form("template"),
            Optional.empty(),
            List.of(place("labels: {app: other, team: t}")),
            List.of());

    assertThat(document.view().labels())
        .containsOnly(Map.entry("app", "a"), Map.entry("team", "t"));
  }

  @Test
  void whatIsImposedCountsBeforeTheirOwn() {
    PodDocument document =
        new PodDocument(
            place(ALL),
            KnownKind.form("template"),
            Optional.empty(),
            List.of(),
            List.of(place("labels: {app: first}"), place("{labels: {app: last}, annotations: }")));

    assertThat(document.view().labels()).containsOnly(Map.entry("app", "last"));
    assertThat(document.labels().get("app").path()).isEqualTo("labels.app");
    assertThat(document.place(PodField.label("app")).path()).isEqualTo("labels.app");
    assertThat(document.place(PodField.annotation("note")).path())
        .isEqualTo("metadata.annotations.note");
    assertThat(document.place(PodField.annotation("other")).path())
        .isEqualTo("metadata.annotations");
  }

  @Test
  void defaultsCountWhereAFieldIsMissing() {
    YamlPlace defaults = place("{nodeSelector: {zone: z2}, tolerations: [{operator: Exists}]}");
    String spec = "{nodeSelector: {zone: z1}, containers: [{name: a}]}";
    PodView view =
        new PodDocument(
                place(spec), KnownKind.form("spec"), Optional.of(defaults), List.of(), List.of())
            .view();

    assertThat(view.nodeSelector()).containsExactly(Map.entry("zone", "z1"));
    assertThat(view.tolerations()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spec | containers: [{name: a, image: b}] | a",
        "trainer | resourcesPerNode: {limits: {cpu: 1}} | main",
        "kserve | model: {image: b} | model",
        "kserve | model: {name: named, image: b} | named",
        "argo | container: {image: b} | container",
        "dynamo | extraPodSpec: {mainContainer: {image: b}} | main mainContainer",
      })
  void aContainerWithoutANameHasThatOfItsField(String form, String text, String names) {
    assertThat(of(form, text).view().containers())
        .extracting(PodView.Container::name)
        .containsExactly(names.split(" "));
  }

  @Test
  void anAmountOfAnotherNameIsThatOfPods() {
    PodDocument dynamo = of("dynamo", "resources: {limits: {gpu: 2, cpu: 8}}");

    assertThat(dynamo.view().containers().get(0).limits())
        .containsOnly(Map.entry("nvidia.com/gpu", "2"), Map.entry("cpu", "8"));
    assertThat(dynamo.place("nvidia.com/gpu").path()).isEqualTo("resources.limits.gpu");
    assertThat(dynamo.place("cpu").path()).isEqualTo("resources.limits.cpu");
    assertThat(dynamo.written()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "template | spec: {containers: [{resources: {limits: {nvidia.com/gpu: 1}}}]} | true",
        "template | spec: {containers: [{resources: {requests: {nvidia.com/gpu: 1}}}]} | true",
        "template | spec: {initContainers: [{resources: {limits: {nvidia.com/gpu: 1}}}]} | true",
        "template | spec: {containers: [{resources: {limits: {cpu: 1}}}]} | false",
        "template | spec: {containers: [{resources: {limits: some}}]} | false",
        "template | spec: {containers: [{}]} | false",
        "trainer | resourcesPerNode: {limits: {nvidia.com/gpu: 1}} | true",
        "trainer | resources: {limits: {nvidia.com/gpu: 1}} | false",
        "dynamo | resources: {limits: {gpu: 1}} | true",
        "template | spec: {containers: [{resources: {limits: {example.com/card: 1}}}]} | false",
        "spark | gpu: {name: nvidia.com/gpu, quantity: 1} | true",
        "spark | cores: 1 | false",
      })
  void aContainerMayAskForAGpu(String form, String text, boolean asks) {
    assertThat(of(form, text).asksForGpu()).isEqualTo(asks);
  }

  @Test
  void containersAreReturnedAsTheyAreWritten() {
    List<PodDocument.Written> written =
        pod("spec: {containers: [{name: a}, text], initContainers: [{name: b}]}").written();

    assertThat(written)
        .extracting(each -> each.place().path(), PodDocument.Written::isInit)
        .containsExactly(tuple("spec.initContainers[0]", true), tuple("spec.containers[0]", false));
    assertThat(of("trainer", "image: a").written())
        .extracting(PodDocument.Written::resources)
        .containsExactly("resourcesPerNode");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodeName: n1 | n1",
        "nodeName: '' | ",
        "nodeName: '{{ .Values.node }}' | ",
        "hostname: n1 | ",
      })
  void aPodMayNameItsNode(String field, String name) {
    assertThat(pod("spec: {%s}".formatted(field)).nodeName().orElse(null)).isEqualTo(name);
    assertThat(of("spec", field).nodeName()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "os: {name: windows}, runtimeClassName: nvidia | windows | nvidia",
        "os: {name: ''}, runtimeClassName: '' | | ",
        "os: {name: '{{ .Values.os }}'}, runtimeClassName: '{{ .Values.class }}' | | ",
        "os: {name: {a: b}}, runtimeClassName: [a] | | ",
        "os: {} | | ",
      })
  void aPodMayStateItsSystemAndRuntimeClass(String fields, String system, String runtime) {
    PodDocument pod = pod("spec: {%s}".formatted(fields));

    assertThat(pod.system().map(YamlPlace::string).orElse(null)).isEqualTo(system);
    assertThat(pod.runtimeClass().map(YamlPlace::string).orElse(null)).isEqualTo(runtime);
    assertThat(of("spec", "{" + fields + "}").system()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodeSelector: {zone: '{{ .Values.zone }}'} | true",
        "tolerations: [{key: '{{ .Values.key }}'}] | true",
        "affinity: {nodeAffinity: {a: [b, '{{ .Values.key }}']}} | true",
        "nodeSelector: {zone: a}, hostname: '{{ .Values.name }}' | false",
      })
  void aTemplateMayDecideOnTheNodes(String fields, boolean isTemplate) {
    assertThat(pod("spec: {%s}".formatted(fields)).hasTemplateNodes()).isEqualTo(isTemplate);
  }

  @Test
  void aPartIsReadIfItIsOfTheContainersOrTheClaims() {
    YamlPlace object =
        place("{resourcesPerNode: {limits: {cpu: 1}}, resourcesPerNodeMore: {a: b}, env: [a]}");
    PodDocument trainer = new PodDocument(object, KnownKind.form("trainer"));

    assertThat(trainer.contains(object.require("resourcesPerNode"))).isTrue();
    assertThat(trainer.contains(object.require("resourcesPerNode").require("limits"))).isTrue();
    assertThat(trainer.contains(object.require("resourcesPerNodeMore"))).isFalse();
    assertThat(trainer.contains(object.require("env"))).isFalse();
    YamlPlace list = place("{spec: {template: {spec: {}}, other: {}}}");
    PodDocument template = new PodDocument(list.require("spec").require("template"));
    assertThat(template.contains(list.require("spec").require("template").require("spec")))
        .isTrue();
    assertThat(template.contains(list.require("spec").require("other"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "containers: [{name: a, resources: {requests: {x.y/gpu: 1}, limits: {x.y/gpu: 1}}}] | spec.containers[0].resources.limits",
        "containers: [{name: a, resources: {requests: {x.y/gpu: 1}}}] | spec.containers[0].resources.requests",
        "containers: [{name: a}, {name: b, resources: {limits: {x.y/gpu: 1}}}] | spec.containers[1].resources.limits",
        "initContainers: [{name: i, resources: {limits: {x.y/gpu: 1}}}], containers: [{name: a, resources: {requests: {x.y/gpu: 1}}}] | spec.containers[0].resources.requests",
        "initContainers: [{name: i, resources: {limits: {x.y/gpu: 1}}}], containers: [{name: a}] | spec.initContainers[0].resources.limits",
      })
  void theFirstRequestOfAMainContainerIsThePlace(String spec, String path) {
    assertThat(pod("spec: {%s}".formatted(spec)).place("x.y/gpu").path())
        .isEqualTo(path + "['x.y/gpu']");
  }

  @Test
  void theContainersAreThePlaceOfWhatNoneRequests() {
    assertThat(pod("spec: {containers: [{name: a}]}").place("x.y/gpu").path())
        .isEqualTo("spec.containers");
    assertThat(pod("spec: {}").place("x.y/gpu").path()).isEqualTo("spec");
  }

  @Test
  void aFieldHasItsPlace() {
    PodDocument pod = pod(ALL);

    assertThat(pod.place(PodField.annotation("note")).path())
        .isEqualTo("metadata.annotations.note");
    assertThat(pod.place(PodField.label("other")).path()).isEqualTo("metadata.labels");
    assertThat(pod.place(PodField.nodeSelector("zone")).path()).isEqualTo("spec.nodeSelector.zone");
    assertThat(pod.place(PodField.nodeAffinity("zone")).path()).isEqualTo("spec");
    assertThat(pod.place(PodField.toleration("gpu")).path()).isEqualTo("spec.tolerations");
    assertThat(pod.place(PodField.claim("c1")).path()).isEqualTo("spec.resourceClaims");
    assertThat(pod.place(PodField.device("nvidia.com/gpu")).path()).isEqualTo("spec.containers");
    assertThat(pod.place(PodField.request("main", "cpu")).path())
        .isEqualTo("spec.containers[0].resources.requests.cpu");
    assertThat(pod.place(PodField.request("load", "cpu")).path())
        .isEqualTo("spec.initContainers[0]");
    assertThat(pod.place(PodField.limit("main", "cpu")).path())
        .isEqualTo("spec.containers[0].resources.limits");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | a pod has at least one container; add containers",
        "initContainers: [{name: a}] | a pod has at least one container; add containers",
        "containers: [{image: a}] | name",
        "containers: [{name: a, resources: {limits: {gpu: 1}}}] | 'gpu' is not a resource that a container can request",
        "containers: [{name: a, resources: {limits: {cpu: '{{ .Values.cpu }}'}}}] | cpu",
        "containers: [{name: a}], tolerations: [{key: '{{ .Values.key }}'}] | key",
        "containers: [{name: a}], nodeSelector: {zone: '{{ .Values.zone }}'} | zone",
        "containers: [{name: a}], nodeselector: {zone: a} | nodeselector",
      })
  void aPodThatCannotBeReadIsRefused(String spec, String why) {
    PodDocument pod = pod("spec: " + (spec.equals("{}") ? spec : "{" + spec + "}"));

    assertThatThrownBy(pod::view).isInstanceOf(ManifestException.class).hasMessageContaining(why);
  }

  @Test
  void annotationsAreThoseThatCanBeRead() {
    assertThat(PodDocument.annotationsOf(place("metadata: {annotations: {a: b}}")))
        .containsOnlyKeys("a");
    assertThat(PodDocument.annotationsOf(place("metadata: {annotations: [a]}"))).isEmpty();
    assertThat(PodDocument.annotationsOf(place("metadata: {}"))).isEmpty();
    assertThat(PodDocument.annotationsOf(place("kind: Pod"))).isEmpty();
  }

  /**
   * Spark's overhead is a tenth of the heap, or 0.4 of it where Python or R runs, and at least 384
   * MiB (spark.driver.memoryOverheadFactor).
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | {} | 1408Mi",
        "{memory: 8g} | {} | 9011Mi",
        "{memory: 8g} | {type: Scala} | 9011Mi",
        "{memory: 8g} | {type: Python} | 11468Mi",
        "{memory: 8g} | {type: R} | 11468Mi",
        "{memory: 8g} | {memoryOverheadFactor: '0.5'} | 12Gi",
        "{memory: 8g, memoryOverheadFactor: '0.25'} | {memoryOverheadFactor: '0.5'} | 10Gi",
        "{memory: 8g, memoryOverhead: 512m} | {} | 8704Mi",
        "{memory: 2048, memoryOverhead: 1g} | {} | 3Gi",
        "{memory: 1048576k, memoryOverhead: 1024} | {} | 2Gi",
        "{memory: 1073741824b, memoryOverhead: 1GB} | {} | 2Gi",
        "{memory: 1t, memoryOverhead: 1m} | {} | 1048577Mi",
      })
  void aSparkPodHasItsHeapAndAnOverhead(String role, String spec, String memory) {
    PodView.Container spark = new SparkPod(place(role), place(spec)).container();

    assertThat(spark.memoryRequest()).hasToString(memory);
    assertThat(spark.memoryLimit()).hasToString(memory);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | 1 | false",
        "{cores: 4} | 4 | false",
        "{cores: 4, coreRequest: 500m} | 500m | false",
        "{cores: 4, coreLimit: 5} | 4 | true",
      })
  void aSparkPodRequestsItsCores(String role, String cpu, boolean isLimited) {
    PodView.Container spark = new SparkPod(place(role), place("{}")).container();

    assertThat(spark.requests()).containsEntry("cpu", cpu);
    assertThat(spark.limits().containsKey("cpu")).isEqualTo(isLimited);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{memory: 8gi} | 8gi",
        "{memory: much} | much",
        "{memory: 1234567890123g} | ''",
        "{memoryOverheadFactor: much} | much",
      })
  void aSizeThatSparkDoesNotTakeIsRefused(String role, String value) {
    assertError(
        () -> new SparkPod(place(role), place("{}")).container(), "manifest.malformed", value);
  }
}
