package io.gpuspec.manifest.read;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.manifest.internal.tree.YamlWriter;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Note;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadFileTest {
  private static final Target TKE = Gpus.load().in("tke");

  private static final String TEMPLATE =
      """
      template:
        metadata:
          annotations:
            eks.tke.cloud.tencent.com/gpu-type: V100
        spec:
          containers:
          - name: main
            image: r/i:v1
            resources:
              limits:
                cpu: 6
                memory: 32Gi
                nvidia.com/gpu: 1
      """;

  private static final String NO_GPU =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: plain
      spec:
        containers:
        - name: main
          image: r/i:v1
      """;

  private static final String NO_KIND = "{apiVersion: v1}";

  private static FileMatches on(String yaml) {
    return WorkloadFile.parse("f.yaml", yaml).on(TKE);
  }

  private static ManifestException problem(String yaml) {
    FileMatches matches = on(yaml);
    assertThat(matches.problems()).hasSize(1);
    assertThat(matches.isFound() && matches.matches().size() > 0).isFalse();
    return matches.problems().get(0);
  }

  /** A pod; its annotations begin on line 6, its container's resources on line 11. */
  private static String pod(String annotations, String resources) {
    return """
        apiVersion: v1
        kind: Pod
        metadata:
          name: p
          annotations:
            eks.tke.cloud.tencent.com/gpu-type: V100
        %sspec:
          containers:
          - name: main
            image: r/i:v1
        %s"""
        .formatted(annotations.indent(4), resources.indent(4));
  }

  /** A super node runs a DaemonSet only beside other pods. */
  private static FileMatches ofKind(String kind, String yaml) {
    return WorkloadFile.parse("f.yaml", yaml)
        .on(kind.equals("DaemonSet") ? TKE.with("ds-injection", "true") : TKE);
  }

  private static String pod(String resources) {
    return pod("", resources);
  }

  private static PodBuilder podObject() {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("team-a")
        .withName("p")
        .addToAnnotations("eks.tke.cloud.tencent.com/gpu-type", "V100")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("main")
        .withImage("r/i:v1")
        .withNewResources()
        .addToLimits("cpu", new Quantity("6"))
        .addToLimits("memory", new Quantity("32Gi"))
        .addToLimits("nvidia.com/gpu", new Quantity("1"))
        .endResources()
        .endContainer()
        .endSpec();
  }

  @Test
  void aFileWithSomethingUnreadableIsNotFound() {
    String unread = "hello\n";

    assertThat(WorkloadFile.parse("f", unread).on(TKE).isFound()).isFalse();
    assertThat(WorkloadFile.parse("f", unread).on(Gpus.load()).isFound()).isFalse();
  }

  @Test
  void objectsInMemoryAreReadAsTheirYamlIs() {
    Pod pod = podObject().build();
    ConfigMap other = new ConfigMapBuilder().withNewMetadata().withName("c").endMetadata().build();
    WorkloadFile objects = WorkloadFile.of(List.of(pod, other));
    assertThat(objects.on(TKE).matches())
        .hasToString(on(YamlWriter.write(YamlTree.ofModel(pod))).matches().toString());
    assertThat(objects.on(TKE).matches())
        .singleElement()
        .hasToString("Pod p: V100 x1 · 8 cores · 40Gi  on tke (over by 2 cores, 8Gi)");
    assertThat(objects.notes())
        .extracting(Note::message)
        .containsExactly("ConfigMap c:1: v1 ConfigMap is not a workload that is read here");
    assertThat(WorkloadFile.of(List.of()).workloads()).isEmpty();
  }

  @Test
  void aProblemOfAnObjectNamesItAndTheField() {
    Pod bad =
        podObject()
            .editSpec()
            .editFirstContainer()
            .editResources()
            .addToLimits("nvidia.com/gpu", new Quantity("one"))
            .endResources()
            .endContainer()
            .endSpec()
            .build();
    assertThat(WorkloadFile.of(List.of(bad, podObject().build())).on(TKE).problems())
        .singleElement()
        .extracting(Throwable::getMessage)
        .asString()
        .startsWith("Pod team-a/p:")
        .contains(": spec.containers[0].resources.limits['nvidia.com/gpu']: ");
    Pod half = podObject().editMetadata().addToLabels("a", "\ud800").endMetadata().build();
    assertError(() -> WorkloadFile.of(List.of(half)), "manifest.unwritable");
    GenericKubernetesResource unnamed = new GenericKubernetesResource();
    assertThat(WorkloadFile.of(List.of(unnamed)).problems())
        .singleElement()
        .asString()
        .contains("object (no name):1:1: the document: no 'kind'");
  }

  @ParameterizedTest
  @CsvSource({
    "apps/v1, Deployment",
    "apps/v1, StatefulSet",
    "apps/v1, DaemonSet",
    "apps/v1, ReplicaSet",
    "batch/v1, Job",
  })
  void everyKindWithATemplateIsRead(String version, String kind) {
    FileMatches matches =
        ofKind(
            kind,
            "apiVersion: %s\nkind: %s\nmetadata:\n  name: w\nspec:\n%s"
                .formatted(version, kind, TEMPLATE.indent(2)));

    assertThat(matches.matches())
        .singleElement()
        .hasToString(kind + " w: V100 x1 · 8 cores · 40Gi  on tke (over by 2 cores, 8Gi)");
  }

  @ParameterizedTest
  @CsvSource({
    "apps/v1, Deployment, replicas: 3, 3 x V100",
    "apps/v1, Deployment, replicas: 1, V100",
    "apps/v1, Deployment, replicas: 0, V100",
    "apps/v1, Deployment, parallelism: 3, V100",
    "apps/v1, StatefulSet, replicas: 3, 3 x V100",
    "apps/v1, ReplicaSet, replicas: 3, 3 x V100",
    "apps/v1, DaemonSet, replicas: 3, V100",
    "batch/v1, Job, parallelism: 3, 3 x V100",
    "batch/v1, Job, completions: 3, V100"
  })
  void asManyPodsAreMatchedAsRunAtOnce(String version, String kind, String replicas, String match) {
    FileMatches matches =
        ofKind(
            kind,
            "apiVersion: %s\nkind: %s\nmetadata:\n  name: w\nspec:\n  %s\n%s"
                .formatted(version, kind, replicas, TEMPLATE.indent(2)));

    assertThat(matches.matches())
        .singleElement()
        .asString()
        .startsWith(kind + " w: " + match + " x1 · 8 cores · 40Gi  on tke");
  }

  @ParameterizedTest
  @CsvSource({"'\"3\"', ''", "2147483648, 2147483648"})
  void aNumberOfPodsThatCannotBeReadIsAProblem(String replicas, String value) {
    assertError(
        problem(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: w\nspec:\n  replicas: %s\n%s"
                .formatted(replicas, TEMPLATE.indent(2))),
        "manifest.malformed",
        "f.yaml:6:13: spec.replicas",
        value);
  }

  @Test
  void cronJobsHaveTheirPodsOneLevelDeeper() {
    FileMatches matches =
        on(
            "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: nightly}\nspec:\n  jobTemplate:\n    spec:\n"
                + TEMPLATE.indent(6));

    assertThat(matches.matches())
        .singleElement()
        .hasToString("CronJob nightly: V100 x1 · 8 cores · 40Gi  on tke (over by 2 cores, 8Gi)");
  }

  @Test
  void listsAreReadThroughAtAnyDepth() {
    String pod =
        """
        {apiVersion: v1, kind: Pod,
         metadata: {name: %s, annotations: {eks.tke.cloud.tencent.com/gpu-type: V100}},
         spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: %s}}}]}}""";
    String list = "{apiVersion: v1, kind: List, items: [%s]}";
    String inner = list.formatted(pod.formatted("b", "1") + ", " + pod.formatted("c", "0.5"));
    FileMatches matches =
        on(list.formatted(pod.formatted("a", "1") + ", " + inner + ", " + NO_KIND));

    assertThat(matches.matches())
        .extracting(match -> match.workload() + " " + match.isFound())
        .containsExactly("Pod a true", "Pod b true", "Pod c false");
    assertThat(matches.problems())
        .extracting(GpuSpecException::getMessage)
        .hasSize(2)
        .anyMatch(m -> m.contains("items[2]: no 'kind'"))
        .anyMatch(m -> m.contains("items[1].items[1].spec.containers[0].resources.limits"));
  }

  @Test
  void anEmptyListHasNoWorkloads() {
    assertThat(on("apiVersion: v1\nkind: List\nitems: []\n").notes())
        .extracting(Note::id)
        .containsExactly("file.no-gpu");
  }

  @Test
  void aKindOfAnotherGroupIsPassedOver() {
    FileMatches matches =
        on("apiVersion: batch.example.com/v1\nkind: Job\nmetadata: {name: gang}\nspec: {}\n");

    assertThat(matches.matches()).isEmpty();
    assertThat(matches.problems()).isEmpty();
    assertThat(matches.notes().get(0))
        .hasToString(
            "object.passed-over: f.yaml:1: batch.example.com/v1 Job is not a workload that is read here");
  }

  @Test
  void generateNameStandsInForTheName() {
    String yaml = pod("resources: {limits: {nvidia.com/gpu: 1}}");

    assertThat(on(yaml.replace("  name: p", "  generateName: p-")).matches().get(0).workload())
        .hasToString("Pod p-");
    assertThat(
            WorkloadFile.parse("f.yaml", yaml.replace("  name: p\n", "")).workloads().get(0).name())
        .isEmpty();
  }

  @Test
  void containersAreAList() {
    String pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers: ";

    assertError(problem(pod + "{name: p}\n"), "manifest.malformed", "f.yaml:5:15");
    assertError(problem(pod + "main\n"), "manifest.malformed");
  }

  @Test
  void aPodWithoutContainersIsAProblemAtItsSpec() {
    assertError(
        problem("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  hostname: h\n"),
        "manifest.malformed",
        "f.yaml:5:3");
    assertError(
        problem("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"),
        "manifest.missing",
        "f.yaml:1:1");
    assertError(
        problem(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {replicas: 1}\n"),
        "manifest.missing",
        "f.yaml:4:7");
  }

  @Test
  void anAnnotationThatIsAnIntegerIsAProblemAtItsPlace() {
    assertError(
        problem(
            pod(
                "eks.tke.cloud.tencent.com/cpu: 8\neks.tke.cloud.tencent.com/mem: 40Gi\n",
                "resources: {limits: {nvidia.com/gpu: 1}}")),
        "manifest.malformed",
        "f.yaml:7:36",
        "8");
  }

  @Test
  void aLoneCpuAnnotationPointsAtTheAnnotation() {
    assertError(
        problem(
            pod(
                "eks.tke.cloud.tencent.com/cpu: '8'\n",
                "resources: {limits: {nvidia.com/gpu: 1}}")),
        "manifest.malformed",
        "f.yaml:7:36",
        "eks.tke.cloud.tencent.com/cpu",
        "8");
  }

  @ParameterizedTest
  @CsvSource({
    "40G", "40", "'40 Gi'", "much",
  })
  void memNeedsABinaryUnit(String mem) {
    assertError(
        problem(
            pod(
                "eks.tke.cloud.tencent.com/cpu: '8'\neks.tke.cloud.tencent.com/mem: '%s'\n"
                    .formatted(mem),
                "resources: {limits: {nvidia.com/gpu: 1}}")),
        "manifest.malformed",
        "f.yaml:8:36",
        mem);
  }

  @ParameterizedTest
  @CsvSource({"0.5", "500m", "-1", "one", "1e-1", "99999999999999999999"})
  void aGpuAmountThatIsNoCountIsAProblemAtItsPlace(String amount) {
    assertError(
        problem(pod("resources:\n  limits:\n    nvidia.com/gpu: " + amount + "\n")),
        "manifest.malformed",
        "f.yaml:13:25",
        "nvidia.com/gpu",
        amount);
  }

  @Test
  void aGpuRequestUnlikeItsLimitIsAProblemAtTheLimit() {
    assertError(
        problem(
            pod("resources:\n  requests: {nvidia.com/gpu: 1}\n  limits: {nvidia.com/gpu: 2}\n")),
        "manifest.malformed",
        "f.yaml:13:32",
        "2",
        "1");
    assertError(
        problem(pod("resources:\n  requests: {nvidia.com/gpu: 1}\n")), "manifest.malformed", "1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "limits: {nvidia.com/gpu: 1} | nvidia.com/gpu",
        "requests: {ephemeral-storage: 1Gi} | ''",
        "limits: {cpu: 2} | 2",
        "requests: {cpu: 2} | 2",
        "'requests: {cpu: 8}, limits: {cpu: 6}' | 6",
        "'requests: {hugepages-2Mi: 4Mi}, limits: {hugepages-2Mi: 4Mi}' | 4Mi",
        "limits: {hugepages-2Mi: 4Mi} | 4Mi",
        "limits: {memory: 3Gi} | 3Gi"
      })
  void whatAWholePodCannotHaveIsAProblemAtItsPlace(String whole, String value) {
    assertError(
        problem(
            pod("resources: {requests: {cpu: 3, memory: 2Gi}, limits: {memory: 4Gi, hugepages-2Mi: 8Mi, nvidia.com/gpu: 1}}")
                .replace("spec:\n", "spec:\n  resources: {" + whole + "}\n")),
        "manifest.malformed",
        "f.yaml:",
        value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limits: {cpu: 3, memory: 4Gi}",
        "requests: {cpu: 4, hugepages-2Mi: 4Mi}, limits: {cpu: 4, hugepages-2Mi: 4Mi}"
      })
  void resourcesOfAWholePodAreTaken(String whole) {
    assertThat(
            on(pod("resources: {requests: {cpu: 3, memory: 2Gi}, limits: {memory: 4Gi, nvidia.com/gpu: 1}}")
                    .replace("spec:\n", "spec:\n  resources: {" + whole + "}\n"))
                .problems())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "restartPolicy: Always, "})
  void aLimitOfAWholePodMayBeBelowThatOfAnInitContainer(String sidecar) {
    String init =
        "spec:\n  resources: {limits: {cpu: 2}, requests: {cpu: 2}}\n  initContainers: [{name: i, image: i:1, %sresources: {limits: {cpu: 4}, requests: {cpu: 1}}}]\n"
            .formatted(sidecar);
    assertThat(
            on(pod("resources: {requests: {cpu: 1}, limits: {nvidia.com/gpu: 1}}")
                    .replace("spec:\n", init))
                .problems())
        .isEmpty();
  }

  @Test
  void aQuantityThatIsNoneIsAProblemAtItsPlace() {
    assertError(
        problem(pod("resources:\n  limits:\n    memory: 40GB\n    nvidia.com/gpu: 1\n")),
        "manifest.malformed",
        "f.yaml:13:17",
        "40GB");
  }

  @Test
  void anUnknownGpuIsAProblemWithASuggestion() {
    assertThat(problem(pod("resources: {limits: {nvidia.com/gpu: 1}}").replace("V100", "V1000")))
        .hasMessageContaining("GPU 'V1000' is not known; did you mean V100")
        .satisfies(e -> assertThat(e.getMessage()).startsWith("f.yaml:"));
  }

  @Test
  void aGpuThatOnlyOthersHaveIsANoMatch() {
    FileMatches matches =
        on(pod("resources: {limits: {nvidia.com/gpu: 1}}").replace("V100", "H100"));

    assertThat(matches.problems()).isEmpty();
    assertThat(matches.isFound()).isFalse();
    assertThat(matches.matches().get(0).match().orElseThrow().rejected()).isNotEmpty();
  }

  @Test
  void aPodWithGpusAndNoTypeIsANoMatchThatNamesTheAnnotation() {
    FileMatches matches =
        on(
            pod("resources: {limits: {nvidia.com/gpu: 1}}")
                .replace("    eks.tke.cloud.tencent.com/gpu-type: V100\n", ""));

    assertThat(matches.isFound()).isFalse();
    assertThat(matches.matches().get(0).match().orElseThrow().rejected().get(0).toString())
        .contains("gpu-type");
  }

  @Test
  void aPodWithoutGpuGetsANote() {
    FileMatches matches = on(NO_GPU);

    assertThat(matches.matches()).isEmpty();
    assertThat(matches.notes())
        .extracting(Note::toString)
        .containsExactly(
            "workload.no-gpu: Pod plain asks for no GPU",
            "file.no-gpu: no workload that was read asks for a GPU");
  }

  @Test
  void aMixedFileReportsEveryWorkloadAndEveryProblem() throws Exception {
    String good = pod("resources: {limits: {nvidia.com/gpu: 1}}");
    String bad =
        good.replace("name: p", "name: bad").replace("nvidia.com/gpu: 1", "nvidia.com/gpu: 0.5");
    String none = good.replace("name: p", "name: none").replace("V100", "H100");
    FileMatches matches = on(String.join("---\n", good, bad, none, NO_GPU, "metadata: {}\n"));

    assertThat(matches.matches())
        .extracting(match -> match.workload() + " " + match.isFound())
        .containsExactly("Pod p true", "Pod bad false", "Pod none false");
    assertThat(matches.problems())
        .extracting(GpuSpecException::getMessage)
        .hasSize(2)
        .anyMatch(message -> message.contains("no 'kind'"))
        .anyMatch(message -> message.contains("'0.5' is not a whole number"));
    assertThat(matches.isFound()).isFalse();

    StringWriter out = new StringWriter();
    GpuJson.write(matches, out);
    JsonNode workloads = Json.MAPPER.readTree(out.toString()).get("workloads");
    assertThat(workloads).hasSize(3);
    assertThat(workloads.get(0).get("matched").asBoolean()).isTrue();
    assertThat(workloads.get(0).at("/spec/cpu").asText()).isEqualTo("2");
    assertThat(workloads.get(1).get("matched").asBoolean()).isFalse();
    assertThat(workloads.get(1).get("error").asText()).contains("'0.5'");
    assertThat(workloads.get(1).at("/rejected/0/reasons/0").asText()).contains("'0.5'");
    assertThat(workloads.get(2).get("matched").asBoolean()).isFalse();
    assertThat(workloads.get(2).get("rejected")).isNotEmpty();
  }

  @Tag("slow")
  @Test
  void tenThousandDocumentsAreAllRead() {
    String pod = pod("resources: {limits: {nvidia.com/gpu: 1}}");
    FileMatches matches = on((pod + "---\n").repeat(10_000));

    assertThat(matches.matches()).hasSize(10_000).allMatch(FileMatches.WorkloadMatch::isFound);
    assertThat(matches.problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "---\n---\n", "# only a comment\n", "null\n"})
  void anEmptyFileHasNoWorkloadsAndANote(String text) {
    FileMatches matches = on(text);

    assertThat(matches.matches()).isEmpty();
    assertThat(matches.problems()).isEmpty();
    assertThat(matches.notes()).extracting(Note::id).containsExactly("file.no-gpu");
  }

  @Test
  void anAliasBombIsRefused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      bomb.append("a%d: &a%d [".formatted(i, i));
      bomb.append("*a%d, ".formatted(i - 1).repeat(10)).append("]\n");
    }

    assertError(() -> on(bomb.toString()), "yaml.malformed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: b: c\n", "kind: [Pod\n", "\tkind: Pod\n", "kind: 'Pod\n", "\u0000"})
  void whatIsNoYamlIsRefusedAtItsPlace(String text) {
    assertError(() -> on(text), "yaml.malformed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"just text\n", "- a\n- b\n", "42\n"})
  void aDocumentThatIsNoMappingIsAProblem(String text) {
    assertError(problem(text), "manifest.malformed", "f.yaml:1:1");
  }

  @ParameterizedTest
  @CsvSource({
    "'apiVersion: v1\nkind: 7\n', manifest.malformed",
    "'apiVersion: v1\nkind: List\nitems: {}\n', manifest.malformed",
    "'apiVersion: v1\nkind: Pod\nmetadata: p\n', manifest.malformed",
    "'apiVersion: v1\nkind: Pod\nspec: {containers: [7]}\n', manifest.malformed",
    "'apiVersion: v1\nkind: Pod\nspec: {containers: [{image: i}]}\n', manifest.missing",
    "'apiVersion: v1\nkind: Pod\nspec: {containers: [{name: c, resources: 1}]}\n', manifest.malformed",
  })
  void aFieldOfTheWrongTypeIsAProblemAtItsPlace(String yaml, String id) {
    assertError(problem(yaml), id);
  }

  // Fields that nobody knows.

  @ParameterizedTest
  @CsvSource({
    "'  containers:', '  containres:', containres",
    "'  annotations:', '  anotations:', anotations",
    "'metadata:', 'metdata:', metdata",
    "'    resources:', '    resource:', resource",
    "'      limits:', '      limit:', limit",
    "'    image:', '    Image:', Image",
  })
  void aMisspelledFieldIsAProblemAtTheField(String field, String misspelled, String value) {
    String yaml = pod("resources:\n  limits:\n    nvidia.com/gpu: 1\n");

    assertError(problem(yaml.replaceFirst("(?m)^" + field, misspelled)), "manifest.unknown", value);
  }

  @Test
  void aMisspelledFieldHasTheLineAndColumnOfItsName() {
    ManifestException limit =
        problem(
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: j}
            spec:
              template:
                spec:
                  initContainers:
                  - name: i
                    resources: {limit: {nvidia.com/gpu: 1}}
                  containers:
                  - name: c
            """);

    assertError(limit, "manifest.unknown", "f.yaml:9:21", "limit");
    assertThat(limit.line()).isEqualTo(9);
    assertThat(limit.column()).isEqualTo(21);
  }

  @Test
  void aFieldThatResemblesNoKnownOneIsANoteBecauseItMayBeNewer() {
    // PodSpec has schedulingGroup from 1.36 on; schedulingGates is near, but no slip away.
    FileMatches matches =
        on(
            pod("resources: {limits: {nvidia.com/gpu: 1}}")
                .replace("spec:\n", "spec:\n  schedulingGroup: {podGroupName: g}\n"));

    assertThat(matches.problems()).isEmpty();
    assertThat(matches.isFound()).isTrue();
    assertThat(matches.notes())
        .extracting(Note::toString)
        .containsExactly(
            "field.unknown: f.yaml:8: field 'schedulingGroup' of spec is not known here and was ignored; kubectl refuses it unless the cluster knows it");
    assertThat(matches.matches().get(0).workload().notes()).hasSize(1);
  }

  @Test
  void fieldsOfNewerKubernetesThatFabric8KnowsPass() {
    FileMatches matches =
        on(
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: p
              uid: u
              resourceVersion: "1"
              managedFields: []
              annotations: {eks.tke.cloud.tencent.com/gpu-type: V100}
            spec:
              hostnameOverride: h
              resources: {}
              resourceClaims: []
              workloadRef: {}
              containers:
              - name: c
                restartPolicyRules: []
                resizePolicy: []
                resources: {claims: [], limits: {nvidia.com/gpu: 1}}
            status: {phase: Running}
            """);

    assertThat(matches.problems()).isEmpty();
    assertThat(matches.notes()).isEmpty();
    assertThat(matches.isFound()).isTrue();
  }

  @Test
  void ofManyUnknownFieldsAHundredAreTold() {
    StringBuilder yaml = new StringBuilder(NO_GPU);
    for (int i = 0; i < 1_000; i++) {
      yaml.append("other").append(i).append(": 1\n");
    }

    assertThat(WorkloadFile.parse("f.yaml", yaml.toString()).workloads().get(0).notes())
        .hasSize(100);
  }

  // Annotations beside the template.

  private static final String OUTSIDE =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: llm
        annotations:
          deployment.kubernetes.io/revision: '1'
          eks.tke.cloud.tencent.com/gpu-type: V100
      spec:
        template:
          spec:
            containers:
            - name: c
              resources: {limits: {%s: 1}}
      """;

  @Test
  void anAnnotationOutsideTheTemplateThatWouldMatterGetsANote() {
    FileMatches matches = on(OUTSIDE.formatted("nvidia.com/gpu"));

    assertThat(matches.isFound()).isFalse();
    assertThat(matches.notes())
        .extracting(Note::toString)
        .containsExactly(
            "annotation.outside-template: f.yaml:7: eks.tke.cloud.tencent.com/gpu-type of Deployment llm: only what stands under spec.template.metadata.annotations counts for its pods, so put it there");
  }

  @Test
  void annotationsOutsideTheTemplateThatChangeNothingGetNoNote() {
    String inside =
        "template:\n    metadata: {annotations: {eks.tke.cloud.tencent.com/gpu-type: %s}}";
    String yaml = OUTSIDE.formatted("nvidia.com/gpu");

    assertThat(on(yaml.replace("template:", inside.formatted("V100"))).notes()).isEmpty();
    assertThat(on(yaml.replace("template:", inside.formatted("H100"))).notes()).isEmpty();
    assertThat(on(yaml.replace("gpu-type: V100", "other: V100")).notes()).isEmpty();
  }

  @Test
  void anAnnotationThatOnlyPodsOfADaemonSetNeedGetsANote() {
    String yaml =
        OUTSIDE
            .formatted("nvidia.com/gpu")
            .replace("kind: Deployment", "kind: DaemonSet")
            .replace("gpu-type: V100", "ds-injection: 'true'")
            .replace(
                "template:",
                "template:\n    metadata: {annotations: {eks.tke.cloud.tencent.com/gpu-type: V100}}");

    assertThat(on(yaml).isFound()).isFalse();
    assertThat(on(yaml).notes())
        .last()
        .asString()
        .startsWith(
            "annotation.outside-template: f.yaml:7: eks.tke.cloud.tencent.com/ds-injection of DaemonSet llm");
  }

  // How a file prints.

  @Test
  void aFilePrintsItsNameAndCountThenAWorkloadALine() {
    String yaml = pod("resources: {limits: {nvidia.com/gpu: 1}}");
    WorkloadFile file = WorkloadFile.parse("f.yaml", yaml + "---\n" + NO_GPU + "---\n" + NO_KIND);

    assertThat(file).hasToString("f.yaml: 2 workloads, 1 problem\nPod p\nPod plain");
    assertThat(file.on(TKE))
        .hasToString(
            "f.yaml: 1 GPU workload, 1 on a shape, 1 problem\nPod p: V100 x1 · 2 cores · 10Gi  on tke (over by 1 core, 8Gi)");
    assertThat(WorkloadFile.parse("f.yaml", "")).hasToString("f.yaml: 0 workloads");
  }

  @Test
  void howeverLongAFileIsItPrintsBelow900Characters() {
    String yaml = pod("resources: {limits: {nvidia.com/gpu: 1}}");
    String longest = yaml.replace("name: p\n", "name: " + "p".repeat(5_000) + "\n");
    String all = longest + "---\n" + (yaml + "---\n").repeat(500);
    WorkloadFile file = WorkloadFile.parse("d/".repeat(1_000) + "f.yaml", all);

    assertThat(file.toString()).hasSizeLessThan(900).endsWith(" more");
    assertThat(file.on(TKE).toString()).hasSizeLessThan(900).endsWith(" more");
    assertThat(file.workloads().get(0).toString()).hasSizeLessThan(300);
  }

  @ParameterizedTest
  @CsvSource({
    "v1, PodList",
    "example.com/v1, Widget",
    "extensions/v1beta1, Ingress",
    "kubevirt.io/v1, VirtualMachine",
  })
  void ofWhatIsPassedOverNobodySaysThatItAsksForNoGpu(String version, String kind) {
    assertThat(on("apiVersion: " + version + "\nkind: " + kind + "\n").notes().get(1))
        .hasToString(
            "file.no-gpu: no workload that was read asks for a GPU; what the 1 object passed over may ask for is not known");
  }

  @Tag("slow")
  @Test
  void aListOfABigClusterIsRead() {
    String pod =
        "- {apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns, labels: {app: a, team: t}, annotations: {a: b}}, spec: {nodeName: node, containers: [{name: c, image: 'r/i:v1', resources: {requests: {cpu: 1, memory: 1Gi}, limits: {cpu: 1, memory: 1Gi}}}]}}\n";

    assertThat(
            WorkloadFile.parse(
                    "f.yaml", "apiVersion: v1\nkind: List\nitems:\n" + pod.repeat(10_000))
                .workloads())
        .hasSize(10_000);
  }

  @Test
  void jsonIsReadLikeYaml() {
    FileMatches matches =
        on(
            """
            {"apiVersion": "v1", "kind": "Pod",
             "metadata": {"name": "j", "annotations": {"eks.tke.cloud.tencent.com/gpu-type": "T4,V100"}},
             "spec": {"containers": [{"name": "c", "image": "i",
               "resources": {"limits": {"nvidia.com/gpu": 1, "cpu": "10", "memory": "50Gi"}}}]}}
            """);

    assertThat(matches.matches())
        .singleElement()
        .hasToString("Pod j: T4 x1 · 16 cores · 64Gi  on tke (over by 6 cores, 14Gi)");
  }

  @Test
  void filesAndStreamsAreReadAlike(@TempDir Path dir) throws Exception {
    String yaml = pod("resources: {limits: {nvidia.com/gpu: 1}}");
    Path file = Files.writeString(dir.resolve("pod.yaml"), yaml);

    String match = on(yaml).matches().toString();
    assertThat(WorkloadFile.read(file).on(TKE).matches()).hasToString(match);
    assertThat(
            WorkloadFile.read("in", new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .on(TKE)
                .matches())
        .hasToString(match);
  }

  @Test
  void aFileThatIsNotThereIsNamed(@TempDir Path dir) {
    Path missing = dir.resolve("missing.yaml");

    assertError(() -> WorkloadFile.read(missing), "file.unreadable", missing.toString());
    assertError(() -> WorkloadFile.read(dir), "file.unreadable", dir.toString());
  }

  @Test
  void annotationsWinOverContainersAndSayWhatDiffers() {
    Match match =
        on(pod(
                "eks.tke.cloud.tencent.com/cpu: '8'\neks.tke.cloud.tencent.com/mem: 40Gi\n",
                "resources: {limits: {cpu: 16, memory: 64Gi, nvidia.com/gpu: 2}}"))
            .matches()
            .get(0)
            .match()
            .orElseThrow();

    assertThat(match.orThrow().shape()).hasToString("V100 x1 · 8 cores · 40Gi");
    assertThat(match.notes())
        .extracting(Note::id)
        .contains("gpus.defaulted", "gpus.differ", "limit.above-shape");
  }

  @Test
  void sidecarsAddUpAndInitContainersDoNot() {
    String pod =
        pod("resources: {limits: {cpu: 3, memory: 10Gi, nvidia.com/gpu: 1}}")
            + """
                initContainers:
                - name: sidecar
                  image: r/i:v1
                  restartPolicy: Always
                  resources: {requests: {cpu: 3, memory: 10Gi}}
                - name: download
                  image: r/i:v1
                  resources: {requests: {cpu: 5, memory: 1Gi}}
              """;

    assertThat(on(pod).matches())
        .singleElement()
        .hasToString("Pod p: V100 x1 · 8 cores · 40Gi  on tke (over by 2 cores, 20Gi)");
  }

  @Test
  void aManifestInsideAConfigMapIsToldAndNotJudged() {
    FileMatches matches =
        WorkloadFile.parse(
                "cm.yaml",
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: templates}
                data:
                  job.yaml: |
                    kind: Job
                    spec: {template: {spec: {containers: [
                      {name: a, resources: {limits: {nvidia.com/gpu: 1}}}]}}}
                  plugin.yaml: |
                    sharing: {timeSlicing: {resources: [{name: nvidia.com/gpu, replicas: 4}]}}
                """)
            .on(Gpus.load().in("eks"));

    assertThat(matches.isJudged()).isFalse();
    assertThat(matches.notJudged())
        .singleElement()
        .hasToString(
            "gpu.not-judged: cm.yaml:5:13: data['job.yaml'] asks for a GPU and was not judged: it is a manifest in a text of v1 ConfigMap; save it as a file of its own, and match that");
  }

  @Test
  void aKustomizationIsNotJudgedAndSaysWhatToMatch() {
    FileMatches matches =
        WorkloadFile.parse(
                "kustomization.yaml",
                """
                apiVersion: kustomize.config.k8s.io/v1beta1
                kind: Kustomization
                resources: [deployment.yaml]
                """)
            .on(Gpus.load().in("eks"));

    assertThat(matches.isJudged()).isFalse();
    assertThat(matches.notJudged()).singleElement().asString().contains("kubectl kustomize DIR");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resources: [deployment.yaml] | this looks like an input of Kustomize;",
        "'{replicaCount: 1, resources: {limits: {nvidia.com/gpu: 1}}}' | this looks like the values of a Helm chart;",
        "'{apiVersion: v2, name: x, version: 1.0.0}' | this looks like the description of a Helm chart;",
        "'{apiVersion: v1, metadata: {name: x}}' | a manifest begins with apiVersion and kind,"
      })
  void anInputOfAToolIsNamed(String text, String said) {
    assertThat(WorkloadFile.parse("f", text).problems())
        .singleElement()
        .asString()
        .contains("no 'kind'; " + said);
  }

  @Test
  void aPlaceholderIsTold() {
    FileMatches matches =
        WorkloadFile.parse(
                "p.yaml",
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  containers:
                  - {name: a, image: "r/<your-image>:1", args: ["a < b > c"], resources: {limits: {nvidia.com/gpu: 1}}}
                """)
            .on(Gpus.load().in("eks"));

    assertThat(matches.isFound()).isTrue();
    assertThat(matches.notes())
        .extracting(Note::toString)
        .containsExactly(
            "object.placeholder: p.yaml:6: spec.containers[0].image is 'r/<your-image>:1', which is a placeholder; fill in all of them, and match again");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "autoscaling/v2, kind: HorizontalPodAutoscaler | {kind: Deployment, name: llm} | minReplicas: 2, maxReplicas: 9 | 2 to 9 | 3",
        "autoscaling/v1, kind: HorizontalPodAutoscaler | {kind: Deployment, name: llm} | maxReplicas: 2 | 1 to 2 | 2",
        "keda.sh/v1alpha1, kind: ScaledObject | {name: llm} | minReplicaCount: 5 | 5 to 100 | 5",
        "keda.sh/v1alpha1, kind: ScaledObject | {name: llm} | maxReplicaCount: 4 | 0 to 4 | 3"
      })
  void aScalerInTheFileGivesTheRangeOfItsWorkload(
      String version, String target, String range, String runs, int matched) {
    String deployment =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: llm}
        spec:
          replicas: 3
          template: {spec: {containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}]}}
        """;
    String scaler =
        "{apiVersion: %s, metadata: {name: up}, spec: {scaleTargetRef: %s, %s}}"
            .formatted(version, target, range);

    FileMatches matches =
        WorkloadFile.parse("f", scaler + "\n---\n" + deployment).on(Gpus.load().in("eks"));

    assertThat(matches.matches().get(0).match().orElseThrow().request().replicas())
        .isEqualTo(matched);
    assertThat(matches.notes())
        .singleElement()
        .asString()
        .startsWith("workload.scaled: f:1: ")
        .endsWith(
            " up runs %s pods of Deployment llm, which was matched with %d"
                .formatted(runs, matched));
  }

  @Test
  void aScalerOfSomethingElseIsPassedOver() {
    assertThat(
            WorkloadFile.parse(
                    "f",
                    "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: up}, spec: {scaleTargetRef: {kind: Deployment, name: other}, maxReplicas: 2}}")
                .notes())
        .extracting(Note::id)
        .containsExactly("object.passed-over");
  }
}
