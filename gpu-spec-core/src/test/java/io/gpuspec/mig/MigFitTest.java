package io.gpuspec.mig;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MigFitTest {
  private static final MigGpu A100 = MigGpu.of("A100-40GB");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3g.20gb 2g.10gb 2g.10gb               | [2g.10gb][2g.10gb][3g.20gb]",
        "4g.20gb 3g.20gb                       | [4g.20gb][3g.20gb]",
        "3g.20gb 3g.20gb                       | [3g.20gb][3g.20gb]",
        "3g.20gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb   | [1g.5gb][1g.5gb][1g.5gb][1g.5gb][3g.20gb]",
        "4g.20gb 2g.10gb 1g.10gb               | [4g.20gb][2g.10gb][1g.10gb]",
        "1g.10gb 1g.10gb 1g.10gb 1g.10gb       | [1g.10gb][1g.10gb][1g.10gb][1g.10gb]",
        "2g.10gb 2g.10gb 2g.10gb 1g.5gb        | [2g.10gb][2g.10gb][2g.10gb][1g.5gb]x",
        "1g.5gb 1g.5gb 2g.10gb 3g.20gb         | [1g.5gb][1g.5gb][2g.10gb][3g.20gb]"
      })
  void aCardHoldsWhatTheVendorSaysItDoes(String profiles, String layout) {
    assertThat(A100.fit(profiles.split(" ")))
        .hasToString(layout)
        .returns(true, MigFit::fits)
        .returns(1, MigFit::gpusUsed);
  }

  @Test
  void fourSlicesAndFourOfOneDoNotFitAlthoughThereIsMemoryForAll() {
    MigFit fit = A100.fit("4g.20gb", "1g.5gb", "1g.5gb", "1g.5gb", "1g.5gb");

    assertThat(fit.fits()).isFalse();
    assertThat(fit.reasons()).containsExactly("compute slices: 8 requested, a card has 7");
    assertThat(fit.changes())
        .map(MigChange::toString)
        .containsExactly(
            "drop a 4g.20gb",
            "drop a 1g.5gb",
            "take a 3g.20gb instead of a 4g.20gb",
            "add 1 GPU: 2 x A100-40GB");
    assertThat(fit.leastGpus()).isEqualTo(2);
  }

  @Test
  void twoWithMediaExtensionsNeedTwoCards() {
    MigFit fit = A100.fit("1g.5gb+me", "1g.5gb+me");

    assertThat(fit.reasons())
        .containsExactly(
            "JPEG decoders: 2 requested, a card has 1",
            "optical flow accelerators: 2 requested, a card has 1",
            "1g.5gb+me: 2 requested, a card holds 1 at most");
    assertThat(A100.cards(2).fit("1g.5gb+me", "1g.5gb+me").gpusUsed()).isEqualTo(2);
  }

  @Test
  void onAnRtxProOnlyProfilesWithoutMediaStandBesideTheOneThatHasItAll() {
    MigGpu rtx = MigGpu.of("RTX PRO 6000");

    assertThat(rtx.fit("1g.24gb+me.all", "1g.24gb-me", "1g.24gb-me", "1g.24gb-me").fits()).isTrue();
    assertThat(rtx.fit("1g.24gb+me.all", "1g.24gb").reasons())
        .containsExactly(
            "decoders: 5 requested, a card has 4",
            "encoders: 5 requested, a card has 4",
            "JPEG decoders: 5 requested, a card has 4");
  }

  @Test
  void severalCardsAreFilledWithAsFewAsPossible() {
    MigFit fit = A100.cards(8).fit("4g.20gb", "3g.20gb", "4g.20gb", "3g.20gb", "7g.40gb", "1g.5gb");

    assertThat(fit.gpusUsed()).isEqualTo(4);
    assertThat(fit.isExact()).isTrue();
    assertThat(fit.layouts())
        .map(MigLayout::toString)
        .containsExactlyInAnyOrder(
            "[7g.40gb]", "[4g.20gb][3g.20gb]", "[4g.20gb][3g.20gb]", "......[1g.5gb]x");
  }

  @Test
  void inAMixedFleetAProfileGoesToAnyProductThatHasOneOfItsName() {
    MigFleet fleet = A100.cards(1).and(MigGpu.of("H100-80GB").cards(1));
    List<String> nine = new ArrayList<>(Collections.nCopies(9, "1g.10gb"));
    nine.add("3g.20gb");

    MigFit fit = fleet.fit(nine);

    assertThat(fit)
        .hasToString(
            """
            [1g.10gb][1g.10gb][3g.20gb] A100-40GB
            [1g.10gb][1g.10gb][1g.10gb][1g.10gb][1g.10gb][1g.10gb][1g.10gb]x H100-80GB""");
    nine.add("1g.10gb");
    assertThat(fleet.fit(nine).fits()).isFalse();
    assertThat(fleet.fit(nine).isExact()).isTrue();
  }

  /** Two cards would do if both were H100; that one of them is not is no bound on the number. */
  @Test
  void howFewCardsItTakesIsNotWhatTheFleetIsShortOf() {
    MigFit fit = A100.cards(1).and(MigGpu.of("H100-80GB").cards(1)).fit("7g.80gb", "7g.80gb");

    assertThat(fit.fits()).isFalse();
    assertThat(fit.isExact()).isTrue();
    assertThat(fit.leastGpus()).isEqualTo(2);
    assertThat(fit.changes())
        .map(MigChange::toString)
        .contains("add 1 GPU: 1 x A100-40GB, 2 x H100-80GB");
  }

  @Test
  void aGpuWithoutVerifiedGeometryIsRefusedWithThatReason() {
    for (String name : List.of("RTX PRO 5000 Blackwell-48GB", "RTX PRO 4500", "Thor")) {
      MigGpu gpu = MigGpu.of(name);
      MigFit fit = gpu.fit(gpu.profiles().get(0).name());

      assertThat(fit.fits()).isFalse();
      assertThat(fit.isExact()).isFalse();
      assertThat(fit.leastGpus()).isZero();
      assertThat(fit.explain().toString()).doesNotContain("proven");
      assertThat(fit.reasons()).hasSize(1);
      assertThat(fit.reasons().get(0))
          .startsWith("geometry: where instances of " + gpu.name() + " can stand is not verified");
      assertThat(fit.changes()).isEmpty();
    }
  }

  @Test
  void nothingFitsOnNoCardAtAll() {
    assertThat(A100.fit().fits()).isTrue();
    assertThat(A100.fit().gpusUsed()).isZero();
  }

  @Test
  void aFleetHasAtLeastOneCard() {
    assertError(() -> A100.cards(0), "mig.out-of-range", "0");
  }

  @Test
  void aProfileThatNoProductHasIsAnError() {
    assertThatThrownBy(() -> A100.cards(1).and(MigGpu.of("A30").cards(1)).fit("1g.7gb"))
        .isInstanceOf(UnknownNameException.class);
  }

  @Test
  void fortyProfilesOnEightCardsAreProvenToFit() {
    List<String> forty = new ArrayList<>();
    forty.addAll(Collections.nCopies(4, "3g.20gb"));
    forty.addAll(Collections.nCopies(10, "2g.10gb"));
    forty.addAll(Collections.nCopies(24, "1g.5gb"));
    forty.addAll(Collections.nCopies(2, "1g.5gb+me"));

    MigFit fit = A100.cards(9).fit(forty);

    assertThat(fit.fits()).isTrue();
    assertThat(fit.isExact()).isTrue();
    // 58 compute slices of 7 to a card
    assertThat(fit.gpusUsed()).isEqualTo(9);
  }

  @Test
  void whatIsAskedOfSeveralCardsIsCountedOverAllOfThem() {
    assertThat(A100.cards(2).fit("7g.40gb", "7g.40gb", "1g.5gb").reasons())
        .containsExactly(
            "memory slices: 17 requested, 2 cards have 16",
            "compute slices: 15 requested, 2 cards have 14");
    assertThat(A100.cards(2).fit("1g.5gb+me", "1g.5gb+me", "1g.5gb+me").reasons())
        .containsExactly(
            "JPEG decoders: 3 requested, 2 cards have 2",
            "optical flow accelerators: 3 requested, 2 cards have 2",
            "1g.5gb+me: 3 requested, a card holds 1 at most");
    assertThat(A100.cards(2).fit("4g.20gb", "4g.20gb").fits()).isTrue();
    assertThat(A100.cards(2).fit("4g.20gb", "4g.20gb", "4g.20gb").reasons())
        .containsExactly("4g.20gb: 3 requested, a card holds 1 at most");
  }

  @Test
  void whereNoSumIsExceededTheNumberOfCardsIsTheReason() {
    assertThat(
            A100.cards(1).and(MigGpu.of("H100-80GB").cards(1)).fit("7g.80gb", "7g.80gb").reasons())
        .containsExactly("cards: they do not fit together on 2 cards");
  }

  @Test
  void ifToDropOneIsNotEnoughAsFewAsPossibleAreDropped() {
    MigFit fit = A100.fit("4g.20gb", "4g.20gb", "4g.20gb", "1g.5gb");

    assertThat(fit.reasons())
        .containsExactly(
            "memory slices: 13 requested, a card has 8",
            "compute slices: 13 requested, a card has 7",
            "decoders: 6 requested, a card has 5",
            "4g.20gb: 3 requested, a card holds 1 at most");
    assertThat(fit.changes())
        .map(MigChange::toString)
        .containsExactly("drop 2 x 4g.20gb", "add 2 GPUs: 3 x A100-40GB");
    assertThat(fit.changes().get(0).profiles()).containsExactlyInAnyOrder("4g.20gb", "1g.5gb");
    assertThat(fit.changes().get(0).fit().fits()).isTrue();
    assertThat(fit.changes().get(1).profiles()).hasSize(4);
    assertThat(fit.changes().get(1).fit().fits()).isTrue();
  }

  @Test
  void aSmallerProfileIsTheLargestThatTakesNoMoreOfAnything() {
    assertThat(A100.fit("7g.40gb", "3g.20gb").changes())
        .map(MigChange::toString)
        .containsExactly(
            "drop a 7g.40gb",
            "drop a 3g.20gb",
            "take a 4g.20gb instead of a 7g.40gb",
            "add 1 GPU: 2 x A100-40GB");
    assertThat(A100.fit("1g.5gb+me", "1g.5gb+me").changes())
        .map(MigChange::toString)
        .containsExactly(
            "drop a 1g.5gb+me", "take a 1g.5gb instead of a 1g.5gb+me", "add 1 GPU: 2 x A100-40GB");
    assertThat(A100.fit("4g.20gb", "2g.10gb", "1g.5gb", "1g.5gb").changes())
        .map(MigChange::toString)
        .contains("take a 3g.20gb instead of a 4g.20gb", "take a 1g.10gb instead of a 2g.10gb");
  }
}
