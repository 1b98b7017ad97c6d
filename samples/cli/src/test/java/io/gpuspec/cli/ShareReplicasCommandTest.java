package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class ShareReplicasCommandTest {
  @Test
  void whatANodeShowsComesBeforeWhatIsNotPromised() {
    Run run = Run.line("share replicas --gpu T4 --replicas 4 --cards 2");

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith(
            """
            2 x T4, time-slicing: {nvidia.com/gpu=8}
            1/4 of T4 (time-slicing): a turn of all of it, no memory and no compute of its own
            Labels:             nvidia.com/gpu.compute.major=7
            """)
        .contains(
            """
            Capacity:
              nvidia.com/gpu:  8
            Allocatable:
              nvidia.com/gpu:  8
            replicas.no-memory-isolation: no memory is kept for a container""");
  }

  @Test
  void aClientOfMpsHasLimits() {
    JsonNode answer = Run.line("share replicas --gpu T4 --replicas 3 --mps -o json").json();

    assertThat(answer.at("/strategy").asText()).isEqualTo("mps");
    assertThat(answer.at("/memoryLimit").asText()).isEqualTo("5036Mi");
    assertThat(answer.at("/threadPercentage").asInt()).isEqualTo(33);
    assertThat(answer.at("/resources").get("nvidia.com/gpu").asInt()).isEqualTo(3);
    assertThat(answer.at("/failRequestsGreaterThanOne").asBoolean()).isTrue();
  }

  @Test
  void namesMemoryAndGuardAreOptions() {
    JsonNode answer =
        Run.line(
                "share replicas --gpu A10 --replicas 6 --mps --renamed --card-memory 23028Mi --fail-requests-greater-than-one false -o json")
            .json();

    assertThat(answer.at("/resource").asText()).isEqualTo("nvidia.com/gpu.shared");
    assertThat(answer.at("/memoryLimit").asText()).isEqualTo("3838Mi");
    assertThat(answer.at("/failRequestsGreaterThanOne").asBoolean()).isFalse();
    assertThat(answer.at("/since").asText()).isEqualTo("0.20.0");
    assertThat(answer.at("/labels").get("nvidia.com/gpu.product").asText()).isEqualTo("NVIDIA-A10");
  }

  @Test
  void everyProblemIsTold() {
    Run run = Run.line("share replicas --gpu NOPE --replicas 0 --cards 0 --mps --card-memory 0");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(4);
    assertThat(run.err()).contains("GPU 'NOPE'", "replicas: '0'", "cards: '0'", "memory: '0'");
  }

  @Test
  void aCardOfUnknownMemoryIsToldWithoutWordsOfJava() {
    assertThat(Run.line("share replicas --gpu A10 --replicas 3 --mps").out())
        .endsWith("what the driver reports of one A10 is not; give that, such as 15109Mi\n");
  }
}
