package io.gpuspec.share;

import static io.gpuspec.share.SharedCloud.RULES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Devices;
import io.gpuspec.Isolation;
import io.gpuspec.Share;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.InvalidValueException;
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

    assertThatThrownBy(() -> cards.running(0, 0, Share.of("9Gi"), Share.of("6Gi")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "running: '6Gi' has no room on node 0 card 0: T4 · free 5Gi of 14Gi and 100% · 1 share; give what really runs there; see docs/sharing.md");
    assertThatThrownBy(() -> cards.running(0, 0, Share.of("1536Mi")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("2Gi would do");
    assertThatThrownBy(() -> cards.running(0, 0, Share.of("15Gi")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'15Gi' of memory: a T4 has 14Gi to share");
    assertThatThrownBy(() -> running(Isolation.BURST_SHARE, Share.of("4Gi")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "running: '4Gi' asks for no compute, and a node with burst-share gives a pod only what it asks for; give what really runs there; see docs/sharing.md");
    assertThatThrownBy(() -> cards.running(0, 2, Share.of("1Gi")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("card: '2' is none; those of node 0 are numbered 0 to 1; see docs/sharing.md");
    assertThatThrownBy(() -> cards.running(1, 0, Share.of("1Gi")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("node: '1' is none; they are numbered 0 to 0; see docs/sharing.md");
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
