package io.gpuspec.fleet;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * The cost of a fleet in the unit that is minimized: money, nodes or GPU memory.
 *
 * <pre>{@code
 * new FleetCost(new BigDecimal("4.024"), "USD", "hour");    // 4.024 USD per hour
 * new FleetCost(new BigDecimal("3"), "nodes", "");          // 3 nodes
 * }</pre>
 *
 * @param amount how much
 * @param currency the ISO 4217 code of a price, or else what is counted, such as {@code nodes}
 * @param per the time that a price is for, such as {@code hour}; empty if it is no price
 */
public record FleetCost(BigDecimal amount, String currency, String per) implements Answer {
  private static final String NODES = "nodes";

  /** Refuses null, and an amount of more than 40 digits before or after the decimal point. */
  public FleetCost {
    Arguments.price("amount", amount);
    Arguments.notNull("currency, per", currency, per);
  }

  /** Adds {@code "amount", "currency", "per"?}. */
  @Override
  public void describe(Facts out) {
    out.put("amount", amount.toPlainString())
        .put("currency", currency)
        .put("per", Optional.of(per).filter(time -> !time.isEmpty()));
  }

  /** Returns text such as {@code 4.024 USD per hour}. */
  @Override
  public String toString() {
    String unit =
        currency.equals(NODES) && amount.compareTo(BigDecimal.ONE) == 0 ? "node" : currency;
    return amount.toPlainString() + " " + unit + (per.isEmpty() ? "" : " per " + per);
  }
}
