package io.gpuspec.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What messages show of values that callers and files bring. */
class QuotedTest {
  @Test
  void aValueIsInQuotes() {
    assertThat(Quoted.of("T4 x1")).isEqualTo("'T4 x1'");
    assertThat(Quoted.of("")).isEqualTo("''");
    assertThat(Quoted.of("显存")).isEqualTo("'显存'");
  }

  @Test
  void aLongOneIsCutOffAndCounted() {
    assertThat(Quoted.of("x".repeat(60))).isEqualTo("'" + "x".repeat(60) + "'");
    assertThat(Quoted.of("x".repeat(61))).isEqualTo("'" + "x".repeat(60) + "...' (61 characters)");
  }

  /** A character of two halves is not cut in two. */
  @Test
  void aCharacterIsShownWhole() {
    assertThat(Quoted.of("x".repeat(59) + "\uD83D\uDE00" + "y"))
        .isEqualTo("'" + "x".repeat(59) + "\uD83D\uDE00...' (62 characters)");
  }

  @Test
  void whatNobodySeesIsSpelledOut() {
    assertThat(Quoted.of("a\u200Bb\u00A0c\td")).isEqualTo("'a\\u200bb\\u00a0c\\u0009d'");
  }

  @Test
  void anErrorShowsTheEndsOfALongWord() {
    String longest = "x".repeat(999);

    assertThat(MessageText.of("name '" + "y" + "' is none")).isEqualTo("name 'y' is none");
    assertThat(MessageText.of("a " + longest)).isEqualTo("a " + longest);
    assertThat(MessageText.of("a b" + longest + " c"))
        .isEqualTo("a b" + "x".repeat(99) + "...(800 more characters)..." + "x".repeat(100) + " c");
  }

  @Test
  void andOfALongLine() {
    String line = ("x".repeat(99) + " ").repeat(100);

    assertThat(MessageText.of(line.substring(1))).isEqualTo(line.substring(1));
    assertThat(MessageText.of("before\n" + line + "\nafter"))
        .isEqualTo(
            "before\n"
                + line.substring(0, 2_500)
                + "...(5000 more characters)..."
                + line.substring(7_500)
                + "\nafter");
  }

  @Test
  void linesAndTabsStayAndOtherControlsDoNot() {
    assertThat(MessageText.of("a\n\tb\u001B[2Jc\uD800")).isEqualTo("a\n\tb\\u001b[2Jc\\ud800");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.006", "0", "1e39", "1e-40", "-12345678901234567890"})
  void aPriceHasForty(String price) {
    assertThat(Decimals.problem(new BigDecimal(price))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e40", "1e-41", "1e2147483647", "1e-2147483647", "1e41"})
  void andNoMoreDigits(String price) {
    assertThat(Decimals.problem(new BigDecimal(price)))
        .contains(
            "price: '%s' has too many digits; allowed: 40 before the decimal point and 40 after it; write one such as 1.006"
                .formatted(new BigDecimal(price)));
  }
}
