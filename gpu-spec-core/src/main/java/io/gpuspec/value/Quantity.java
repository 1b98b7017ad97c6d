package io.gpuspec.value;

import io.gpuspec.internal.text.Quoted;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A whole number of some unit, in the notation of a Kubernetes quantity.
 *
 * <p>The grammar and the printed form are those of {@code resource.Quantity} in {@code
 * k8s.io/apimachinery}; {@code src/test/go/quantities} compares this class with Kubernetes. It
 * differs if Kubernetes would continue with an amount that was not written: see {@code
 * QuantityTableTest} for the list.
 *
 * @param unit what is counted
 * @param amount how many of it
 * @param notation how the amount was written, and is printed again
 */
record Quantity(Unit unit, long amount, Notation notation) {

  /** The unit of a quantity. */
  enum Unit {
    BYTES("memory", "bytes", 0, "16Gi"),
    MILLICORES("cpu", "millicores", 3, "500m");

    private final String what;
    private final String plural;

    /** The number of decimal places that are kept. */
    private final int decimals;

    private final String example;
    private final String allowed;

    Unit(String what, String plural, int decimals, String example) {
      this.what = what;
      this.plural = plural;
      this.decimals = decimals;
      this.example = example;
      this.allowed = "a quantity such as '" + example + "'";
    }
  }

  /** The family of suffixes that an amount was written with. */
  enum Notation {
    BINARY,
    DECIMAL,
    EXPONENT
  }

  /** The suffixes of powers of 1000, from 10^-9; the index gives the exponent. */
  private static final List<String> DECIMAL_SUFFIXES =
      List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");

  private static final int PLACE_OF_ONE = DECIMAL_SUFFIXES.indexOf("");

  /** The suffixes of powers of 1024, from 1024^0. */
  private static final List<String> BINARY_SUFFIXES =
      List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");

  /**
   * Longer than any amount in use, and short enough that the exact arithmetic below costs nothing.
   */
  private static final int LONGEST_TEXT = 256;

  /**
   * With at most {@link #LONGEST_TEXT} digits, every exponent beyond this one has the same result
   * as this one: too large, or rounded up from almost zero.
   */
  private static final int LARGEST_EXPONENT = 1000;

  /** With at most this many digits, no product of {@link #plain} overflows. */
  private static final int PLAIN_DIGITS = 9;

  private static final Pattern GRAMMAR =
      Pattern.compile(
          "(?<number>[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))"
              + "(?:(?<binary>[KMGTPE]i)|(?<decimal>[numkMGTPE]?)|[eE](?<exponent>[+-]?[0-9]+))");

  /** The ways people write a size that Kubernetes does not read. */
  private static final Pattern NEAR_MISS =
      Pattern.compile("(?<number>[+-]?[0-9.]+)(?<prefix>[kKmMgGtTpPeE]?)(?<i>[iI]?)(?<b>[bB]?)");

  static boolean isOne(@Nullable String text) {
    return GRAMMAR
        .matcher(InvalidValueException.requireNonNull(Unit.BYTES.what, text, Unit.BYTES.allowed))
        .matches();
  }

  /**
   * Reads a quantity, rounding up what is finer than the unit.
   *
   * @throws InvalidValueException if the text is not a quantity or the amount is out of range
   */
  static Quantity parse(Unit unit, @Nullable String given) {
    String text = InvalidValueException.requireNonNull(unit.what, given, unit.allowed);
    if (text.length() > LONGEST_TEXT) {
      throw new InvalidValueException(
          "quantity.too-long",
          "%s: %s is too long; allowed: at most %s characters; write it like %s"
              .formatted(unit.what, Quoted.of(text), LONGEST_TEXT, unit.example));
    }
    Quantity plain = plain(unit, text);
    if (plain != null) {
      return plain;
    }
    Matcher written = GRAMMAR.matcher(text);
    if (!written.matches()) {
      throw malformed(unit, text);
    }
    BigDecimal number = new BigDecimal(written.group("number"));
    String binary = written.group("binary");
    String decimal = written.group("decimal");
    if (binary != null) {
      long scale = 1L << (10 * BINARY_SUFFIXES.indexOf(binary));
      return rounded(unit, text, number.multiply(BigDecimal.valueOf(scale)), Notation.BINARY);
    }
    if (decimal != null) {
      int exponent = 3 * (DECIMAL_SUFFIXES.indexOf(decimal) - PLACE_OF_ONE);
      return rounded(unit, text, number.scaleByPowerOfTen(exponent), Notation.DECIMAL);
    }
    int exponent = exponent(unit, text, written.group("exponent"));
    return rounded(unit, text, number.scaleByPowerOfTen(exponent), Notation.EXPONENT);
  }

