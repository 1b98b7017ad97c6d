package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import io.gpuspec.value.InvalidValueException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of several clouds, compared by price. */
class RankingTest {
  private final Gpus gpus =
      Gpus.of(
          cloud("dollar", "\"amount\": \"1.10\", \"currency\": \"USD\""),
          cloud("free", null),
          cloud("yuan", "\"amount\": \"7.50\", \"currency\": \"CNY\""));
  private final Matches matches = gpus.match(GpuRequest.of("T4").cpu(2));

  private static TestCloud cloud(String id, String price) {
    String prices =
        price == null
            ? ""
            : "\"prices\": [{"
                + price
                + ", \"per\": \"hour\", \"region\": \"here\", \"capacityType\": \"on-demand\","
                + " \"citation\": \"list\"}],";
    return TestCloud.of(
        id,
        TestCloud.read(
            """
            {"target": "%s", "edition": "2024-05", "unit": "node", "citation": "list",
             "citations": {"list": {"title": "A list", "date": "2024", "status": "documented"}},
             "gpus": [{"name": "T4", "card": "T4"}],
             "specs": [{"gpu": "T4", "gpus": 1, "name": "%s.one", %s
               "upward": [{"cpu": "4", "memory": "16Gi"}],
               "policy": "fixed", "citation": "list"}]}
            """
                .formatted(id, id, prices)));
  }

  @Test
  void cloudsAreComparedInOneCurrencyTheUnpricedLast() {
    RankedMatches inDollars = matches.rates(Rates.to("USD").rate("CNY", "0.14"));
    RankedMatches inYuan = matches.rates(Rates.to("CNY").rate("USD", "6.5"));

    assertThat(inDollars)
        .hasToString(
            """
            yuan: 1.05 USD per hour
            dollar: 1.1 USD per hour
            free: no price is known\
            """);
    assertThat(inYuan.cheapest().orElseThrow().target().id()).isEqualTo("dollar");
    assertThat(inYuan.ranking().get(0).amount()).get().hasToString("7.150");
  }

  @Test
  void anAnswerIsToldWithItsPrice() {
    RankedMatches inDollars = matches.rates(Rates.to("USD").rate("CNY", "0.14"));

    assertThat(inDollars.currency()).isEqualTo("USD");
    assertThat(inDollars.ranking().get(0).toString())
        .endsWith("  on yuan (over by 2 cores); 1.05 per hour");
    assertThat(inDollars.ranking().get(2).toString()).endsWith("; no price is known");
    Gpus unpriced = Gpus.of(cloud("b", null), cloud("a", null));
    RankedMatches none = unpriced.match(GpuRequest.of("T4")).rates(Rates.to("USD"));
    assertThat(none.cheapest()).isEmpty();
    assertThat(none).hasToString("a: no price is known\nb: no price is known");
  }

  /** An answer without a price goes before none. */
  @Test
  void aCloudWithAShapeOfNoKnownPriceIsNotLast() {
    Target small =
        TestCloud.of("nodes", TestCloud.read(TestCloud.text("nodes-2025-03.json"))).target();
    Gpus two =
        Gpus.of(TestCloud.of("a", small.catalog().gpu("T4g").forTarget("a")), cloud("b", null));

    assertThat(two.match(GpuRequest.of("T4")).rates(Rates.to("USD")))
        .hasToString("b: no price is known\na: no match");
  }

  @Test
  void aCloudWithoutAShapeIsLast() {
    Gpus two = Gpus.of(cloud("a", null), cloud("b", "\"amount\": \"2\", \"currency\": \"USD\""));

    assertThat(two.match(GpuRequest.of("T4").cpu(9)).rates(Rates.to("USD")))
        .hasToString("a: no match\nb: no match");
    assertThat(two.match(GpuRequest.of("T4")).rates(Rates.to("USD")))
        .hasToString("b: 2 USD per hour\na: no price is known");
  }

  @Test
  void allReplicasAreCompared() {
    Matches four = gpus.match(GpuRequest.of("T4").replicas(4));

    assertThat(four.rates(Rates.to("CNY").rate("USD", "7")))
        .hasToString(
            """
            yuan: 30 CNY per hour
            dollar: 30.8 CNY per hour
            free: no price is known\
            """);
  }

  @Test
  void withoutRatesTwoCurrenciesAreNotCompared() {
    assertError(matches::cheapest, "rate.missing");
    assertError(() -> matches.rates(Rates.to("USD")), "rate.missing", "CNY");
  }

  @Test
  void oneCurrencyNeedsNoRates() {
    Matches one =
        Gpus.of(cloud("a", "\"amount\": \"2\", \"currency\": \"USD\""), cloud("b", null))
            .match(GpuRequest.of("T4"));

    assertThat(one.cheapest().orElseThrow().target().id()).isEqualTo("a");
    assertThat(Gpus.of(cloud("b", null)).match(GpuRequest.of("T4")).cheapest()).isEmpty();
  }

  @Test
  void ratesInTextCountInTheCurrencyThatIsLeftOut() {
    assertThat(gpus.rates("USD=7.1")).hasToString("to CNY: USD=7.1");
    assertThat(gpus.rates(" CNY=0.14 ")).hasToString("to USD: CNY=0.14");
    assertThat(gpus.rates("USD=7.1,EUR=7.9")).hasToString("to CNY: USD=7.1, EUR=7.9");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "USD | USD | rate.malformed",
        "usd=7 | usd | rate.malformed",
        "USD= | rate | rate.malformed",
        "USD=0 | 0 | rate.malformed",
        "USD=1e999999999 | 1e999999999 | rate.malformed",
        "USD=7,USD=8 | USD | rate.duplicate",
        "USD=-7 | -7 | rate.malformed",
        "EUR=7 | EUR=7 | rate.conflict",
        "CNY=1,USD=7 | CNY=1,USD=7 | rate.conflict"
      })
  void aRateThatCannotBeReadIsRefused(String list, String value, String id) {
    assertError(() -> gpus.rates(list), id, value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "US", "usd", "USDT", "$"})
  void aCurrencyIsThreeCapitals(String currency) {
    assertThatThrownBy(() -> Rates.to(currency)).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void theCommonCurrencyHasNoRate() {
    assertError(() -> Rates.to("USD").rate("USD", "2"), "rate.conflict", "USD");
  }

  @Test
  void theJsonStandsInTheOrderOfTheRanking() {
    var json =
        Json.parse(GpuJson.write(matches.rates(Rates.to("USD").rate("CNY", "0.14"))))
            .path("providers");

    assertThat(json.findValuesAsText("provider").stream().distinct())
        .startsWith("yuan", "dollar", "free");
    assertThat(json.get(0).path("rank").asInt()).isEqualTo(1);
    assertThat(json.get(0).path("comparablePrice"))
        .isEqualTo(Json.parse("{\"amount\": \"1.0500\", \"currency\": \"USD\"}"));
    assertThat(json.get(2).has("rank")).isFalse();
  }
}
