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

  /** A node with devices and two other resources, and pods worth about as much as they take. */
  private static Problem correlated(SplittableRandom random, long unit, double[] values) {
    int classes = values.length;
    long[][] need = new long[classes][];
    int[] asked = new int[classes];
    int[] demand = new int[classes];
    int[] perNode = new int[classes];
    for (int c = 0; c < classes; c++) {
      asked[c] = 1 + random.nextInt(2);
      need[c] = new long[] {0, unit * (11 + random.nextInt(40)), 1 + random.nextInt(5)};
      demand[c] = 1 + random.nextInt(3);
      perNode[c] = 1 + random.nextInt(3);
      values[c] = need[c][1] / (double) unit + 7 + random.nextInt(3);
    }
    long[] capacity = {10, unit * 211, 23};
    return new Problem(
        List.of(new Problem.Type(10, Problem.UNLIMITED, capacity, asked)),
        List.of(),
        need,
        demand,
        perNode);
  }

  /** The best of all fillings, by a table over all three resources. */
  private static double best(Problem problem, double[] values, long unit) {
    long[] capacity = problem.types[0].capacity();
    int cpus = (int) (capacity[1] / unit);
    int memories = (int) capacity[2];
    double[][][] table = new double[(int) capacity[0] + 1][cpus + 1][memories + 1];
    for (int c = 0; c < values.length; c++) {
      int devices = problem.types[0].devices()[c];
      int cpu = (int) (problem.need[c][1] / unit);
      int memory = (int) problem.need[c][2];
      for (int copy = 0; copy < Math.min(problem.demand[c], problem.perNode[c]); copy++) {
        for (int d = table.length - 1; d >= devices; d--) {
          for (int u = cpus; u >= cpu; u--) {
            for (int m = memories; m >= memory; m--) {
              table[d][u][m] =
                  Math.max(table[d][u][m], table[d - devices][u - cpu][m - memory] + values[c]);
            }
          }
        }
      }
    }
    return table[table.length - 1][cpus][memories];
  }

  /** Pods that are worth about what they take, for which the table over a second resource pays. */
  @Test
  void podsThatAreAllAlikeAreFilledBestToo() {
    int cutShort = 0;
    for (long seed = 0; seed < 12; seed++) {
      long unit = seed % 2 == 0 ? 1 : 1000;
      double[] values = new double[24];
      Problem problem = correlated(new SplittableRandom(seed), unit, values);
      double most = best(problem, values, unit);
      Filler filler = new Filler(problem, 0);
      double limit = filler.fill(values, problem.demand, 0, 1e-9, 400_000);

      assertThat(limit).isCloseTo(most, within(1e-6 * most));
      assertThat(problem.holds(0, filler.pattern(0))).isTrue();
      assertThat(filler.pattern(0).times(problem.demand)).isPositive();
      assertThat(filler.pattern(0).value(values)).isCloseTo(most, within(1e-6 * most));
      Filler quick = new Filler(problem, 0);
      double cut = quick.fill(values, problem.demand, 0, 1e-9, 1500);
      assertThat(cut).isGreaterThanOrEqualTo(most * (1 - 1e-9));
      cutShort += cut > most * (1 + 1e-6) ? 1 : 0;
    }
    assertThat(cutShort).isPositive();
  }

  /** Amounts that are no multiples of anything are rounded down to levels, so limits hold. */
  @Test
  void amountsWithoutACommonUnitHaveALimitThatHolds() {
    for (long seed = 0; seed < 6; seed++) {
      double[] values = new double[24];
      Problem even = correlated(new SplittableRandom(seed), 1000, values);
      double most = best(even, values, 1000);
      // A little more of each pod, and of the node enough for as many of them.
      long[][] need = new long[values.length][];
      for (int c = 0; c < need.length; c++) {
        need[c] = new long[] {0, even.need[c][1] + 1 + c % 3, even.need[c][2]};
      }
      long[] capacity = {10, even.types[0].capacity()[1] + 30, even.types[0].capacity()[2]};
      Problem odd =
          new Problem(
              List.of(new Problem.Type(10, Problem.UNLIMITED, capacity, even.types[0].devices())),
              List.of(),
              need,
              even.demand,
              even.perNode);
      Filler filler = new Filler(odd, 0);

      assertThat(filler.fill(values, odd.demand, 0, 1e-9, 400_000))
          .isCloseTo(most, within(1e-6 * most));
      assertThat(odd.holds(0, filler.pattern(0))).isTrue();
      assertThat(filler.pattern(0).value(values)).isCloseTo(most, within(1e-6 * most));
    }
  }

  /** Without any of a resource no pod that needs some has room, and others do not mind. */
  @Test
  void aNodeWithoutAResourceTakesPodsThatNeedNone() {
    Problem problem =
        Problems.of(
            List.of(Problems.type(10, Problem.UNLIMITED, 2, 0, 1, 1)), new long[] {1, 0}, 5, 5);
    Filler filler = new Filler(problem, 0);

    assertThat(filler.fill(new double[] {9, 1}, problem.demand, 0, 1e-9, 1000))
        .isCloseTo(2, within(1e-6));
    assertThat(filler.pattern(0)).isEqualTo(Problems.pattern(0, 0, 2));
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
