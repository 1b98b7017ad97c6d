package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** First fit decreasing and the greedy plan, on questions that are done by hand. */
class FirstFitTest {
  private static Problem.Type small(int limit, int... asked) {
    return Problems.type(10, limit, 1, 4, asked);
  }

  private static Problem.Type large(int limit, int... asked) {
    return Problems.type(35, limit, 4, 48, asked);
  }

  private static final int ANY = Problem.UNLIMITED;

  private static List<String> nodes(Draft draft) {
    return draft.nodes().stream().map(Pattern::toString).toList();
  }

  /** Two pods with 20 cores open the large node, and two with 4 have room there. */
  @Test
  void theLargestPodsComeFirst() {
    Problem problem =
        Problems.of(List.of(small(ANY, 1, 1), large(ANY, 1, 1)), new long[] {4, 20}, 2, 2);

    assertThat(inOrder(problem)).containsExactly("1:[0, 1]x[2, 2]");
    assertThat(nodes(new FirstFit(problem).best())).containsExactly("1:[0, 1]x[2, 2]");
  }

  /** A pod is as large as its greatest part of the largest node; of equal ones the first counts. */
  @Test
  void podsAreOrderedByTheirGreatestPart() {
    Problem devices = Problems.of(List.of(large(ANY, 1, 3)), new long[] {2, 1}, 2, 1);
    Problem cores = Problems.of(List.of(large(ANY, 1, 1)), new long[] {4, 46}, 2, 1);
    Problem both = Problems.of(List.of(large(ANY, 2, 1)), new long[] {1, 25}, 2, 1);
    Problem equal = Problems.of(List.of(large(ANY, 2, 2)), new long[] {30, 30}, 1, 1);
    Problem unlike =
        Problems.of(List.of(small(ANY, 0, 0), large(ANY, 1, 3)), new long[] {2, 1}, 2, 1);

    assertThat(inOrder(devices)).containsExactly("0:[0, 1]x[1, 1]", "0:[0]x[1]");
    assertThat(inOrder(cores)).containsExactly("0:[1]x[1]", "0:[0]x[2]");
    assertThat(inOrder(both)).containsExactly("0:[0, 1]x[1, 1]", "0:[0]x[1]");
    assertThat(inOrder(equal)).containsExactly("0:[0]x[1]", "0:[1]x[1]");
    assertThat(inOrder(unlike)).containsExactly("1:[0, 1]x[1, 1]", "1:[0]x[1]");
  }

  private static List<String> inOrder(Problem problem) {
    return nodes(new FirstFit(problem).plan(problem.byCost));
  }

  @Test
  void aPodGoesToTheFirstNodeWithRoomOrElseToACheapNewOne() {
    Problem problem =
        Problems.of(List.of(large(1, 1, 1), small(ANY, 0, 1)), new long[] {20, 4}, 1, 5);
    Draft draft = new FirstFit(problem).best();

    assertThat(nodes(draft)).containsExactly("0:[0, 1]x[1, 3]", "1:[1]x[1]", "1:[1]x[1]");
    assertThat(draft.cost()).isEqualTo(55);
  }

  /** Four small nodes cost 40, and a large one 35. */
  @Test
  void oneTypeAloneCanBeTheBest() {
    Problem problem = Problems.of(List.of(small(ANY, 1), large(ANY, 1)), new long[] {4}, 4);

    assertThat(nodes(new FirstFit(problem).plan(problem.byCost))).hasSize(4);
    assertThat(nodes(new FirstFit(problem).best())).containsExactly("1:[0]x[4]");
    Problem limited = Problems.of(List.of(small(ANY, 1), large(1, 1)), new long[] {4}, 4);
    assertThat(nodes(new FirstFit(limited).best())).hasSize(4);
  }

