package io.gpuspec.fleet;

import java.util.Arrays;

/** A node of a fixed fleet with what is free on it; scores are kept until it changes. */
final class FixedNode {
  /**
   * How good a node is for pods of a kind; a higher rank comes first, then the smaller rest.
   *
   * @param card the card for a share; none for whole cards
   */
  record Score(boolean fits, int rank, double rest, int card) {
    static final Score NONE = new Score(false, 0, 0, -1);

    boolean isBetterThan(Score other) {
      return rank != other.rank ? rank > other.rank : rest < other.rest;
    }
  }

  private final FixedFleet.Node node;
  private final int[] free;
  private long cpu;
  private long memory;
  private Score[] scores = new Score[0];

  /** What of its cards typical pods cannot use, as a policy last worked it out. */
  private double fragmented = -1;

  FixedNode(FixedFleet.Node node) {
    this.node = node;
    this.cpu = node.cpu().toMillicores();
    this.memory = node.memory().toBytes();
    this.free = new int[node.cards()];
    Arrays.fill(free, FixedFleet.WHOLE);
  }

  String name() {
    return node.name();
  }

  int cards() {
    return free.length;
  }

  String model() {
    return node.model();
  }

  int emptyCards() {
    int empty = 0;
    for (int each : free) {
      empty += each == FixedFleet.WHOLE ? 1 : 0;
    }
    return empty;
  }

  /** Returns the first empty card; there must be one. */
  int emptyCard() {
    int card = 0;
    while (free[card] != FixedFleet.WHOLE) {
      card++;
    }
    return card;
  }

  long cpu() {
    return cpu;
  }

  long memory() {
    return memory;
  }

  int free(int card) {
    return free[card];
  }

  int allFree() {
    int sum = 0;
    for (int each : free) {
      sum += each;
    }
    return sum;
  }

  boolean fits(FixedFleet.Needs needs) {
    if (cpu < needs.cpu() || memory < needs.memory()) {
      return false;
    }
    if (needs.cards() == 0) {
      return true;
    }
    if (!takes(needs)) {
      return false;
    }
    int enough = 0;
    for (int each : free) {
      enough += each >= needs.share() ? 1 : 0;
    }
    return enough >= needs.cards();
  }

  /** Returns whether its cards are of a model that will do. */
  boolean takes(FixedFleet.Needs needs) {
    return needs.models().isEmpty() || needs.models().contains(node.model());
  }

  Score score(int kind, FixedFleet.Needs needs, Scorer scorer) {
    if (kind >= scores.length) {
      scores = Arrays.copyOf(scores, Math.max(kind + 1, 2 * scores.length));
    }
    Score known = scores[kind];
    if (known == null) {
      known = fits(needs) ? scorer.score(this, needs) : Score.NONE;
      scores[kind] = known;
    }
    return known;
  }

  double fragmented(Scorer scorer) {
    if (fragmented < 0) {
      fragmented = scorer.fragmented(this);
    }
    return fragmented;
  }

  /** Takes what a pod needs; a share from this card, whole cards from the first that are free. */
  int[] take(FixedFleet.Needs needs, int card) {
    int[] cards = new int[needs.cards()];
    int next = 0;
    for (int i = 0; i < free.length && next < cards.length; i++) {
      if (card >= 0 ? i == card : free[i] >= needs.share()) {
        cards[next++] = i;
      }
    }
    change(needs, cards, -1);
    return cards;
  }

  void release(FixedFleet.Needs needs, int[] cards) {
    change(needs, cards, 1);
  }

  private void change(FixedFleet.Needs needs, int[] cards, int sign) {
    cpu += sign * needs.cpu();
    memory += sign * needs.memory();
    for (int card : cards) {
      free[card] += sign * needs.share();
    }
    Arrays.fill(scores, null);
    fragmented = -1;
  }
}
