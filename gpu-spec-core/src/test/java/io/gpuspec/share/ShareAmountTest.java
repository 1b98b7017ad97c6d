package io.gpuspec.share;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Share;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.MemorySize;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A T4 has 14 GiB to share, in whole GiB, and compute in steps of 5 percent. */
class ShareAmountTest {
  private static final CardKind T4 = t4(SharedCloud.RULES);

  private static CardKind t4(ShareRules rules) {
    return CardKind.of(SharedCloud.catalog(rules), "T4");
  }

  @ParameterizedTest
  @CsvSource({
    "5Gi, 5Gi",
    "5120Mi:30, 5Gi and 30%",
    "5Gi:30%, 5Gi and 30%",
    "5Gi:30.0%, 5Gi and 30%",
    "1/2:1/4, 7Gi and 25%",
    "50%:100, 7Gi and 100%",
    "100%, 14Gi",
    "1/14:5, 1Gi and 5%",
    "1/1:1/1, 14Gi and 100%"
  })
  void whatTheRulesGiveOutIsTakenAsItIs(String text, String share) {
    assertThat(T4.offer(text).isExact()).isTrue();
    assertThat(T4.offer(text).share()).hasToString(share);
    assertThat(T4.offer(text).roundedUp()).isEqualTo(T4.offer(text).share());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4.5G      | 5Gi | 4500M",
        "4500M     | 5Gi | 4500M",
        "1Mi       | 1Gi | 1Mi",
        "1/4       | 4Gi | 3584Mi",
        "1/3:1/3   | 5Gi and 35% | 4779Mi",
        "25%:12.5% | 4Gi and 15% | 13",
        "7Gi:7     | 7Gi and 10% | 7",
        "99%       | 14Gi | 14193Mi"
      })
  void whatLiesBetweenTwoStepsIsRefusedWithTheNextOneOffered(
      String text, String next, String value) {
    ShareOffer offer = T4.offer(text);

    assertThat(offer.isExact()).isFalse();
    assertError(offer::share, "share.out-of-range", value);
    assertThat(offer.roundedUp()).hasToString(next);
  }

  /** Nothing that is more is available of this card. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"15Gi | 15Gi", "14.5Gi | 14848Mi", "15Gi:7 | 7"})
  void whatIsAboveTheCardIsRefusedAndNothingOffered(String text, String value) {
    assertError(T4.offer(text)::share, "share.out-of-range", value);
    assertError(T4.offer(text)::roundedUp, "share.out-of-range", value);
  }

  @Test
  void roundingUpMendsNoOtherRule() {
    CardKind below = t4(SharedCloud.RULES.computeStep(1).computeAtMost(99));
    CardKind quota = t4(SharedCloud.RULES.computeRequired());

    assertThat(below.offer("5Gi:98.5%").roundedUp()).isEqualTo(Share.of("5Gi", 99));
    assertError(below.offer("5Gi:99.5%")::roundedUp, "share.out-of-range");
    assertError(quota.offer("4.5Gi")::roundedUp, "share.out-of-range");
  }

  /** Where the rules have no steps, memory is in whole MiB and compute in whole percent. */
  @Test
  void partsOfACardBecomeWholeMebibytesAndPercent() {
    CardKind any = t4(SharedCloud.RULES.memoryStep(MemorySize.ofBytes(1)).computeStep(1));

    assertThat(any.offer("1/4:1/4").share()).hasToString("3.5Gi and 25%");
    assertThat(any.offer("1/3:1/3"))
        .hasToString(
            "'1/3:1/3' of a T4 (about 4.7Gi and 34%): no whole MiB and percent; 4779Mi and 34% would do");
    assertThat(any.offer("1/3:1/3").roundedUp().memory()).hasToString("4779Mi");
    assertThat(any.offer("1/3:1/4").isExact()).isFalse();
    assertThat(any.offer("1/4:1/3").isExact()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4 | 4 | share.malformed",
        "0% | 0 | share.out-of-range",
        "101% | 101 | share.out-of-range",
        "5/4 | 5/4 | fraction.out-of-range",
        "0/4 | 0/4 | fraction.out-of-range",
        "4GB | 4GB | quantity.malformed",
        "'' | memory | quantity.malformed",
        "4Gi: | share | share.malformed",
        "4Gi:x | x | share.malformed",
        "4Gi:0 | 0 | share.out-of-range",
        "4Gi:150 | 150 | share.out-of-range",
        "4Gi:-5 | -5 | share.malformed",
        "4Gi:3Gi | 3Gi | share.malformed",
        "4Gi:25:1 | 4Gi:25:1 | share.malformed"
      })
  void whatIsNoAmountIsRefused(String text, String value, String id) {
    assertError(() -> ShareAmount.parse(text), id, value);
  }

  @Test
  void whatOfTheComputeCanBeAskedForIsSaidByTheCardsRules() {
    assertError(() -> T4.offer("4Gi:150"), "share.out-of-range");
  }

  @Test
  void onlyPartsOfMemoryNeedACard() {
    assertThat(ShareAmount.parse("4.5G:1/4").needsCard()).isFalse();
    assertThat(ShareAmount.parse("4.5G:1/4").toShare()).isEqualTo(Share.of("4.5G", 25));
    assertThat(ShareAmount.parse("25%").needsCard()).isTrue();
    assertError(() -> ShareAmount.parse("25%").toShare(), "share.unsupported");
    assertError(() -> ShareAmount.parse("4Gi:1/3").toShare(), "share.malformed", "1/3");
  }

  @ParameterizedTest
  @CsvSource({"5Gi, 5/14", "7Gi, 1/2", "3584Mi, 1/4", "14Gi, 1"})
  void memoryIsAFractionOfWhatTheCardOffers(String memory, String fraction) {
    assertThat(T4.fraction(MemorySize.parse(memory))).isEqualTo(Fraction.parse(fraction));
  }

  @ParameterizedTest
  @CsvSource({"0", "-1Gi", "15Gi", "4500M"})
  void whatIsNoPartOfTheCardIsNoFraction(String memory) {
    assertError(() -> T4.fraction(MemorySize.parse(memory)), "share.out-of-range");
  }

  @Test
  void offerSaysHowManyACardHolds() {
    assertThat(T4).hasToString("T4: 14Gi to share with sharing on cloud/shared 2026-01");
    assertThat(T4.offer("1/2:25%")).hasToString("'1/2:25%' of a T4 (7Gi and 25%): 2 to a card");
    assertThat(T4.room(Share.of("4Gi", 50))).isEqualTo(2);
  }

  /** Never less than what was asked, never a step too much, and legal. */
  @Property
  void roundingUpGivesTheLeastLegalShareThatIsEnough(
      @ForAll @IntRange(min = 1, max = 14 * 1024) int mebibytes,
      @ForAll @IntRange(min = 1, max = 100) int percent) {
    Share up = T4.offer(mebibytes + "Mi:" + percent).roundedUp();

    long gibibytes = up.memory().toBytes() >> 30;
    assertThat(up.memory().isWholeGibibytes()).isTrue();
    assertThat(gibibytes * 1024).isBetween((long) mebibytes, mebibytes + 1023L);
    assertThat(up.compute().orElseThrow()).isBetween(percent, percent + 4);
    assertThat(up.compute().orElseThrow() % 5).isZero();
  }
}
