package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What one node holds that is worth most, beside all that it can hold. */
class FillerTest {

  private static double best(Problem problem, int type, int[] left, double[] values) {
    List<Pattern> fillings = new ArrayList<>();
    Problems.fill(problem, type, left, new int[problem.classes()], 0, fillings);
    return fillings.stream().mapToDouble(each -> each.value(values)).max().orElse(0);
  }

  /** With the same filler for several values, because it keeps its multipliers. */
  @Test
  void aFillingIsWorthAsMuchAsTheBestOfAll() {
    for (long seed = 0; seed < 120; seed++) {
      Problem problem = Problems.small(seed);
      SplittableRandom random = new SplittableRandom(seed + 1);
      for (int t = 0; t < problem.types.length; t++) {
        Filler filler = new Filler(problem, t);
        for (int round = 0; round < 3; round++) {
          double[] values = new double[problem.classes()];
          Arrays.setAll(values, c -> random.nextInt(5) == 0 ? 0 : random.nextInt(1000) / 7.0);
          int[] left = problem.demand.clone();
          Arrays.setAll(left, c -> random.nextInt(left[c] + 1));
          double most = best(problem, t, left, values);
          double limit = filler.fill(values, left, 0, 1e-9, 100_000);

          assertThat(limit).isCloseTo(most, within(1e-6 * Math.max(1, most)));
          assertThat(filler.isFound()).isEqualTo(most > 0);
          if (most > 0) {
            Pattern found = filler.pattern(t);
            assertThat(problem.holds(t, found)).isTrue();
            assertThat(found.times(left)).isPositive();
            assertThat(found.value(values)).isCloseTo(most, within(1e-6 * most));
            assertThat(filler.bestValue()).isCloseTo(most, within(1e-6 * most));
          }
        }
      }
    }
  }

  /** Cut short, its limit still exceeds every filling, and what it found is one. */
  @Test
  void aSearchThatIsCutShortHasALimitAllTheSame() {
    for (long seed = 0; seed < 120; seed++) {
      Problem problem = Problems.small(seed);
      double[] values = new double[problem.classes()];
      SplittableRandom random = new SplittableRandom(seed);
      Arrays.setAll(values, c -> 1 + random.nextInt(50));
      for (int t = 0; t < problem.types.length; t++) {
        double most = best(problem, t, problem.demand, values);
        for (int budget : new int[] {1, 3, 10}) {
          Filler filler = new Filler(problem, t);
          assertThat(filler.fill(values, problem.demand, 0, 1e-9, budget))
              .isGreaterThanOrEqualTo(most * (1 - 1e-9));
          if (filler.isFound()) {
            assertThat(problem.holds(t, filler.pattern(t))).isTrue();
          }
        }
      }
    }
  }

  @Test
  void whatIsNotAboveTheThresholdIsOfNoUse() {
    Problem problem =
        Problems.of(
            List.of(Problems.type(10, Problem.UNLIMITED, 4, 10, 1, 2)), new long[] {2, 3}, 9, 9);
    Filler filler = new Filler(problem, 0);
    double[] values = {3, 5};

    // Four of the first, or two of them and one of the second: 12 or 11.
    assertThat(filler.fill(values, problem.demand, 0, 0, 1000)).isCloseTo(12, within(1e-6));
    assertThat(filler.pattern(0)).isEqualTo(Problems.pattern(0, 4, 0));
    assertThat(filler.fill(values, problem.demand, 11.5, 0, 1000)).isCloseTo(12, within(1e-6));
    assertThat(filler.isFound()).isTrue();
    assertThat(filler.fill(values, problem.demand, 12, 0, 1000)).isCloseTo(12, within(1e-6));
    assertThat(filler.isFound()).isFalse();
    assertThat(filler.fill(values, new int[] {0, 0}, 1, 0, 1000)).isEqualTo(1);
    assertThat(filler.isFound()).isFalse();
    assertThat(filler.fill(new double[2], problem.demand, 1, 0, 1000)).isEqualTo(1);
    assertThat(filler.work()).isPositive();
  }

  /** Pods of many sizes, for which the table over a second resource is needed. */
  @Test
  void manySizesOfAScarceResourceAreFilledBest() {
    SplittableRandom random = new SplittableRandom(11);
    for (int round = 0; round < 6; round++) {
      int classes = 12;
      int[] asked = new int[classes];
      long[] cpu = new long[classes];
      int[] demand = new int[classes];
      double[] values = new double[classes];
      for (int c = 0; c < classes; c++) {
        asked[c] = 1 + random.nextInt(2);
        cpu[c] = 101 + random.nextInt(300);
        demand[c] = 1 + random.nextInt(2);
        values[c] = cpu[c] * asked[c] + random.nextInt(40);
      }
      Problem problem =
          Problems.of(List.of(Problems.type(10, Problem.UNLIMITED, 8, 1000, asked)), cpu, demand);
      double most = best(problem, 0, demand, values);
      Filler filler = new Filler(problem, 0);

      assertThat(filler.fill(values, demand, 0, 1e-9, 200_000))
          .isCloseTo(most, within(1e-6 * most));
      assertThat(filler.pattern(0).value(values)).isCloseTo(most, within(1e-6 * most));
    }
  }
}
