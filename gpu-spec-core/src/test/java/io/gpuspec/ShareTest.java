package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Citation.Status;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareTest {
  private static final ShareRules RULES =
      ShareRules.of("qGPU", new Citation("a page", "2026-01", Status.DOCUMENTED))
          .memoryStep(MemorySize.ofGibibytes(1))
          .computeStep(5);

  @Test
  void isMemoryAndPerhapsCompute() {
    assertThat(Share.of("8Gi").compute()).isEmpty();
    assertThat(Share.of("8Gi", 50).compute()).hasValue(50);
    assertThat(Share.of("8192Mi", 50)).isEqualTo(Share.of("8Gi", 50)).hasToString("8Gi and 50%");
    assertThat(Share.of("8Gi")).isNotEqualTo(Share.of("8Gi", 50)).hasToString("8Gi");
  }

  @ParameterizedTest
  @CsvSource({"4Gi:25", "4Gi:25%", "' 4Gi : 25 '", "4096Mi:25"})
  void isReadAsTheCommandLineReadsIt(String written) {
    assertThat(Share.of(written)).isEqualTo(Share.of("4Gi", 25));
  }

  @ParameterizedTest
  @CsvSource({
    "4Gi:, '', share.malformed",
    "4Gi:a, a, share.malformed",
    "4Gi:1:2, 1:2, share.malformed",
    "4Gi:101, 101, share.out-of-range",
    "1/2:50%, 1/2, share.malformed",
    "25%, 25%, share.malformed"
  })
  void ofWhatIsNoAmountIsRefused(String written, String value, String id) {
    assertError(() -> Share.of(written), id, value);
  }

  @Test
  void aFractionNamesTheCallThatKnowsTheCard() {
    assertError(() -> Share.of("1/2:50%"), "share.malformed");
  }

  @ParameterizedTest
  @CsvSource({"8", "0", "-1Gi"})
  void ofNextToNothingIsRefused(String memory) {
    assertError(() -> Share.of(memory), "share.malformed", memory);
  }

  @ParameterizedTest
  @CsvSource({"0", "101", "-5"})
  void ofComputeThatIsNoPercentageIsRefused(int percent) {
    assertError(() -> Share.of("8Gi", percent), "share.out-of-range", percent);
  }

  @Test
  void ofALittleOrOfAllIsTaken() {
    assertThat(Share.of("1Mi", 1)).hasToString("1Mi and 1%");
    assertThat(Share.of("1Mi:100")).isEqualTo(Share.of("1Mi", 100));
    assertThatThrownBy(() -> Share.of("1023Ki")).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> Share.of(":50")).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void sharesAreEqualOfTheSameMemoryAndCompute() {
    assertThat(Share.of("8Gi", 50))
        .hasSameHashCodeAs(Share.of("8192Mi", 50))
        .isNotEqualTo(Share.of("8Gi", 51))
        .isNotEqualTo(Share.of("7Gi", 50))
        .isNotEqualTo("8Gi and 50%");
  }

  /** Three of 4 GiB in 14; of half the compute two, of a third three. */
  @ParameterizedTest
  @CsvSource({"4Gi, 3", "4Gi:50, 2", "4Gi:33, 3", "4Gi:20, 3", "14Gi, 1", "15Gi, 0"})
  void aCardHoldsAsManyAsItsMemoryAndItsComputeDo(String share, long many) {
    assertThat(Share.of(share).perCard(MemorySize.ofGibibytes(14))).isEqualTo(many);
  }

  @ParameterizedTest
  @CsvSource({
    "best-effort, be, BEST_EFFORT, false",
    "fixed-share, fs, FIXED_SHARE, true",
    "burst-share, bs, BURST_SHARE, true",
  })
  void aPolicyForComputeHasTwoNames(
      String word, String abbreviation, Isolation policy, boolean needsCompute) {
    assertThat(Isolation.parse(word)).isEqualTo(policy).hasToString(word);
    assertThat(Isolation.parse(abbreviation)).isEqualTo(policy);
    assertThat(policy.abbreviation()).isEqualTo(abbreviation);
    assertThat(policy.needsCompute()).isEqualTo(needsCompute);
  }

  @Test
  void aPolicyThatThereIsNotIsRefused() {
    assertError(() -> Isolation.parse("fixed"), "share.unknown", "fixed");
  }

  @Test
  void isAskedOfNamedCardsOrAny() {
    assertThat(Devices.any().share("8Gi", 50)).hasToString("8Gi and 50% of any GPU x1");
    assertThat(Devices.of("T4", "V100").shared(Share.of("8Gi")).count(2))
        .hasToString("8Gi of T4,V100 x2");
    assertThat(Devices.of("T4").share()).isEmpty();
    assertThat(Devices.any().share("8Gi")).isNotEqualTo(Devices.any());
  }

  @Test
  void ofAFractionOrOfMemoryInAllIsRefused() {
    assertError(() -> Devices.of("1/4*T4").shared(Share.of("2Gi")), "gpus.conflict", "1/4*T4");
    assertError(
        () -> Devices.any().share("2Gi").totalMemoryAtLeast(MemorySize.parse("80Gi")),
        "gpus.conflict");
  }

  @Test
  void ofSeveralCardsIsTheVendorsToGive() {
    Share memory = Share.of("8Gi");

    RULES.check(memory, 1);
    RULES.severalCards().check(memory, 2);
    assertError(() -> RULES.check(memory, 2), "pod.invalid", "2");
  }

  @Test
  void hasComputeWithinWhatIsGivenOut() {
    ShareRules below = RULES.computeAtMost(99).computeStep(1);

    below.check(Share.of("8Gi", 99), 1);
    assertError(() -> below.check(Share.of("8Gi", 100), 1), "pod.invalid", "100");
    assertThat(below.computeAllowed()).isEqualTo("1 to 99");
    assertThat(RULES.computeAllowed()).isEqualTo("5 to 100 in steps of 5");
  }

  @Test
  void mustSayItsComputeWhereThatIsRequired() {
    RULES.computeRequired().check(Share.of("8Gi", 5), 1);
    assertError(() -> RULES.computeRequired().check(Share.of("8Gi"), 1), "pod.invalid");
  }

  @Test
  void isRuledByStepsThatThereCanBe() {
    assertError(() -> RULES.memoryStep(MemorySize.ZERO), "quantity.out-of-range");
    assertError(() -> RULES.computeStep(0), "quantity.out-of-range", "0");
    assertError(() -> RULES.computeAtMost(101), "quantity.out-of-range", "101");
  }
}
