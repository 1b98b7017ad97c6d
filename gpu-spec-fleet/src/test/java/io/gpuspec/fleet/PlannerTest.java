package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * How good plans are: beside all plans of small questions, and beside the bounds of larger ones.
 */
class PlannerTest {
  private static final Planner.Effort EFFORT = new Planner.Effort(1e-4, 400_000_000L, 10, 300);
  private static final Planner.Effort ROUNDED = new Planner.Effort(1e-4, 400_000_000L, 10, 0);

  private static Planner.Result plan(Problem problem) {
    return Planner.plan(problem, EFFORT, () -> false);
  }

  private static boolean isBest(Planner.Result result, Problems.Best best) {
    return result.draft().unplaced() == best.unplaced() && result.draft().cost() == best.cost();
  }

  /** Of question 49 not all pods can be placed, and another plan for the rest is cheaper. */
  @Test
  void smallQuestionsHaveTheBestPlan() {
    assertThat(
            LongStream.range(0, 200)
                .filter(
                    seed ->
                        !isBest(plan(Problems.small(seed)), Problems.best(Problems.small(seed)))))
        .containsExactly(49L);
  }

  /** Of question 96 one pod more can be placed, which the search finds. */
  @Test
  void mostOfThemHaveItBeforeTheSearch() {
    assertThat(
            LongStream.range(0, 200)
                .filter(
                    seed ->
                        !isBest(
                            Planner.plan(Problems.small(seed), ROUNDED, () -> false),
                            Problems.best(Problems.small(seed)))))
        .containsExactly(49L, 96L);
  }

  @Test
  void noPlanIsBelowItsBoundAndBoundsAreNear() {
    double bounds = 0;
    double costs = 0;
    for (long seed = 0; seed < 60; seed++) {
      Problem problem = Problems.large(seed);
      Planner.Result result = plan(problem);
      assertThat(result.isFinished()).isTrue();
      assertThat(result.bound()).isLessThanOrEqualTo(result.draft().cost());
      assertThat(new FirstFit(problem).best().isBetterThan(result.draft())).isFalse();
      if (result.draft().unplaced() == 0) {
        bounds += result.bound();
        costs += result.draft().cost();
      }
    }
    assertThat(costs / bounds).isBetween(1.0, 1.014);
  }

  /** The bound is of the pods that can be placed. */
  @Test
  void aBoundHoldsForThePodsThatHaveANode() {
    Problem problem = Problems.of(List.of(Problems.type(10, 2, 2, 8, 1)), new long[] {4}, 7);
    Planner.Result result = plan(problem);

    assertThat(result.draft().unplaced()).isEqualTo(3);
    assertThat(result.draft().cost()).isEqualTo(20);
    assertThat(result.draft().left()).containsExactly(3);
    assertThat(result.bound()).isBetween(19.99, 20.0);
  }

  /** Three pods with 2 and three with 1 fill three nodes of 3, whoever comes first. */
  @Test
  void fillingsAreCombined() {
    Problem problem =
        Problems.of(
            List.of(Problems.type(10, Problem.UNLIMITED, 8, 30, 1, 1)), new long[] {20, 10}, 3, 3);

    assertThat(plan(problem).draft().cost()).isEqualTo(30);
    assertThat(plan(problem).bound()).isGreaterThan(29.9);
  }

  @Test
  void aSearchThatIsStoppedHasAPlanAndABoundAllTheSame() {
    Problem problem = Problems.large(3);
    Planner.Result stopped = Planner.plan(problem, EFFORT, () -> true);

    assertThat(stopped.isFinished()).isFalse();
    assertThat(stopped.draft().unplaced()).isEqualTo(plan(problem).draft().unplaced());
    assertThat(stopped.bound()).isLessThanOrEqualTo(plan(problem).draft().cost());
    assertThat(stopped.draft().cost()).isGreaterThanOrEqualTo(plan(problem).draft().cost());
  }

  @Test
  void nothingAskedCostsNothing() {
    Planner.Result result =
        plan(new Problem(List.of(), List.of(), new long[0][0], new int[0], new int[0]));

    assertThat(result.draft().nodes()).isEmpty();
    assertThat(result.bound()).isZero();
  }
}
