package io.gpuspec.share;

import io.gpuspec.value.Word;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * A policy for choosing between cards with room.
 *
 * <pre>{@code
 * cards.pack(SharePolicy.SPREAD, 2, Devices.any().share("4Gi", 25)).placed();     // pod-0: node 0 card 0
 *                                                                           // pod-1: node 1 card 0
 * cards.pack(SharePolicy.BINPACK, 2, Devices.any().share("4Gi", 25)).placed();    // pod-0: node 0 card 0
 *                                                                           // pod-1: node 0 card 0
 * }</pre>
 *
 * <p>What is left of a card or node is compared by memory, then compute, then number of shares; of
 * equals the one with the lowest number is taken.
 *
 * <p>Source: TKE, using qGPU (product doc 457/65734): spread puts pods on different nodes and
 * cards, those with more left first; binpack uses one node first. How nodes are compared, and that
 * an open card goes before an unopened one, is this library's reading.
 */
public enum SharePolicy implements Word {
  /**
   * A node in use before an empty one; of nodes in use the one where the pod opens the fewest
   * cards, and of these the one with the least left. On it a card in use before an empty one, and
   * then the card with the least left.
   */
  BINPACK(
      Comparator.comparing(Card::isEmpty).thenComparing(Card::free).thenComparingInt(Card::number),
      Comparator.comparing(ShareNode::isEmpty)
          .thenComparing(ShareNode::free)
          .thenComparingInt(ShareNode::number),
      Candidate::cardsOpened),

  /** The node with the most left, and on it the card with the most left. */
  SPREAD(
      Comparator.comparing(Card::free).reversed().thenComparingInt(Card::number),
      Comparator.comparing(ShareNode::free).reversed().thenComparingInt(ShareNode::number),
      candidate -> 0);

  private final Comparator<Card> cards;
  private final Comparator<ShareNode> nodes;
  private final ToLongFunction<Candidate> opened;

  SharePolicy(
      Comparator<Card> cards, Comparator<ShareNode> nodes, ToLongFunction<Candidate> opened) {
    this.cards = cards;
    this.nodes = nodes;
    this.opened = opened;
  }

  /** The cards of a node, the one to take first. */
  Comparator<Card> cards() {
    return cards;
  }

  /** Nodes, the one to take first of those where a pod opens as many cards. */
  Comparator<ShareNode> nodes() {
    return nodes;
  }

  /** Returns how many empty cards a pod would take, for a policy that minds. */
  long opened(Candidate candidate) {
    return opened.applyAsLong(candidate);
  }

  /** Returns the vendors' word, such as {@code binpack}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
