package io.gpuspec.manifest.internal.claim;

import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Kubernetes quantity of a device's capacity or counter: exact, of any unit, and with the
 * fractions that {@link MemorySize} refuses.
 */
public record Amount(BigDecimal value) implements Comparable<Amount> {
  private static final int LONGEST = 64;
  private static final Pattern TEXT =
      Pattern.compile(
          "([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,3})?");
  private static final Map<String, Integer> POWERS_OF_1000 =
      Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
  private static final String POWERS_OF_1024 = "KMGTPE";

  static final Amount ZERO = new Amount(BigDecimal.ZERO);

  /** Returns the amount of a text; empty if Go would not parse it. */
  static Optional<Amount> parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (text.length() > LONGEST || !parts.matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(parts.group(1));
    String suffix = parts.group(2);
    if (suffix == null) {
      return Optional.of(new Amount(number));
    }
    if (suffix.length() == 2 && suffix.endsWith("i")) {
      int power = POWERS_OF_1024.indexOf(suffix.charAt(0)) + 1;
      return Optional.of(
          new Amount(number.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(10 * power)))));
    }
    Integer power = POWERS_OF_1000.get(suffix);
    int exponent = power == null ? Integer.parseInt(suffix.substring(1).replace("+", "")) : power;
    return Optional.of(new Amount(number.scaleByPowerOfTen(exponent)));
  }

  Amount plus(Amount other) {
    return new Amount(value.add(other.value));
  }

  Amount minus(Amount other) {
    return new Amount(value.subtract(other.value));
  }

  /** Returns the least number of steps that is at least this. */
  Amount roundedUp(Amount step) {
    return new Amount(value.divide(step.value, 0, RoundingMode.CEILING).multiply(step.value));
  }

  static Amount of(BigInteger whole) {
    return new Amount(new BigDecimal(whole));
  }

  @Override
  public int compareTo(Amount other) {
    return value.compareTo(other.value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Amount that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return value.stripTrailingZeros().hashCode();
  }

  /** Returns text such as {@code 40Gi}, or a plain number. */
  @Override
  public String toString() {
    BigDecimal plain = value.stripTrailingZeros();
    return plain.scale() <= 0
            && plain.signum() >= 0
            && plain.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0
        ? MemorySize.ofBytes(plain.longValueExact()).toString()
        : plain.toPlainString();
  }
}
