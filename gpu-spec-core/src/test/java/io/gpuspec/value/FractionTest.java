package io.gpuspec.value;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FractionTest {

  @ParameterizedTest
  @CsvSource({"1/4, 1/4", "2/8, 1/4", "3/4, 3/4", "1, 1", "4/4, 1", "999999999/999999999, 1"})
  void readsAndPrintsInLowestTerms(String text, String printed) {
    assertThat(Fraction.parse(text)).hasToString(printed);
  }

  @Test
  void isEqualToEveryFractionOfTheSameValue() {
    assertThat(Fraction.of(2, 8)).isEqualTo(Fraction.of(1, 4)).hasSameHashCodeAs(Fraction.of(1, 4));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "1/",
        "/4",
        "0.25",
        "25%",
        "1/4/2",
        " 1/4",
        "1 /4",
        "+1/4",
        "-1/4",
        "1/-4",
        "a/b",
        "\u0661/\u0664",
        "1e0",
        "1/1000000000",
        "1234567890/1234567890",
      })
  void refusesWhatIsNotAFraction(String text) {
    assertError(() -> Fraction.parse(text), "fraction.malformed", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "2", "0/1", "1/0", "0/0", "5/4"})
  void refusesWhatIsNotAShareOfOneCard(String text) {
    assertError(() -> Fraction.parse(text), "fraction.out-of-range", text.replaceAll("/1$", ""));
  }

  @Test
  void refusesNegativePartsEvenWhereTheyCancelOut() {
    assertThatThrownBy(() -> Fraction.of(-1, -4)).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> new Fraction(1, Integer.MIN_VALUE))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void knowsTheWholeCard() {
    assertThat(Fraction.WHOLE.isWhole()).isTrue();
    assertThat(Fraction.of(7, 7)).isEqualTo(Fraction.WHOLE);
    assertThat(Fraction.of(6, 7).isWhole()).isFalse();
  }

  @Test
  void ordersByValue() {
    assertThat(Fraction.parse("1/3")).isGreaterThan(Fraction.parse("1/4"));
    assertThat(Fraction.parse("1/3")).isLessThan(Fraction.WHOLE);
    assertThat(Fraction.of(Integer.MAX_VALUE - 1, Integer.MAX_VALUE)).isLessThan(Fraction.WHOLE);
  }

  @Test
  void takesItsShareOfACardsMemoryRoundedDown() {
    MemorySize card = MemorySize.parse("80Gi");

    assertThat(Fraction.parse("1/4").shareOf(card)).hasToString("20Gi");
    assertThat(Fraction.WHOLE.shareOf(card)).isEqualTo(card);
    assertThat(Fraction.parse("1/7").shareOf(card).toBytes()).isEqualTo(12271335131L);
    assertThat(Fraction.parse("1/4").shareOf(MemorySize.parse("40G"))).hasToString("10G");
    assertThat(Fraction.parse("3/4").shareOf(MemorySize.ofBytes(7)).toBytes()).isEqualTo(5);
    assertThat(Fraction.parse("2/3").shareOf(MemorySize.ofBytes(1001)).toBytes()).isEqualTo(667);
    assertThat(Fraction.parse("1/2").shareOf(MemorySize.ofBytes(-1)).toBytes()).isEqualTo(-1);
    assertThat(
            Fraction.of(Integer.MAX_VALUE - 1, Integer.MAX_VALUE)
                .shareOf(MemorySize.ofBytes(Long.MAX_VALUE))
                .toBytes())
        .isEqualTo(9223372032559808508L);
  }

  static Stream<ThrowingCallable> nulls() {
    return Stream.of(
        () -> Fraction.parse(null),
        () -> Fraction.WHOLE.compareTo(null),
        () -> Fraction.WHOLE.shareOf(null));
  }

  @ParameterizedTest
  @MethodSource("nulls")
  void refusesNullWithAnErrorOfItsOwn(ThrowingCallable call) {
    assertError(call, "value.missing");
  }
}