  /**
   * Reads a few digits, alone or with {@code Mi} or {@code Gi}, as nearly every amount in use is
   * written: without the regular expression and the exact arithmetic, which take most of the time
   * of a match of a pod. Returns null for any other text.
   */
  private static @Nullable Quantity plain(Unit unit, String text) {
    int digits = 0;
    long number = 0;
    while (digits < text.length() && isDigit(text.charAt(digits))) {
      number = 10 * number + text.charAt(digits) - '0';
      digits++;
      if (digits > PLAIN_DIGITS) {
        return null;
      }
    }
    if (digits == 0 || number == 0) {
      return null;
    }
    if (digits == text.length()) {
      return new Quantity(unit, number * pow1000(unit.decimals / 3), Notation.DECIMAL);
    }
    long scale = text.endsWith("Gi") ? 1L << 30 : text.endsWith("Mi") ? 1L << 20 : 0;
    return scale != 0 && unit == Unit.BYTES && digits == text.length() - 2
        ? new Quantity(unit, number * scale, Notation.BINARY)
        : null;
  }

  private static boolean isDigit(char character) {
    return '0' <= character && character <= '9';
  }

  private static int exponent(Unit unit, String text, String digits) {
    // Kubernetes keeps the low 32 bits of an exponent, so that 1e4294967296 is 1 to it.
    BigInteger exponent = new BigInteger(digits);
    if (exponent.bitLength() >= Integer.SIZE) {
      throw new InvalidValueException(
          "quantity.out-of-range",
          "%s: the exponent of %s is out of range; allowed: %s to %s; write it like %s"
              .formatted(
                  unit.what, Quoted.of(text), Integer.MIN_VALUE, Integer.MAX_VALUE, unit.example));
    }
    return Math.max(-LARGEST_EXPONENT, Math.min(LARGEST_EXPONENT, exponent.intValue()));
  }

  private static Quantity rounded(Unit unit, String text, BigDecimal exact, Notation notation) {
    BigInteger amount =
        exact.movePointRight(unit.decimals).setScale(0, RoundingMode.CEILING).toBigInteger();
    if (amount.bitLength() >= Long.SIZE) {
      throw outOfRange(unit, Quoted.of(text));
    }
    // Kubernetes has no binary form for less than one, and does not come back to it later.
    boolean belowOne = exact.abs().compareTo(BigDecimal.ONE) < 0;
    return new Quantity(
        unit,
        amount.longValue(),
        notation == Notation.BINARY && belowOne ? Notation.DECIMAL : notation);
  }

  /** The product, for a factory that counts in a larger unit. */
  static Quantity of(Unit unit, long count, long each, String name, Notation notation) {
    try {
      return new Quantity(unit, Math.multiplyExact(count, each), notation);
    } catch (ArithmeticException e) {
      throw outOfRange(unit, "'" + count + "' " + name, e);
    }
  }

  Quantity plus(Quantity other) {
    try {
      return new Quantity(unit, Math.addExact(amount, other.amount), notationWith(other));
    } catch (ArithmeticException e) {
      throw outOfRange(unit, "'" + this + "' plus '" + other + "'", e);
    }
  }

  Quantity minus(Quantity other) {
    try {
      return new Quantity(unit, Math.subtractExact(amount, other.amount), notationWith(other));
    } catch (ArithmeticException e) {
      throw outOfRange(unit, "'" + this + "' minus '" + other + "'", e);
    }
  }

