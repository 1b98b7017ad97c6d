package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareChooseCommandTest {
  @Test
  void eachTechniqueStandsWithItsReasonsAndWhatItDoesNotGive() {
    Run run =
        Run.line("share choose --for inference --latency --bursty --provider tke/qgpu --gpu T4");

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            for inference, bursty, latency-sensitive, T4 only on tke/qgpu 2026-01, best first
            1. qGPU (burst-share) on T4
               why guaranteed compute: a pod has at least the percentage that it asked for [TKE, using qGPU (product doc 457/65734)]
               why bursts: a pod uses what no other pod was given [TKE, using qGPU (product doc 457/65734)]
               but fault isolation: the vendor's pages say nothing of faults [TKE, using qGPU (product doc 457/65734)]
            2. whole card on T4
               why guaranteed compute: all of the card's compute is the pod's [Kubernetes, schedule GPUs]
               why bursts: all of the card's compute is the pod's [Kubernetes, schedule GPUs]
               but what the pod leaves idle of the card, nobody else can use
               figure of a document, which decides nothing: 30-50% of the card in use
            not MIG
               target: the cards of tke/qgpu are given out by qGPU, not by NVIDIA's device plugin; ask on tke/gpu
            not cGPU
               target: tke/qgpu has no cGPU
            not MPS
               target: the cards of tke/qgpu are given out by qGPU, not by NVIDIA's device plugin; ask on tke/gpu
            not time slicing
               target: the cards of tke/qgpu are given out by qGPU, not by NVIDIA's device plugin; ask on tke/gpu
            """);
  }

  @Test
  void theAnswerAsJson() {
    Run run = Run.line("share choose --for multi-tenant --gpu A100-40G --memory 8Gi -o json");
    JsonNode answer = run.json();

    assertThat(run.status()).isZero();
    assertThat(answer.at("/choices/0/technique").asText()).isEqualTo("mig");
    assertThat(answer.at("/choices/0/gpus/0").asText()).isEqualTo("A100-40G");
    assertThat(answer.at("/choices/0/reasons").findValuesAsText("message"))
        .contains("with 8Gi: 1g.10gb of A100-40G");
    assertThat(answer.at("/choices/0/reasons/0/citation/status").asText()).isEqualTo("unconfirmed");
    assertThat(answer.at("/choices/1/technique").asText()).isEqualTo("whole-card");
    assertThat(answer.at("/rejected").findValuesAsText("name"))
        .isEqualTo(List.of("qGPU", "cGPU", "MPS", "time slicing"));
    assertThat(answer.at("/rejected/3/reasons/0").asText())
        .isEqualTo(
            "gpuMemory: memory isolation for multi-tenant; each pod can allocate all of the card's memory");
    assertThat(answer.at("/notes").isArray()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--for training                                           | 0",
        "--for dev --shared --gpu T4 --provider eks               | 0",
        "--for large-model --shared                               | 1",
        "--for multi-tenant --shared --gpu T4                     | 1",
        "--for inference --shared --provider tke                  | 1",
        "--for inference --memory 100Gi --gpu T4                  | 1",
      })
  void theStatusIsTheAnswer(String flags, int status) {
    assertThat(Run.line("share choose " + flags).status()).isEqualTo(status);
  }

  @Test
  void needsThatContradictEachOtherAreTold() {
    assertThat(Run.line("share choose --for large-model --shared").out())
        .contains("note: shared cards and large-model contradict each other");
  }

  @Test
  void everyProblemIsTold() {
    Run run = Run.line("share choose --for nothing --provider xx --gpu NOPE --memory 7X --cards 0");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(5);
    assertThat(run.err())
        .contains("workload 'nothing'", "provider 'xx'", "GPU 'NOPE'", "'7X'", "cards: '0'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10Gi | 10Gi of a card requested; T4 has 15109Mi, no room for a second such pod",
        "20Gi | 20Gi of a card requested; T4 has 15109Mi",
      })
  void aPodThatIsTooLargeIsTold(String memory, String reason) {
    assertThat(Run.line("share choose --for dev --gpu T4 --memory " + memory).out())
        .contains("not MPS\n   gpuMemory: " + reason + "\n");
  }

  @Test
  void aCardThatAProviderDoesNotHaveIsNamedWithThoseThatItHas() {
    assertThat(Run.line("share choose --for dev --gpu H100 --provider tke/qgpu").out())
        .contains(
            "tke/qgpu 2026-01 has no H100 that pods can share; it has T4, A10, V100, A100, L20, L40, L40S\n");
    assertThat(Run.line("share choose --for dev --gpu H100 --provider ack").out())
        .contains("gpu: ack 2026-01 has no H100 whole; it has Tesla-P4, T4,")
        .contains("gpu: ack/cgpu 2026-01 has no H100 that pods can share; it has Tesla-P4, T4,");
  }
}
