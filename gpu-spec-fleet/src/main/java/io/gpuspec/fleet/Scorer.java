package io.gpuspec.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Scores nodes for pods by a policy. */
final class Scorer {
  /** The part of the pods whose kinds are typical, as in the paper's artifact. */
  private static final double TYPICAL = 0.95;

  private static final int POINTS = 100;
  private static final double STEEPNESS = 1.0 / FixedFleet.WHOLE;

  /** Pods of a kind, as a part of all. */
  private record Kind(FixedFleet.Needs needs, double part) {}

  private final FixedFleet.Policy policy;
  private final List<Kind> typical;
  private final double cards;
  private final double cpu;
  private final double memory;

  private Scorer(FixedFleet.Policy policy, List<Kind> typical, List<FixedFleet.Node> nodes) {
    this.policy = policy;
    this.typical = typical;
    this.cards =
        Math.max(1, nodes.stream().mapToInt(FixedFleet.Node::cards).max().orElse(1))
            * (double) FixedFleet.WHOLE;
    this.cpu =
        Math.max(1, nodes.stream().mapToLong(node -> node.cpu().toMillicores()).max().orElse(1));
    this.memory =
        Math.max(1, nodes.stream().mapToLong(node -> node.memory().toBytes()).max().orElse(1));
  }

  static Scorer of(
      FixedFleet.Policy policy, List<FixedFleet.Node> nodes, Collection<FixedFleet.Pod> pods) {
    return new Scorer(policy, typical(pods), nodes);
  }

  /** The most frequent kinds of pods, until they are most of all. */
  private static List<Kind> typical(Collection<FixedFleet.Pod> pods) {
    Map<FixedFleet.Needs, Integer> counts = new LinkedHashMap<>();
    pods.forEach(pod -> counts.merge(pod.needs(), 1, Integer::sum));
    List<Map.Entry<FixedFleet.Needs, Integer>> order = new ArrayList<>(counts.entrySet());
    order.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
    List<Kind> kinds = new ArrayList<>();
    double sum = 0;
    for (Map.Entry<FixedFleet.Needs, Integer> each : order) {
      if (sum >= TYPICAL * pods.size()) {
        break;
      }
      sum += each.getValue();
      kinds.add(new Kind(each.getKey(), (double) each.getValue() / pods.size()));
    }
    return kinds;
  }

  /** The score of a node with room. */
  FixedNode.Score score(FixedNode node, FixedFleet.Needs needs) {
    boolean isShare = needs.cards() == 1 && needs.share() < FixedFleet.WHOLE;
    return switch (policy) {
      case BINPACK ->
          new FixedNode.Score(true, 0, left(node, needs), card(node, needs, isShare, 1));
      case SPREAD ->
          new FixedNode.Score(true, 0, -left(node, needs), card(node, needs, isShare, -1));
      case BEST_FIT ->
          new FixedNode.Score(true, 0, rest(node, needs), card(node, needs, isShare, 1));
      case FRAGMENTATION -> gradient(node, needs, isShare);
    };
  }

  private static double left(FixedNode node, FixedFleet.Needs needs) {
    return node.allFree() - (double) needs.cards() * needs.share();
  }

  private double rest(FixedNode node, FixedFleet.Needs needs) {
    return left(node, needs) / cards
        + (node.cpu() - needs.cpu()) / cpu
        + (node.memory() - needs.memory()) / memory;
  }

  /** The fullest card with room, or the emptiest. */
  private static int card(FixedNode node, FixedFleet.Needs needs, boolean isShare, int sign) {
    int best = -1;
    for (int i = 0; isShare && i < node.cards(); i++) {
      if (node.free(i) >= needs.share()
          && (best < 0 || sign * node.free(i) < sign * node.free(best))) {
        best = i;
      }
    }
    return best;
  }

  /** The least that fragmentation grows by, in whole points, so that near nodes count as equal. */
  private FixedNode.Score gradient(FixedNode node, FixedFleet.Needs needs, boolean isShare) {
    double before = node.fragmented(this);
    double rest = rest(node, needs);
    if (!isShare) {
      return new FixedNode.Score(true, points(node, needs, -1, before), rest, -1);
    }
    int best = -1;
    int rank = -1;
    for (int i = 0; i < node.cards(); i++) {
      if (node.free(i) >= needs.share()) {
        int points = points(node, needs, i, before);
        if (points > rank || points == rank && node.free(i) < node.free(best)) {
          rank = points;
          best = i;
        }
      }
    }
    return new FixedNode.Score(true, rank, rest, best);
  }

  private int points(FixedNode node, FixedFleet.Needs needs, int card, double before) {
    int[] free = new int[node.cards()];
    int wanted = needs.cards();
    for (int i = 0; i < free.length; i++) {
      free[i] = node.free(i);
      if (wanted > 0 && (card >= 0 ? i == card : free[i] >= needs.share())) {
        free[i] -= needs.share();
        wanted--;
      }
    }
    double after = fragmented(free, node.cpu() - needs.cpu(), node.memory() - needs.memory(), node);
    return (int) (POINTS / (1 + Math.exp((after - before) * STEEPNESS)));
  }

  /** What of a node's cards typical pods cannot use, in thousandths, by how frequent these are. */
  double fragmented(FixedNode node) {
    int[] free = new int[node.cards()];
    for (int i = 0; i < free.length; i++) {
      free[i] = node.free(i);
    }
    return fragmented(free, node.cpu(), node.memory(), node);
  }

  private double fragmented(int[] free, long freeCpu, long freeMemory, FixedNode node) {
    int all = 0;
    for (int each : free) {
      all += each;
    }
    double sum = 0;
    for (Kind kind : typical) {
      FixedFleet.Needs needs = kind.needs();
      int usable = 0;
      int enough = 0;
      for (int each : free) {
        if (each >= needs.share()) {
          usable += each;
          enough++;
        }
      }
      boolean isUseful =
          needs.cards() > 0
              && enough >= needs.cards()
              && freeCpu >= needs.cpu()
              && freeMemory >= needs.memory()
              && node.takes(needs);
      sum += kind.part() * (isUseful ? all - usable : all);
    }
    return sum;
  }
}
