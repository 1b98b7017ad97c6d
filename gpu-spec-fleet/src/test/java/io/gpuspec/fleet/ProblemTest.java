package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What nodes hold, and what a draft of nodes leaves. */
class ProblemTest {
  /** A node with 4 devices and 10 of another resource; pods take 1, 2 or none of its devices. */
  private final Problem.Type node = Problems.type(10, Problem.UNLIMITED, 4, 10, 1, 2, 0);

  private final Problem problem = Problems.of(List.of(node), new long[] {3, 0, 1}, 9, 9, 9);

  private static Problem perNode(Problem problem, int... most) {
    return new Problem(List.of(problem.types), problem.quotas, problem.need, problem.demand, most);
  }

  @Test
  void aNodeHoldsAsManyPodsAsTheScarcestOfItsResources() {
    assertThat(problem.most(0, 0)).isEqualTo(3);
    assertThat(problem.most(0, 1)).isEqualTo(2);
    assertThat(problem.most(0, 2)).isZero();
    assertThat(problem.serves(0, 1)).isTrue();
    assertThat(problem.serves(0, 2)).isFalse();
    assertThat(perNode(problem, 2, 1, 9).most(0, 0)).isEqualTo(2);
    assertThat(perNode(problem, 2, 1, 9).most(0, 1)).isEqualTo(1);
  }

  @Test
  void aNodeHoldsAPatternIfNothingOfItIsExceeded() {
    assertThat(problem.holds(0, Problems.pattern(0, 2, 1, 0))).isTrue();
    assertThat(problem.holds(0, Problems.pattern(0, 3, 0, 0))).isTrue();
    assertThat(problem.holds(0, Problems.pattern(0, 3, 1, 0))).isFalse();
    assertThat(problem.holds(0, Problems.pattern(0, 4, 0, 0))).isFalse();
    assertThat(problem.holds(0, Problems.pattern(0, 0, 0, 1))).isFalse();
    assertThat(perNode(problem, 1, 9, 9).holds(0, Problems.pattern(0, 1, 1, 0))).isTrue();
    assertThat(perNode(problem, 1, 9, 9).holds(0, Problems.pattern(0, 2, 0, 0))).isFalse();
  }

  @Test
  void typesAreOrderedByTheirCost() {
    Problem three =
        Problems.of(
            List.of(
                Problems.type(5, 1, 1, 1, 1),
                Problems.type(2, 1, 1, 1, 1),
                Problems.type(9, 1, 1, 1, 1)),
            new long[] {1},
            1);

    assertThat(three.byCost).containsExactly(1, 0, 2);
    assertThat(three.dearest).isEqualTo(9);
    assertThat(three.resources()).isEqualTo(2);
    assertThat(new Problem(List.of(), List.of(), new long[0][], new int[0], new int[0]).resources())
        .isEqualTo(1);
  }

  private static List<Integer> undominated(Problem.Type... types) {
    return Problems.of(List.of(types), new long[] {1, 1}, 1, 1).undominated();
  }

  /** Of a type that another replaces no node is ever needed. */
  @Test
  void aTypeThatCostsNoLessAndHoldsNoMoreIsLeftOut() {
    Problem.Type type = Problems.type(10, Problem.UNLIMITED, 4, 10, 1, 1);

    assertThat(undominated(type, Problems.type(11, Problem.UNLIMITED, 4, 10, 1, 1)))
        .containsExactly(0);
    assertThat(undominated(Problems.type(10, Problem.UNLIMITED, 4, 9, 1, 1), type))
        .containsExactly(1);
    assertThat(undominated(type, Problems.type(10, Problem.UNLIMITED, 4, 10, 2, 0)))
        .containsExactly(0);
    assertThat(undominated(type, type, type)).containsExactly(0);
  }

  @Test
  void aTypeThatIsBetterInAnythingStays() {
    Problem.Type type = Problems.type(10, Problem.UNLIMITED, 4, 10, 2, 0);

    assertThat(undominated(type, Problems.type(9, Problem.UNLIMITED, 3, 9, 3, 0)))
        .containsExactly(0, 1);
    assertThat(undominated(type, Problems.type(11, Problem.UNLIMITED, 4, 11, 3, 0)))
        .containsExactly(0, 1);
    assertThat(undominated(type, Problems.type(11, Problem.UNLIMITED, 4, 10, 1, 0)))
        .containsExactly(0, 1);
    assertThat(undominated(type, Problems.type(11, Problem.UNLIMITED, 4, 10, 2, 1)))
        .containsExactly(0, 1);
  }

