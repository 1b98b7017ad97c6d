package io.gpuspec.tke;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.Gpus;
import io.gpuspec.Isolation;
import io.gpuspec.Target;
import io.gpuspec.share.Cards;
import io.gpuspec.share.Packing;
import io.gpuspec.share.Placed;
import io.gpuspec.share.SharePod;
import io.gpuspec.share.SharePolicy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods on cards with qGPU, by the rules of both editions. */
class QgpuPackingTest {
  private static final Target QGPU = Gpus.load().in("tke/qgpu");
  private final Target of2022 = QGPU.edition("2022-01");

  /** The text's own example: a card of 32G has 8 shares at most, the least of them 1G. */
  @Test
  void cardOf32GibibytesHasEightSharesAtMostInTheTextOf2022() {
    Packing packing =
        Cards.of(of2022, "V100-32G", 1, 1)
            .pack(SharePolicy.BINPACK, 9, Devices.any().share("1Gi", 1));

    assertThat(packing.placed()).hasSize(8);
    assertThat(packing.unplaced())
        .singleElement()
        .hasToString("pod-8: shares: 1 of 1 cards have as many shares as a card can have, 8");
    assertError(
        () ->
            Cards.of(of2022, "V100-32G", 1, 1)
                .pack(SharePolicy.BINPACK, 1, Devices.any().share("512Mi", 1)),
        "pod.invalid",
        "'512Mi'");
  }

  @Test
  void cardHasSixteenSharesAtMostToday() {
    assertThat(
            Cards.of(QGPU, "V100-32G", 1, 1)
                .pack(SharePolicy.BINPACK, 17, Devices.any().share("1Gi")))
        .hasToString(
            """
            16 of 17 pods placed on 1 of 1 card (binpack)
            node 0 card 0: V100 · free 14Gi of 30Gi and 100% · 16 shares · best-effort: they compete for up to 1600% of the compute""");
  }

  @Test
  void twoNodesWithTwoCardsHaveRoomForTwelveOfFourGibibytes() {
    Packing packing =
        Cards.of(QGPU, "T4", 2, 2).pack(SharePolicy.BINPACK, 14, Devices.any().share("4Gi", 25));

    assertThat(packing.placed()).hasSize(12);
    assertThat(packing.unplaced()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"BEST_EFFORT, 1/2 to 1", "FIXED_SHARE, 3/10", "BURST_SHARE, 3/10 to 7/10"})
  void nodesHaveTheChosenPolicy(Isolation policy, String effective) {
    Packing packing =
        Cards.of(QGPU.with(Qgpu.POLICY, Optional.of(policy)), "T4", 1, 1)
            .pack(SharePolicy.SPREAD, 2, Devices.any().share("5Gi", 30));

    assertThat(packing.cards().all().get(0).effectiveCompute())
        .hasSize(2)
        .allSatisfy(each -> assertThat(each).hasToString(effective + " of a card"));
  }

  @Test
  void wholeCardsStandBesideSharesTodayAndDidNotIn2022() {
    List<SharePod> pods =
        List.of(
            SharePod.of("small", Devices.any().share("4Gi", 25)),
            SharePod.of("whole", Devices.of(2, "T4")),
            SharePod.of("other", Devices.any().share("4Gi", 25)));

    assertThat(Cards.of(QGPU, "T4", 1, 3).pack(SharePolicy.BINPACK, pods).placed())
        .map(Placed::toString)
        .containsExactly(
            "small: node 0 card 0", "whole: node 0 cards 1, 2", "other: node 0 card 0");
    assertError(
        () -> Cards.of(of2022, "T4", 1, 3).pack(SharePolicy.BINPACK, pods),
        "share.unsupported",
        "'whole'");
  }

  @Test
  void nodesOfTwoPoliciesTakeThePodsThatSelectThem() {
    assertThat(
            Cards.of(QGPU, "T4", 1, 1)
                .and(Cards.of(QGPU, "T4", 1, 1).isolation(Isolation.FIXED_SHARE))
                .pack(
                    SharePolicy.BINPACK,
                    List.of(
                        SharePod.of("fixed", Devices.any().share("4Gi", 25))
                            .on(Isolation.FIXED_SHARE),
                        SharePod.of("none", Devices.any().share("4Gi")),
                        SharePod.of("any", Devices.any().share("4Gi", 25))))
                .placed())
        .map(Placed::toString)
        .containsExactly("fixed: node 1 card 0", "none: node 0 card 0", "any: node 1 card 0");
  }
}
