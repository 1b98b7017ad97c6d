package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.service.Caller.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The endpoint {@code POST /diagnose}. */
class DiagnoseEndpointTest {
  private static final String POD =
      "apiVersion: v1\\nkind: Pod\\nmetadata: {name: a}\\nspec:\\n  containers:\\n"
          + "  - {name: c, image: i, resources: {limits: {nvidia.com/gpu: 2}}}\\n";
  private static final String NODES =
      "{\\\"kind\\\": \\\"Node\\\", \\\"metadata\\\": {\\\"name\\\": \\\"n\\\"}, \\\"status\\\":"
          + " {\\\"allocatable\\\": {\\\"nvidia.com/gpu\\\": \\\"1\\\"}}}";

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
  void aTextNamesItsCauses() throws Exception {
    Answer answer = caller.post("/diagnose", "{\"text\": \"1 Insufficient nvidia.com/gpu\"}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/causes/0/id").asText()).isEqualTo("gpu-insufficient");
    assertThat(answer.json().at("/causes/0").has("where")).isFalse();
  }

  @Test
  void manifestsAndNodesGiveThePlaceAndTheChange() throws Exception {
    Answer answer =
        caller.post(
            "/diagnose",
            "{\"text\": \"1 Insufficient nvidia.com/gpu\", \"manifests\": \"%s\", \"nodes\": \"%s\"}"
                .formatted(POD, NODES));

    assertThat(answer.json().at("/causes/0/where/0/file").asText()).isEqualTo("body");
    assertThat(answer.json().at("/causes/0/where/0/line").asInt()).isEqualTo(6);
    assertThat(answer.json().at("/notes/0/message").asText())
        .startsWith("Pod a would fit n after 1 change: Insufficient nvidia.com/gpu");
  }

  @Test
  void aMessageOfAnotherCloudThanTheTargetIsAContradiction() throws Exception {
    Answer answer =
        caller.post(
            "/diagnose?provider=tke",
            "{\"text\": \"Create ECI failed because the specified instance is out of stock\"}");

    assertThat(answer.json().at("/causes/0/targets/0").asText()).isEqualTo("ack");
    assertThat(answer.json().at("/notes/0/message").asText())
        .isEqualTo("eci-no-stock: clusters on ack show the message, and the target is tke");
  }

  @Test
  void textWithoutAKnownMessageIsAnAnswer() throws Exception {
    Answer answer = caller.post("/diagnose", "{\"text\": \"all is well\"}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/causes")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | text: is missing",
        "{\"text\": \"a\", \"nodes\": \"{}\"} | nodes: are compared with pods; add their manifests",
        "{\"text\": \"a\", \"manifests\": \"a: [\"} | body:1:5",
        "{\"text\": \"a\", \"manifest\": \"\"} | did you mean manifests?",
        "{\"text\": \"a\", \"manifests\": \"a: b\", \"nodes\": \"[\"} | nodes:1:"
      })
  void aBadQuestionIsSaid(String body, String held) throws Exception {
    Answer answer = caller.post("/diagnose", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("/problems").toString()).contains(held);
  }
}
