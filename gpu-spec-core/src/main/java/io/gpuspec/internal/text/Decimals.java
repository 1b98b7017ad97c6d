package io.gpuspec.internal.text;

import java.math.BigDecimal;
import java.util.Optional;

/** Decimal numbers of a length that can be written out. */
public final class Decimals {
  /** The most digits on each side of the decimal point. */
  private static final int MOST_DIGITS = 40;

  private Decimals() {}

  /**
   * Returns what is wrong with the amount of a price of more than {@link #MOST_DIGITS} digits
   * before or after the decimal point. Written out, {@code 1e-2147483647} would take two billion
   * characters.
   */
  public static Optional<String> problem(BigDecimal price) {
    long scale = price.scale();
    boolean isShort =
        scale <= MOST_DIGITS && scale >= -MOST_DIGITS && price.precision() - scale <= MOST_DIGITS;
    return isShort
        ? Optional.empty()
        : Optional.of(
            "price: '%s' has too many digits; allowed: %s before the decimal point and %s after it; write one such as 1.006"
                .formatted(price, MOST_DIGITS, MOST_DIGITS));
  }
}
