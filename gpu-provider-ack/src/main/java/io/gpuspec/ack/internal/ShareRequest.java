package io.gpuspec.ack.internal;

import io.gpuspec.Share;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;

/**
 * The total shares that a pod's containers request: a pod's containers are on one card, or on the
 * same several cards.
 *
 * @param memory in GiB, of all cards
 * @param compute in percent of a card; 0 for none
 * @param cards of how many cards
 */
record ShareRequest(int memory, int compute, int cards) {
  private static final int WHOLE = 100;

  static ShareRequest of(PodView pod) {
    return new ShareRequest(
        pod.peak(0, each -> ShareRules.gibibytes(each, CardShares.MEMORY), Integer::sum),
        pod.peak(0, ShareRequest::compute, Integer::sum),
        pod.label(CardShares.CARDS.key()).map(ShareRequest::cards).orElse(1));
  }

  private static int compute(Container container) {
    int percent = container.count(CardShares.COMPUTE);
    return percent == 0 ? container.count(CardShares.COMPUTE_OF_TEXT) : percent;
  }

  private static int cards(String text) {
    if (!text.matches("[1-9][0-9]{0,2}")) {
      throw new PodFieldException(
          "pod.malformed",
          CardShares.CARDS,
          "'%s' is not a number of cards; write it like \"2\"".formatted(text));
    }
    return Integer.parseInt(text);
  }

  boolean isNothing() {
    return memory == 0 && compute == 0;
  }

  /**
   * Returns the share of each card that is requested.
   *
   * @throws PodFieldException if the rules forbid it
   */
  Share share(ShareRules rules) {
    if (memory % cards != 0) {
      throw new PodFieldException(
          "pod.malformed",
          CardShares.CARDS,
          "'%s' GiB over '%s' cards is no whole number of GiB of each; ask for %s"
              .formatted(memory, cards, (memory / cards + 1) * cards));
    }
    if (compute > WHOLE) {
      throw new PodFieldException(
          "pod.out-of-range",
          PodField.device(CardShares.COMPUTE),
          "'%s' percent together is more than one card has; ask for %s at most"
              .formatted(compute, WHOLE));
    }
    MemorySize each = MemorySize.ofGibibytes(memory / cards);
    try {
      Share share = compute == 0 ? Share.of(each) : Share.of(each, compute);
      rules.check(share, cards);
      return share;
    } catch (InvalidValueException e) {
      throw new PodFieldException(PodField.device(CardShares.COMPUTE), e);
    }
  }
}
