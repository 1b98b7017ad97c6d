package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.service.Caller.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The endpoint {@code POST /nodes}. */
class NodesEndpointTest {
  private static final String NODE =
      """
      {"kind": "Node", "metadata": {"name": "%s", "labels": {"accelerator": "nvidia-%s"}},
       "spec": {"taints": [{"key": "gpu", "value": "yes", "effect": "NoSchedule"}]},
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
  void nodesThatAreAlikeAreOneEntry() throws Exception {
    String nodes =
        "{\"kind\": \"List\", \"items\": [%s,%s,%s]}"
            .formatted(
                NODE.formatted("a", "t4"), NODE.formatted("b", "t4"), NODE.formatted("c", "l4"));

    Answer answer = caller.post("/nodes", nodes);

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.json().get("cards").asInt()).isEqualTo(12);
    assertThat(answer.json().get("nodes")).hasSize(2);
    assertThat(answer.json().at("/nodes/0").toString())
        .isEqualTo(
            "{\"name\":\"t4-x4\",\"nodes\":2,\"gpu\":\"T4\",\"gpus\":4,\"gpuMemory\":\"16Gi\","
                + "\"cpu\":\"47500m\",\"memory\":\"190Gi\","
                + "\"labels\":{\"accelerator\":\"nvidia-t4\"},"
                + "\"taints\":[\"gpu=yes:NoSchedule\"]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | body: is empty; send the output of kubectl get nodes -o json",
        "{ | body:1:",
        "{\"kind\": \"NodeList\", \"items\": [{\"metadata\": {\"name\": \"a\"}}]} | none has nvidia.com/gpu",
        "{\"target\": \"eks\", \"citation\": \"a\", \"citations\": {\"a\": {\"title\": \"A\", \"date\": \"2026\", \"status\": \"third-party\"}}} | body: is for 'eks', not nodes of your own",
      })
  void aBadQuestionIsSaid(String body, String said) throws Exception {
    Answer answer = caller.post("/nodes", body);

    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.problems()).anyMatch(problem -> problem.contains(said));
  }
}
