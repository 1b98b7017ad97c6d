package io.gpuspec.share;

import io.gpuspec.Share;
import io.gpuspec.internal.Words;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.List;

/**
 * What a card offers for a requested amount: the share itself, or the rule that it breaks and the
 * next share that is available.
 *
 * <pre>{@code
 * CardKind t4 = CardKind.of(gpus.in("tke/qgpu"), "T4");
 * t4.offer("1/2:50%").share();        // 7Gi and 50%
 * t4.offer("4.5G:25").roundedUp();    // 5Gi and 25%
 * t4.offer("4.5G:25").share();
 *     // InvalidValueException: ... qGPU gives out multiples of 1Gi; 5Gi would do ...
 * }</pre>
 *
 * <p>It rounds up only, and only in {@link #roundedUp()}: memory and compute to the least that the
 * rules give out and that is not below what was asked.
 */
public final class ShareOffer {
  private final ShareAmount asked;
  private final CardKind card;
  private final Share stated;
  private final List<String> problems;

  private ShareOffer(ShareAmount asked, CardKind card, Share stated, List<String> problems) {
    this.asked = asked;
    this.card = card;
    this.stated = stated;
    this.problems = problems;
  }

  static ShareOffer of(ShareAmount asked, CardKind card) {
    Share stated = asked.stated(card.memory());
    List<String> problems = card.problems(stated, 1);
    boolean rounded = problems.isEmpty() && !asked.isStatedExactly(card.memory());
    return new ShareOffer(
        asked,
        card,
        stated,
        rounded
            ? List.of("no whole MiB and percent; %s would do".formatted(exactly(stated)))
            : problems);
  }

  private static String exactly(Share share) {
    return share.memory()
        + (share.compute().isPresent() ? " and %s%%".formatted(share.compute().getAsInt()) : "");
  }

  /** Returns whether the rules give out what was asked, and no more and no less. */
  public boolean isExact() {
    return problems.isEmpty();
  }

  /**
   * Returns what was asked.
   *
   * @throws InvalidValueException if the rules do not give it out; it names each rule that is
   *     broken, and what would do
   */
  public Share share() {
    if (!isExact()) {
      throw refusal();
    }
    return stated;
  }

  /**
   * Returns what was asked, or else the least that is more and is available.
   *
   * @throws InvalidValueException if no larger amount is available, either
   */
  public Share roundedUp() {
    Share next = card.roundUp(stated);
    if (!card.problems(next, 1).isEmpty()) {
      throw refusal();
    }
    return next;
  }

  private GpuSpecException refusal() {
    return new InvalidValueException(
        "share.out-of-range", "share: %s (%s)".formatted(this, card.citation()));
  }

  /**
   * Returns text such as {@code 1/2:50% of a T4 (7Gi and 50%): 2 to a card}, or the broken rules
   * instead of the number.
   */
  @Override
  public String toString() {
    boolean same = asked.toString().equals(stated.toString());
    return "'%s' of %s".formatted(asked, Words.a(card.gpu()))
        + (same ? ": " : " (%s): ".formatted(stated))
        + (isExact() ? card.room(stated) + " to a card" : String.join("; ", problems));
  }
}
