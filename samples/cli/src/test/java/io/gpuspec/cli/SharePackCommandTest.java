package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharePackCommandTest {
  private static final String QGPU = "share pack --provider tke --tech qgpu ";

  @Test
  void podsAreListedWithTheirCardsThenWhatIsLeft() {
    Run run = Run.line(QGPU + "--gpu T4 --nodes 2 --policy spread 4Gi:25 8Gi:50 12Gi");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            2 of 3 pods placed on 2 of 2 cards (spread)
            4Gi:25: node 0 card 0
            8Gi:50: node 1 card 0
            12Gi: gpuMemory: 12Gi requested of one card; 2 of 2 cards have less free, 10Gi at most
            node 0 card 0: T4 · free 10Gi of 14Gi and 75% · 1 share
            node 1 card 0: T4 · free 6Gi of 14Gi and 50% · 1 share
            """);
  }

  @Test
  void theTargetOfSharedCardsNeedsNoTechnology() {
    String pods = "--gpu T4 4Gi:25";

    assertThat(Run.line("share pack --provider tke/qgpu " + pods).out())
        .isEqualTo(Run.line(QGPU + pods).out())
        .isNotEmpty();
  }

  @Test
  void theAnswerHasTheContractsKeys() {
    Run run = Run.line(QGPU + "--gpu T4 --cards 2 4Gi:25 12Gi:50 14Gi -o json");
    JsonNode answer = run.json();

    assertThat(run.status()).isEqualTo(1);
    assertThat(answer.at("/placed/0/request").asText()).isEqualTo("4Gi:25");
    assertThat(answer.at("/placed/1/node").asInt()).isZero();
    assertThat(answer.at("/placed/1/card").asInt()).isEqualTo(1);
    assertThat(answer.at("/unplaced/0/request").asText()).isEqualTo("14Gi");
    assertThat(answer.at("/unplaced/0/reasons/0").asText()).startsWith("gpuMemory: 14Gi requested");
    assertThat(answer.at("/cards/1/node").asInt()).isZero();
    assertThat(answer.at("/cards/1/card").asInt()).isEqualTo(1);
    assertThat(answer.at("/cards/1/memoryFree").asText()).isEqualTo("2Gi");
    assertThat(answer.at("/cards/1/coreFree").asInt()).isEqualTo(50);
    assertThat(answer.at("/cards/1/shares").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tke | qgpu | --gpu T4 14Gi:100                              | 0",
        "tke | qgpu | --gpu T4 --card-memory 8Gi 5Gi 5Gi             | 1",
        "tke | qgpu | --gpu T4 1/2:1/2 50%:50%                       | 0",
        "tke | qgpu | --gpu T4 --round-up 1/4:25% 4.5G:25 99%         | 1",
        "tke | qgpu | --gpu T4 --isolation burst-share 4Gi:30        | 0",
        "tke | qgpu | --gpu T4 --isolation fixed-share 4Gi           | 1",
        "tke | qgpu | --gpu T4 --isolation fs 4Gi                    | 1",
        "ack | cgpu | --gpu T4 --policy binpack 8Gi 6Gi              | 0",
        "tke/qgpu | qgpu | --gpu V100 --edition 2022-01 1Gi:1 1Gi:99 | 0",
      })
  void theStatusIsTheAnswer(String provider, String technology, String flags, int status) {
    Run run = Run.line("share pack --provider " + provider + " --tech " + technology + " " + flags);

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--gpu T4 4.5Gi:25   | '4608Mi' of memory: qGPU gives out multiples of 1Gi; 5Gi would do",
        "--gpu T4 4Gi:7      | '7' percent of compute: qGPU gives out multiples of 5; 10 would do",
        "--gpu T4 4Gi:0      | share: '0' is not a percentage of a card's compute; qGPU gives out 5 to 100 in steps of 5 (TKE, using qGPU",
        "--gpu T4 4Gi:150    | share: '150' is not a percentage of a card's compute; qGPU gives out 5 to 100 in steps of 5 (TKE, using qGPU",
        "--gpu T4 --edition 2022-01 4Gi:0 | qGPU gives out 1 to 99 (",
        "--gpu T4 --set qgpu-app-class=online 4Gi:0 | qGPU gives out none (",
        "--gpu T4 4Gi:x      | share: 'x' is not an amount of compute",
        "--gpu T4 4.5G:25    | share: '4.5G:25' of a T4 (about 4.2Gi and 25%): '4500M' of memory: qGPU gives out multiples of 1Gi; 5Gi would do (TKE",
        "--gpu T4 1/4:25     | share: '1/4:25' of a T4 (3.5Gi and 25%): '3584Mi' of memory: qGPU gives out multiples of 1Gi; 4Gi would do",
        "--gpu T4 15Gi       | '15Gi' of memory: a T4 has 14Gi to share; ask for that at most",
        "--gpu T4 --round-up 15Gi | '15Gi' of memory: a T4 has 14Gi to share; ask for that at most",
        "--gpu T4 --card-memory 8Gi 14Gi | '14Gi' of memory: a T4 has 8Gi to share; ask for that at most",
        "--gpu T4 4.5Gi 4Gi:7 | 10 would do",
        "--gpu T4 --edition 2022-01 4Gi:100 | qGPU gives out 99 at most; 99 would do",
        "--gpu T4 --policy pack 4Gi    | 'pack' is not known; write binpack or spread",
        "--gpu T4 --isolation xs 4Gi:5 | 'xs' is not known; did you mean bs or fs",
        "--gpu T4 --set qgpu-policy=fs --isolation burst-share 4Gi:25 | --isolation: 'burst-share' beside --set qgpu-policy, which says it too; remove one of them",
        "--gpu T4 --card-memory 200Mi 1Gi | option card-memory: '200Mi' is not allowed; write 1Gi or more, such as 15109Mi",
        "--gpu L4 4Gi        | 'L4'",
        "--gpu T4 --nodes 0 4Gi | nodes: '0' is not a number of nodes",
        "4Gi                 | --gpu",
      })
  void whatCannotBeAskedIsRefusedInOneLine(String flags, String problem) {
    Run run = Run.line(QGPU + flags);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(problem);
  }

  @Test
  void everyProblemIsTold() {
    Run run = Run.line(QGPU + "--gpu T4 --cards 0 --nodes -1 --card-memory 3 4Gi:0 4.5Gi");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(5);
    assertThat(run.err())
        .contains("card-memory: '3'", "cards: '0'", "nodes: '-1'", "share: '0'", "'4.5Gi' of a T4");
  }

  @Test
  void otherTechnologiesOfAProviderAreNone() {
    Run run = Run.line("share pack --provider tke --tech cgpu --gpu T4 4Gi");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("'tke/cgpu'");
  }

  @Test
  void commandBelowShareIsAskedFor() {
    Run run = Run.line("share");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("no command is given; write pack or node or replicas");
  }
}
