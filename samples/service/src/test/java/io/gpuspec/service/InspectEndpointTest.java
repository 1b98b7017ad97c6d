package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.inspect.Findings;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.service.Caller.Answer;
import java.io.StringWriter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The endpoint {@code POST /inspect}. */
class InspectEndpointTest {
  private static final String BAD =
      """
      # a comment
      apiVersion: v1
      kind: Pod
      metadata: {name: llm}
      spec:
        containers:
        - name: main
          image: registry.example/llm:v1
          resources:
            limits: {memory: 512m, nvidia.com/gpu: 1}
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: other}
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
  void anInspectionIsWhatTheLibraryWrites() throws Exception {
    Answer answer = caller.post("/inspect", BAD, "Content-Type", "application/yaml");

    Findings findings = Inspector.of(Gpus.load()).parse("body", BAD);
    StringWriter json = new StringWriter();
    findings.writeJson(json);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.type()).isEqualTo("application/json");
    assertThat(answer.body()).isEqualTo(json.toString());
    assertThat(answer.json().at("/findings/0/rule").asText()).isEqualTo("memory-in-thousandths");
    assertThat(answer.json().at("/findings/0/line").asInt()).isEqualTo(10);
    assertThat(answer.json().at("/summary/objects").asInt()).isEqualTo(2);
  }

  @Test
  void jsonIsReadAsYamlIs() throws Exception {
    Answer answer =
        caller.post(
            "/inspect",
            "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"a\"},"
                + " \"spec\": {\"containers\": [{\"name\": \"c\", \"resources\": {\"limits\":"
                + " {\"memory\": \"512m\", \"nvidia.com/gpu\": 1}}}]}}");

    assertThat(answer.json().at("/findings").findValuesAsText("rule"))
        .contains("memory-in-thousandths");
  }

  @ParameterizedTest
  @CsvSource({
    "sarif, application/sarif+json, \"2.1.0\"",
    "junit, application/xml, <testsuites",
    "text, text/plain, body",
    "json, application/json, findings"
  })
  void everyFormatIsWritten(String format, String type, String held) throws Exception {
    Answer answer = caller.post("/inspect?format=" + format, BAD);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.type()).startsWith(type);
    assertThat(answer.body()).contains(held).contains("memory-in-thousandths");
  }

  @ParameterizedTest
  @CsvSource({"error, 422", "warning, 422", "info, 422", "never, 200"})
  void whatFailsIsTheCallersChoice(String bar, int status) throws Exception {
    Answer answer = caller.post("/inspect?fail-on=" + bar, BAD);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().at("/summary/errors").asInt()).isEqualTo(1);
  }

  @Test
  void podsAreJudgedOnTheTarget() throws Exception {
    String pod = BAD.replace("512m", "900Ti");

    assertThat(caller.post("/inspect?provider=tke", pod).json().get("target").asText())
        .isEqualTo("tke");
    assertThat(
            caller
                .post("/inspect?provider=eks", pod)
                .json()
                .at("/findings")
                .findValuesAsText("rule"))
        .contains("shape-none");
  }

  @Test
  void whatIsNoYamlIsAFinding() throws Exception {
    assertThat(caller.post("/inspect", "a: [").json().at("/findings/0/rule").asText())
        .isEqualTo("yaml-malformed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/inspect?format=xml | format 'xml' is not known",
        "/inspect?fail-on=fatal | severity 'fatal' is not known",
        "/inspect?provider=gke | 'gke'",
        "/inspect?provider=tke&edition=1999-01 | '1999-01'",
        "/inspect?edition=2026-08 | goes with provider",
        "/inspect?fix=all | parameter 'fix' is not known",
      })
  void aBadQuestionIsToldWithWhatIsAllowed(String path, String told) throws Exception {
    Answer answer = caller.post(path, BAD);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.problems()).singleElement().asString().contains(told);
  }

  @Test
  void anEmptyBodyIsRefusedAndATooLongOneToo() throws Exception {
    assertThat(caller.post("/inspect", "").problems())
        .containsExactly("body: is empty; send manifests as YAML or JSON");

    Answer tooLong = caller.postInChunks("/inspect", "#".repeat(Questions.MOST_MANIFESTS + 1));

    assertThat(tooLong.status()).isEqualTo(413);
    assertThat(tooLong.problems())
        .containsExactly("body: is longer than 4096 KiB; send less at once");
  }
}
