package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The fractional plan over given patterns; sums are worked out by hand. */
class MasterTest {
  /** Right sides are slightly uneven. */
  private static final Offset<Double> NEAR = within(1e-6);

  /** A node with four devices for 35, and one with one for 10; seven pods with one each. */
  private static Problem seven(int limit) {
    return Problems.of(
        List.of(Problems.type(35, limit, 4, 4, 1), Problems.type(10, Problem.UNLIMITED, 1, 1, 1)),
        new long[] {1},
        7);
  }

  private static Master solved(Problem problem) {
    Master master = new Master(problem);
    master.add(Problems.pattern(0, 4));
    master.add(Problems.pattern(1, 1));
    assertThat(master.solve(1_000_000)).isTrue();
    return master;
  }

  /** 7/4 of the large node, so that a pod costs 35/4. */
  @Test
  void theCheapestPatternIsUsedInFractions() {
    Master master = solved(seven(Problem.UNLIMITED));

    assertThat(master.cost()).isCloseTo(61.25, NEAR);
    assertThat(master.values()).containsExactly(new double[] {8.75}, NEAR);
    assertThat(master.used()).hasSize(1);
    assertThat(master.used().get(0).pattern()).isEqualTo(Problems.pattern(0, 4));
    assertThat(master.used().get(0).times()).isCloseTo(1.75, NEAR);
    assertThat(master.limitPrice(0)).isZero();
    assertThat(master.quotaPrices()).isEmpty();
    assertThat(master.patterns()).hasSize(2);
    assertThat(master.work()).isPositive();
  }

  /** One large node and three small ones: one more large node saves 4 x 10 - 35. */
  @Test
  void aLimitCostsWhatOneMoreNodeWouldSave() {
    Master master = solved(seven(1));

    assertThat(master.cost()).isCloseTo(65, NEAR);
    assertThat(master.values()).containsExactly(new double[] {10}, NEAR);
    assertThat(master.limitPrice(0)).isCloseTo(5, NEAR);
    assertThat(master.limitPrice(1)).isZero();
    assertThat(master.used())
        .extracting(used -> used.pattern() + " " + Math.round(1000 * used.times()))
        .containsExactlyInAnyOrder("0:[0]x[4] 1000", "1:[0]x[1] 3000");
  }

  /** 24 of a quota are one and a half large nodes, and a unit of it saves 5/16. */
  @Test
  void aQuotaCostsWhatOneMoreUnitWouldSave() {
    Master master = solved(Problems.withQuota(seven(Problem.UNLIMITED), 24, 16, 0));

    assertThat(master.cost()).isCloseTo(1.5 * 35 + 10, NEAR);
    assertThat(master.quotaPrices()).containsExactly(new double[] {5 / 16.0}, NEAR);
    assertThat(master.values()).containsExactly(new double[] {10}, NEAR);
  }

  /** A pod that no pattern has costs a thousand times the dearest node. */
  @Test
  void aPodThatNoPatternHasIsLeftOut() {
    Master master = new Master(seven(Problem.UNLIMITED));

    assertThat(master.solve(1000)).isTrue();
    assertThat(master.values()).containsExactly(new double[] {35_000}, NEAR);
    assertThat(master.cost()).isCloseTo(7 * 35_000, NEAR);
    assertThat(master.used()).isEmpty();
  }

  @Test
  void withoutWorkThereIsNoOptimum() {
    Master master = new Master(seven(Problem.UNLIMITED));
    master.add(Problems.pattern(0, 4));

    assertThat(master.solve(0)).isFalse();
    assertThat(master.solve(1_000_000)).isTrue();
  }

  /**
   * At the optimum no pattern is worth more than it costs, the used ones are worth just that, and
   * all pods are covered: the two sides of linear programming, whatever the way there.
   */
  @Test
  void manyPatternsHaveAnOptimumToo() {
    for (long seed = 0; seed < 8; seed++) {
      Problem problem = manyClasses(seed);
      Master master = new Master(problem);
      SplittableRandom random = new SplittableRandom(seed);
      for (int round = 0; round < 6; round++) {
        for (int i = 0; i < 120; i++) {
          int type = random.nextInt(problem.types.length);
          int[] counts = new int[problem.classes()];
          for (int c = 0; c < 4; c++) {
            counts[random.nextInt(counts.length)] = 1 + random.nextInt(3);
          }
          Pattern pattern = Pattern.of(type, counts);
          if (!master.patterns().contains(pattern)) {
            master.add(pattern);
          }
        }
        assertThat(master.solve(Long.MAX_VALUE)).isTrue();
        assertOptimal(problem, master);
        assertThat(master.error()).isLessThan(1e-6);
      }
    }
  }

