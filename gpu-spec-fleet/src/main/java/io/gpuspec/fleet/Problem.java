package io.gpuspec.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The question in numbers: classes of equal pods, types of nodes, and how many of each there can
 * be. Costs are whole numbers of one small unit, amounts of resources are millicores and bytes, so
 * that nothing here is rounded.
 */
final class Problem {
  /** The resource of GPU devices; a class can ask a different number of different types. */
  static final int DEVICES = 0;

  static final int UNLIMITED = Integer.MAX_VALUE;

  /**
   * A type of node.
   *
   * @param cost in the smallest unit; zero for a node that exists
   * @param limit how many there can be
   * @param capacity by resource, devices first
   * @param devices by class, how many devices each of its pods takes; none if it cannot run here
   */
  @SuppressWarnings("ArrayRecordComponent") // Never shared outside this package, and never changed.
  record Type(long cost, int limit, long[] capacity, int[] devices) {}

  /**
   * An upper limit on a sum over nodes, such as a quota of vCPUs.
   *
   * @param weight by type, what a node counts; zero if it does not
   */
  @SuppressWarnings("ArrayRecordComponent") // Never shared outside this package, and never changed.
  record Quota(long limit, long[] weight) {}

  final Type[] types;
  final List<Quota> quotas;

  /** By class and resource, what a pod asks; devices are by type. */
  final long[][] need;

  final int[] demand;
  final int[] perNode;

  /** Types by cost, the cheapest first. */
  final int[] byCost;

  final long dearest;

  Problem(List<Type> types, List<Quota> quotas, long[][] need, int[] demand, int[] perNode) {
    this.types = types.toArray(Type[]::new);
    this.quotas = List.copyOf(quotas);
    this.need = need;
    this.demand = demand;
    this.perNode = perNode;
    this.byCost = byCost(types);
    this.dearest = types.stream().mapToLong(Type::cost).max().orElse(1);
  }

  private static int[] byCost(List<Type> types) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      order.add(i);
    }
    order.sort((a, b) -> Long.compare(types.get(a).cost(), types.get(b).cost()));
    return order.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The same problem with another demand. */
  Problem withDemand(int[] other) {
    return new Problem(Arrays.asList(types), quotas, need, other, perNode);
  }

  int classes() {
    return demand.length;
  }

  int resources() {
    return need.length == 0 ? 1 : need[0].length;
  }

  /** Returns whether a pod of a class fits an empty node. */
  boolean serves(int type, int cls) {
    return most(type, cls) > 0;
  }

  /** Returns how many pods of a class an empty node holds, if there are enough of them. */
  int most(int type, int cls) {
    Type node = types[type];
    int devices = node.devices()[cls];
    if (devices == 0) {
      return 0;
    }
    long most = Math.min(perNode[cls], node.capacity()[DEVICES] / devices);
    for (int r = 1; r < resources(); r++) {
      if (need[cls][r] > 0) {
        most = Math.min(most, node.capacity()[r] / need[cls][r]);
      }
    }
    return (int) most;
  }

  /** Returns whether a node of a type holds the pods of a pattern. */
  boolean holds(int type, Pattern pattern) {
    Type node = types[type];
    for (int r = 0; r < resources(); r++) {
      long left = node.capacity()[r];
      for (int i = 0; i < pattern.classes().length; i++) {
        int cls = pattern.classes()[i];
        int count = pattern.counts()[i];
        if (node.devices()[cls] == 0 || count > perNode[cls]) {
          return false;
        }
        left -= count * (r == DEVICES ? node.devices()[cls] : need[cls][r]);
      }
      if (left < 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a type can be left out: another costs no more and holds no less. */
  private boolean isDominated(int type, int by) {
    Type one = types[type];
    Type other = types[by];
    if (other.limit() != UNLIMITED || isInQuota(by) || other.cost() > one.cost()) {
      return false;
    }
    for (int r = 0; r < one.capacity().length; r++) {
      if (other.capacity()[r] < one.capacity()[r]) {
        return false;
      }
    }
    for (int c = 0; c < classes(); c++) {
      if (one.devices()[c] > 0
          && (other.devices()[c] == 0 || other.devices()[c] > one.devices()[c])) {
        return false;
      }
    }
    return true;
  }

  private boolean isInQuota(int type) {
    return quotas.stream().anyMatch(quota -> quota.weight()[type] > 0);
  }

  /** Returns the types that no other replaces; of two that are equal, the first. */
  List<Integer> undominated() {
    List<Integer> kept = new ArrayList<>();
    for (int t = 0; t < types.length; t++) {
      boolean isKept = true;
      for (int o = 0; o < types.length && isKept; o++) {
        isKept = o == t || !isDominated(t, o) || (isDominated(o, t) && t < o);
      }
      if (isKept) {
        kept.add(t);
      }
    }
    return kept;
  }
}
