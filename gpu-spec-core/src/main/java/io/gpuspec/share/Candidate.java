package io.gpuspec.share;

import java.util.List;

/** Cards of one node that a pod could use. */
record Candidate(ShareNode node, List<Card> cards) {
  long cardsOpened() {
    return cards.stream().filter(Card::isEmpty).count();
  }
}
