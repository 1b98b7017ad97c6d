package io.gpuspec.fleet;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Column generation: finds the patterns that a best fractional plan needs, and the values of pods
 * that prove a bound on every plan.
 */
final class Generation {
  private static final int BUDGET = 5_000;
  private static final int LARGER = 8;
  private static final int MOST_BUDGET = 2_000_000;
  private static final double SMOOTH = 0.6;

  private final Problem problem;
  private final Filler[] fillers;
  private final Master master;
  private final Set<Pattern> known = new HashSet<>();
  private double bound;
  private double precision;
  private int budget = BUDGET;
  private double[] values;

  Generation(Problem problem, Filler[] fillers) {
    this.problem = problem;
    this.fillers = fillers;
    this.master = new Master(problem);
    this.values = Greedy.alone(problem);
  }

  /** Adds patterns that a plan uses. */
  void add(Collection<Pattern> patterns) {
    patterns.forEach(this::add);
  }

  private boolean add(Pattern pattern) {
    boolean isNew = known.add(pattern);
    if (isNew) {
      master.add(pattern);
    }
    return isNew;
  }

  /** Each class alone on each type that takes it. */
  void addAlone() {
    for (int t = 0; t < problem.types.length; t++) {
      for (int c = 0; c < problem.classes(); c++) {
        int most = Math.min(problem.most(t, c), problem.demand[c]);
        if (most > 0) {
          add(new Pattern(t, new int[] {c}, new int[] {most}));
        }
      }
    }
  }

  /**
   * Goes on until the bound is within the tolerance of the fractional plan, nothing new is found,
   * the work is done or it is told to stop; returns whether there was time.
   */
  boolean run(double tolerance, long mostWork, BooleanSupplier stop) {
    precision = tolerance / 5;
    boolean isSmooth = true;
    while (true) {
      boolean isSolved = master.solve(master.work() + Math.max(0, mostWork - work()));
      if (bound >= master.cost() * (1 - tolerance)) {
        return true;
      }
      if (!isSolved || work() > mostWork || stop.getAsBoolean()) {
        return false;
      }
      double[] now = master.values();
      double[] prices = master.quotaPrices();
      int added = isSmooth && bound > 0 ? price(mixed(values, now), prices) : 0;
      isSmooth = added > 0;
      if (!isSmooth) {
        added = price(now, prices);
        isSmooth = added > 0;
      }
      if (added == 0) {
        // Nothing new, and still no proof: the search of some filling was cut short.
        if (bound >= master.cost() * (1 - tolerance) || budget >= MOST_BUDGET) {
          return true;
        }
        budget *= LARGER;
      }
    }
  }

  private static double[] mixed(double[] kept, double[] now) {
    double[] mixed = new double[now.length];
    for (int c = 0; c < now.length; c++) {
      mixed[c] = SMOOTH * kept[c] + (1 - SMOOTH) * now[c];
    }
    return mixed;
  }

  /** Fills every type under these values; returns how many new patterns that gave. */
  private int price(double[] tried, double[] prices) {
    int added = 0;
    double[] fillings = new double[problem.types.length];
    for (int t = 0; t < fillings.length; t++) {
      double cost = Bound.cost(problem, t, prices);
      double limitPrice = master.limitPrice(t);
      Filler filler = fillers[t];
      fillings[t] = filler.fill(tried, problem.demand, cost, precision, budget);
      if (filler.isFound() && filler.bestValue() > (cost + limitPrice) * (1 + 1e-9)) {
        added += add(filler.pattern(t)) ? 1 : 0;
      }
    }
    double proven = Bound.of(problem, tried, prices, fillings);
    if (proven > bound) {
      bound = proven;
      values = tried;
    }
    return added;
  }

  long work() {
    return master.work() + Arrays.stream(fillers).mapToLong(Filler::work).sum();
  }

  /** The best bound so far, in the problem's unit. */
  double bound() {
    return bound;
  }

  /** The values that prove it. */
  double[] values() {
    return values;
  }

  /** By type, what a node costs with what its limits and quotas cost. */
  double[] costs() {
    double[] costs = new double[problem.types.length];
    double[] prices = master.quotaPrices();
    for (int t = 0; t < costs.length; t++) {
      costs[t] = Bound.cost(problem, t, prices) + master.limitPrice(t);
    }
    return costs;
  }

  Master master() {
    return master;
  }
}
