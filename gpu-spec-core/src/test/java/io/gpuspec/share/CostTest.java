package io.gpuspec.share;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.Price;
import io.gpuspec.Share;
import io.gpuspec.SpecCatalog;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostTest {
  private static final CardPrice SEVEN = CardPrice.perHour("7", "CNY");
  private static final SpecCatalog SHARED = SharedCloud.catalog(SharedCloud.RULES);

  private static CardPart part(Share share) {
    return CardPart.of(CardKind.of(SHARED, "T4"), share);
  }

  @ParameterizedTest
  @CsvSource({"4Gi, 25, 2/7", "4Gi, 50, 1/2", "4Gi, 0, 2/7", "14Gi, 5, 1", "1Gi, 100, 1"})
  void aShareIsBilledTheLargerOfItsMemoryAndItsCompute(String memory, int percent, String part) {
    Share share = percent == 0 ? Share.of(memory) : Share.of(memory, percent);

    assertThat(part(share).billed()).isEqualTo(Fraction.parse(part));
  }

  @Test
  void aPlaceOfTheCardCountsToo() {
    SpecCatalog four = SharedCloud.catalog(SharedCloud.RULES.sharesPerCard(row -> 4));

    assertThat(CardPart.of(CardKind.of(four, "T4"), Share.of("1Gi", 5)))
        .hasToString("1Gi and 5% of T4: 1/4 of the card (memory 1/14, compute 1/20, places 1/4)");
  }

  @Test
  void aShareLargerThanTheCardIsRefused() {
    assertError(() -> part(Share.of("15Gi")), "share.out-of-range", "15Gi");
  }

  @Test
  void aShareThatTheRulesForbidIsRefused() {
    assertError(() -> part(Share.of("4Gi", 7)), "pod.invalid");
  }

  @Test
  void aShareOfNoWholeMebibyteIsBilledTheNextOne() {
    SpecCatalog bytes = SharedCloud.catalog(SharedCloud.RULES.memoryStep(MemorySize.ofBytes(1)));

    assertThat(CardPart.of(CardKind.of(bytes, "T4"), Share.of("4096001Ki")).billed())
        .isEqualTo(Fraction.of(4001, 14336));
  }

  @ParameterizedTest
  @CsvSource({
    "A100-40GB, 1g.5gb, 1/7",
    "A100-40GB, 1g.10gb, 1/4",
    "A100-40GB, 3g.20gb, 1/2",
    "A100-40GB, 4g.20gb, 4/7",
    "A100-40GB, 7g.40gb, 1",
    "A30, 2g.12gb, 1/2",
  })
  void aMigInstanceIsBilledTheLargerOfItsSlices(String gpu, String profile, String part) {
    assertThat(CardPart.of(MigGpu.of(gpu), profile).billed()).isEqualTo(Fraction.parse(part));
  }

  @Test
  void aProfileThatTheCardDoesNotHaveIsRefused() {
    assertError(() -> CardPart.of(MigGpu.of("A100-40GB"), "1g.6gb"), "mig.unknown", "1g.6gb");
  }

  @Test
  void threeThirdsAreThePriceOfTheCardExactly() {
    Cost third = CardPrice.perHour("10", "CNY").of(CardPart.of(Replicas.mps(3)));

    assertThat(third).hasToString("about 3.3333 CNY per hour");
    assertThat(third.isExact()).isFalse();
    assertThat(third.plus(third).plus(third)).hasToString("10 CNY per hour");
  }

  @Test
  void theCardsOfAMachineShareItsPrice() {
    CardPrice card = CardPrice.of(price("32.7726", "USD"), 8);

    assertThat(card).hasToString("4.096575 USD per hour");
    assertThat(card.source())
        .isEqualTo("32.7726 USD per hour (us-east-1, on-demand) for 8 cards [a list]");
  }

  private static Price price(String amount, String currency) {
    return new Price(
        new BigDecimal(amount),
        currency,
        "hour",
        "us-east-1",
        CapacityType.ON_DEMAND,
        new Citation("a list", "2026-01", Citation.Status.DOCUMENTED));
  }

  @Test
  void costsOfTwoCurrenciesAreNeverMixed() {
    Cost dollars = CardPrice.perHour("1", "USD").cost();

    assertError(() -> SEVEN.cost().plus(dollars), "share.conflict");
    assertThatThrownBy(() -> SEVEN.cost().compareTo(dollars))
        .isInstanceOf(InvalidValueException.class);
  }

  @ParameterizedTest
  @CsvSource({"0CNY", "-1CNY", "8", "CNY", "8cny", "1e9USD"})
  void aPriceThatIsNoneIsRefused(String text) {
    assertError(() -> CardPrice.parse(text), "share.malformed");
  }

  @Test
  void aCatalogWithoutAPriceGivesNone() {
    assertThat(CardPrice.of(SHARED, "T4")).isEmpty();
    assertThat(PartCost.of("pod", CardPart.whole(), Optional.empty()).cost()).isEmpty();
  }

  @Test
  void aPackingSaysWhatPodsAreBilledAndWhatIsPaidAndUnused() {
    Packing packing =
        SharedCloud.t4(SharedCloud.RULES, 1)
            .pack(
                SharePolicy.BINPACK,
                List.of(
                    SharePod.of("a", Devices.any().share("4Gi", 25)).replicaOf("web"),
                    SharePod.of("b", Devices.any().share("4Gi", 50)),
                    SharePod.of("c", Devices.any().share("4Gi", 25)).replicaOf("web")));
    PackingCost cost = PackingCost.of(packing, SEVEN);

    assertThat(cost.pods())
        .extracting(PartCost::toString)
        .containsExactly(
            "a: 4Gi and 25% of T4: 2/7 of the card (memory 2/7, compute 1/4) · 2 CNY per hour",
            "b: 4Gi and 50% of T4: 1/2 of the card (memory 2/7, compute 1/2) · 3.5 CNY per hour");
    assertThat(cost.billed()).hasValue(CardPrice.perHour("5.5", "CNY").cost());
    assertThat(cost.paid()).hasValue(CardPrice.perHour("14", "CNY").cost());
    // A quarter of one card's compute, and all of the other card.
    assertThat(cost.unused()).hasValue(CardPrice.perHour("8.75", "CNY").cost());
    assertThat(cost.unplaced()).hasSize(1);
    assertThat(cost)
        .hasToString(
            "pods 5.5 CNY per hour; paid 14 CNY per hour, of it unused 8.75 CNY per hour; without the 1 unplaced");
  }

  @Test
  void ofTwoKindsOfCardsEachHasItsPriceAndAnUnknownOneLeavesTheSumOpen() {
    Cards both = Cards.of(SHARED, "T4", 1, 1).and(Cards.of(SHARED, "V100-32G", 1, 1));
    Packing packing =
        both.pack(
            SharePolicy.BINPACK,
            List.of(SharePod.of("big", Devices.of("V100-32G").shared(Share.of("15Gi")))));
    CardPrice twelve = CardPrice.perHour("12", "CNY");

    PackingCost known = PackingCost.of(packing, Map.of("T4", SEVEN, "V100-32G", twelve));
    assertThat(known.billed()).hasValue(CardPrice.perHour("6", "CNY").cost());
    assertThat(known.paid()).hasValue(CardPrice.perHour("19", "CNY").cost());
    assertThat(known.unused()).hasValue(CardPrice.perHour("13", "CNY").cost());

    PackingCost open = PackingCost.of(packing, Map.of("V100-32G", twelve));
    assertThat(open.paid()).isEmpty();
    assertThat(open.unused()).isEmpty();
    assertThat(open.billed()).hasValue(CardPrice.perHour("6", "CNY").cost());
    assertThat(open.unpriced()).containsExactly("T4");
    assertThat(open).hasToString("no price is known for T4");
  }

  @Test
  void twoCurrenciesInOnePackingAreRefused() {
    Packing packing =
        Cards.of(SHARED, "T4", 1, 1)
            .and(Cards.of(SHARED, "V100-32G", 1, 1))
            .pack(SharePolicy.BINPACK, 1, Devices.any().share("1Gi"));

    assertError(
        () ->
            PackingCost.of(packing, Map.of("T4", SEVEN, "V100-32G", CardPrice.perHour("1", "USD"))),
        "share.conflict");
  }

  /** The rows of T4 with these prices, of which the last row is of a quarter of a card. */
  private static SpecCatalog priced(String one, String two) {
    return SpecCatalog.read(
        "test.json",
        new java.io.ByteArrayInputStream(
            """
            {
              "target": "cloud", "edition": "2026-01", "unit": "node", "citation": "list",
              "citations": {"list": {"title": "a list", "date": "2026-01", "status": "documented"}},
              "gpus": [{"name": "T4", "card": "T4"}, {"name": "1/4*T4", "card": "T4"}],
              "specs": [
                {"name": "one", "gpu": "T4", "gpus": 1, "policy": "node"%s},
                {"name": "two", "gpu": "T4", "gpus": 2, "policy": "node"%s},
                {"name": "part", "gpu": "1/4*T4", "gpus": 1, "policy": "node"%s}
              ]
            }
            """
                .formatted(price(one), price(two), price("9"))
                .getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }

  private static String price(String amount) {
    return amount.isEmpty()
        ? ""
        : ", \"prices\": [{\"amount\": %s, \"currency\": \"USD\", \"per\": \"hour\", \"region\": \"r\", \"capacityType\": \"on-demand\"}]"
            .formatted(amount);
  }

  @Test
  void aCardCostsItsPartOfAMachineIfAllMachinesAgree() {
    assertThat(CardPrice.of(priced("1.5", "3"), "T4"))
        .map(CardPrice::toString)
        .contains("1.5 USD per hour");
    assertThat(CardPrice.of(priced("", "3"), "two"))
        .map(CardPrice::toString)
        .contains("1.5 USD per hour");
    assertThat(CardPrice.of(priced("", ""), "T4")).isEmpty();
  }

  @Test
  void aCardOfWhichMachinesDifferIsNamedByItsMachine() {
    assertError(() -> CardPrice.of(priced("1.5", "2"), "T4"), "share.ambiguous", "T4");
    assertThatThrownBy(() -> CardPrice.of(priced("1.5", ""), "T4"))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void aPartOfACardHasNoPriceOfACard() {
    assertThat(priced("1", "2").specs())
        .filteredOn(row -> !row.isWhole())
        .singleElement()
        .satisfies(row -> assertThat(CardPrice.of(row, CapacityType.ON_DEMAND)).isEmpty());
  }

  @Test
  void aMachineHasOneCardAtLeast() {
    assertThat(CardPrice.of(price("2", "USD"), 1))
        .hasToString("2 USD per hour")
        .extracting(CardPrice::source)
        .isEqualTo("2 USD per hour (us-east-1, on-demand) for 1 card [a list]");
    assertError(() -> CardPrice.of(price("2", "USD"), 0), "share.out-of-range", "0");
  }

  @Test
  void anExplanationHasThePartsAndWhereThePriceIsFrom() {
    CardPrice list = CardPrice.of(price("28", "CNY"), 4);
    CardPart half = part(Share.of("4Gi", 50));
    Packing packing =
        SharedCloud.t4(SharedCloud.RULES, 1)
            .pack(SharePolicy.BINPACK, 5, Devices.any().share("7Gi", 25));

    assertThat(PartCost.of("a", half, Optional.of(list)).explain())
        .hasToString(
            """
            a: 4Gi and 50% of T4: 1/2 of the card (memory 2/7, compute 1/2) · 3.5 CNY per hour
            a card costs 7 CNY per hour: 28 CNY per hour (us-east-1, on-demand) for 4 cards [a list]""");
    assertThat(PartCost.of("a", half, Optional.empty()).explain())
        .hasToString(
            "a: 4Gi and 50% of T4: 1/2 of the card (memory 2/7, compute 1/2) · no price is known");
    assertThat(PackingCost.of(packing, SEVEN).explain())
        .hasToString(
            """
            pod-0: 7Gi and 25% of T4: 1/2 of the card (memory 1/2, compute 1/4) · 3.5 CNY per hour
            pod-1: 7Gi and 25% of T4: 1/2 of the card (memory 1/2, compute 1/4) · 3.5 CNY per hour
            pod-2: 7Gi and 25% of T4: 1/2 of the card (memory 1/2, compute 1/4) · 3.5 CNY per hour
            pod-3: 7Gi and 25% of T4: 1/2 of the card (memory 1/2, compute 1/4) · 3.5 CNY per hour
            pod-4: gpuMemory: 7Gi requested of one card; 2 of 2 cards have less free, 0 at most
            pods 14 CNY per hour; paid 14 CNY per hour, of it unused 0 CNY per hour; without the 1 unplaced
            a card costs 7 CNY per hour: as given""");
  }

  @Test
  void aPackingIsCompleteWhereEveryPodHasAPlaceAndEveryCardAPrice() {
    Cards cards = SharedCloud.t4(SharedCloud.RULES, 1);
    Packing all = cards.pack(SharePolicy.BINPACK, 2, Devices.any().share("7Gi"));
    Packing some = cards.pack(SharePolicy.BINPACK, 5, Devices.any().share("7Gi"));

    assertThat(PackingCost.of(all, SEVEN).isComplete()).isTrue();
    assertThat(PackingCost.of(some, SEVEN).isComplete()).isFalse();
    assertThat(PackingCost.of(all, Map.of()).isComplete()).isFalse();
  }

  @Test
  void ofACardThatAPodHasWholeNothingIsUnused() {
    Packing packing =
        SharedCloud.t4(SharedCloud.RULES.withWholeCards(), 1)
            .pack(SharePolicy.BINPACK, 1, Devices.of("T4"));

    assertThat(PackingCost.of(packing, SEVEN))
        .hasToString("pods 7 CNY per hour; paid 14 CNY per hour, of it unused 7 CNY per hour");
  }

  /** The row of a machine, whose card's own name stands for two. */
  @Test
  void anInstanceOfARowsCardIsBilledItsSlices() {
    SpecCatalog rows =
        SpecCatalog.read(
            "test.json",
            new java.io.ByteArrayInputStream(
                """
                {
                  "target": "cloud", "edition": "2026-01", "unit": "node", "citation": "list",
                  "citations": {"list": {"title": "a list", "date": "2026-01", "status": "documented"}},
                  "gpus": [{"name": "A100-40G", "card": "A100-40G"}, {"name": "A100-80G", "card": "A100-80G"}],
                  "specs": [
                    {"name": "small", "gpu": "A100-40G", "gpus": 1, "policy": "node"},
                    {"name": "big", "gpu": "A100-80G", "gpus": 1, "policy": "node"}
                  ]
                }
                """
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8)));

    assertThat(CardPart.of(rows, "small", "1g.10gb"))
        .hasToString("1g.10gb of A100-40GB: 1/4 of the card (memory 1/4, compute 1/7)");
    assertThat(CardPart.of(rows, "big", "1g.10gb"))
        .hasToString("1g.10gb of A100-80GB: 1/7 of the card (memory 1/8, compute 1/7)");
    assertThat(CardPart.of(rows, "big", "1g.10gb").taken())
        .isEqualTo(Map.of("memory", Fraction.of(1, 8), "compute", Fraction.of(1, 7)));
    assertError(() -> CardPart.of(rows, "A100", "1g.10gb"), "mig.ambiguous", "A100");
  }

  @Test
  void costsAreComparedByAmountAndEqualInAllTheyAre() {
    Cost seven = SEVEN.cost();

    assertThat(seven.currency()).isEqualTo("CNY");
    assertThat(seven.per()).isEqualTo("hour");
    assertThat(seven.compareTo(CardPrice.perHour("6.5", "CNY").cost())).isPositive();
    assertThat(seven).isEqualByComparingTo(CardPrice.perHour("7.00", "CNY").cost());
    assertThat(seven)
        .isEqualTo(CardPrice.perHour("7.00", "CNY").cost())
        .hasSameHashCodeAs(CardPrice.perHour("7.00", "CNY").cost())
        .isNotEqualTo(CardPrice.perHour("6.5", "CNY").cost())
        .isNotEqualTo(CardPrice.perHour("7", "USD").cost());
    assertThat(CardPrice.of(price("7", "CNY"), 1).cost()).isEqualTo(seven);
  }
}
