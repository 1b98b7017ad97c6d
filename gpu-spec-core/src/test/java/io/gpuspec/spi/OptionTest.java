package io.gpuspec.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Citation;
import io.gpuspec.CpuAmount;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
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
    assertThat(flag.parse("true")).isTrue();
    assertThat(flag.parse("false")).isFalse();
    assertThat(flag).hasToString("spot (true or false): run on spot");
    assertThatThrownBy(() -> flag.parse("TRUE"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("option spot: 'TRUE' is not allowed; write true or false");
  }

  @Test
  void aChoiceIsWrittenInLowerCaseWithHyphens() {
    assertThat(colour.defaultValue()).isEqualTo(Colour.DARK_BLUE);
    assertThat(colour.allowed()).isEqualTo("red, dark-blue");
    assertThat(colour.parse("dark-blue")).isEqualTo(Colour.DARK_BLUE);
    assertThatThrownBy(() -> colour.parse("dark_blue"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("option colour: 'dark_blue' is not allowed; write one of red, dark-blue");
  }

  @Test
  void anOptionalIsAbsentUnlessChosen() {
    assertThat(size.defaultValue()).isEmpty();
    assertThat(size.parse("7")).contains(7);
    assertThatThrownBy(() -> size.parse("seven"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("option size: 'seven' is not allowed; ");
  }

  @Test
  void quantitiesAreReadAsKubernetesReadsThemAndNeverNegative() {
    Option<CpuAmount> cpu = Option.cpu("cpu", CpuAmount.ofMillicores(100), "for all", SOURCE);
    Option<MemorySize> memory = Option.memory("memory", MemorySize.ZERO, "for all", SOURCE);

    assertThat(cpu).hasToString("cpu (a quantity, such as 250m): for all");
    assertThat(cpu.defaultValue()).isEqualTo(CpuAmount.ofMillicores(100));
    assertThat(cpu.parse("0.5")).isEqualTo(CpuAmount.ofMillicores(500));
    assertThat(memory.parse("1Gi")).isEqualTo(MemorySize.ofMebibytes(1024));
    assertThatThrownBy(() -> cpu.parse("-1"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("option cpu: '-1' is not allowed; write 0 or more, such as 250m");
    assertThatThrownBy(() -> memory.checked(MemorySize.ofMebibytes(-1)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("option memory: '-1Mi' is not allowed; write 0 or more, such as 512Mi");
    assertThat(Option.optionalCpu("c", "some", SOURCE).defaultValue()).isEmpty();
    assertThat(Option.optionalCpu("c", "some", SOURCE).parse("2")).contains(CpuAmount.ofCores(2));
    assertThat(Option.optionalMemory("m", "some", SOURCE).parse("2Gi"))
        .contains(MemorySize.ofGibibytes(2));
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
  void twoOptionsOfOneNameAreTwoOptions() {
    Option<Boolean> namesake = Option.flag("spot", "another", SOURCE);

    assertThat(Options.of("2024-05").with(flag, true).get(namesake)).isFalse();
  }
}
