package io.gpuspec.value;

import io.gpuspec.internal.text.Quoted;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A fraction of one card, above zero and up to the whole card, in lowest terms.
 *
 * <pre>{@code
 * Fraction quarter = Fraction.parse("1/4");
 * quarter.equals(Fraction.of(2, 8));            // true
 * quarter.shareOf(MemorySize.parse("80Gi"));    // 20Gi
 * }</pre>
 *
 * <p>Two fractions of the same value are equal, since both are reduced. Every refusal is an {@link
 * InvalidValueException}.
 *
 * @param numerator how many parts, from 1
 * @param denominator how many parts make one card, at least the numerator
 */
public record Fraction(int numerator, int denominator) implements Comparable<Fraction>, Word {

  /** All of one card. */
  public static final Fraction WHOLE = new Fraction(1, 1);

  private static final String ALLOWED =
      "1, or two whole numbers such as 1/4, above 0, at most 1, and of at most nine digits each";

  private static final Pattern GRAMMAR =
      Pattern.compile("(?<numerator>[0-9]{1,9})(?:/(?<denominator>[0-9]{1,9}))?");

  /**
   * Reduces the fraction to lowest terms.
   *
   * @param numerator how many parts, from 1
   * @param denominator how many parts make one card, at least the numerator
   * @throws InvalidValueException if the value is not above 0 and at most 1
   */
  public Fraction {
    if (numerator < 1 || denominator < numerator) {
      String value = denominator == 1 ? "" + numerator : numerator + "/" + denominator;
      throw new InvalidValueException(
          "fraction.out-of-range",
          "fraction: '%s' is not a share of one card; allowed: above 0 and at most 1; write it"
                  .formatted(value)
              + " like 1/4");
    }
    int common = BigInteger.valueOf(numerator).gcd(BigInteger.valueOf(denominator)).intValueExact();
    numerator /= common;
    denominator /= common;
  }

  /**
   * A number of equal parts of one card.
   *
   * @param numerator how many parts
   * @param denominator how many parts make one card
   * @return the fraction, reduced
   * @throws InvalidValueException if the value is not above 0 and at most 1
   */
  public static Fraction of(int numerator, int denominator) {
    return new Fraction(numerator, denominator);
  }

  /**
   * Reads a fraction such as {@code 1/4}, or {@code 1} for a whole card.
   *
   * @param text two whole numbers of at most nine digits with a slash between, or one number
   * @return the fraction, reduced
   * @throws InvalidValueException if the text is anything else, or the value is not above 0 and at
   *     most 1
   */
  public static Fraction parse(String text) {
    InvalidValueException.requireNonNull("fraction", text, ALLOWED);
    Matcher written = GRAMMAR.matcher(text);
    if (!written.matches()) {
      throw new InvalidValueException(
          "fraction.malformed",
          "fraction: %s is not a fraction; allowed: %s; write it like 1/4"
              .formatted(Quoted.of(text), ALLOWED));
    }
    @Nullable String denominator = written.group("denominator");
    return of(
        Integer.parseInt(written.group("numerator")),
        denominator == null ? 1 : Integer.parseInt(denominator));
  }

  /**
   * Returns whether this is a whole card.
   *
   * @return true for 1
   */
  public boolean isWhole() {
    return denominator == 1;
  }

  /**
   * Returns this fraction of a card's memory, rounded down to the byte, so that the fractions of a
   * card never exceed it.
   *
   * @param whole the memory of the whole card
   * @return the share, rounded towards negative infinity, in the notation of {@code whole}
   * @throws InvalidValueException if {@code whole} is null
   */
  public MemorySize shareOf(MemorySize whole) {
    return InvalidValueException.requireNonNull("memory", whole, "the memory of a whole card")
        .times(this);
  }

  /**
   * Compares by value: {@code 1/4} is less than {@code 1/3}.
   *
   * @throws InvalidValueException if {@code other} is null
   */
  @Override
  public int compareTo(Fraction other) {
    InvalidValueException.requireNonNull("fraction", other, ALLOWED);
    return Long.compare((long) numerator * other.denominator, (long) other.numerator * denominator);
  }

  /** The fraction as {@link #parse} reads it: {@code 1/4}, or {@code 1} for a whole card. */
  @Override
  public String toString() {
    return isWhole() ? "1" : numerator + "/" + denominator;
  }
}
