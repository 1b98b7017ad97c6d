package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gpuspec.Gpus;
import io.gpuspec.json.GpuJson;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.service.Caller.Answer;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The endpoints {@code POST /match/file} and {@code POST /migrate}, which read manifests. */
class FileMatchEndpointTest {
  static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: llm
        annotations: {eks.tke.cloud.tencent.com/gpu-type: T4}
      spec:
        containers:
        - name: main
          image: registry.example/llm:v1
          resources:
            requests: {cpu: 3, memory: 10Gi}
            limits: {nvidia.com/gpu: 1}
      """;

  private static final String NODE =
      """
      {"kind": "Node", "metadata": {"name": "t4-1", "labels": {"accelerator": "nvidia-t4"}},
       "status": {"allocatable": {"cpu": "47500m", "memory": "190Gi", "nvidia.com/gpu": "4"}}}
      """;

  private static Caller caller;

  @BeforeAll
  static void start() {
    caller = Caller.start();
  }

  @AfterAll
  static void stop() {
    caller.close();
  }

  @Test
  void theMatchesAreWhatTheLibraryWrites() throws Exception {
    Answer answer = caller.post("/match/file?provider=tke", POD);

    StringWriter json = new StringWriter();
    GpuJson.write(WorkloadFile.parse("body", POD).on(Gpus.load().in("tke")), json);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.type()).isEqualTo("application/json");
    assertThat(answer.body()).isEqualTo(json.toString());
    assertThat(answer.json().at("/workloads/0/spec/name").asText()).isEqualTo("T4 x1");
  }

  @Test
  void withoutAProviderEveryCloudAnswers() throws Exception {
    assertThat(caller.post("/match/file", POD).json().findValuesAsText("provider"))
        .contains("ack", "eks", "tke");
  }

  @Test
  void workloadsAreMatchedWithTheNodesInTheQuestion() throws Exception {
    Answer answer = caller.post("/match/file/own", own(POD.replace("T4", "A10"), NODE));
    Answer taken = caller.post("/match/file/own", own(POD.replace("gpu: 1", "gpu: 8"), NODE));

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.json().at("/workloads/0/matched").asBoolean()).isTrue();
    assertThat(answer.json().at("/workloads/0/spec/name").asText()).isEqualTo("t4-1");
    assertThat(taken.json().at("/workloads/0/matched").asBoolean()).isFalse();
    assertThat(taken.json().at("/workloads/0/rejected/0/reasons/0").asText()).startsWith("gpus: 8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"manifests\": \"kind: Pod\"} | nodes: is missing; add it",
        "{\"nodes\": \"{}\"} | manifests: is missing; add it",
        "{\"manifests\": \"kind: Pod\", \"nodes\": \" \"} | nodes: is empty; send the output of kubectl",
        "{\"manifests\": \"kind: [\", \"nodes\": \"NODE\"} | manifests:1:",
        "{\"manifests\": \"\", \"nodes\": \"NODE\", \"node\": 1} | field 'node' is not known; did you mean nodes?",
        "kind: Pod | body: cannot be read"
      })
  void aQuestionAboutNodesThatIsWrongNamesTheFix(String question, String problem) throws Exception {
    Answer answer =
        caller.post(
            "/match/file/own",
            question.replace("\"NODE\"", JsonNodeFactory.instance.textNode(NODE).toString()));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("/problems/0").asText()).contains(problem);
  }

  private static String own(String manifests, String nodes) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("manifests", manifests)
        .put("nodes", nodes)
        .toString();
  }

  @Test
  void anEditionOfTheCatalogCanBeChosen() throws Exception {
    assertThat(
            caller
                .post("/match/file?provider=tke&edition=2023-06", POD)
                .json()
                .at("/workloads/0/spec/edition")
                .asText())
        .isEqualTo("2023-06");
  }

  @Test
  void aWorkloadThatIsWrongDoesNotHideTheOthers() throws Exception {
    String wrong = POD.replace("name: llm", "name: wrong").replace("10Gi", "much");

    Answer answer = caller.post("/match/file?provider=tke", POD + "---\n" + wrong);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/workloads/0/matched").asBoolean()).isTrue();
    assertThat(answer.json().at("/workloads/1/error").asText()).startsWith("body:24:");
  }

  @Test
  void migratedManifestsAreWhatTheLibraryWrites() throws Exception {
    Answer json = caller.post("/migrate?from=tke&to=eks", POD);
    Answer yaml = caller.post("/migrate?from=tke&to=eks", POD, "Accept", "application/yaml");

    String expected =
        Migration.from(Gpus.load().in("tke"))
            .to(Gpus.load().in("eks"))
            .read("body", new ByteArrayInputStream(POD.getBytes(StandardCharsets.UTF_8)))
            .yaml()
            .toString();
    assertThat(json.json().get("complete").asBoolean()).isTrue();
    assertThat(json.json().get("yaml").asText()).isEqualTo(expected).contains("instance-gpu-name");
    assertThat(yaml.type()).startsWith("application/yaml");
    assertThat(yaml.body()).isEqualTo(expected);
  }

  @Test
  void whatIsLostIsSaidWithItsPlace() throws Exception {
    Answer answer =
        caller.post("/migrate?from=tke&to=eks", POD.replace("gpu-type: T4", "gpu-type: V100"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().get("complete").asBoolean()).isFalse();
    assertThat(answer.json().at("/losses/0/breaking").asBoolean()).isTrue();
    assertThat(answer.json().at("/losses/0/line").asInt()).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/match/file?provider=tkee | a: b | provider 'tkee' is not known; did you mean tke?",
        "/match/file?edition=2023-06 | a: b | edition and options: '2023-06' goes with provider",
        "/match/file?to=eks | a: b | parameter 'to' is not known",
        "/match/file | '' | body: is empty; send manifests",
        "/match/file | 'a: [' | body:1:5",
        "/migrate?to=eks | a: b | from: is missing; add it, such as ?from=tke",
        "/migrate?from=tke | a: b | to: is missing; add it, such as &to=eks",
        "/migrate?from=tke&to=eks | 'a: [' | body:1:5",
        "/migrate?from=tke&to=eks | '' | body: is empty; send manifests",
      })
  void aBadQuestionIsSaid(String path, String body, String said) throws Exception {
    Answer answer = caller.post(path, body);

    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.problems()).anyMatch(problem -> problem.contains(said));
  }
}
