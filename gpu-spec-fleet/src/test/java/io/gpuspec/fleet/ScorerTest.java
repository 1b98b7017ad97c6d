package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which node and card a policy takes; the sums are worked out by hand. */
class ScorerTest {

  private static FixedFleet.Node node(String name, int cpu, int memory, int cards) {
    return new FixedFleet.Node(
        name, CpuAmount.ofCores(cpu), MemorySize.ofGibibytes(memory), cards, "T4");
  }

  private static FixedFleet.Pod pod(String name, int cpu, int memory, int cards, int share) {
    return new FixedFleet.Pod(
        name, CpuAmount.ofCores(cpu), MemorySize.ofGibibytes(memory), cards, share, Set.of());
  }

  private static FixedFleet.Pod share(int share) {
    return pod("s" + share, 1, 1, 1, share);
  }

  private static FixedNode taken(int... shares) {
    FixedNode node = new FixedNode(node("n", 8, 8, shares.length));
    for (int card = 0; card < shares.length; card++) {
      if (shares[card] > 0) {
        node.take(share(shares[card]).needs(), card);
      }
    }
    return node;
  }

  private static double fragmented(FixedNode node, FixedFleet.Pod... typical) {
    return Scorer.of(FixedFleet.Policy.FRAGMENTATION, List.of(node("n", 8, 8, 2)), List.of(typical))
        .fragmented(node);
  }

  /** Of cards with 700 and 1000 left: a kind of pods can use all of both, one of them, or none. */
  @Test
  void fragmentationIsWhatTypicalPodsCannotUse() {
    FixedNode node = taken(300, 0);

    assertThat(fragmented(node, share(700))).isZero();
    assertThat(fragmented(node, share(701))).isEqualTo(700);
    assertThat(fragmented(node, pod("two", 1, 1, 2, 1000))).isEqualTo(1700);
    assertThat(fragmented(node, pod("none", 1, 1, 0, 0))).isEqualTo(1700);
    assertThat(fragmented(node, share(700), share(701))).isEqualTo(350);
    assertThat(fragmented(taken(0, 0), pod("two", 1, 1, 2, 1000))).isZero();
  }

  /** One core and one GiB are taken of 8. */
  @Test
  void podsThatFindNoCpuMemoryOrModelCanUseNothing() {
    FixedNode node = taken(300, 0);

    assertThat(fragmented(node, pod("p", 7, 7, 1, 100))).isZero();
    assertThat(fragmented(node, pod("p", 8, 7, 1, 100))).isEqualTo(1700);
    assertThat(fragmented(node, pod("p", 7, 8, 1, 100))).isEqualTo(1700);
    assertThat(
            fragmented(
                node,
                new FixedFleet.Pod("v", CpuAmount.ZERO, MemorySize.ZERO, 1, 100, Set.of("V100"))))
        .isEqualTo(1700);
  }

  /** 19 of 20 are 95 %; of 40, 37 and 1 are. */
  @Test
  void theMostFrequentKindsAreTypical() {
    FixedNode node = taken(0, 0);
    List<FixedFleet.Pod> pods = new ArrayList<>(Collections.nCopies(19, share(500)));
    pods.add(0, pod("two", 1, 1, 3, 1000));

    assertThat(fragmented(node, pods.toArray(FixedFleet.Pod[]::new))).isZero();
    List<FixedFleet.Pod> more = new ArrayList<>(Collections.nCopies(37, share(500)));
    more.add(0, pod("two", 1, 1, 3, 1000));
    more.add(1, pod("four", 1, 1, 4, 1000));
    more.add(2, pod("five", 1, 1, 5, 1000));
    assertThat(fragmented(node, more.toArray(FixedFleet.Pod[]::new)))
        .isCloseTo(2000 / 40.0, within(1e-9));
  }

  private static FixedNode.Score score(
      FixedFleet.Policy policy, FixedNode node, FixedFleet.Pod pod) {
    return Scorer.of(policy, List.of(node("large", 16, 32, 4)), List.of(share(500), share(1000)))
        .score(node, pod.needs());
  }

  @Test
  void aShareTakesTheFullestCardWithRoomOrTheEmptiest() {
    FixedNode node = taken(600, 300, 0, 700);

    assertThat(score(FixedFleet.Policy.BINPACK, node, share(350)).card()).isZero();
    assertThat(score(FixedFleet.Policy.BINPACK, node, share(300)).card()).isEqualTo(3);
    assertThat(score(FixedFleet.Policy.BINPACK, node, share(700)).card()).isEqualTo(1);
    assertThat(score(FixedFleet.Policy.BEST_FIT, node, share(701)).card()).isEqualTo(2);
    assertThat(score(FixedFleet.Policy.SPREAD, node, share(100)).card()).isEqualTo(2);
    assertThat(score(FixedFleet.Policy.BINPACK, node, share(1000)).card()).isEqualTo(-1);
    assertThat(score(FixedFleet.Policy.BINPACK, taken(0, 0), share(100)).card()).isZero();
    assertThat(score(FixedFleet.Policy.SPREAD, taken(0, 0), share(100)).card()).isZero();
  }

  /** 2400 thousandths are left, of 4 cards; 4 of 8 cores and GiB, of a largest node's 16 and 32. */
  @Test
  void restsAreWhatIsLeftOfCardsOrOfEverything() {
    FixedNode node = taken(600, 300, 0, 700);

    assertThat(score(FixedFleet.Policy.BINPACK, node, share(400)).rest()).isEqualTo(2000);
    assertThat(score(FixedFleet.Policy.SPREAD, node, share(400)).rest()).isEqualTo(-2000);
    assertThat(score(FixedFleet.Policy.BEST_FIT, node, share(400)).rest())
        .isCloseTo(2000 / 4000.0 + 4 / 16.0 + 4 / 32.0, within(1e-9));
  }

