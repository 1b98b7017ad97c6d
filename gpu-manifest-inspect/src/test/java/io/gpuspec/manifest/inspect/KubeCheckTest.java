package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.internal.kube.KubeCheck;
import io.gpuspec.manifest.internal.kube.KubeFinding;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is unlike the types of the Kubernetes API, with its rule and place. */
class KubeCheckTest {

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: llm}
      spec:
        %s
        selector: {matchLabels: {app: llm}}
        template:
          metadata: {labels: {app: llm}}
          spec:
            %s
            containers: [{name: main, image: r/llm:v1, %s}]
      """;

  private static YamlPlace place(String text) {
    return YamlDocuments.of("a.yaml", text).iterator().next();
  }

  private static List<KubeFinding> mistakes(String text) {
    YamlPlace object = place(text);
    return KubeCheck.of(
        object,
        Places.text(object, "apiVersion"),
        Places.text(object, "kind"),
        List.of(),
        List.of(),
        false);
  }

  private static String told(KubeFinding mistake) {
    Map<String, String> words = mistake.words();
    return mistake.rule()
        + " "
        + mistake.at().path()
        + ": "
        + Stream.of("allowed", "needed", "meant")
            .map(words::get)
            .filter(each -> each != null && !each.isEmpty())
            .findFirst()
            .orElse("no field");
  }

  /** Returns the only mistake of a Deployment with a line in one of its three parts. */
  private static Optional<KubeFinding> of(String part, String line) {
    List<KubeFinding> all =
        mistakes(
            DEPLOYMENT.formatted(
                part.equals("spec") ? line : "replicas: 1",
                part.equals("pod") ? line : "priority: 1",
                part.equals("container") ? line : "tty: false"));
    assertThat(all).hasSizeLessThan(2);
    return all.stream().findFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          spec      | replicas: 2147483647               |
          spec      | replicas: 2147483648               | field-value-refused spec.replicas: an integer of 32 bits
          spec      | replicas: -2147483649              | field-value-refused spec.replicas: an integer of 32 bits
          spec      | replicas: 99999999999999999999     | field-value-refused spec.replicas: an integer of 32 bits
          spec      | replicas: 1.5                      | field-of-another-type spec.replicas: an integer
          spec      | replicas: "{{ .Values.replicas }}" |
          spec      | replicas: ${REPLICAS}              |
          spec      | replicas:                          |
          spec      | paused: "true"                     | field-of-another-type spec.paused: true or false
          spec      | paused: {}                         | field-of-another-type spec.paused: true or false
          spec      | strategy: Recreate                 | field-of-another-type spec.strategy: a mapping
          spec      | strategy: [Recreate]               | field-of-another-type spec.strategy: a mapping
          spec      | replica: 2                         | field-misspelt spec.replica: replicas
          spec      | wholeNewThing: 2                   | field-unknown spec.wholeNewThing: no field
          pod       | terminationGracePeriodSeconds: 4294967296 |
          pod       | nodeSelector: [gpu]                | field-of-another-type spec.template.spec.nodeSelector: a mapping
          pod       | nodeSelector: {gpu: 1}             | field-of-another-type spec.template.spec.nodeSelector.gpu: a string
          pod       | tolerations: {key: a}              | field-of-another-type spec.template.spec.tolerations: a list
          pod       | tolerations: [{operator: Exists}]  |
          pod       | tolerations: [{effect: NoExecute}] | toleration-without-key spec.template.spec.tolerations[0]: no field
          pod       | tolerations: [{key: a, operator: Lt, value: "5"}] |
          pod       | tolerations: [{key: a, operator: Gt, value: many}] | field-value-refused spec.template.spec.tolerations[0].value: a whole number with operator Gt
          pod       | tolerations: [{key: a, operator: Exists, value: b}] | toleration-value-with-exists spec.template.spec.tolerations[0].value: no field
          pod       | tolerations: [{key: a, tolerationSeconds: 3}] | field-value-refused spec.template.spec.tolerations[0].tolerationSeconds: the effect NoExecute with it
          pod       | volumes: [{name: a, emptyDir: {}, configMap: {name: b}}] | field-value-refused spec.template.spec.volumes[0]: one source
          pod       | volumes: [{name: a, emptyDir: }]   |
          container | env: [{name: A, value: 1}]         | field-of-another-type spec.template.spec.containers[0].env[0].value: a string
          container | env: [~]                           | field-missing spec.template.spec.containers[0].env[0]: name
          container | args: [~]                          |
          container | args: [[a]]                        | field-of-another-type spec.template.spec.containers[0].args[0]: a string
          container | resources: {limits: {cpu: 0.5}}    |
          container | resources: {limits: {cpu: half}}   | field-value-refused spec.template.spec.containers[0].resources.limits.cpu: a quantity such as 500m or 16Gi
          container | resources: {limits: {memory: 16GB}} | field-value-refused spec.template.spec.containers[0].resources.limits.memory: a quantity such as 500m or 16Gi
          container | resources: {limits: {cpu: true}}   | field-of-another-type spec.template.spec.containers[0].resources.limits.cpu: a quantity
          container | livenessProbe: {httpGet: {port: 80}} |
          container | livenessProbe: {httpGet: {port: http}} | port-name-unknown spec.template.spec.containers[0].livenessProbe.httpGet.port: no field
          container | ports: [{name: http, containerPort: 80}], livenessProbe: {httpGet: {port: http}} |
          container | livenessProbe: {httpGet: {port: 80.5}} | field-of-another-type spec.template.spec.containers[0].livenessProbe.httpGet.port: an integer or a string
          container | imagePullPolicy: always            | field-value-refused spec.template.spec.containers[0].imagePullPolicy: one of Always, IfNotPresent, Never
          container | imagePullPolicy: "${PULL}"         |
          container | lifecycle: {preStop: {}}           | field-missing spec.template.spec.containers[0].lifecycle.preStop: one of exec, httpGet, tcpSocket, sleep
          """)
  void aFieldIsAsItsTypeHasIt(String part, String line, String told) {
    assertThat(of(part, line).map(KubeCheckTest::told)).isEqualTo(Optional.ofNullable(told));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          pod       | nodeSelector: {gpu: 1}             | <quoted>1
          pod       | hostNetwork: "true"                | true
          pod       | hostNetwork: "maybe"               |
          pod       | hostNetwork: ""                    |
          pod       | hostNetwork: 1                     |
          spec      | replicas: "2"                      | 2
          spec      | replicas: "two"                    |
          spec      | replicas: 1.5                      |
          """)
  void quotesAreTheFixWhereTheyAreTheMistake(String part, String line, String wanted) {
    assertThat(edit(of(part, line).orElseThrow()).map(Edit::text).map(KubeCheckTest::shown))
        .isEqualTo(Optional.ofNullable(wanted));
  }

  private static Optional<Edit> edit(KubeFinding finding) {
    return FormRules.edits(finding, (YamlPlace) finding.at()).stream().findFirst();
  }

  private static String shown(String text) {
    return text.replace(Edit.QUOTED, "<quoted>");
  }

  /** Of two values nothing says which is meant. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "imagePullPolcy: Never                           | RENAME",
        "imagePullPolcy: Never, imagePullPolicy: Never   | REMOVE",
        "imagePullPolcy: Never, imagePullPolicy: Always  | ",
        "volumeMunts: [], volumeMounts: []               | ",
      })
  void aMisspeltKeyIsRenamedUnlessTheRightOneIsThere(String keys, Edit.Kind kind) {
    assertThat(edit(of("container", keys).orElseThrow()).map(Edit::kind))
        .isEqualTo(Optional.ofNullable(kind));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          metadata: {name: a}              |
          metadata: {generateName: a-}     |
          metadata: {namespace: a}         | field-missing metadata: metadata.name
          metadata: {name: ""}             | field-missing metadata: metadata.name
          data: {a: b}                     | field-missing : metadata.name
          """)
  void anObjectHasANameOrTheBeginningOfOne(String line, String told) {
    assertThat(mistakes("apiVersion: v1\nkind: ConfigMap\n" + line + "\n").stream())
        .extracting(KubeCheckTest::told)
        .isEqualTo(told == null ? List.of() : List.of(told));
  }

  /** Its controller may fill in what the pods of its objects lack. */
  @Test
  void podsOfAnOperatorMayLackButNotMisspell() {
    YamlPlace object =
        place(
            """
            apiVersion: example.com/v1
            kind: Trainer
            metadata: {name: a, labels: {on: true}}
            spec:
              parts: 2
              template:
                spec:
                  containers: [{image: r/a:v1, comand: [a]}]
            """);
    YamlPlace pod = Places.at(object, "spec", "template").orElseThrow();

    assertThat(KubeCheck.of(object, "example.com/v1", "Trainer", List.of(pod), List.of(), false))
        .extracting(KubeCheckTest::told)
        .containsExactly(
            "annotation-not-text metadata.labels.on: a string",
            "field-misspelt spec.template.spec.containers[0].comand: command");
  }

  @Test
  void nobodyReadsMoreThanAHundred() {
    String volumes = "volumes: [" + "{name: a, emptyDri: {}}, ".repeat(150) + "]";

    assertThat(mistakes(DEPLOYMENT.formatted("replicas: 1", volumes, "tty: false"))).hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ports: [{port: 80}]", "clusterIP: None", "type: ExternalName"})
  void aServiceHasPortsUnlessItNeedsNone(String line) {
    String service = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {%s}\n";

    assertThat(mistakes(service.formatted(line))).isEmpty();
    assertThat(mistakes(service.formatted("type: ClusterIP")))
        .extracting(KubeCheckTest::told)
        .containsExactly("field-missing spec: ports");
  }
}
