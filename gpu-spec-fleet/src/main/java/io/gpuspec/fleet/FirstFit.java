package io.gpuspec.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * First fit decreasing: the largest pods first, each to the first node with room, or else to a new
 * one of the cheapest type that holds it. What people do by hand; no plan costs more.
 */
final class FirstFit {
  private final Problem problem;
  private final int[] order;

  FirstFit(Problem problem) {
    this.problem = problem;
    this.order = decreasing(problem);
  }

  private static int[] decreasing(Problem problem) {
    long[] most = new long[problem.resources()];
    for (Problem.Type type : problem.types) {
      for (int r = 0; r < most.length; r++) {
        most[r] = Math.max(most[r], type.capacity()[r]);
      }
    }
    double[] size = new double[problem.classes()];
    for (int c = 0; c < size.length; c++) {
      for (Problem.Type type : problem.types) {
        size[c] =
            Math.max(size[c], (double) type.devices()[c] / Math.max(1, most[Problem.DEVICES]));
      }
      for (int r = 1; r < most.length; r++) {
        size[c] = Math.max(size[c], (double) problem.need[c][r] / Math.max(1, most[r]));
      }
    }
    return IntStream.range(0, size.length)
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(c -> -size[c]).thenComparingInt(c -> c))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** An open node. */
  private static final class Open {
    private final int type;
    private final long[] room;
    private final int[] counts;

    Open(int type, long[] room, int classes) {
      this.type = type;
      this.room = room.clone();
      this.counts = new int[classes];
    }
  }

  /** Returns the plan that opens only these types, a copy of the cheapest order among them. */
  Draft plan(int[] types) {
    Draft draft = new Draft(problem);
    List<Open> open = new ArrayList<>();
    int[] opened = new int[problem.types.length];
    long[] quota = new long[problem.quotas.size()];
    for (int cls : order) {
      int firstWithRoom = 0;
      for (int i = 0; i < problem.demand[cls]; i++) {
        while (firstWithRoom < open.size() && !fits(open.get(firstWithRoom), cls)) {
          firstWithRoom++;
        }
        if (firstWithRoom == open.size() && !open(cls, types, open, opened, quota)) {
          break;
        }
        put(open.get(firstWithRoom), cls);
      }
    }
    open.forEach(node -> draft.add(Pattern.of(node.type, node.counts), 1));
    return draft;
  }

  private boolean open(int cls, int[] types, List<Open> open, int[] opened, long[] quota) {
    for (int type : types) {
      if (!problem.serves(type, cls) || opened[type] >= problem.types[type].limit()) {
        continue;
      }
      boolean isWithin = true;
      for (int q = 0; q < quota.length; q++) {
        Problem.Quota each = problem.quotas.get(q);
        isWithin &= quota[q] + each.weight()[type] <= each.limit();
      }
      if (isWithin) {
        opened[type]++;
        for (int q = 0; q < quota.length; q++) {
          quota[q] += problem.quotas.get(q).weight()[type];
        }
        open.add(new Open(type, problem.types[type].capacity(), problem.classes()));
        return true;
      }
    }
    return false;
  }

  private boolean fits(Open node, int cls) {
    int devices = problem.types[node.type].devices()[cls];
    if (devices == 0
        || devices > node.room[Problem.DEVICES]
        || node.counts[cls] >= problem.perNode[cls]) {
      return false;
    }
    for (int r = 1; r < node.room.length; r++) {
      if (problem.need[cls][r] > node.room[r]) {
        return false;
      }
    }
    return true;
  }

  private void put(Open node, int cls) {
    node.counts[cls]++;
    node.room[Problem.DEVICES] -= problem.types[node.type].devices()[cls];
    for (int r = 1; r < node.room.length; r++) {
      node.room[r] -= problem.need[cls][r];
    }
  }

  /** The best of the plans with all types, and with one unlimited type alone that takes all. */
  Draft best() {
    Draft best = plan(problem.byCost);
    for (int type : problem.byCost) {
      if (problem.types[type].limit() == Problem.UNLIMITED && takesAll(type)) {
        Draft one = plan(new int[] {type});
        if (one.isBetterThan(best)) {
          best = one;
        }
      }
    }
    return best;
  }

  private boolean takesAll(int type) {
    return IntStream.range(0, problem.classes()).allMatch(c -> problem.serves(type, c));
  }
}