  /**
   * With halves and whole cards as typical: a half on a card that is half taken leaves nothing
   * unused there (before 250, after 0: 100 / (1 + e^-0.25) = 56), and on an empty one it makes
   * another half (after 500: 100 / (1 + e^0.25) = 43).
   */
  @Test
  void fragmentationTakesTheCardOnWhichItGrowsLeast() {
    FixedNode node = taken(0, 500);
    FixedNode.Score score = score(FixedFleet.Policy.FRAGMENTATION, node, share(500));

    assertThat(score.card()).isEqualTo(1);
    assertThat(score.rank()).isEqualTo(56);
    assertThat(score(FixedFleet.Policy.FRAGMENTATION, taken(0), share(500)).rank()).isEqualTo(43);
    assertThat(score(FixedFleet.Policy.FRAGMENTATION, taken(0, 0), pod("w", 1, 1, 2, 1000)).rank())
        .isEqualTo(50);
    // Both grow alike, so the fuller card is taken.
    assertThat(score(FixedFleet.Policy.FRAGMENTATION, taken(100, 200), share(100)).card())
        .isEqualTo(1);
  }

  @Test
  void aHigherRankIsBetterAndThenASmallerRest() {
    FixedNode.Score score = new FixedNode.Score(true, 5, 2.0, 0);

    assertThat(score.isBetterThan(new FixedNode.Score(true, 4, 1.0, 0))).isTrue();
    assertThat(score.isBetterThan(new FixedNode.Score(true, 6, 3.0, 0))).isFalse();
    assertThat(score.isBetterThan(new FixedNode.Score(true, 5, 3.0, 0))).isTrue();
    assertThat(score.isBetterThan(new FixedNode.Score(true, 5, 2.0, 0))).isFalse();
  }

  private static String placed(FixedFleet fleet, FixedFleet.Pod pod) {
    return fleet.place(pod).map(FixedFleet.Assignment::toString).orElse("none");
  }

  private static FixedFleet fleet(FixedFleet.Policy policy, FixedFleet.Node... nodes) {
    return FixedFleet.of(List.of(nodes), policy, List.of());
  }

  @Test
  void bestFitTakesTheNodeWithTheLeastCpuOrMemoryLeft() {
    FixedFleet.Node large = node("large", 16, 64, 1);

    assertThat(placed(fleet(FixedFleet.Policy.BEST_FIT, large, node("b", 8, 64, 1)), share(1000)))
        .isEqualTo("b cards [0]");
    assertThat(placed(fleet(FixedFleet.Policy.BEST_FIT, large, node("b", 16, 32, 1)), share(1000)))
        .isEqualTo("b cards [0]");
    assertThat(placed(fleet(FixedFleet.Policy.BEST_FIT, large, node("b", 16, 64, 1)), share(1000)))
        .isEqualTo("large cards [0]");
  }

  @Test
  void aNodeIsFilledToTheLastCoreAndByte() {
    FixedFleet fleet = fleet(FixedFleet.Policy.BINPACK, node("n", 4, 4, 2));

    assertThat(placed(fleet, pod("cpu", 5, 1, 0, 0))).isEqualTo("none");
    assertThat(placed(fleet, pod("memory", 1, 5, 0, 0))).isEqualTo("none");
    assertThat(placed(fleet, pod("cards", 1, 1, 3, 1000))).isEqualTo("none");
    assertThat(placed(fleet, pod("all", 4, 4, 2, 1000))).isEqualTo("n cards [0, 1]");
    assertThat(placed(fleet, pod("none", 0, 0, 0, 0))).isEqualTo("n cards []");
    assertThat(fleet).hasToString("1 node, 2000 of 2000 thousandths of cards given out");
    assertThat(fleet.remove("all")).isTrue();
    assertThat(fleet.allocated()).isZero();
    assertThat(placed(fleet, pod("again", 4, 4, 2, 1000))).isEqualTo("n cards [0, 1]");
  }

  /** A card that is partly taken is not a whole one. */
  @Test
  void wholeCardsAreTheFirstThatAreFree() {
    FixedFleet fleet = fleet(FixedFleet.Policy.SPREAD, node("n", 8, 8, 4));
    fleet.place(share(100));

    assertThat(placed(fleet, pod("w", 1, 1, 2, 0))).isEqualTo("n cards [1, 2]");
    assertThat(fleet.allocated()).isEqualTo(2100);
    assertThat(fleet.capacity()).isEqualTo(4000);
    assertThat(placed(fleet, pod("x", 1, 1, 2, 0))).isEqualTo("none");
    assertThat(placed(fleet, pod("y", 1, 1, 1, 0))).isEqualTo("n cards [3]");
  }

  @Test
  void manyKindsOfPodsHaveScoresOfTheirOwn() {
    FixedFleet fleet = fleet(FixedFleet.Policy.BINPACK, node("a", 64, 64, 1), node("b", 64, 64, 2));

    for (int share = 10; share < 90; share += 10) {
      assertThat(placed(fleet, share(share))).isEqualTo("a cards [0]");
    }
    assertThat(placed(fleet, share(640))).isEqualTo("a cards [0]");
    assertThat(placed(fleet, share(5))).isEqualTo("b cards [0]");
    assertThat(fleet.capacity()).isEqualTo(3000);
  }
}
