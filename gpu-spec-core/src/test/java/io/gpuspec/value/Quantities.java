package io.gpuspec.value;

import java.math.BigDecimal;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Texts of the whole quantity grammar, each with the amount it stands for. */
final class Quantities {

  /**
   * A text and its amount, by the grammar alone.
   *
   * @param text a quantity
   * @param exact the amount, unrounded
   */
  record Written(String text, BigDecimal exact) {}

  private record Suffix(String text, BigDecimal factor) {}

  private Quantities() {}

  static Arbitrary<Written> within64Bits() {
    Arbitrary<String> sign = Arbitraries.of("", "", "+", "-");
    Arbitrary<String> whole = Arbitraries.strings().numeric().ofMinLength(0).ofMaxLength(20);
    Arbitrary<String> fraction =
        Arbitraries.oneOf(
            Arbitraries.just(""),
            Arbitraries.strings().numeric().ofMinLength(0).ofMaxLength(15).map(f -> "." + f));
    return Combinators.combine(sign, whole, fraction, suffixes())
        .filter((s, w, f, suffix) -> !w.isEmpty() || f.length() > 1)
        .as(
            (s, w, f, suffix) ->
                new Written(
                    s + w + f + suffix.text, new BigDecimal(s + w + f).multiply(suffix.factor)))
        // A thousandth of what 64 bits hold, so that the same text is within range as millicores.
        .filter(
            written ->
                written.exact.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 1000)) < 0);
  }

  private static Arbitrary<Suffix> suffixes() {
    return Arbitraries.oneOf(
        Arbitraries.integers()
            .between(0, 9)
            .map(i -> new Suffix(decimalSuffix(i), BigDecimal.ONE.scaleByPowerOfTen(3 * (i - 3)))),
        Arbitraries.integers()
            .between(1, 6)
            .map(i -> new Suffix("KMGTPE".charAt(i - 1) + "i", BigDecimal.valueOf(1L << (10 * i)))),
        Combinators.combine(
                Arbitraries.of("e", "E"),
                Arbitraries.of("", "+"),
                Arbitraries.integers().between(-30, 18))
            .as(
                (e, sign, i) ->
                    new Suffix(e + (i < 0 ? "" : sign) + i, BigDecimal.ONE.scaleByPowerOfTen(i))));
  }

  private static String decimalSuffix(int place) {
    return place == 3 ? "" : "num kMGTPE".substring(place, place + 1);
  }

  /**
   * Whether the text loses its notation when read again: "3000" in binary notation has no suffix to
   * tell it by, and reads as decimal, which prints 3k. Kubernetes does the same.
   */
  static boolean losesItsNotation(String printed) {
    return printed.matches("-?[0-9]+000");
  }
}
