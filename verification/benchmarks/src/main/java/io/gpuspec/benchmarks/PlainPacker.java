package io.gpuspec.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Binpack and spread of shares of one card, directly from their definition: every card is checked.
 */
final class PlainPacker {
  private static final int SHARES = 16;

  /**
   * @param memory in GiB
   * @param compute in percent of a card
   */
  record Pod(int memory, int compute) {}

  private final int cardMemory;
  private final int[][] memory;
  private final int[][] compute;
  private final int[][] shares;

  PlainPacker(int nodes, int cards, int cardMemory) {
    this.cardMemory = cardMemory;
    this.memory = filled(nodes, cards, cardMemory);
    this.compute = filled(nodes, cards, 100);
    this.shares = filled(nodes, cards, SHARES);
  }

  private static int[][] filled(int nodes, int cards, int amount) {
    int[][] all = new int[nodes][cards];
    Arrays.stream(all).forEach(node -> Arrays.fill(node, amount));
    return all;
  }

  /** Returns each pod's place, such as {@code 3/0}; empty where it has none. */
  List<String> pack(boolean binpack, List<Pod> pods) {
    List<String> places = new ArrayList<>();
    for (Pod pod : pods) {
      places.add(place(binpack, pod));
    }
    return places;
  }

  private String place(boolean binpack, Pod pod) {
    int[] best = null;
    int bestNode = 0;
    int bestCard = 0;
    for (int node = 0; node < memory.length; node++) {
      int[] sums = {sum(memory[node]), sum(compute[node]), sum(shares[node])};
      for (int card = 0; card < memory[node].length; card++) {
        if (memory[node][card] >= pod.memory()
            && compute[node][card] >= pod.compute()
            && shares[node][card] > 0) {
          int[] order = order(binpack, sums, node, card);
          if (best == null || Arrays.compare(order, best) < 0) {
            best = order;
            bestNode = node;
            bestCard = card;
          }
        }
      }
    }
    if (best == null) {
      return "";
    }
    memory[bestNode][bestCard] -= pod.memory();
    compute[bestNode][bestCard] -= pod.compute();
    shares[bestNode][bestCard]--;
    return bestNode + "/" + bestCard;
  }

  private int[] order(boolean binpack, int[] sums, int node, int card) {
    int sign = binpack ? 1 : -1;
    boolean nodeUsed = sums[0] < cardMemory * memory[node].length;
    boolean cardUsed = memory[node][card] < cardMemory;
    return new int[] {
      binpack && !nodeUsed ? 1 : 0,
      binpack && !cardUsed ? 1 : 0,
      sign * sums[0],
      sign * sums[1],
      sign * sums[2],
      node,
      sign * memory[node][card],
      sign * compute[node][card],
      sign * shares[node][card],
      card
    };
  }

  private static int sum(int[] amounts) {
    int sum = 0;
    for (int amount : amounts) {
      sum += amount;
    }
    return sum;
  }
}
