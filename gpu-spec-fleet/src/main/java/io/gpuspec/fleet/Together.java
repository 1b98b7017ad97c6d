package io.gpuspec.fleet;

import com.google.common.math.IntMath;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which pods have a card together, when all are known before the first is placed: the fillings of
 * cards that leave least of the pods' shares without a card.
 *
 * <p>It is a fleet's question: a card that is free costs next to nothing, and a pod without a card
 * costs its share. The CPU and memory of nodes are not known here.
 */
final class Together {
  /** Leaving out a thousandth of a card costs this much more than a card. */
  private static final long LEFT_OUT = 1000;

  private static final Planner.Effort EFFORT = new Planner.Effort(1e-4, 20_000_000L, 3, 0);

  /** What pods of a class have in common. */
  private record Share(int size, Set<String> models) implements Comparable<Share> {
    @Override
    public int compareTo(Share other) {
      return size != other.size
          ? Integer.compare(other.size, size)
          : new TreeSet<>(models).toString().compareTo(new TreeSet<>(other.models).toString());
    }
  }

  /** Pods that have a card together, of any model that will do for all of them. */
  record OneCard(List<FixedFleet.Pod> pods) {
    long cpu() {
      return pods.stream()
          .map(FixedFleet.Pod::cpu)
          .reduce(CpuAmount.ZERO, CpuAmount::plus)
          .toMillicores();
    }

    long memory() {
      return pods.stream()
          .map(FixedFleet.Pod::memory)
          .reduce(MemorySize.ZERO, MemorySize::plus)
          .toBytes();
    }
  }

  private final List<Share> classes;
  private final List<Deque<FixedFleet.Pod>> pods = new ArrayList<>();
  private final List<String> models;
  private final Problem problem;

  private Together(List<FixedFleet.Pod> onOneCard, Map<String, Integer> cards) {
    Map<Share, List<FixedFleet.Pod>> byShare = new TreeMap<>();
    for (FixedFleet.Pod pod : onOneCard) {
      byShare
          .computeIfAbsent(new Share(pod.needs().share(), pod.models()), share -> new ArrayList<>())
          .add(pod);
    }
    this.classes = List.copyOf(byShare.keySet());
    this.models = List.copyOf(cards.keySet());
    byShare
        .values()
        .forEach(
            each -> {
              each.sort(
                  Comparator.comparing(FixedFleet.Pod::cpu, Comparator.reverseOrder())
                      .thenComparing(FixedFleet.Pod::name));
              pods.add(new ArrayDeque<>(each));
            });
    this.problem = problem(cards);
  }

  /**
   * Returns fillings of cards for pods that have one card or a share of one; some pods may be in
   * none.
   *
   * @param cards how many are free, by model
   */
  static List<OneCard> of(List<FixedFleet.Pod> onOneCard, Map<String, Integer> cards) {
    return onOneCard.isEmpty() || cards.isEmpty()
        ? List.of()
        : new Together(onOneCard, cards).cards();
  }

  private Problem problem(Map<String, Integer> cards) {
    int count = classes.size();
    int unit = FixedFleet.WHOLE;
    for (Share each : classes) {
      unit = IntMath.gcd(unit, each.size());
    }
    List<Problem.Type> types = new ArrayList<>();
    for (String model : models) {
      int[] units = new int[count];
      for (int c = 0; c < count; c++) {
        Share share = classes.get(c);
        boolean isFor = share.models().isEmpty() || share.models().contains(model);
        units[c] = isFor ? share.size() / unit : 0;
      }
      types.add(
          new Problem.Type(
              1, cards.getOrDefault(model, 0), new long[] {FixedFleet.WHOLE / unit}, units));
    }
    for (int c = 0; c < count; c++) {
      int[] only = new int[count];
      only[c] = 1;
      types.add(
          new Problem.Type(
              classes.get(c).size() * LEFT_OUT, Problem.UNLIMITED, new long[] {1}, only));
    }
    int[] demand = pods.stream().mapToInt(Deque::size).toArray();
    int[] perNode = new int[count];
    Arrays.fill(perNode, Integer.MAX_VALUE);
    return new Problem(types, List.of(), new long[count][1], demand, perNode);
  }

  private List<OneCard> cards() {
    List<OneCard> all = new ArrayList<>();
    for (Pattern pattern : Planner.plan(problem, EFFORT, () -> false).draft().nodes()) {
      if (pattern.type() < models.size()) {
        List<FixedFleet.Pod> together = new ArrayList<>();
        for (int i = 0; i < pattern.classes().length; i++) {
          Deque<FixedFleet.Pod> from = pods.get(pattern.classes()[i]);
          for (int n = 0; n < pattern.counts()[i]; n++) {
            // A heavy pod goes with light ones, so that all cards need about as much CPU.
            together.add(together.isEmpty() ? from.removeFirst() : from.removeLast());
          }
        }
        all.add(new OneCard(together));
      }
    }
    return all;
  }
}