  /** What is worked out from the basis alone is what many steps have led to. */
  @Test
  void whatIsWorkedOutAnewIsTheSame() {
    for (long seed = 0; seed < 8; seed++) {
      Problem problem = manyClasses(seed);
      Master master = new Master(problem);
      SplittableRandom random = new SplittableRandom(seed);
      for (int i = 0; i < 400; i++) {
        int[] counts = new int[problem.classes()];
        for (int c = 0; c < 5; c++) {
          counts[random.nextInt(counts.length)] = 1 + random.nextInt(3);
        }
        Pattern pattern = Pattern.of(random.nextInt(problem.types.length), counts);
        if (!master.patterns().contains(pattern)) {
          master.add(pattern);
        }
      }
      master.solve(Long.MAX_VALUE);
      double[] values = master.values();
      double[] prices = master.quotaPrices();
      List<Master.Used> used = master.used();
      double cost = master.cost();
      long work = master.work();
      master.renew();

      assertThat(master.values()).containsExactly(values, within(1e-4));
      assertThat(master.quotaPrices()).containsExactly(prices, within(1e-6));
      assertThat(master.cost()).isCloseTo(cost, within(1e-4));
      assertThat(master.used()).hasSameSizeAs(used);
      for (int i = 0; i < used.size(); i++) {
        assertThat(master.used().get(i).pattern()).isEqualTo(used.get(i).pattern());
        assertThat(master.used().get(i).times()).isCloseTo(used.get(i).times(), within(1e-6));
      }
      assertThat(master.error()).isLessThan(1e-9);
      assertThat(master.work()).isGreaterThan(work);
      assertThat(master.solve(Long.MAX_VALUE)).isTrue();
      assertThat(master.cost()).isCloseTo(cost, within(1e-4));
    }
  }

  private static Problem manyClasses(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int classes = 30;
    long[] cpu = new long[classes];
    int[] demand = new int[classes];
    for (int c = 0; c < classes; c++) {
      demand[c] = 1 + random.nextInt(40);
    }
    List<Problem.Type> types =
        List.of(
            Problems.type(70, Problem.UNLIMITED, 99, 99, new int[classes]),
            Problems.type(40, 9, 99, 99, new int[classes]),
            Problems.type(55, 5, 99, 99, new int[classes]));
    return Problems.withQuota(Problems.of(types, cpu, demand), 400, 3, 0, 8);
  }

  private static void assertOptimal(Problem problem, Master master) {
    double[] values = master.values();
    double[] prices = master.quotaPrices();
    long[] weight = problem.quotas.get(0).weight();
    double sum = -prices[0] * problem.quotas.get(0).limit();
    for (int c = 0; c < values.length; c++) {
      sum += values[c] * problem.demand[c];
    }
    for (int t = 0; t < problem.types.length; t++) {
      if (problem.types[t].limit() != Problem.UNLIMITED) {
        sum -= master.limitPrice(t) * problem.types[t].limit();
      }
    }
    assertThat(sum).isCloseTo(master.cost(), within(1e-5 * master.cost()));
    for (Pattern each : master.patterns()) {
      double cost =
          problem.types[each.type()].cost()
              + master.limitPrice(each.type())
              + prices[0] * weight[each.type()];
      assertThat(each.value(values)).isLessThanOrEqualTo(cost * (1 + 1e-6));
    }
    double[] covered = new double[values.length];
    double used = 0;
    for (Master.Used each : master.used()) {
      double cost =
          problem.types[each.pattern().type()].cost()
              + master.limitPrice(each.pattern().type())
              + prices[0] * weight[each.pattern().type()];
      assertThat(each.pattern().value(values)).isCloseTo(cost, within(1e-5 * cost));
      used += each.times() * weight[each.pattern().type()];
      for (int i = 0; i < each.pattern().classes().length; i++) {
        covered[each.pattern().classes()[i]] += each.times() * each.pattern().counts()[i];
      }
    }
    assertThat(used).isLessThanOrEqualTo(problem.quotas.get(0).limit() * 1.001);
    for (int c = 0; c < covered.length; c++) {
      if (values[c] > 1e-6 && values[c] < 1000 * problem.dearest * 0.999) {
        assertThat(covered[c]).isCloseTo(problem.demand[c], within(0.01 * problem.demand[c]));
      }
    }
  }
}