  @Test
  void limitsOfNodesAndOfPodsOnANodeHold() {
    Problem problem =
        new Problem(
            List.of(large(2, 1)), List.of(), new long[][] {{0, 4}}, new int[] {9}, new int[] {3});
    Draft draft = new FirstFit(problem).best();

    assertThat(nodes(draft)).containsExactly("0:[0]x[3]", "0:[0]x[3]");
    assertThat(draft.unplaced()).isEqualTo(3);
  }

  /** 60 vCPUs are three small nodes with 16, or one large one with 48. */
  @Test
  void aQuotaHolds() {
    Problem problem = Problems.of(List.of(small(ANY, 1), large(ANY, 1)), new long[] {4}, 6);
    Draft draft = new FirstFit(Problems.withQuota(problem, 100, 4, 48)).best();

    assertThat(draft.cost()).isEqualTo(60);
    Problem tight = Problems.withQuota(problem, 60, 16, 48);
    assertThat(inOrder(tight)).hasSize(3);
    Problem exact = Problems.withQuota(problem, 48, 16, 48);
    assertThat(inOrder(exact)).hasSize(3);
    assertThat(nodes(new FirstFit(tight).best())).containsExactly("1:[0]x[4]");
  }

  @Test
  void aPodIsWorthWhatItCostsAloneAtBest() {
    Problem problem =
        Problems.of(
            List.of(small(ANY, 1, 1, 0), large(ANY, 1, 1, 0)), new long[] {4, 4, 4}, 7, 1, 1);

    assertThat(Greedy.alone(problem)).containsExactly(8.75, 10, 0);
    assertThat(Greedy.alone(Problems.of(List.of(Problems.type(0, 1, 4, 48, 1)), new long[] {4}, 7)))
        .containsExactly(0.25);
  }

  private static Draft greedy(Problem problem, double... values) {
    Filler[] fillers = new Filler[problem.types.length];
    for (int t = 0; t < fillers.length; t++) {
      fillers[t] = new Filler(problem, t);
    }
    Draft draft = new Draft(problem);
    new Greedy(problem, fillers).complete(draft, values);
    return draft;
  }

  /** A full large node is worth 35 for 35, and three pods on it 26.25; a small one 8.75 for 10. */
  @Test
  void theFillingOfMostValueForItsPriceIsTakenAsOftenAsItCanBe() {
    Problem problem = Problems.of(List.of(small(ANY, 1), large(ANY, 1)), new long[] {4}, 11);

    assertThat(nodes(greedy(problem, 8.75)))
        .containsExactly("1:[0]x[4]", "1:[0]x[4]", "0:[0]x[1]", "0:[0]x[1]", "0:[0]x[1]");
    Problem limited = Problems.of(List.of(small(2, 1), large(1, 1)), new long[] {4}, 11);
    Draft draft = greedy(limited, 8.75);
    assertThat(nodes(draft)).containsExactly("1:[0]x[4]", "0:[0]x[1]", "0:[0]x[1]");
    assertThat(draft.unplaced()).isEqualTo(5);
  }

  /** What the large node is filled with last, a cheaper type holds too. */
  @Test
  void aFillingGoesToTheCheapestTypeThatHoldsIt() {
    Problem.Type dear = Problems.type(35, ANY, 4, 48, 1, 1);
    Problem.Type half = Problems.type(20, 1, 2, 24, 1, 1);
    Problem problem = Problems.of(List.of(dear, half), new long[] {10, 1}, 2, 0);

    assertThat(nodes(greedy(problem, 30, 1))).containsExactly("1:[0]x[2]");
  }

  /** A node that exists is nearly free, and comes first. */
  @Test
  void nodesThatExistAreFilledFirst() {
    Problem problem =
        Problems.of(
            List.of(large(ANY, 1), Problems.type(0, 1, 1, 4, 1), Problems.type(0, 1, 2, 8, 1)),
            new long[] {4},
            5);

    assertThat(nodes(greedy(problem, 8.75))).containsExactly("2:[0]x[2]", "1:[0]x[1]", "0:[0]x[2]");
  }
}
