package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.rule.Rule;
import io.gpuspec.rule.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is counted of an input, and which findings stand beside each other. */
class InspectionTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Inspector INSPECTOR = Inspector.of(GPUS);
  private static final Inspector EKS = INSPECTOR.on(GPUS.in("eks"));

  private static final String CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";

  private static String pod(String metadata, String resources) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: a%s}
        spec:
          containers:
          - {name: main, image: r/a:v1, resources: {%s}}
        """
        .formatted(metadata, resources);
  }

  /** An executor of Spark states its memory in its own way, which no type of Kubernetes has. */
  private static String spark(String labels, String memory) {
    return """
        apiVersion: sparkoperator.k8s.io/v1beta2
        kind: SparkApplication
        metadata: {name: etl, labels: {%s}}
        spec:
          type: Python
          mainApplicationFile: local:///a.py
          sparkVersion: 3.5.3
          driver: {cores: 1, memory: 2g}
          executor: {instances: 2, cores: 4, memory: %s, gpu: {name: nvidia.com/gpu, quantity: 1}}
        """
        .formatted(labels, memory);
  }

  private static List<String> told(Findings findings) {
    return findings.findings().stream()
        .filter(each -> each.severity() != Severity.INFO)
        .map(each -> each.document() + " " + each.rule().id())
        .toList();
  }

  private static List<String> ids(Findings findings) {
    return findings.findings().stream().map(each -> each.rule().id()).toList();
  }

  @Test
  void objectsOfListsAndFilesOfOtherProgramsAreCounted() {
    Findings findings =
        INSPECTOR.parse(
            "a.yaml",
            """
            apiVersion: v1
            kind: List
            items:
            - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
            - {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
            ---
            groups: [{name: gpus, rules: [{alert: Down, expr: up == 0}]}]
            ---
            Resources: {}
            ---
            - {name: a task, command: nvidia-smi}
            ---
            apiVersion: example.com/v1
            kind: Model
            metadata: {name: m}
            """);

    assertThat(findings.summary()).isEqualTo(new Findings.Summary(1, 5, 6, 3, 0));
  }

  /** A chart's Chart.yaml has a version of Helm's API. */
  @Test
  void whatHasAVersionButNoKindIsAnObjectWithoutOneUnlessAToolReadsIt() {
    assertThat(INSPECTOR.parse("Chart.yaml", "apiVersion: v2\nname: a\nversion: 1.0.0\n"))
        .satisfies(all -> assertThat(all.findings()).isEmpty())
        .satisfies(all -> assertThat(all.summary().unknown()).isOne());
    assertThat(told(INSPECTOR.parse("a.yaml", "apiVersion: v1\nmetadata: {name: a}\n")))
        .containsExactly("1 manifest-malformed");
    assertThat(told(INSPECTOR.parse("a.yaml", "- {apiVersion: v1, kind: ConfigMap}\n")))
        .containsExactly("1 manifest-malformed");
  }

  @Test
  void findingsHaveTheNumberOfTheirDocument() {
    String twice = CONFIG_MAP.replace("name: a", "name: b, name: c");
    String text = CONFIG_MAP + "---\n" + twice + "---\na: [";

    assertThat(told(INSPECTOR.parse("a.yaml", text)))
        .containsExactly("2 yaml-duplicate-key", "3 yaml-malformed");
  }

  @Test
  void whatIsTurnedOffInVainStandsAtItsPlace() {
    String text =
        "# gpuspec:ignore shape-none\n"
            + CONFIG_MAP
            + "---\n"
            + pod(", annotations: {ignore-check.gpuspec.io/env-every-card: why}", "");

    assertThat(INSPECTOR.parse("a.yaml", text).findings())
        .extracting(each -> each.document() + " " + each.line() + ":" + each.column())
        .containsExactly("1 1:1", "2 8:35");
  }

  @Test
  void aPodWithAFieldThatIsMisspeltIsNotJudgedWithoutIt() {
    String idle = pod("", "limits: {nvidia.com/gpu: 3}");

    assertThat(ids(EKS.parse("a.yaml", idle))).contains("shape-idle-gpus");
    assertThat(ids(EKS.parse("a.yaml", idle.replace("spec:\n", "spec:\n  nodeSelecter: {a: b}\n"))))
        .contains("field-misspelt")
        .doesNotContain("shape-idle-gpus");
  }

  /** Whoever turns a rule off is not told of the same by another. */
  @Test
  void aFieldThatMayBeMisspeltRefusesNoPod() {
    String misspelt =
        pod("", "limits: {nvidia.com/gpu: 1}")
            .replace("spec:\n", "spec:\n  nodeSelecter: {a: b}\n");
    InspectSettings off = InspectSettings.parse("s.yaml", "exclude: [field-misspelt]");

    assertThat(told(EKS.with(off).parse("a.yaml", misspelt))).isEmpty();
  }

  @Test
  void whyNoShapeIsThereIsSaidWithWhatToDo() {
    Findings findings = EKS.parse("a.yaml", pod("", "limits: {nvidia.com/gpu: 1, cpu: 900}"));

    assertThat(findings.findings())
        .singleElement()
        .satisfies(each -> assertThat(each.rule().id()).isEqualTo("shape-none"))
        .satisfies(each -> assertThat(each.message()).contains("eks", "; "));
  }

  /** An error of the document has told of it already; a warning, or another document, has not. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: b       | 1 pod-refused",
        "a: true    | 1 annotation-not-text",
      })
  void aPodThatIsRefusedIsToldUnlessAnErrorHasBeen(String label, String told) {
    assertThat(told(EKS.parse("a.yaml", spark(label, "8x")))).containsExactly(told);
  }

  @Test
  void anErrorOfAnotherDocumentOrFileHidesNothing(@TempDir Path folder) throws IOException {
    String wrong = CONFIG_MAP.replace("name: a", "name: a, labels: {a: true}");
    String refused = spark("a: b", "8x");

    assertThat(told(EKS.parse("a.yaml", wrong + "---\n" + refused)))
        .containsExactly("1 annotation-not-text", "2 pod-refused");
    Files.writeString(folder.resolve("a.yaml"), wrong);
    Files.writeString(folder.resolve("b.yaml"), refused);
    assertThat(told(EKS.read(folder))).containsExactly("1 annotation-not-text", "1 pod-refused");
  }

  @Test
  void aValueThatIsStillToBeFilledInIsNoMistake() {
    assertThat(told(EKS.parse("a.yaml", spark("a: b", "\"${MEMORY}\"")))).isEmpty();
  }

  @Test
  void whatAnnotationsAskForStandsAtTheFirstOfThem() {
    String annotations =
        ", annotations: {team: a, eks.tke.cloud.tencent.com/gpu-type: T4,"
            + " eks.tke.cloud.tencent.com/gpu-count: '9'}";

    assertThat(INSPECTOR.on(GPUS.in("tke")).parse("a.yaml", pod(annotations, "")).findings())
        .filteredOn(each -> each.severity() == Severity.ERROR)
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.path())
                    .startsWith("metadata.annotations['eks.tke.cloud.tencent.com/gpu-"));
  }

  @Test
  void aRuleOfOneCloudIsNotForPodsOfAnother() {
    for (Target own : GPUS.targets()) {
      for (Rule rule : own.rules()) {
        for (Target other : GPUS.targets()) {
          if (!other.rules().stream().map(Rule::id).toList().contains(rule.id())
              && !other.cloud().equals(own.cloud())) {
            assertThat(ids(INSPECTOR.on(other).parse("a.yaml", rule.bad())))
                .as(rule.id() + " on " + other.id())
                .doesNotContain(rule.id());
          }
        }
      }
    }
  }
}
