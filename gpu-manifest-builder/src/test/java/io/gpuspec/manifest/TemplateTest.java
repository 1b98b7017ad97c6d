package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is no manifest yet: the problem says where, and what makes one of it. */
class TemplateTest {
  private static final Target TKE = Gpus.load().in("tke");

  private static final String RENDER = "render it first: helm template CHART > FILE";

  /** A Deployment whose lines a test changes; each stands in it once. */
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: llm
      spec:
        replicas: 2
        selector: {matchLabels: {app: llm}}
        template:
          metadata:
            labels: {app: llm}
            annotations:
              eks.tke.cloud.tencent.com/gpu-type: T4
              checksum/config: abc
          spec:
            nodeSelector:
              type: virtual-kubelet
            tolerations:
            - {key: serverless, operator: Exists}
            containers:
            - name: main
              image: r/i:v1
              resources:
                limits:
                  cpu: 3
                  nvidia.com/gpu: 1
      """;

  private static ManifestException problem(String text) {
    ManifestException thrown =
        catchThrowableOfType(
            ManifestException.class,
            () -> {
              FileMatches matches = WorkloadFile.parse("f.yaml", text).on(TKE);
              assertThat(matches.problems()).hasSize(1);
              throw matches.problems().get(0);
            });
    assertThat(thrown).isNotNull();
    return thrown;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "replicas: 2 ; replicas: {{ .Values.replicas }} ; 6:13",
        "replicas: 2 ; replicas: {{ .Values.replicas | default 1 }} ; 6:13",
        "replicas: 2 ; replicas: {{- .Values.replicas }} ; 6:13",
        "replicas: 2 ; replicas: {{replicas}} ; 6:13",
        "replicas: 2 ; replicas: {{ .Values.a }}{{ .Values.b }} ; 6:13",
        "replicas: 2 ; replicas: \"{{ .Values.replicas }}\" ; 6:13",
        "name: llm ; name: {{ include \"chart.fullname\" . }} ; 4:9",
        "name: llm ; name: {{ .Release.Name }}-llm ; 4:9",
        "name: llm ; name: \"{{ .Values.name | default \"llm\" }}\" ; 4:10",
        "replicas: 2 ; {{- if .Values.replicas }} ; 6:3",
        "replicas: 2 ; {% if replicas %} ; 6:3",
        "replicas: 2 ; {{- toYaml .Values.more | nindent 2 }} ; 6:3",
        "type: virtual ; {{ .Values.key }}: virtual ; 16:9",
        "type: virtual ; \"{{ .Values.key }}\": virtual ; 16:9",
        "type: virtual-kubelet ; type: '{{ .Values.type }}' ; 16:15",
        "image: r/i:v1 ; image: {{ .Values.image }}:v1 ; 21:16",
        "cpu: 3 ; cpu: '{{ .Values.cpu }}' ; 24:18",
        "cpu: 3 ; cpu: {{ .Values.cpu }} ; 24:18",
        "nvidia.com/gpu: 1 ; nvidia.com/gpu: '{{ .Values.gpus }}' ; 25:29",
        "nvidia.com/gpu: 1 ; '{{ .Values.resource }}': 1 ; 25:13",
        "nvidia.com/gpu: 1 ; {{ .Values.resource }}: 1 ; 25:13",
        "gpu-type: T4 ; gpu-type: '{{ .Values.type }}' ; 12:45",
        "key: serverless ; key: '{{ .Values.taint }}' ; 18:15",
        "kind: Deployment ; kind: '{{ .Values.kind }}' ; 2:7",
        "apiVersion: apps/v1 ; {{- define \"chart\" }} ; 1:1",
        "apiVersion: apps/v1 ; {{/* a comment */}} ; 1:1"
      })
  void aTemplateIsAProblemWhereItIsOne(String line, String template, String place) {
    assertThat(DEPLOYMENT).containsOnlyOnce(line);

    assertError(
        problem(DEPLOYMENT.replace(line, template)), "template.unresolved", "f.yaml:" + place);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "replicas: 2 ; replicas: ${REPLICAS} ; 6:13",
        "replicas: 2 ; replicas: '$(REPLICAS)' ; 6:13",
        "cpu: 3 ; cpu: ${CPU} ; 24:18",
        "cpu: 3 ; cpu: ${CPU}m ; 24:18",
        "nvidia.com/gpu: 1 ; nvidia.com/gpu: ${GPUS:-1} ; 25:29",
        "nvidia.com/gpu: 1 ; nvidia.com/gpu: $(GPUS) ; 25:29",
        "nvidia.com/gpu: 1 ; ${RESOURCE}: 1 ; 25:13",
        "gpu-type: T4 ; gpu-type: ${GPU} ; 12:45"
      })
  void soIsAVariableThatNobodyFilledIn(String line, String variable, String place) {
    assertError(
        problem(DEPLOYMENT.replace(line, variable)), "template.unresolved", "f.yaml:" + place);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "image: r/i:v1 ; image: '{{ .Values.image }}'",
        "image: r/i:v1 ; image: ${IMAGE}",
        "name: llm ; name: '{{ .Release.Name }}'",
        "checksum/config: abc ; checksum/config: '{{ include \"config\" . | sha256sum }}'",
        "labels: {app: llm} ; labels: {app: '{{ .Release.Name }}'}",
        "name: main ; {name: main, command: [sh, -c, 'echo $(HOME) {{ x }}']}",
        "replicas: 2 ; replicas: 2 # {{ .Values.replicas }}"
      })
  void whatDoesNotDecideIsNotJudged(String line, String template) {
    String text =
        template.startsWith("{name")
            ? DEPLOYMENT.replace(
                "name: main", "name: main\n        command: [sh, -c, 'echo $(HOME) {{ x }}']")
            : DEPLOYMENT.replace(line, template);

    FileMatches matches = WorkloadFile.parse("f.yaml", text).on(TKE);

    assertThat(matches.problems()).isEmpty();
    assertThat(matches.isFound()).isTrue();
  }

  /**
   * An alert's text in a block is no template of the file, and an error below has its own reason.
   */
  @ParameterizedTest
  @ValueSource(strings = {"a: 'GPU {{ $labels.gpu }}'\n\n\nb: [c\n", "# {{ x }}\nb: [c\n"})
  void anErrorElsewhereKeepsItsReason(String text) {
    ManifestException problem = problem(text);
    assertError(problem, "yaml.malformed");
    assertThat(problem).hasMessageNotContaining(RENDER);
  }

  @Test
  void aPartFurtherAboveIsNamedBesideTheReason() {
    assertError(
        problem("a: |\n  GPU {{ .gpu }}\nb: c\nd: e\nf: [g\n"),
        "yaml.malformed",
        "f.yaml:6:1",
        "{{ .gpu }}");
  }

  @Test
  void aLineThatATemplateGuardsLeadsToIt() {
    String text = "{{- if .Values.enabled }}\n" + DEPLOYMENT + "{{- end }}\n";

    assertError(problem(text), "template.unresolved", "f.yaml:1:1");
  }

  @Test
  void portAndIntentsSaySoToo() {
    String text = DEPLOYMENT.replace("replicas: 2", "replicas: {{ .Values.replicas }}");

    assertError(() -> Migration.from(TKE).to(TKE).parse("f.yaml", text), "template.unresolved");
    assertError(() -> IntentFile.parse("f.yaml", text), "template.unresolved");
  }
}
