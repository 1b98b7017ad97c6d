package io.gpuspec.share;

import static io.gpuspec.share.SharedCloud.RULES;
import static io.gpuspec.share.SharedCloud.t4;
import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Devices;
import io.gpuspec.Isolation;
import io.gpuspec.Share;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackingTest {
  private static final Devices QUARTER = Devices.any().share("4Gi", 25);

  @Test
  void binpackFillsACardThenItsNodeThenTheNext() {
    Packing packing = t4(RULES, 2).pack(SharePolicy.BINPACK, 7, QUARTER);

    assertThat(packing.placed())
        .map(Placed::toString)
        .containsExactly(
            "pod-0: node 0 card 0",
            "pod-1: node 0 card 0",
            "pod-2: node 0 card 0",
            "pod-3: node 0 card 1",
            "pod-4: node 0 card 1",
            "pod-5: node 0 card 1",
            "pod-6: node 1 card 0");
    assertThat(packing)
        .hasToString(
            """
            7 of 7 pods placed on 3 of 4 cards (binpack)
            node 0 card 0: T4 · free 2Gi of 14Gi and 25% · 3 shares
            node 0 card 1: T4 · free 2Gi of 14Gi and 25% · 3 shares
            node 1 card 0: T4 · free 10Gi of 14Gi and 75% · 1 share
            node 1 card 1: T4 · free 14Gi of 14Gi and 100% · 0 shares""");
  }

  @Test
  void whatHasNoRoomIsToldWithEveryReason() {
    Packing packing = t4(RULES, 2).pack(SharePolicy.BINPACK, 14, QUARTER);

    assertThat(packing.isComplete()).isFalse();
    assertThat(packing.placed()).hasSize(12);
    assertThat(packing.unplaced())
        .map(Rejection::toString)
        .isEqualTo(
            List.of(
                "pod-12: gpuMemory: 4Gi requested of one card; 4 of 4 cards have less free, 2Gi at most",
                "pod-13: gpuMemory: 4Gi requested of one card; 4 of 4 cards have less free, 2Gi at most"));
  }

  @Test
  void spreadGoesOverNodesAndThenOverTheirCards() {
    assertThat(t4(RULES, 2).pack(SharePolicy.SPREAD, 5, QUARTER).placed())
        .map(Placed::toString)
        .containsExactly(
            "pod-0: node 0 card 0",
            "pod-1: node 1 card 0",
            "pod-2: node 0 card 1",
            "pod-3: node 1 card 1",
            "pod-4: node 0 card 0");
  }

  @Test
  void binpackPrefersTheFullestCardThatStillFits() {
    Cards used =
        t4(RULES, 2)
            .running(0, 1, Share.of("4Gi"))
            .running(1, 0, Share.of("6Gi"))
            .running(1, 1, Share.of("10Gi"));

    assertThat(
            used.pack(
                    SharePolicy.BINPACK,
                    List.of(
                        SharePod.of("small", Devices.any().share("4Gi")),
                        SharePod.of("large", Devices.any().share("9Gi"))))
                .placed())
        .map(Placed::toString)
        .containsExactly("small: node 1 card 1", "large: node 0 card 1");
  }

  @Test
  void replicasKeepApartByNode() {
    List<SharePod> replicas =
        IntStream.range(0, 3)
            .mapToObj(i -> SharePod.of("web-" + i, QUARTER).replicaOf("web"))
            .toList();

    Packing packing = t4(RULES, 2).pack(SharePolicy.BINPACK, replicas);

    assertThat(packing.placed())
        .map(Placed::toString)
        .containsExactly("web-0: node 0 card 0", "web-1: node 1 card 0");
    assertThat(packing.unplaced())
        .singleElement()
        .hasToString(
            "web-2: replicas: replicas of 'web' keep apart; the nodes of 4 of 4 cards have one");
    assertThat(packing.cards().pack(SharePolicy.SPREAD, replicas).placed()).isEmpty();
  }

  @Test
  void podsHaveCardsOfTheirOwnKind() {
    Cards cards = t4(RULES, 1).and(Cards.of(SharedCloud.catalog(RULES), "V100-32G", 1, 1));

    Packing packing =
        cards.pack(
            SharePolicy.BINPACK,
            List.of(
                SharePod.of("v", Devices.of("V100-32G").shared(Share.of("4Gi"))),
                SharePod.of("t", Devices.of("T4").shared(Share.of("4Gi"))),
                SharePod.of("big", Devices.any().memoryAtLeast("24Gi").shared(Share.of("4Gi"))),
                SharePod.of("bigger", Devices.any().share("29Gi"))));

    assertThat(packing.placed())
        .map(Placed::toString)
        .containsExactly("v: node 1 card 0", "t: node 0 card 0", "big: node 1 card 0");
    assertThat(packing.unplaced())
        .singleElement()
        .hasToString(
            "bigger: gpuMemory: 29Gi requested of one card; 3 of 3 cards have less free, 22Gi at most");
  }

  @Test
  void podThatAsksForNoComputeHasNoneWhereThatIsAQuota() {
    Cards fixed = t4(RULES.isolation(Isolation.BEST_EFFORT), 1).isolation(Isolation.FIXED_SHARE);

    assertThat(
            fixed
                .pack(
                    SharePolicy.BINPACK,
                    List.of(
                        SharePod.of("none", Devices.any().share("4Gi")),
                        SharePod.of("burst", QUARTER).on(Isolation.BURST_SHARE)))
                .unplaced())
        .map(Rejection::toString)
        .isEqualTo(
            List.of(
                "none: compute: none requested; the nodes of 2 of 2 cards give a pod only what it asks for, so add a percentage",
                "burst: isolation: burst-share requested; the nodes of 2 of 2 cards have another policy"));
  }

  @Test
  void everyLimitThatStandsInTheWayIsNamed() {
    Cards cards =
        t4(RULES.sharesPerCard(row -> 2), 1)
            .running(0, 0, Share.of("1Gi", 50), Share.of("1Gi", 40))
            .running(0, 1, Share.of("12Gi"));

    assertThat(cards.pack(SharePolicy.SPREAD, 1, QUARTER).unplaced())
        .singleElement()
        .hasToString(
            "pod-0: gpuMemory: 4Gi requested of one card; 1 of 2 cards have less free, 2Gi at most; compute: 25% requested of one card; 1 of 2 cards have less free, 10% at most; shares: 1 of 2 cards have as many shares as a card can have, 2");
  }

  @Test
  void severalCardsAreOfOneNode() {
    Cards cards =
        t4(RULES.severalCards().withWholeCards(), 2)
            .running(0, 0, Share.of("12Gi"))
            .running(1, 1, Share.of("12Gi"));

    assertThat(
            cards
                .pack(
                    SharePolicy.SPREAD,
                    List.of(
                        SharePod.of("shares", Devices.any().share("4Gi").count(2)),
                        SharePod.of("whole", Devices.of(2, "T4"))))
                .unplaced())
        .map(Rejection::toString)
        .isEqualTo(
            List.of(
                "shares: gpuMemory: 4Gi requested of one card; 2 of 4 cards have less free, 2Gi at most; gpus: 2 cards of one node requested; no node has more than 1 with room",
                "whole: gpus: whole cards requested; 2 of 4 cards are in use; gpus: 2 cards of one node requested; no node has more than 1 with room"));
  }

  @Test
  void whatTheRulesForbidIsRefusedWithThePodsName() {
    assertError(
        () ->
            t4(RULES, 1)
                .pack(
                    SharePolicy.BINPACK,
                    List.of(SharePod.of("web", Devices.any().share("4Gi", 7)))),
        "pod.invalid",
        "web",
        "7");
  }

  @Test
  void whatIsAboveEveryCardThatAPodMayHaveIsRefusedWithThePodsName() {
    Cards cards = t4(RULES, 1).and(Cards.of(SharedCloud.catalog(RULES), "V100-32G", 1, 1));
    SharePod onT4 = SharePod.of("web", Devices.of("T4").shared(Share.of("20Gi", 5)));
    SharePod onAny = SharePod.of("web", Devices.any().share("31Gi"));
    SharePod elsewhere = SharePod.of("web", Devices.of("A10").shared(Share.of("31Gi")));

    assertThat(cards.pack(SharePolicy.SPREAD, 1, Devices.any().share("30Gi")).isComplete())
        .isTrue();
    assertError(
        () -> cards.pack(SharePolicy.SPREAD, List.of(onT4)), "share.out-of-range", "web", "20Gi");
    assertError(() -> cards.pack(SharePolicy.SPREAD, List.of(onAny)), "share.out-of-range", "31Gi");
    assertThat(cards.pack(SharePolicy.SPREAD, List.of(elsewhere)).unplaced())
        .singleElement()
        .hasToString("web: gpu: 31Gi of A10 x1 requested; 3 of 3 cards are others");
  }

  @ParameterizedTest
  @CsvSource({"0, 1, nodes", "100001, 1, nodes", "1, 0, cards", "1, 65, cards"})
  void numbersThatAreNoClusterAreRefused(int nodes, int cards, String what) {
    assertThatThrownBy(() -> Cards.of(SharedCloud.catalog(RULES), "T4", nodes, cards))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith(what + ": '");
  }

  @Test
  void cardsThatNobodySharesAreRefused() {
    SpecCatalog t4Only =
        SharedCloud.catalog(
            RULES.offering(
                row -> row.gpuMemory().filter(memory -> row.gpu().equals("T4")),
                Note.of("offer", "T4 alone")));

    assertError(() -> Cards.of(t4Only, "V100-32G", 1, 1), "share.unknown", "V100-32G");
  }

  /** Two GiB and a quarter of the compute are left of each of the first two cards. */
  @Test
  void anExplanationHasTheSumThenThePodsThenTheCards() {
    assertThat(t4(RULES, 1).pack(SharePolicy.BINPACK, 7, QUARTER).explain())
        .hasToString(
            """
            6 of 7 pods placed on 2 of 2 cards (binpack)
            pod-0: node 0 card 0
            pod-1: node 0 card 0
            pod-2: node 0 card 0
            pod-3: node 0 card 1
            pod-4: node 0 card 1
            pod-5: node 0 card 1
            pod-6: gpuMemory: 4Gi requested of one card; 2 of 2 cards have less free, 2Gi at most
            node 0 card 0: T4 · free 2Gi of 14Gi and 25% · 3 shares
            node 0 card 1: T4 · free 2Gi of 14Gi and 25% · 3 shares""");
  }

  @Test
  void binpackOpensTheFewestCardsAndOfEquallyManyTakesTheFullestNode() {
    Cards cards = t4(RULES.severalCards(), 3);
    Devices two = Devices.any().share("4Gi").count(2);
    Cards oneOpen = cards.running(0, 0, Share.of("9Gi")).running(1, 0, Share.of("9Gi"));
    Cards bothOpen = oneOpen.running(2, 0, Share.of("4Gi")).running(2, 1, Share.of("4Gi"));

    assertThat(oneOpen.pack(SharePolicy.BINPACK, 1, two).placed())
        .map(Placed::toString)
        .containsExactly("pod-0: node 0 cards 0, 1");
    assertThat(bothOpen.pack(SharePolicy.BINPACK, 1, two).placed())
        .map(Placed::toString)
        .containsExactly("pod-0: node 2 cards 0, 1");
  }

  @Test
  void binpackTakesANodeInUseBeforeASmallerEmptyOne() {
    Cards both =
        t4(RULES, 1)
            .and(Cards.of(SharedCloud.catalog(RULES), "V100-32G", 1, 1))
            .running(1, 0, Share.of("4Gi"));

    assertThat(both.pack(SharePolicy.BINPACK, 1, QUARTER).placed())
        .map(Placed::toString)
        .containsExactly("pod-0: node 1 card 0");
  }

  /** Of equal memory the node with less compute is the fuller one, then the one with more pods. */
  @Test
  void whereNodesHaveTheSameMemoryLeftComputeAndThenTheNumberOfSharesDecide() {
    Cards byCompute =
        t4(RULES, 3).running(0, 0, Share.of("4Gi", 25)).running(1, 0, Share.of("4Gi", 50));
    Cards byShares =
        t4(RULES, 3).running(0, 0, Share.of("4Gi")).running(1, 0, Share.of("2Gi"), Share.of("2Gi"));

    for (Cards cards : List.of(byCompute, byShares)) {
      assertThat(cards.pack(SharePolicy.BINPACK, 1, Devices.any().share("1Gi")).placed())
          .map(Placed::toString)
          .containsExactly("pod-0: node 1 card 0");
    }
  }

  @Test
  void aPodThatHasNoRoomLaterIsToldWhatIsLeftThen() {
    SharePod large = SharePod.of("large", Devices.any().share("9Gi"));
    Cards used = t4(RULES, 1).running(0, 0, Share.of("6Gi")).running(0, 1, Share.of("6Gi"));

    assertThat(
            used.pack(
                    SharePolicy.SPREAD,
                    List.of(
                        large,
                        SharePod.of("a", Devices.any().share("2Gi")),
                        SharePod.of("b", Devices.any().share("4Gi")),
                        large))
                .unplaced())
        .map(Rejection::toString)
        .isEqualTo(
            List.of(
                "large: gpuMemory: 9Gi requested of one card; 2 of 2 cards have less free, 8Gi at most",
                "large: gpuMemory: 9Gi requested of one card; 2 of 2 cards have less free, 6Gi at most"));
  }

  @Test
  void aLimitThatIsJustMetStandsInNobodysWay() {
    Cards exact = t4(RULES.sharesPerCard(row -> 2), 1).running(0, 0, Share.of("10Gi", 90));

    assertThat(
            exact
                .running(0, 1, Share.of("10Gi", 90))
                .pack(SharePolicy.BINPACK, 1, QUARTER)
                .unplaced())
        .singleElement()
        .hasToString(
            "pod-0: compute: 25% requested of one card; 2 of 2 cards have less free, 10% at most");
  }

  @Test
  void cardsWithRoomAreCountedOnTheNodeThatHasTheMost() {
    Cards cards =
        Cards.of(SharedCloud.catalog(RULES.severalCards().withWholeCards()), "T4", 1, 3)
            .running(0, 0, Share.of("12Gi"));

    assertThat(cards.pack(SharePolicy.SPREAD, 1, Devices.any().share("4Gi").count(3)).unplaced())
        .singleElement()
        .asString()
        .endsWith("gpus: 3 cards of one node requested; no node has more than 2 with room");
    assertThat(cards.pack(SharePolicy.SPREAD, 1, Devices.of(3, "T4")).unplaced())
        .singleElement()
        .asString()
        .startsWith("pod-0: gpus: whole cards requested; 1 of 3 cards are in use; gpus: 3 cards");
  }

  @Test
  void cardsOfATargetArePackedAndThoseOfOthersAreNotMixedIn() {
    Target shared = TestCloud.of("cloud/shared", SharedCloud.catalog(RULES)).target();
    Target whole =
        TestCloud.of("cloud/shared", SharedCloud.catalog(RULES).forTarget("cloud/shared")).target();
    Cards other =
        Cards.of(SharedCloud.catalog(RULES).forTarget("cloud/b").withShares(RULES), "T4", 1, 1);

    assertThat(Cards.of(shared, "T4", 1, 64).all()).hasSize(64);
    assertThat(CardKind.of(shared, "T4"))
        .hasToString("T4: 14Gi to share with sharing on cloud/shared 2026-01");
    assertError(() -> Cards.of(whole, "T4", 1, 1), "share.unsupported", "cloud/shared");
    assertError(() -> t4(RULES, 1).and(other), "share.conflict");
  }

  @Test
  void noPodsAreNoPacking() {
    assertError(
        () -> t4(RULES, 1).pack(SharePolicy.BINPACK, 0, QUARTER), "share.out-of-range", "0");
  }

  @Test
  void aPodIsWrittenWithWhatItAsksFor() {
    assertThat(SharePod.of("web", Devices.of("T4").shared(Share.of("4Gi", 25))))
        .hasToString("web: 4Gi and 25% of T4 x1");
  }
}
