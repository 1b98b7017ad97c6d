package io.gpuspec.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class FractionLaws {

  @Provide
  Arbitrary<Fraction> fractions() {
    return Arbitraries.integers()
        .between(1, Integer.MAX_VALUE)
        .flatMap(
            denominator ->
                Arbitraries.integers()
                    .between(1, denominator)
                    .map(numerator -> Fraction.of(numerator, denominator)));
  }

  @Property
  void everyFractionIsInLowestTerms(@ForAll("fractions") Fraction fraction) {
    assertThat(
            BigInteger.valueOf(fraction.numerator())
                .gcd(BigInteger.valueOf(fraction.denominator())))
        .isEqualTo(BigInteger.ONE);
  }

  @Property
  void printingAndReadingGivesTheSameFraction(
      @ForAll @IntRange(min = 1, max = 999_999_999) int a,
      @ForAll @IntRange(min = 1, max = 999_999_999) int b) {
    Fraction fraction = Fraction.of(Math.min(a, b), Math.max(a, b));

    assertThat(Fraction.parse(fraction.toString())).isEqualTo(fraction);
  }

  @Property
  void aShareIsExactAndRoundedDown(@ForAll("fractions") Fraction fraction, @ForAll long bytes) {
    BigInteger[] exact =
        BigInteger.valueOf(bytes)
            .multiply(BigInteger.valueOf(fraction.numerator()))
            .divideAndRemainder(BigInteger.valueOf(fraction.denominator()));
    BigInteger floor = exact[1].signum() < 0 ? exact[0].subtract(BigInteger.ONE) : exact[0];

    assertThat(fraction.shareOf(MemorySize.ofBytes(bytes)).toBytes())
        .isEqualTo(floor.longValueExact());
  }

  @Property
  void orderIsThatOfTheValuesAndAgreesWithEquals(
      @ForAll("fractions") Fraction a, @ForAll("fractions") Fraction b) {
    BigInteger left =
        BigInteger.valueOf(a.numerator()).multiply(BigInteger.valueOf(b.denominator()));
    BigInteger right =
        BigInteger.valueOf(b.numerator()).multiply(BigInteger.valueOf(a.denominator()));

    assertThat(Integer.signum(a.compareTo(b))).isEqualTo(left.compareTo(right));
    assertThat(a.equals(b)).isEqualTo(a.compareTo(b) == 0);
  }
}
