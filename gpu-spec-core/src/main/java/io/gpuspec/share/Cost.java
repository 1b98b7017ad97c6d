package io.gpuspec.share;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;
import java.math.BigDecimal;
import java.util.Objects;

/**
 * The exact cost of a part of cards: a third of a price is a third.
 *
 * <pre>{@code
 * Cost cost = CardPrice.perHour("10", "CNY").of(CardPart.of(Replicas.mps(3)));
 *     // about 3.3333 CNY per hour
 * cost.plus(cost).plus(cost).amount();    // 10
 * }</pre>
 *
 * <p>Costs in two currencies, or for two lengths of time, are never added.
 */
public final class Cost implements Comparable<Cost>, Answer {
  private static final int DIGITS = 6;

  /** As many as vendors' prices per hour have; {@link #amount()} has more. */
  private static final int TEXT_DIGITS = 4;

  private final Ratio amount;
  private final String currency;
  private final String per;

  Cost(Ratio amount, String currency, String per) {
    this.amount = amount;
    this.currency = currency;
    this.per = per;
  }

  /** Returns how much, rounded half up to six digits behind the point. */
  public BigDecimal amount() {
    return amount.rounded(DIGITS);
  }

  /** Returns whether {@link #amount()} is exact. */
  public boolean isExact() {
    return Ratio.of(amount()).equals(amount);
  }

  /** The ISO 4217 code, such as {@code CNY}. */
  public String currency() {
    return currency;
  }

  /** The time it is for, such as {@code hour}. */
  public String per() {
    return per;
  }

  /**
   * Returns the sum of this cost and another.
   *
   * @throws InvalidValueException if they are in two currencies or for two lengths of time
   */
  public Cost plus(Cost other) {
    return new Cost(amount.plus(sameUnit(other).amount), currency, per);
  }

  private Cost sameUnit(Cost other) {
    Arguments.required("cost", other, "a Cost");
    if (!currency.equals(other.currency) || !per.equals(other.per)) {
      throw new InvalidValueException(
          "share.conflict",
          "cost: '%s' and '%s' are in two units; give all prices in one currency and for one time"
              .formatted(this, other));
    }
    return other;
  }

  /**
   * Compares by amount.
   *
   * @throws InvalidValueException if they are in two currencies or for two lengths of time
   */
  @Override
  public int compareTo(Cost other) {
    return amount.compareTo(sameUnit(other).amount);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cost that
        && amount.equals(that.amount)
        && currency.equals(that.currency)
        && per.equals(that.per);
  }

  @Override
  public int hashCode() {
    return Objects.hash(amount, currency, per);
  }

  /** Adds {@code "amount", "currency", "per", "exact"}. */
  @Override
  public void describe(Facts out) {
    out.put("amount", amount().toPlainString())
        .put("currency", currency())
        .put("per", per())
        .put("exact", isExact());
  }

  /**
   * Returns text such as {@code 2.125 CNY per hour}, with "about" before it where it was rounded.
   */
  @Override
  public String toString() {
    return isExact()
        ? "%s %s per %s".formatted(amount().toPlainString(), currency, per)
        : "about %s %s per %s"
            .formatted(amount.rounded(TEXT_DIGITS).toPlainString(), currency, per);
  }
}
