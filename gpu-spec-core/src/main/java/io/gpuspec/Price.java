package io.gpuspec;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A list price of a whole row.
 *
 * <pre>{@code
 * Citation contract = new Citation("Our contract", "2026-03", Citation.Status.THIRD_PARTY);
 * new Price(
 *     new BigDecimal("0.70"), "USD", "hour", "us-east-1", CapacityType.ON_DEMAND, contract);
 *     // 0.70 USD per hour (us-east-1, on-demand)
 * }</pre>
 *
 * @param amount how much, above zero; an unknown price is absent and never zero
 * @param currency the ISO 4217 code, such as {@code USD}
 * @param per the time it is for, such as {@code hour}
 * @param region where it holds
 * @param capacityType how the capacity is bought
 * @param citation where the price comes from
 */
public record Price(
    BigDecimal amount,
    String currency,
    String per,
    String region,
    CapacityType capacityType,
    Citation citation)
    implements Answer {

  /**
   * Refuses null, an amount that is not above zero, and one of more than 40 digits before or after
   * the decimal point.
   *
   * @throws InvalidValueException if it is not
   */
  public Price {
    Arguments.price("amount", amount);
    Arguments.notNull(
        "currency, per, region, capacityType, citation",
        currency,
        per,
        region,
        capacityType,
        citation);
    if (amount.signum() <= 0) {
      throw new InvalidValueException(
          "price.out-of-range",
          "price: '" + amount + "' is not above zero; leave an unknown price out");
    }
  }

  /**
   * Returns what costs least first, and what has no price last; of one currency and unit of time.
   *
   * @param price the price of one
   * @param count how many there are
   */
  static <T> Comparator<T> cheapestFirst(
      Function<T, Optional<Price>> price, ToIntFunction<T> count) {
    return (one, other) -> {
      Optional<Price> first = price.apply(one);
      Optional<Price> second = price.apply(other);
      return first.isPresent() && second.isPresent()
          ? first
              .get()
              .amountOf(count.applyAsInt(one))
              .compareTo(second.get().amountOf(count.applyAsInt(other)))
          : Boolean.compare(first.isEmpty(), second.isEmpty());
    };
  }

  /** The price of so many. */
  Price times(int count) {
    return new Price(amountOf(count), currency, per, region, capacityType, citation);
  }

  private BigDecimal amountOf(int count) {
    return count == 1 ? amount : amount.multiply(BigDecimal.valueOf(count));
  }

  /** Returns what it is in, such as {@code USD per hour}. */
  String unit() {
    return currency + " per " + per;
  }

  /** Adds {@code "amount", "currency", "per", "region", "capacityType", "citation"}. */
  @Override
  public void describe(Facts out) {
    out.put("amount", amount.toPlainString())
        .put("currency", currency)
        .put("per", per)
        .put("region", region)
        .put("capacityType", capacityType)
        .put("citation", citation);
  }

  /** Returns text such as {@code 1.006 USD per hour (us-east-1, on-demand)}. */
  @Override
  public String toString() {
    return "%s %s per %s (%s, %s)"
        .formatted(amount.toPlainString(), currency, per, region, capacityType);
  }
}
