package io.gpuspec.share;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Fraction;

/**
 * The part of a card's compute that one of its pods gets, given the other pods.
 *
 * <pre>{@code
 * Cards burst = cards.isolation(Isolation.BURST_SHARE);
 * burst.running(0, 0, Share.of("4Gi", 25)).all().get(0).effectiveCompute();
 *     // 1/4 to 1 of a card
 * }</pre>
 *
 * @param least while every pod of the card is busy
 * @param most while the others are idle
 */
public record EffectiveCompute(Fraction least, Fraction most) {

  /** Refuses null. */
  public EffectiveCompute {
    Arguments.notNull("least, most", least, most);
  }

  /** Returns text such as {@code 1/4 to 1 of a card}. */
  @Override
  public String toString() {
    return (least.equals(most) ? least.toString() : least + " to " + most) + " of a card";
  }
}
