package io.gpuspec.fleet;

/**
 * Completes a plan: takes the filling that is worth most for its price, as often as there are pods
 * for it, and again, until no pod is left or no node takes one.
 *
 * <p>What a type's best filling is worth only falls while pods run out, so that the filling found
 * last is still the best as long as there are pods for it, and its value a limit when not.
 */
final class Greedy {
  private static final int BUDGET = 4000;
  private static final double PRECISION = 1e-6;

  private final Problem problem;
  private final Filler[] fillers;
  private final double[] limit;
  private final double[] worth;
  private final Pattern[] found;
  private final boolean[] isFound;
  private final double[] price;

  Greedy(Problem problem, Filler[] fillers) {
    this.problem = problem;
    this.fillers = fillers;
    this.limit = new double[problem.types.length];
    this.worth = new double[problem.types.length];
    this.found = new Pattern[problem.types.length];
    this.isFound = new boolean[problem.types.length];
    this.price = new double[problem.types.length];
  }

  /** What a pod costs at best on nodes with pods of its class alone. */
  static double[] alone(Problem problem) {
    double[] values = new double[problem.classes()];
    for (int c = 0; c < values.length; c++) {
      double least = Double.MAX_VALUE;
      for (int t = 0; t < problem.types.length; t++) {
        int most = Math.min(problem.most(t, c), Math.max(1, problem.demand[c]));
        if (most > 0) {
          least = Math.min(least, Math.max(1, problem.types[t].cost()) / (double) most);
        }
      }
      values[c] = least == Double.MAX_VALUE ? 0 : least;
    }
    return values;
  }

  /** Adds nodes to a draft for the pods that are left, as far as there can be nodes. */
  void complete(Draft draft, double[] values) {
    double[] costs = new double[limit.length];
    for (int t = 0; t < costs.length; t++) {
      costs[t] = problem.types[t].cost();
    }
    complete(draft, values, costs);
  }

  /**
   * The same where nodes of a type count as so much, such as because there are only few of them. A
   * node that exists is nearly free, and still the fuller one comes first.
   */
  void complete(Draft draft, double[] values, double[] costs) {
    for (int t = 0; t < price.length; t++) {
      price[t] = Math.max(1e-3, costs[t]);
    }
    int[] left = draft.left();
    for (int t = 0; t < limit.length; t++) {
      limit[t] = Double.MAX_VALUE;
      isFound[t] = false;
    }
    while (draft.unplaced() > 0) {
      int type = best(draft, values, left);
      if (type < 0) {
        return;
      }
      Pattern pattern = found[type];
      int times = Math.min(pattern.times(left), draft.room(type));
      Pattern cheapest = cheapest(draft, pattern, times);
      draft.add(cheapest, times);
    }
  }

  /** Returns the type whose filling is worth most for its price, or none. */
  private int best(Draft draft, double[] values, int[] left) {
    int best = -1;
    double ratio = 0;
    for (int t = 0; t < limit.length; t++) {
      isFound[t] = isFound[t] && found[t].times(left) > 0;
      if (isFound[t] && draft.room(t) > 0 && worth[t] / price[t] > ratio) {
        ratio = worth[t] / price[t];
        best = t;
      }
    }
    for (int t = 0; t < limit.length; t++) {
      if (isFound[t] || limit[t] <= ratio * price[t] || draft.room(t) == 0) {
        continue;
      }
      limit[t] = fillers[t].fill(values, left, ratio * price[t], PRECISION, BUDGET);
      if (fillers[t].isFound()) {
        found[t] = fillers[t].pattern(t);
        isFound[t] = true;
        worth[t] = fillers[t].bestValue();
        ratio = worth[t] / price[t];
        best = t;
      }
    }
    return best;
  }

  private Pattern cheapest(Draft draft, Pattern pattern, int times) {
    for (int type : problem.byCost) {
      if (problem.types[type].cost() >= problem.types[pattern.type()].cost()) {
        return pattern;
      }
      if (draft.room(type) >= times && problem.holds(type, pattern)) {
        return pattern.on(type);
      }
    }
    return pattern;
  }
}
