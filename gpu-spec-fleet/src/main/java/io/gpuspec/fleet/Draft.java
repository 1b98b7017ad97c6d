package io.gpuspec.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A plan while it is made: nodes, and the pods that are left. */
final class Draft {
  private final Problem problem;
  private final List<Pattern> nodes = new ArrayList<>();
  private final int[] left;
  private final int[] used;
  private final long[] quotaUsed;
  private long cost;
  private long unplaced;

  Draft(Problem problem) {
    this.problem = problem;
    this.left = problem.demand.clone();
    this.used = new int[problem.types.length];
    this.quotaUsed = new long[problem.quotas.size()];
    for (int count : left) {
      unplaced += count;
    }
  }

  Draft(Problem problem, Collection<Pattern> nodes) {
    this(problem);
    nodes.forEach(node -> add(node, 1));
  }

  /** Returns how many more nodes of a type there can be. */
  int room(int type) {
    long room = problem.types[type].limit() - (long) used[type];
    for (int q = 0; q < quotaUsed.length; q++) {
      long weight = problem.quotas.get(q).weight()[type];
      if (weight > 0) {
        room = Math.min(room, (problem.quotas.get(q).limit() - quotaUsed[q]) / weight);
      }
    }
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, room));
  }

  void add(Pattern node, int times) {
    for (int i = 0; i < times; i++) {
      nodes.add(node);
    }
    count(node, times);
  }

  Pattern remove(int index) {
    Pattern node = nodes.get(index);
    Pattern last = nodes.remove(nodes.size() - 1);
    if (index < nodes.size()) {
      nodes.set(index, last);
    }
    count(node, -1);
    return node;
  }

  private void count(Pattern node, int times) {
    node.addTo(left, -times);
    used[node.type()] += times;
    for (int q = 0; q < quotaUsed.length; q++) {
      quotaUsed[q] += times * problem.quotas.get(q).weight()[node.type()];
    }
    cost += times * problem.types[node.type()].cost();
    unplaced -= (long) times * node.pods();
  }

  List<Pattern> nodes() {
    return nodes;
  }

  int[] left() {
    return left;
  }

  long cost() {
    return cost;
  }

  /** How many pods have no node. */
  long unplaced() {
    return unplaced;
  }

  boolean isBetterThan(Draft other) {
    return unplaced != other.unplaced ? unplaced < other.unplaced : cost < other.cost;
  }

  Draft copy() {
    return new Draft(problem, nodes);
  }
}
