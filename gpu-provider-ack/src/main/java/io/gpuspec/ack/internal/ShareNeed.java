package io.gpuspec.ack.internal;

import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import io.gpuspec.Share;
import io.gpuspec.spi.PodField;
import io.gpuspec.spi.PodFieldException;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.PodView.Container;
import io.gpuspec.spi.ShareRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the containers of a pod ask of shared cards together: a pod's containers are on one card, or
 * on the same several.
 *
 * @param memory in GiB, of all cards
 * @param compute in percent of a card; 0 for none
 * @param cards of how many cards
 */
record ShareNeed(int memory, int compute, int cards) {
  private static final Pattern WITH_UNIT =
      Pattern.compile("(?<amount>[0-9]{1,6})(?<rest>\\.[0-9]+)?(?<unit>Gi|G|Mi|M)?");

  private static final int MEBIBYTES = 1024;
  private static final int WHOLE = 100;

  static ShareNeed of(PodView pod) {
    return new ShareNeed(
        pod.peak(0, ShareNeed::memory, Integer::sum),
        pod.peak(0, ShareNeed::compute, Integer::sum),
        pod.label(CardShares.CARDS.key()).map(ShareNeed::cards).orElse(1));
  }

  /** The resource counts GiB, so a unit makes it a thousand million times as much. */
  private static int memory(Container container) {
    for (Map<String, String> part : List.of(container.limits(), container.requests())) {
      Optional.ofNullable(part.get(CardShares.MEMORY)).ifPresent(text -> check(container, text));
    }
    return container.count(CardShares.MEMORY);
  }

  private static void check(Container container, String text) {
    Matcher written = WITH_UNIT.matcher(text);
    if (written.matches() && (written.group("unit") != null || written.group("rest") != null)) {
      throw new PodFieldException(
          PodField.limit(container.name(), CardShares.MEMORY),
          "'%s' is not a whole number of GiB, which is what the resource counts, without a unit; %d would do"
              .formatted(text, wholeGibibytes(written)));
    }
  }

  private static int wholeGibibytes(Matcher written) {
    int amount = Integer.parseInt(written.group("amount"));
    boolean more = written.group("rest") != null && written.group("rest").matches("\\.0*[1-9].*");
    boolean small = String.valueOf(written.group("unit")).startsWith("M");
    int whole = small ? (amount + MEBIBYTES - 1) / MEBIBYTES : amount;
    return Math.max(1, whole + (more && !small ? 1 : 0));
  }

  private static int compute(Container container) {
    int percent = container.count(CardShares.COMPUTE);
    return percent == 0 ? container.count(CardShares.COMPUTE_OF_TEXT) : percent;
  }

  private static int cards(String text) {
    if (!text.matches("[1-9][0-9]{0,2}")) {
      throw new PodFieldException(
          CardShares.CARDS, "'%s' is no number of cards; write it like \"2\"".formatted(text));
    }
    return Integer.parseInt(text);
  }

  boolean isNothing() {
    return memory == 0 && compute == 0;
  }

  /**
   * What is asked of each card.
   *
   * @throws PodFieldException if the rules forbid it
   */
  Share share(ShareRules rules) {
    if (memory % cards != 0) {
      throw new PodFieldException(
          CardShares.CARDS,
          "'%d' GiB over '%d' cards is no whole number of GiB of each; ask for %d"
              .formatted(memory, cards, (memory / cards + 1) * cards));
    }
    if (compute > WHOLE) {
      throw new PodFieldException(
          PodField.device(CardShares.COMPUTE),
          "'%d' percent together is more than one card has; ask for %d at most"
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
