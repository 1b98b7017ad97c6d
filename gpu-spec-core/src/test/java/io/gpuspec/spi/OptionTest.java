package io.gpuspec.spi;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.Citation;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OptionTest {
  private static final Citation SOURCE = new Citation("A list", "2024", Citation.Status.DOCUMENTED);

  private enum Colour {
    RED,
    DARK_BLUE
  }

  private final Option<Boolean> flag = Option.flag("spot", "run on spot", SOURCE);
  private final Option<Colour> colour =
      Option.choice("colour", Colour.DARK_BLUE, "which colour", SOURCE);
  private final Option<Optional<Integer>> size =
      Option.optional("size", "a number", Integer::valueOf, "how large", SOURCE);

  @Test
  void aFlagIsNoUnlessChosen() {
    assertThat(flag.defaultValue()).isFalse();
    assertThat(flag.words()).containsExactly("true", "false");
    assertThat(flag.parse("true")).isTrue();
    assertThat(flag.parse("false")).isFalse();
    assertThat(flag).hasToString("spot (true or false): run on spot");
    assertError(() -> flag.parse("TRUE"), "option.malformed", "TRUE");
  }

  @Test
  void aChoiceIsWrittenInLowerCaseWithHyphens() {
    assertThat(colour.defaultValue()).isEqualTo(Colour.DARK_BLUE);
    assertThat(colour.allowed()).isEqualTo("red, dark-blue");
    assertThat(colour.words()).containsExactly("red", "dark-blue");
    assertThat(colour.parse("dark-blue")).isEqualTo(Colour.DARK_BLUE);
    assertError(() -> colour.parse("dark_blue"), "option.malformed", "dark_blue");
  }

  @Test
  void anOptionalIsAbsentUnlessChosen() {
    assertThat(size.defaultValue()).isEmpty();
    assertThat(size.parse("7")).contains(7);
    assertError(() -> size.parse("seven"), "option.malformed", "seven");
  }

  @Test
  void optionsHoldWhatWasChosenAndDefaultsElsewhere() {
    Options options = Options.of("2024-05").with(flag, true).with(size, Optional.of(1));

    assertThat(options.get(flag)).isTrue();
    assertThat(options.get(size)).contains(1);
    assertThat(options.get(colour)).isEqualTo(Colour.DARK_BLUE);
    assertThat(options.with(size, Optional.of(2)).get(size)).contains(2);
    assertThat(options.get(size)).contains(1);
    assertThat(options.edition("2022-11").edition()).isEqualTo("2022-11");
    assertThat(options.edition("2022-11").get(flag)).isTrue();
  }

  @Test
  void aValueHasADefaultAndIsHeldToItsParserHoweverItIsGiven() {
    Option<Integer> weight =
        Option.value("weight", 10, "a number", Integer::valueOf, "how heavy", SOURCE);

    assertThat(weight.defaultValue()).isEqualTo(10);
    assertThat(weight.parse("7")).isEqualTo(7);
    assertThat(weight.checked(8)).isEqualTo(8);
    assertThat(weight.text()).isEqualTo("how heavy");
    assertThat(weight.words()).isEmpty();
    assertThat(weight.citation()).isEqualTo(SOURCE);
    assertError(() -> weight.parse("heavy"), "option.malformed", "heavy");
  }

  @Test
  void theFirstWordOfAChoiceIsAWordToo() {
    assertThat(colour.parse("red")).isEqualTo(Colour.RED);
    assertThat(colour.checked(Colour.RED)).isEqualTo(Colour.RED);
  }

  @Test
  void optionsAreEqualThatChooseTheSame() {
    Options options = Options.of("2024-05").with(flag, true);

    assertThat(options)
        .isEqualTo(Options.of("2024-05").with(flag, false).with(flag, true))
        .hasSameHashCodeAs(Options.of("2024-05").with(flag, true))
        .hasToString("2024-05 {spot=true}")
        .isNotEqualTo(options.edition("2022-11"))
        .isNotEqualTo(Options.of("2024-05"))
        .isNotEqualTo(options.toString());
    assertThat(Options.of("2024-05")).hasToString("2024-05 {}");
  }

  @Test
  void twoOptionsOfOneNameAreTwoOptions() {
    Option<Boolean> namesake = Option.flag("spot", "another", SOURCE);

    assertThat(Options.of("2024-05").with(flag, true).get(namesake)).isFalse();
  }
}