  /** There may not be enough of a type that is limited. */
  @Test
  void aLimitedTypeReplacesNone() {
    Problem.Type type = Problems.type(10, Problem.UNLIMITED, 4, 10, 1, 1);

    assertThat(undominated(Problems.type(10, 5, 4, 10, 1, 1), Problems.type(11, 5, 4, 10, 1, 1)))
        .containsExactly(0, 1);
    Problem quota =
        Problems.withQuota(
            Problems.of(
                List.of(type, Problems.type(11, Problem.UNLIMITED, 4, 10, 1, 1)),
                new long[] {1, 1},
                1,
                1),
            100,
            1,
            0);
    assertThat(quota.undominated()).containsExactly(0, 1);
  }

  @Test
  void aPatternCountsWhatItHas() {
    Pattern pattern = Problems.pattern(3, 2, 0, 1);
    int[] left = {7, 5, 3};

    assertThat(pattern).hasToString("3:[0, 2]x[2, 1]");
    assertThat(pattern.pods()).isEqualTo(3);
    assertThat(pattern.value(new double[] {10, 100, 5})).isEqualTo(25);
    assertThat(pattern.times(left)).isEqualTo(3);
    assertThat(pattern.times(new int[] {1, 5, 3})).isZero();
    pattern.addTo(left, -2);
    assertThat(left).containsExactly(3, 5, 1);
    assertThat(pattern.on(1)).isEqualTo(Problems.pattern(1, 2, 0, 1));
  }

  @Test
  void patternsAreEqualIfAllOfThemIs() {
    Pattern pattern = Problems.pattern(0, 2, 1);

    assertThat(pattern)
        .isEqualTo(Problems.pattern(0, 2, 1))
        .hasSameHashCodeAs(Problems.pattern(0, 2, 1))
        .isNotEqualTo(Problems.pattern(1, 2, 1))
        .isNotEqualTo(Problems.pattern(0, 1, 1))
        .isNotEqualTo(new Pattern(0, new int[] {0, 2}, new int[] {2, 1}))
        .isNotEqualTo("0:[0, 1]x[2, 1]");
    assertThat(pattern.hashCode()).isNotEqualTo(Problems.pattern(1, 2, 1).hashCode());
  }

  @Test
  void aDraftHasRoomWithinLimitsAndQuotas() {
    Problem two =
        Problems.withQuota(
            Problems.of(
                List.of(
                    Problems.type(10, 5, 4, 10, 1), Problems.type(20, Problem.UNLIMITED, 4, 10, 1)),
                new long[] {1},
                99),
            20,
            6,
            0);
    Draft draft = new Draft(two);

    assertThat(draft.room(0)).isEqualTo(3);
    assertThat(draft.room(1)).isEqualTo(Problem.UNLIMITED);
    draft.add(Problems.pattern(0, 4), 2);
    assertThat(draft.room(0)).isEqualTo(1);
    draft.add(Problems.pattern(0, 2), 1);
    assertThat(draft.room(0)).isZero();
    assertThat(draft.cost()).isEqualTo(30);
    assertThat(draft.left()).containsExactly(89);
    assertThat(draft.unplaced()).isEqualTo(89);
    assertThat(draft.remove(0)).isEqualTo(Problems.pattern(0, 4));
    assertThat(draft.nodes()).containsExactly(Problems.pattern(0, 2), Problems.pattern(0, 4));
    assertThat(draft.remove(1)).isEqualTo(Problems.pattern(0, 4));
    assertThat(draft.nodes()).containsExactly(Problems.pattern(0, 2));
    assertThat(draft.room(0)).isEqualTo(2);
    assertThat(draft.cost()).isEqualTo(10);
    assertThat(draft.unplaced()).isEqualTo(97);
  }

  @Test
  void aDraftIsBetterIfItPlacesMoreOrElseCostsLess() {
    Draft none = new Draft(problem);
    Draft one = new Draft(problem, List.of(Problems.pattern(0, 3, 0, 0)));
    Draft split =
        new Draft(problem, List.of(Problems.pattern(0, 2, 0, 0), Problems.pattern(0, 1, 0, 0)));

    assertThat(one.isBetterThan(none)).isTrue();
    assertThat(none.isBetterThan(one)).isFalse();
    assertThat(one.isBetterThan(split)).isTrue();
    assertThat(split.isBetterThan(one)).isFalse();
    assertThat(one.isBetterThan(one.copy())).isFalse();
    assertThat(one.copy().nodes()).isEqualTo(one.nodes()).isNotSameAs(one.nodes());
  }
}
