package io.gpuspec.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Small random questions, and the least cost of all their plans by trying each. */
final class Problems {
  private Problems() {}

  /**
   * A type of node.
   *
   * @param asked by class, how many devices a pod takes
   */
  static Problem.Type type(long cost, int limit, long devices, long cpu, int... asked) {
    return new Problem.Type(cost, limit, new long[] {devices, cpu}, asked);
  }

  /**
   * A question with devices and one other resource.
   *
   * @param cpu by class, how much of it a pod asks
   */
  static Problem of(List<Problem.Type> types, long[] cpu, int... demand) {
    long[][] need = new long[cpu.length][];
    Arrays.setAll(need, c -> new long[] {0, cpu[c]});
    int[] perNode = new int[cpu.length];
    Arrays.fill(perNode, Integer.MAX_VALUE);
    return new Problem(types, List.of(), need, demand, perNode);
  }

  static Problem withQuota(Problem problem, long limit, long... weight) {
    return new Problem(
        Arrays.asList(problem.types),
        List.of(new Problem.Quota(limit, weight)),
        problem.need,
        problem.demand,
        problem.perNode);
  }

  static Pattern pattern(int type, int... counts) {
    return Pattern.of(type, counts);
  }

  /** A question with few pods; a seed has always the same. */
  static Problem small(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return random(random, 1 + random.nextInt(3), 1 + random.nextInt(4), 3, true);
  }

  static Problem large(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return random(random, 2 + random.nextInt(6), 2 + random.nextInt(12), 20, random.nextBoolean());
  }

  private static Problem random(
      SplittableRandom random, int types, int classes, int most, boolean isLimited) {
    List<Problem.Type> all = new ArrayList<>();
    for (int t = 0; t < types; t++) {
      int devices = 1 << random.nextInt(4);
      int[] asked = new int[classes];
      long[] capacity = {
        devices, devices * (1000L + random.nextInt(4) * 1000L), 8 + random.nextInt(40), 6
      };
      all.add(
          new Problem.Type(
              isLimited && random.nextInt(6) == 0 ? 0 : 10 + random.nextInt(90),
              isLimited && random.nextInt(2) == 0 ? 1 + random.nextInt(3) : Problem.UNLIMITED,
              capacity,
              asked));
    }
    long[][] need = new long[classes][];
    int[] demand = new int[classes];
    int[] perNode = new int[classes];
    for (int c = 0; c < classes; c++) {
      int devices = random.nextInt(4) == 0 ? 2 : 1;
      need[c] = new long[] {0, 250L * (1 + random.nextInt(12)), 1 + random.nextInt(16), 1};
      demand[c] = 1 + random.nextInt(most);
      perNode[c] = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : Integer.MAX_VALUE;
      for (Problem.Type type : all) {
        type.devices()[c] = random.nextInt(4) == 0 ? 0 : devices;
      }
    }
    List<Problem.Quota> quotas = new ArrayList<>();
    if (isLimited && random.nextInt(3) == 0) {
      long[] weight = new long[types];
      Arrays.setAll(weight, t -> random.nextInt(3) * 4L);
      quotas.add(new Problem.Quota(4L + random.nextInt(40), weight));
    }
    // A node that costs nothing is one that exists, and there are only so many of these.
    all.replaceAll(
        type ->
            type.cost() == 0 && type.limit() == Problem.UNLIMITED
                ? new Problem.Type(7, type.limit(), type.capacity(), type.devices())
                : type);
    return new Problem(all, quotas, need, demand, perNode);
  }

  /** The best of all plans: most pods placed, and of those the least cost. */
  record Best(int unplaced, long cost) {
    boolean isBetterThan(Best other) {
      return unplaced != other.unplaced ? unplaced < other.unplaced : cost < other.cost;
    }
  }

  static Best best(Problem problem) {
    int[] used = new int[problem.types.length];
    return best(problem, problem.demand.clone(), used, new HashMap<>());
  }

  private static Best best(
      Problem problem, int[] left, int[] used, Map<List<Integer>, Best> known) {
    List<Integer> key = new ArrayList<>();
    Arrays.stream(left).forEach(key::add);
    Arrays.stream(used).forEach(key::add);
    Best before = known.get(key);
    if (before != null) {
      return before;
    }
    Best best = new Best(Arrays.stream(left).sum(), 0);
    for (int t = 0; t < problem.types.length; t++) {
      if (!hasRoom(problem, used, t)) {
        continue;
      }
      List<Pattern> fillings = new ArrayList<>();
      fill(problem, t, left, new int[left.length], 0, fillings);
      boolean isLimited =
          problem.types[t].limit() != Problem.UNLIMITED || !problem.quotas.isEmpty();
      used[t] += isLimited ? 1 : 0;
      for (Pattern filling : fillings) {
        filling.addTo(left, -1);
        Best rest = best(problem, left, used, known);
        filling.addTo(left, 1);
        Best all = new Best(rest.unplaced(), rest.cost() + problem.types[t].cost());
        best = all.isBetterThan(best) ? all : best;
      }
      used[t] -= isLimited ? 1 : 0;
    }
    known.put(key, best);
    return best;
  }

  private static boolean hasRoom(Problem problem, int[] used, int type) {
    if (used[type] >= problem.types[type].limit()) {
      return false;
    }
    for (Problem.Quota quota : problem.quotas) {
      long sum = quota.weight()[type];
      for (int t = 0; t < used.length; t++) {
        sum += used[t] * quota.weight()[t];
      }
      if (sum > quota.limit()) {
        return false;
      }
    }
    return true;
  }

  /** Adds every filling of a node with at least one pod. */
  static void fill(
      Problem problem, int type, int[] left, int[] counts, int from, List<Pattern> fillings) {
    if (from == counts.length) {
      Pattern pattern = Pattern.of(type, counts);
      if (pattern.pods() > 0) {
        fillings.add(pattern);
      }
      return;
    }
    int most = Math.min(left[from], problem.most(type, from));
    for (int n = 0; n <= most; n++) {
      counts[from] = n;
      if (n > 0 && !problem.holds(type, Pattern.of(type, counts))) {
        break;
      }
      fill(problem, type, left, counts, from + 1, fillings);
    }
    counts[from] = 0;
  }
}
