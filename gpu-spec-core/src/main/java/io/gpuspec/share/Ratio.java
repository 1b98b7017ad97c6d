package io.gpuspec.share;

import io.gpuspec.value.Fraction;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** A number as a quotient of two integers, exact and in lowest terms; never negative. */
record Ratio(BigInteger numerator, BigInteger denominator) implements Comparable<Ratio> {
  static final Ratio ONE = of(1, 1);

  Ratio {
    BigInteger common = numerator.gcd(denominator);
    numerator = numerator.divide(common);
    denominator = denominator.divide(common);
  }

  static Ratio of(long numerator, long denominator) {
    return new Ratio(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
  }

  static Ratio of(Fraction fraction) {
    return of(fraction.numerator(), fraction.denominator());
  }

  static Ratio of(BigDecimal number) {
    return number.scale() > 0
        ? new Ratio(number.unscaledValue(), BigInteger.TEN.pow(number.scale()))
        : new Ratio(number.toBigIntegerExact(), BigInteger.ONE);
  }

  Ratio plus(Ratio other) {
    return new Ratio(
        numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
        denominator.multiply(other.denominator));
  }

  Ratio minus(Ratio other) {
    return new Ratio(
        numerator.multiply(other.denominator).subtract(other.numerator.multiply(denominator)),
        denominator.multiply(other.denominator));
  }

  Ratio times(Ratio other) {
    return new Ratio(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
  }

  Ratio max(Ratio other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** Returns the number with this many decimal places, rounded half up, without trailing zeros. */
  BigDecimal rounded(int digits) {
    BigDecimal number =
        new BigDecimal(numerator)
            .divide(new BigDecimal(denominator), digits, RoundingMode.HALF_UP)
            .stripTrailingZeros();
    return number.scale() < 0 ? number.setScale(0) : number;
  }

  @Override
  public int compareTo(Ratio other) {
    return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
  }
}
