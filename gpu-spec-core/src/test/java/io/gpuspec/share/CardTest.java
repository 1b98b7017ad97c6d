package io.gpuspec.share;

import static io.gpuspec.share.SharedCloud.RULES;
import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.Isolation;
import io.gpuspec.Share;
import io.gpuspec.spi.ShareRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CardTest {
  private static final ShareRules WITH_POLICY = RULES.isolation(Isolation.BEST_EFFORT);

  private static Card running(Isolation policy, Share... shares) {
    return SharedCloud.t4(WITH_POLICY, 1).isolation(policy).running(0, 0, shares).all().get(0);
  }

  @Test
  void saysWhatIsLeftAndWhatStillFits() {
    Card card = running(Isolation.BEST_EFFORT, Share.of("4Gi", 30), Share.of("5Gi"));

    assertThat(card.memoryFree()).hasToString("5Gi");
    assertThat(card.computeFree()).isEqualTo(70);
    assertThat(card.fits(Share.of("5Gi", 70))).isTrue();
    assertThat(card.fits(Share.of("6Gi", 5))).isFalse();
    assertThat(card.fits(Share.of("1Gi", 75))).isFalse();
    assertThat(card.room(Share.of("1Gi"))).isEqualTo(5);
    assertThat(card.room(Share.of("1Gi", 30))).isEqualTo(2);
    assertThat(card.shares()).containsExactly(Share.of("4Gi", 30), Share.of("5Gi"));
  }

  @Test
  void hasSoManySharesAtMost() {
    Card card =
        SharedCloud.t4(RULES.sharesPerCard(row -> 3), 1)
            .running(0, 0, Share.of("1Gi"), Share.of("1Gi"))
            .all()
            .get(0);

    assertThat(card.room(Share.of("1Gi"))).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "BEST_EFFORT, 1/3 to 1 of a card, 1/3 to 1 of a card, 300",
    "FIXED_SHARE, 1/4 of a card, 1/10 of a card, 45",
    "BURST_SHARE, 1/4 to 4/5 of a card, 1/10 to 13/20 of a card, 210"
  })
  void policySaysWhatPodsHaveOfTheCompute(
      Isolation policy, String quarter, String tenth, int overcommitment) {
    Card card = running(policy, Share.of("4Gi", 25), Share.of("4Gi", 10), Share.of("4Gi", 10));

    assertThat(card.effectiveCompute())
        .map(EffectiveCompute::toString)
        .containsExactly(quarter, tenth, tenth);
    assertThat(card.overcommitment()).hasValue(overcommitment);
  }

  @Test
  void runsNothingThatTheRulesForbidOrThatHasNoRoom() {
    Cards cards = SharedCloud.t4(RULES, 1);

    assertError(
        () -> cards.running(0, 0, Share.of("9Gi"), Share.of("6Gi")), "share.out-of-range", "6Gi");
    assertError(() -> cards.running(0, 0, Share.of("1536Mi")), "pod.invalid");
    assertError(() -> cards.running(0, 0, Share.of("15Gi")), "share.out-of-range", "15Gi");
    assertError(() -> running(Isolation.BURST_SHARE, Share.of("4Gi")), "share.missing", "4Gi");
    assertError(() -> cards.running(0, 2, Share.of("1Gi")), "share.unknown", "2");
    assertError(() -> cards.running(1, 0, Share.of("1Gi")), "share.unknown", "1");
  }

  @Test
  void podsThatMayReachForMoreThanTheCardCompete() {
    assertThat(running(Isolation.BEST_EFFORT, Share.of("4Gi", 30)))
        .hasToString("node 0 card 0: T4 · free 10Gi of 14Gi and 70% · 1 share");
    assertThat(running(Isolation.BEST_EFFORT, Share.of("4Gi", 30), Share.of("4Gi")))
        .hasToString(
            "node 0 card 0: T4 · free 6Gi of 14Gi and 70% · 2 shares · best-effort: they compete for up to 200% of the compute");
    assertThat(running(Isolation.FIXED_SHARE, Share.of("4Gi", 100)))
        .hasToString("node 0 card 0: T4 · free 10Gi of 14Gi and 0% · 1 share");
  }

  @Test
  void aCardThatAPodHasWholeHasNothingLeft() {
    Card card =
        SharedCloud.t4(RULES.withWholeCards(), 1)
            .pack(SharePolicy.BINPACK, 1, Devices.of("T4"))
            .cards()
            .all()
            .get(0);

    assertThat(card).hasToString("node 0 card 0: T4 · taken whole");
    assertThat(card.isEmpty()).isFalse();
    assertThat(card.fits(Share.of("1Gi"))).isFalse();
    assertThat(card.memoryFree().isZero()).isTrue();
  }
}
