package io.gpuspec.value;

import io.gpuspec.internal.text.Decimals;
import java.math.BigDecimal;

/**
 * A figure that a document calls the price of a row. It is shown and never decides anything.
 *
 * <pre>{@code
 * GpuSpec row = gpus.in("ack").catalog().gpu("ecs.gn6i-c4g1.xlarge").specs().get(0);
 * row.referencePrice().orElseThrow();    // 8.5 CNY per hour
 * }</pre>
 *
 * @param amount how much
 * @param currency the ISO 4217 code, such as {@code CNY}
 * @param per the time it is for, such as {@code hour}
 * @param citation the document
 */
public record ReferencePrice(BigDecimal amount, String currency, String per, Citation citation)
    implements Answer {

  /**
   * Refuses null, and an amount of more digits than a price can have.
   *
   * @throws InvalidValueException if it is one of them
   */
  public ReferencePrice {
    InvalidValueException.requireNonNull("amount", amount, "a decimal number");
    Decimals.problem(amount)
        .ifPresent(
            problem -> {
              throw new InvalidValueException("price.out-of-range", problem);
            });
    InvalidValueException.requireNonNull("currency", currency, "a currency's code");
    InvalidValueException.requireNonNull("per", per, "a time, such as hour");
    InvalidValueException.requireNonNull("citation", citation, "a Citation");
  }

  /** Adds {@code "amount", "currency", "per", "citation"}. */
  @Override
  public void describe(Facts out) {
    out.put("amount", amount.toPlainString())
        .put("currency", currency)
        .put("per", per)
        .put("citation", citation);
  }

  /** Returns text such as {@code 8.5 CNY per hour}. */
  @Override
  public String toString() {
    return "%s %s per %s".formatted(amount.toPlainString(), currency, per);
  }
}
