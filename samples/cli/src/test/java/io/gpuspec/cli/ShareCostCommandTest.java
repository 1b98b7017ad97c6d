package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareCostCommandTest {
  @Test
  void eachShareIsBilledItsLargestPartAndWhatIsUnusedIsSaid() {
    Run run =
        Run.line(
            "share cost --provider tke --tech qgpu --gpu T4 --price 7CNY --cards 2 4Gi:25 4Gi:50 12Gi");

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            4Gi:25: 4Gi and 25% of T4: 2/7 of the card (memory 2/7, compute 1/4, places 1/16) · 2 CNY per hour
            4Gi:50: 4Gi and 50% of T4: 1/2 of the card (memory 2/7, compute 1/2, places 1/16) · 3.5 CNY per hour
            12Gi: 12Gi of T4: 6/7 of the card (memory 6/7, places 1/16) · 6 CNY per hour
            pods 11.5 CNY per hour; paid 14 CNY per hour, of it unused 2.75 CNY per hour
            a card costs 7 CNY per hour: as given
            """);
  }

  @Test
  void aMigInstanceOfAnInstanceTypeCostsItsPartOfTheListPrice() {
    JsonNode answer =
        Run.line("share cost --provider ack --gpu ecs.gn7e-c16g1.4xlarge --mig 1g.10gb -o json")
            .json();

    assertThat(answer.at("/billed").asText()).isEqualTo("1/7");
    assertThat(answer.at("/taken/memory").asText()).isEqualTo("1/8");
    assertThat(answer.at("/taken/compute").asText()).isEqualTo("1/7");
    assertThat(answer.at("/cardPrice/amount").asText()).isEqualTo("34.742");
    assertThat(answer.at("/cardPrice/source").asText())
        .contains("for 1 card [Alibaba Cloud ECS pay-as-you-go prices");
    assertThat(answer.at("/cost/amount").asText()).isEqualTo("4.963143");
    assertThat(answer.at("/cost/currency").asText()).isEqualTo("CNY");
    assertThat(answer.at("/cost/exact").asBoolean()).isFalse();
  }

  @Test
  void aPriceThatNobodyKnowsIsAbsentAndTheAnswerIsNo() {
    Run run = Run.line("share cost --provider tke --tech qgpu --gpu T4 4Gi:25 -o json");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.json().has("paid")).isFalse();
    assertThat(run.json().at("/pods/0").has("cost")).isFalse();
    assertThat(run.json().at("/unpriced/0").asText()).isEqualTo("T4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--gpu T4 --price 8CNY --replicas 4                                    | 0",
        "--gpu T4 --replicas 4                                                 | 1",
        "--provider eks --gpu g4dn.xlarge --replicas 4                         | 0",
        "--provider tke --tech qgpu --gpu T4 --price 8CNY 14Gi 1Gi             | 1",
        "--provider ack --tech cgpu --gpu ecs.gn6i-c4g1.xlarge 8Gi 6Gi:25      | 0",
        "--provider tke --tech qgpu --gpu T4 --price 8CNY --nodes 2 14Gi 14Gi  | 0",
        "--provider tke --tech qgpu --gpu T4 --price 8CNY --isolation fs 4Gi   | 1",
        "--provider tke --tech qgpu --gpu T4 --price 8CNY --isolation fixed-share 4Gi | 1",
        "--provider tke --tech qgpu --gpu T4 --price 8CNY --card-memory 10Gi 8Gi | 0",
      })
  void theStatusIsTheAnswer(String flags, int status) {
    assertThat(Run.line("share cost " + flags).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--gpu T4 --price 8CNY                           | no share is given",
        "--gpu T4 --price 8CNY --replicas 4 --mig 1g.5gb | '2' kinds of shares are given",
        "--gpu T4 --price 8CNY --replicas 1              | number of replicas must be >= 2",
        "--gpu T4 --price 8CNY --replicas 4 --nodes 2    | without MEM[:CORE] no pods are packed; leave out how (--nodes,",
        "--gpu A30 --price 8CNY --mig 1g.6gb --round-up  | without MEM[:CORE] no pods are packed; leave out how (--nodes,",
      })
  void aQuestionWithPartsOfAnotherIsRefused(String flags, String problem) {
    Run run = Run.line("share cost " + flags);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(problem);
  }

  /** A slice of A100-40GB is a quarter of its memory where it is a seventh of A100-80GB. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--provider ack --gpu A100     | 2 | mig: 'A100' can be A100-40GB or A100-80GB, which have different profiles; name one of them",
        "--provider ack --gpu A100-40G | 0 | 1/4 of the card",
        "--provider ack --gpu A100-80G | 0 | 1/7 of the card",
      })
  void ofCardsOfOneNameWithDifferentProfilesOneIsNamed(String flags, int status, String answer) {
    Run run = Run.line("share cost --mig 1g.10gb --price 5USD " + flags);

    assertThat(run.status()).isEqualTo(status);
    assertThat(run.out() + run.err()).contains(answer);
  }

  @Test
  void ofAMachineAllCardsArePaid() {
    String machine = "share cost --provider ack --tech cgpu --gpu ecs.gn6i-c24g1.12xlarge 7Gi:50";

    assertThat(Run.line(machine).out())
        .contains("paid 34.38 CNY per hour, of it unused 25.785 CNY per hour");
    assertThat(Run.line(machine + " --cards 1").out()).contains("paid 17.19 CNY per hour");
  }

  @Test
  void everyProblemIsTold() {
    Run run = Run.line("share cost --provider xx --gpu T4 --price 8 --replicas 4 4Gi");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("'2' kinds of shares", "price: '8'", "provider 'xx'");
  }
}