  Quantity times(long factor) {
    try {
      return new Quantity(unit, Math.multiplyExact(amount, factor), notation);
    } catch (ArithmeticException e) {
      throw outOfRange(unit, "'" + this + "' times '" + factor + "'", e);
    }
  }

  /** Returns the notation for a sum; zero has no notation to preserve. */
  private Notation notationWith(Quantity other) {
    return amount == 0 ? other.notation : notation;
  }

  /** The canonical form: no fraction, and the largest suffix that loses nothing. */
  @Override
  public String toString() {
    if (amount == 0) {
      return "0";
    }
    long perOne = pow1000(unit.decimals / 3);
    long ones = amount / perOne;
    // Below 1024 no binary suffix fits, and part of one has none: both are printed in decimal.
    boolean fitsBinary = amount % perOne == 0 && (ones >= 1024 || ones <= -1024);
    if (notation == Notation.BINARY && fitsBinary) {
      return binary(ones);
    }
    long mantissa = amount;
    int place = PLACE_OF_ONE - unit.decimals / 3;
    while (mantissa % 1000 == 0) {
      mantissa /= 1000;
      place++;
    }
    if (notation != Notation.EXPONENT) {
      return mantissa + DECIMAL_SUFFIXES.get(place);
    }
    return place == PLACE_OF_ONE ? "" + mantissa : mantissa + "e" + 3 * (place - PLACE_OF_ONE);
  }

  private static String binary(long ones) {
    long mantissa = ones;
    int place = 0;
    while (mantissa % 1024 == 0) {
      mantissa /= 1024;
      place++;
    }
    return mantissa + BINARY_SUFFIXES.get(place);
  }

  private static long pow1000(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 1000;
    }
    return power;
  }

  private static InvalidValueException malformed(Unit unit, String text) {
    String fix = intended(text).orElse("it like " + unit.example);
    return new InvalidValueException(
        "quantity.malformed",
        "%s: %s is not a quantity; write %s; allowed: the digits 0-9 with an optional sign and"
                .formatted(unit.what, Quoted.of(text), fix)
            + " decimal point, then nothing, one of n u m k M G T P E, one of Ki Mi Gi Ti Pi Ei, or"
            + " an exponent such as e3");
  }

  /** Returns what to write instead, where the text leaves little doubt about it. */
  private static Optional<String> intended(String text) {
    String joined = text.strip().replace(" ", "");
    if (GRAMMAR.matcher(joined).matches()) {
      return Optional.of(joined);
    }
    Matcher near = NEAR_MISS.matcher(joined);
    if (!near.matches() || !GRAMMAR.matcher(near.group("number")).matches()) {
      return Optional.empty();
    }
    String number = near.group("number");
    String prefix = near.group("prefix").toUpperCase(Locale.ROOT);
    boolean saysBinary = !near.group("i").isEmpty();
    boolean saysBytes = !near.group("b").isEmpty();
    if (prefix.isEmpty()) {
      return saysBinary ? Optional.empty() : Optional.of(number);
    }
    if (saysBinary) {
      return Optional.of(number + prefix + "i");
    }
    if (prefix.equals("E") && !saysBytes) {
      // More likely an exponent cut short than exabytes.
      return Optional.empty();
    }
    String decimal = prefix.equals("K") ? "k" : prefix;
    return Optional.of(number + decimal + " or " + number + prefix + "i");
  }

  private static InvalidValueException outOfRange(Unit unit, String value) {
    return new InvalidValueException("quantity.out-of-range", rangeMessage(unit, value));
  }

  private static InvalidValueException outOfRange(Unit unit, String value, Throwable cause) {
    return new InvalidValueException("quantity.out-of-range", rangeMessage(unit, value), cause);
  }

  private static String rangeMessage(Unit unit, String value) {
    return "%s: %s is out of range; allowed: %s to %s %s; write an amount within it"
        .formatted(unit.what, value, Long.MIN_VALUE, Long.MAX_VALUE, unit.plural);
  }
}
