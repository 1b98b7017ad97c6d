package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PlannerLaws {
  private static final Planner.Effort EFFORT = new Planner.Effort(1e-4, 400_000_000L, 10, 300);

  private static Planner.Result plan(Problem problem) {
    return Planner.plan(problem, EFFORT, () -> false);
  }

  private static void assertValid(Problem problem, Draft draft) {
    int[] placed = new int[problem.classes()];
    int[] used = new int[problem.types.length];
    long cost = 0;
    for (Pattern node : draft.nodes()) {
      assertThat(problem.holds(node.type(), node)).as("%s fits", node).isTrue();
      node.addTo(placed, 1);
      used[node.type()]++;
      cost += problem.types[node.type()].cost();
    }
    for (int c = 0; c < placed.length; c++) {
      assertThat(placed[c] + draft.left()[c]).isEqualTo(problem.demand[c]);
      assertThat(draft.left()[c]).isNotNegative();
    }
    for (int t = 0; t < used.length; t++) {
      assertThat(used[t]).isLessThanOrEqualTo(problem.types[t].limit());
    }
    for (Problem.Quota quota : problem.quotas) {
      long sum = 0;
      for (int t = 0; t < used.length; t++) {
        sum += used[t] * quota.weight()[t];
      }
      assertThat(sum).isLessThanOrEqualTo(quota.limit());
    }
    assertThat(draft.cost()).isEqualTo(cost);
  }

  @Property
  void nothingExceedsANodeAndEveryPodIsPlacedOnce(@ForAll long seed) {
    Problem problem = Problems.large(seed);
    Planner.Result result = plan(problem);

    assertValid(problem, result.draft());
    assertThat(result.bound()).isLessThanOrEqualTo(result.draft().cost());
  }

  @Property
  void neverDearerThanFirstFitOrOneShape(@ForAll long seed) {
    Problem problem = Problems.large(seed);
    Draft usual = new FirstFit(problem).best();

    assertValid(problem, usual);
    assertThat(usual.isBetterThan(plan(problem).draft())).isFalse();
  }

  @Property
  void asGoodAsTryingEveryPlanWhereThatCanBeDone(@ForAll long seed) {
    Problem problem = Problems.small(seed);
    Problems.Best best = Problems.best(problem);
    Planner.Result result = plan(problem);

    assertValid(problem, result.draft());
    assertThat(result.draft().unplaced()).isGreaterThanOrEqualTo(best.unplaced());
    if (result.draft().unplaced() == 0) {
      assertThat(result.bound()).isLessThanOrEqualTo(best.cost());
      assertThat(result.draft().cost()).isBetween(best.cost(), best.cost() + problem.dearest);
    }
  }

  @Property
  void theSameQuestionHasTheSamePlan(@ForAll long seed) {
    Draft one = plan(Problems.large(seed)).draft();
    Draft other = plan(Problems.large(seed)).draft();

    assertThat(one.nodes()).isEqualTo(other.nodes());
  }

  @Property
  void anotherTypeOrAWiderLimitNeverRaisesTheBound(@ForAll long seed) {
    Problem problem = Problems.large(seed);
    List<Problem.Type> fewer = new ArrayList<>(Arrays.asList(problem.types));
    Problem.Type last = fewer.remove(fewer.size() - 1);
    int[] all = problem.demand;
    Problem without = new Problem(fewer, List.of(), problem.need, all, problem.perNode);
    List<Problem.Type> wider = new ArrayList<>(fewer);
    wider.add(
        new Problem.Type(
            last.cost() == 0 ? 5 : last.cost(),
            Problem.UNLIMITED,
            last.capacity(),
            last.devices()));
    Problem with = new Problem(wider, List.of(), problem.need, all, problem.perNode);
    Planner.Result narrow = plan(without);
    if (narrow.draft().unplaced() == 0) {
      double least = plan(with).bound();
      // Each is within the tolerance of its best, and no more is promised.
      assertThat(least).isLessThanOrEqualTo(narrow.bound() * (1 + 2 * EFFORT.tolerance()) + 1e-6);
    }
  }

  @Property
  void aWiderLimitNeverRaisesTheBound(@ForAll long seed) {
    Problem problem = Problems.large(seed);
    Problem.Type[] types = problem.types;
    List<Problem.Type> narrow = new ArrayList<>();
    List<Problem.Type> wide = new ArrayList<>();
    for (Problem.Type type : types) {
      long cost = Math.max(1, type.cost());
      narrow.add(new Problem.Type(cost, 3, type.capacity(), type.devices()));
      wide.add(new Problem.Type(cost, 5, type.capacity(), type.devices()));
    }
    int[] demand = problem.demand;
    Planner.Result few =
        plan(new Problem(narrow, List.of(), problem.need, demand, problem.perNode));
    if (few.draft().unplaced() == 0) {
      double more =
          plan(new Problem(wide, List.of(), problem.need, demand, problem.perNode)).bound();
      assertThat(more).isLessThanOrEqualTo(few.bound() * (1 + 2 * EFFORT.tolerance()) + 1e-6);
    }
  }

  @Property
  void aFillingIsWorthAsMuchAsTheBestOfAll(@ForAll long seed) {
    Problem problem = Problems.small(seed);
    SplittableRandom random = new SplittableRandom(seed + 1);
    double[] values = new double[problem.classes()];
    Arrays.setAll(values, c -> random.nextInt(5) == 0 ? 0 : random.nextInt(1000) / 7.0);
    for (int t = 0; t < problem.types.length; t++) {
      List<Pattern> fillings = new ArrayList<>();
      Problems.fill(problem, t, problem.demand, new int[problem.classes()], 0, fillings);
      double most = fillings.stream().mapToDouble(each -> each.value(values)).max().orElse(0);
      Filler filler = new Filler(problem, t);
      double limit = filler.fill(values, problem.demand, 0, 1e-9, 100_000);

      assertThat(limit).isCloseTo(most, within(1e-6 * Math.max(1, most)));
      if (most > 0) {
        assertThat(filler.isFound()).isTrue();
        assertThat(problem.holds(t, filler.pattern(t))).isTrue();
        assertThat(filler.pattern(t).value(values)).isCloseTo(most, within(1e-6 * most));
      }
      // Cut short, it still exceeds none.
      assertThat(new Filler(problem, t).fill(values, problem.demand, 0, 1e-9, 1))
          .isGreaterThanOrEqualTo(most * (1 - 1e-9));
    }
  }
}
