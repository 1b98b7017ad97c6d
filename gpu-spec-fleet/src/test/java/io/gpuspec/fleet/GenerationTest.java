package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which patterns a fractional plan needs, and the bound that its values prove. */
class GenerationTest {
  private static final long WORK = 400_000_000L;

  private static Generation of(Problem problem) {
    Filler[] fillers = new Filler[problem.types.length];
    for (int t = 0; t < fillers.length; t++) {
      fillers[t] = new Filler(problem, t);
    }
    return new Generation(problem, fillers);
  }

  /** Seven pods; a node with four devices for 35, or one with one for 10. */
  private static Problem seven(int limit) {
    return Problems.of(
        List.of(Problems.type(35, limit, 4, 4, 1), Problems.type(10, Problem.UNLIMITED, 1, 1, 1)),
        new long[] {1},
        7);
  }

  @Test
  void theBoundIsTheCostOfTheFractionalPlan() {
    Generation generation = of(seven(Problem.UNLIMITED));
    generation.addAlone();

    assertThat(generation.run(1e-6, WORK, () -> false)).isTrue();
    assertThat(generation.bound()).isBetween(61.2499, 61.25);
    assertThat(generation.values()[0]).isCloseTo(8.75, within(1e-4));
    assertThat(generation.costs()).containsExactly(new double[] {35, 10}, within(1e-6));
    assertThat(generation.master().patterns())
        .contains(Problems.pattern(0, 4), Problems.pattern(1, 1));
    assertThat(generation.work()).isGreaterThan(generation.master().work());
  }

  /** One more of the large node would save 5, so it counts as 40. */
  @Test
  void aLimitMakesANodeCountForMore() {
    Generation generation = of(seven(1));
    generation.addAlone();

    assertThat(generation.run(1e-6, WORK, () -> false)).isTrue();
    assertThat(generation.bound()).isBetween(64.999, 65.0);
    assertThat(generation.costs()).containsExactly(new double[] {40, 10}, within(1e-4));
  }

  /** 24 of a quota are one and a half large nodes, and each counts for 16 of it. */
  @Test
  void aQuotaMakesANodeCountForMore() {
    Generation generation = of(Problems.withQuota(seven(Problem.UNLIMITED), 24, 16, 0));
    generation.addAlone();

    assertThat(generation.run(1e-6, WORK, () -> false)).isTrue();
    assertThat(generation.bound()).isBetween(62.499, 62.5);
    assertThat(generation.costs()).containsExactly(new double[] {40, 10}, within(1e-4));
  }

  /** Pods with 20 and 10 of 30 cores fill a node together; alone they take 3 + 1 nodes. */
  @Test
  void fillingsOfSeveralClassesAreFound() {
    Problem problem =
        Problems.of(
            List.of(Problems.type(10, Problem.UNLIMITED, 8, 30, 1, 1)), new long[] {20, 10}, 3, 3);
    Generation generation = of(problem);
    generation.addAlone();

    assertThat(generation.master().patterns())
        .containsExactly(Problems.pattern(0, 1, 0), Problems.pattern(0, 0, 3));
    assertThat(generation.run(1e-6, WORK, () -> false)).isTrue();
    assertThat(generation.bound()).isBetween(29.999, 30.0);
    assertThat(generation.master().cost()).isCloseTo(30, within(1e-4));
    assertThat(generation.master().patterns()).contains(Problems.pattern(0, 1, 1));
  }

  /** A pattern is added once, and one with pods that are not there is not made. */
  @Test
  void patternsAreKnownOnce() {
    Problem problem =
        Problems.of(
            List.of(Problems.type(10, Problem.UNLIMITED, 8, 30, 1, 0)), new long[] {20, 10}, 3, 3);
    Generation generation = of(problem);
    generation.add(List.of(Problems.pattern(0, 1, 0), Problems.pattern(0, 1, 0)));
    generation.addAlone();

    assertThat(generation.master().patterns()).containsExactly(Problems.pattern(0, 1, 0));
  }

  @Test
  void aSearchEndsWhereItIsToldToOrHasNoWorkLeft() {
    Problem problem = Problems.large(3);
    Generation stopped = of(problem);
    stopped.addAlone();
    Generation brief = of(problem);
    brief.addAlone();

    assertThat(stopped.run(1e-9, WORK, () -> true)).isFalse();
    assertThat(stopped.bound()).isZero();
    assertThat(brief.run(1e-9, 10, () -> false)).isFalse();
    assertThat(brief.run(1e-4, WORK, () -> false)).isTrue();
    assertThat(brief.bound()).isGreaterThan(brief.master().cost() * (1 - 1e-4));
  }

  /** However far it is from the first patterns, every bound is of all plans. */
  @Test
  void boundsAreWithinTheToleranceOfTheFractionalPlan() {
    for (long seed = 0; seed < 25; seed++) {
      Problem problem = Problems.large(seed);
      Generation generation = of(problem);
      generation.addAlone();
      boolean isFinished = generation.run(1e-6, WORK, () -> false);

      assertThat(isFinished).isTrue();
      assertThat(generation.bound()).isLessThanOrEqualTo(generation.master().cost() * (1 + 1e-9));
      assertThat(generation.bound())
          .isGreaterThanOrEqualTo(generation.master().cost() * (1 - 1e-3));
    }
  }
}
