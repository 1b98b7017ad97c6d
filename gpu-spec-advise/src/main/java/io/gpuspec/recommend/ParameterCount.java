package io.gpuspec.recommend;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of parameters of a model, as in model names: {@code 7B}, {@code 6.74B}, {@code 350M}.
 *
 * @param value from 1 to {@link #MOST}
 */
record ParameterCount(long value) {
  /** A thousand trillion: far above any model, and small enough that no product leaves 64 bits. */
  private static final long MOST = 1_000_000_000_000_000L;

  private static final String UNITS = "KMBT";
  private static final Pattern GRAMMAR =
      Pattern.compile("(?<number>[0-9]{1,16}(?:\\.[0-9]{1,15})?)(?<unit>[KMBT]?)");
  private static final String ALLOWED =
      "a whole number of 1 to 1000T, with K, M, B (billions) or T; write it like 7B or 6.74B";

  ParameterCount {
    if (value < 1 || value > MOST) {
      throw new InvalidValueException(
          "recommend.out-of-range",
          "model parameters: '" + value + "' is out of range; allowed: " + ALLOWED);
    }
  }

  /**
   * Reads a count, ignoring case.
   *
   * @throws InvalidValueException if it is not valid
   */
  static ParameterCount parse(String text) {
    Arguments.required("model parameters", text, ALLOWED);
    Matcher written = GRAMMAR.matcher(text.strip().toUpperCase(Locale.ROOT));
    if (!written.matches()) {
      throw malformed(text);
    }
    int thousands = UNITS.indexOf(written.group("unit")) + 1;
    int power = written.group("unit").isEmpty() ? 0 : 3 * thousands;
    BigDecimal count = new BigDecimal(written.group("number")).scaleByPowerOfTen(power);
    if (count.stripTrailingZeros().scale() > 0 || count.compareTo(BigDecimal.valueOf(MOST)) > 0) {
      throw malformed(text);
    }
    return new ParameterCount(count.longValueExact());
  }

  private static GpuSpecException malformed(String text) {
    return new InvalidValueException(
        "recommend.malformed",
        "model parameters: %s is not a number of parameters; allowed: %s"
            .formatted(Quoted.of(text), ALLOWED));
  }

  /** The count with the largest unit that it reaches: {@code 6.738415616B}. */
  @Override
  public String toString() {
    BigDecimal count = BigDecimal.valueOf(value);
    int unit = (count.precision() - 1) / 3;
    return unit == 0
        ? "" + value
        : count
                .movePointLeft(3 * Math.min(unit, UNITS.length()))
                .stripTrailingZeros()
                .toPlainString()
            + UNITS.charAt(Math.min(unit, UNITS.length()) - 1);
  }
}
