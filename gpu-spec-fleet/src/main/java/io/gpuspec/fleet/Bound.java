package io.gpuspec.fleet;

import java.util.Arrays;

/**
 * A lower bound on the cost of every plan, from what pods are worth: if no filling of a node is
 * worth more than the node, then all pods together cost at least what they are worth.
 *
 * <p>Where fillings are worth more than their nodes, the values are scaled down until they are not
 * (Farley), or, of types that are limited, what is above is taken off once for each node there can
 * be. It is valid for any values, so that it holds whenever the search for better ones stops.
 */
final class Bound {
  /** What arithmetic on doubles may be wrong by, relatively. */
  private static final double SAFETY = 1e-9;

  private Bound() {}

  /**
   * Returns the bound in the problem's unit; zero is always one.
   *
   * @param values by class, what a pod is worth
   * @param quotaPrices by quota, what a unit of it costs
   * @param fillings by type, a value that no filling of it exceeds
   */
  static double of(Problem problem, double[] values, double[] quotaPrices, double[] fillings) {
    int types = problem.types.length;
    double[] cost = new double[types];
    double most = 1;
    for (int t = 0; t < types; t++) {
      cost[t] = cost(problem, t, quotaPrices);
      if (problem.types[t].limit() == Problem.UNLIMITED && fillings[t] > 0) {
        most = Math.min(most, cost[t] / fillings[t]);
      }
    }
    double[] scales = new double[types + 1];
    int count = 0;
    scales[count++] = most;
    for (int t = 0; t < types; t++) {
      if (problem.types[t].limit() != Problem.UNLIMITED && fillings[t] > 0) {
        double scale = cost[t] / fillings[t];
        if (scale < most) {
          scales[count++] = scale;
        }
      }
    }
    double best = 0;
    for (double scale : Arrays.copyOf(scales, count)) {
      best = Math.max(best, at(scale, problem, values, quotaPrices, fillings, cost));
    }
    return best;
  }

  static double cost(Problem problem, int type, double[] quotaPrices) {
    double cost = problem.types[type].cost();
    for (int q = 0; q < quotaPrices.length; q++) {
      cost += quotaPrices[q] * problem.quotas.get(q).weight()[type];
    }
    return cost;
  }

  private static double at(
      double scale,
      Problem problem,
      double[] values,
      double[] quotaPrices,
      double[] fillings,
      double[] cost) {
    double plus = 0;
    for (int c = 0; c < values.length; c++) {
      plus += scale * values[c] * problem.demand[c];
    }
    double minus = 0;
    for (int t = 0; t < cost.length; t++) {
      int limit = problem.types[t].limit();
      if (limit != Problem.UNLIMITED) {
        minus += limit * Math.max(0, scale * fillings[t] - cost[t]);
      }
    }
    for (int q = 0; q < quotaPrices.length; q++) {
      minus += quotaPrices[q] * problem.quotas.get(q).limit();
    }
    return plus - minus - SAFETY * (plus + minus);
  }
}
