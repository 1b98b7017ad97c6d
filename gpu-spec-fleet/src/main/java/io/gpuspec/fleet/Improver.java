package io.gpuspec.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * Ruin and recreate: takes a few nodes away, mostly those that lose most, fills nodes with their
 * pods again under slightly changed values, and keeps what is not much worse.
 */
final class Improver {
  private static final long SEED = 24;
  private static final int CYCLE = 2000;
  private static final double WARMTH = 0.3;
  private static final int FEWEST = 2;
  private static final int MOST = 8;
  private static final double LEAST_NOISE = 0.04;
  private static final double MORE_NOISE = 0.5;

  private final Problem problem;
  private final Greedy greedy;
  private final double[] values;
  private final double[] costs;
  private final SplittableRandom random = new SplittableRandom(SEED);

  /**
   * @param values by class, what a pod is worth
   * @param costs by type, what a node costs with what its limits cost
   */
  Improver(Problem problem, Greedy greedy, double[] values, double[] costs) {
    this.problem = problem;
    this.greedy = greedy;
    this.values = values;
    this.costs = costs;
  }

  /** Returns the best plan found in so many tries, the given one at worst. */
  Draft improve(Draft start, double bound, int tries, BooleanSupplier stop) {
    Draft best = start;
    for (int done = 0; done < tries; done += CYCLE) {
      best = cycle(best, bound, Math.min(CYCLE, tries - done), stop);
    }
    return best;
  }

  /** Begins with the best plan, and takes worse ones less and less. */
  private Draft cycle(Draft start, double bound, int tries, BooleanSupplier stop) {
    Draft now = start.copy();
    Draft best = start;
    double warm = WARMTH * now.cost() / Math.max(1, now.nodes().size());
    for (int i = 0; i < tries && now.nodes().size() > 1; i++) {
      if (stop.getAsBoolean() || isProven(best, bound)) {
        break;
      }
      double slack = warm * (tries - i) / tries;
      if (recreate(now, best.cost() + slack) && now.isBetterThan(best)) {
        best = now.copy();
      }
    }
    return best;
  }

  /** Refills some nodes; undoes that where the plan is then worse and above what is taken. */
  private boolean recreate(Draft now, double most) {
    long cost = now.cost();
    long unplaced = now.unplaced();
    List<Pattern> removed = ruin(now);
    int kept = now.nodes().size();
    double noise = LEAST_NOISE + MORE_NOISE * Math.pow(random.nextDouble(), 4);
    greedy.complete(now, noisy(values, noise), noisy(costs, noise / 2));
    boolean isGood =
        now.unplaced() < unplaced
            || now.unplaced() == unplaced && (now.cost() <= cost || now.cost() <= most);
    if (!isGood) {
      while (now.nodes().size() > kept) {
        now.remove(now.nodes().size() - 1);
      }
      removed.forEach(node -> now.add(node, 1));
    }
    return isGood;
  }

  private static boolean isProven(Draft draft, double bound) {
    return draft.unplaced() == 0 && draft.cost() - bound < 1;
  }

  private List<Pattern> ruin(Draft draft) {
    int count = Math.min(draft.nodes().size(), random.nextInt(FEWEST, MOST + 1));
    List<Pattern> removed = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      removed.add(draft.remove(pick(draft, i)));
    }
    return removed;
  }

  private int pick(Draft draft, int nth) {
    int nodes = draft.nodes().size();
    int best = random.nextInt(nodes);
    int rounds = nth % 2 == 0 ? 4 : 1;
    for (int i = 1; i < rounds; i++) {
      int other = random.nextInt(nodes);
      if (loss(draft.nodes().get(other)) > loss(draft.nodes().get(best))) {
        best = other;
      }
    }
    return best;
  }

  /** What a node costs beyond what its pods are worth. */
  private double loss(Pattern node) {
    return problem.types[node.type()].cost() - node.value(values);
  }

  private double[] noisy(double[] exact, double noise) {
    double[] noisy = new double[exact.length];
    for (int i = 0; i < noisy.length; i++) {
      noisy[i] = exact[i] * (1 + noise * (2 * random.nextDouble() - 1));
    }
    return noisy;
  }
}
