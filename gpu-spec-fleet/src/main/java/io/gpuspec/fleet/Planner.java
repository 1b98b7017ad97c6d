package io.gpuspec.fleet;

import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** Plans a fleet: first plans, the bound, rounding, and the search for something better. */
final class Planner {
  private static final long SEED = 2024;
  private static final double EPSILON = 1e-4;
  private static final double NOISE = 0.7;
  private static final double FINE = 1e-8;
  private static final long MORE_WORK = 50_000_000L;

  /** Limits of the search, in steps and not in time, so that equal questions get equal answers. */
  record Effort(double tolerance, long generation, int roundings, int improvements) {}

  /**
   * What a plan is, in the problem's numbers.
   *
   * @param bound on what the pods cost that have a node
   * @param generation what proves it
   * @param ofAll the same for all pods, also those that have no node within the limits
   */
  record Result(
      Draft draft, double bound, Generation generation, Generation ofAll, boolean isFinished) {}

  private final Problem problem;
  private final Filler[] fillers;
  private final Greedy greedy;
  private final Effort effort;
  private final BooleanSupplier stop;

  private Planner(Problem problem, Effort effort, BooleanSupplier stop) {
    this.problem = problem;
    this.fillers = new Filler[problem.types.length];
    for (int t = 0; t < fillers.length; t++) {
      fillers[t] = new Filler(problem, t);
    }
    this.greedy = new Greedy(problem, fillers);
    this.effort = effort;
    this.stop = stop;
  }

  static Result plan(Problem problem, Effort effort, BooleanSupplier stop) {
    Result result = new Planner(problem, effort, stop).plan(List.of());
    if (result.draft().unplaced() == 0) {
      return result;
    }
    // A bound on what the pods cost that can be placed at all.
    int[] placed = new int[problem.classes()];
    for (int c = 0; c < placed.length; c++) {
      placed[c] = problem.demand[c] - result.draft().left()[c];
    }
    Problem rest = problem.withDemand(placed);
    Result again = new Planner(rest, effort, stop).plan(result.draft().nodes());
    Draft draft = new Draft(problem, again.draft().nodes());
    return new Result(
        draft, again.bound(), again.generation(), result.generation(), again.isFinished());
  }

  private Result plan(List<Pattern> known) {
    Draft best = new FirstFit(problem).best();
    if (!known.isEmpty()) {
      best = better(best, new Draft(problem, known));
    }
    Draft first = new Draft(problem);
    greedy.complete(first, Greedy.alone(problem));
    best = better(best, first);
    Generation generation = new Generation(problem, fillers);
    generation.add(best.nodes());
    generation.add(first.nodes());
    generation.addAlone();
    boolean isFinished = generation.run(effort.tolerance(), effort.generation(), stop);
    if (isFinished) {
      // As much more as costs little.
      generation.run(FINE, Math.min(effort.generation(), generation.work() + MORE_WORK), stop);
    }
    double bound = Math.max(0, generation.bound());
    double[] values = positive(generation.values());
    double[] costs = generation.costs();
    best = better(best, rounded(generation.master().used(), values, costs));
    best =
        new Improver(problem, greedy, values, costs)
            .improve(best, bound, effort.improvements(), stop);
    return new Result(best, bound, generation, generation, isFinished);
  }

  private static Draft better(Draft one, Draft other) {
    return other.isBetterThan(one) ? other : one;
  }

  /** A pod that costs nothing more is still placed. */
  private double[] positive(double[] values) {
    double[] alone = Greedy.alone(problem);
    double[] positive = values.clone();
    for (int c = 0; c < positive.length; c++) {
      positive[c] = Math.max(positive[c], 1e-3 * alone[c]);
    }
    return positive;
  }

  /** The whole part of the fractional plan, with some of its patterns once more, completed. */
  private Draft rounded(List<Master.Used> used, double[] values, double[] costs) {
    SplittableRandom random = new SplittableRandom(SEED);
    Draft best = completed(used, byFraction(used, 0, random), values, costs);
    for (int i = 1; i < effort.roundings() && !stop.getAsBoolean(); i++) {
      best = better(best, completed(used, byFraction(used, NOISE, random), values, costs));
    }
    return best;
  }

  private Draft completed(
      List<Master.Used> used, List<Master.Used> order, double[] values, double[] costs) {
    Draft draft = new Draft(problem);
    for (Master.Used each : used) {
      int times = (int) Math.floor(each.times() + EPSILON);
      draft.add(each.pattern(), fitting(draft, each.pattern(), times));
    }
    order.forEach(each -> draft.add(each.pattern(), fitting(draft, each.pattern(), 1)));
    greedy.complete(draft, values, costs);
    return draft;
  }

  /** Returns the patterns by what is left of them when they are rounded down, the most first. */
  private static List<Master.Used> byFraction(
      List<Master.Used> used, double noise, SplittableRandom random) {
    Map<Master.Used, Double> keys = new IdentityHashMap<>();
    for (Master.Used each : used) {
      double fraction = each.times() - Math.floor(each.times() + EPSILON);
      keys.put(each, fraction + noise * random.nextDouble());
    }
    return used.stream()
        .sorted(Comparator.comparingDouble((Master.Used each) -> -keys.getOrDefault(each, 0.0)))
        .toList();
  }

  private static int fitting(Draft draft, Pattern pattern, int times) {
    return Math.min(Math.min(times, pattern.times(draft.left())), draft.room(pattern.type()));
  }
}
