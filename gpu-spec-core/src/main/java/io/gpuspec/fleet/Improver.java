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
  private static final int FEWEST = 2;
  private static final int MOST = 8;
  private static final double NOISE = 0.12;

  private final Problem problem;
  private final Greedy greedy;
  private final double[] values;
  private final SplittableRandom random = new SplittableRandom(SEED);

  Improver(Problem problem, Greedy greedy, double[] values) {
    this.problem = problem;
    this.greedy = greedy;
    this.values = values;
  }

  /** Returns the best plan found in so many tries, the given one at worst. */
  Draft improve(Draft start, double bound, int tries, BooleanSupplier stop) {
    Draft now = start.copy();
    Draft best = start;
    double warm = 0.3 * now.cost() / Math.max(1, now.nodes().size());
    for (int i = 0; i < tries && now.nodes().size() > 1; i++) {
      if (stop.getAsBoolean() || isProven(best, bound)) {
        break;
      }
      double slack = warm * (1 - (double) i / tries);
      long before = now.cost();
      long unplacedBefore = now.unplaced();
      List<Pattern> removed = ruin(now);
      int kept = now.nodes().size();
      greedy.complete(now, noisy());
      boolean isGood =
          now.unplaced() < unplacedBefore
              || now.unplaced() == unplacedBefore
                  && (now.cost() <= before || now.cost() <= best.cost() + slack);
      if (!isGood) {
        while (now.nodes().size() > kept) {
          now.remove(now.nodes().size() - 1);
        }
        removed.forEach(node -> now.add(node, 1));
      } else if (now.isBetterThan(best)) {
        best = now.copy();
      }
    }
    return best;
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

  private double[] noisy() {
    double[] noisy = new double[values.length];
    for (int c = 0; c < noisy.length; c++) {
      noisy[c] = values[c] * (1 + NOISE * (2 * random.nextDouble() - 1));
    }
    return noisy;
  }
}
