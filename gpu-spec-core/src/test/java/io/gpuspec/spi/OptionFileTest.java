package io.gpuspec.spi;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionFileTest {
  private final OptionFile file =
      read(
          """
          {
            "citations": {
              "list": {"title": "A list", "date": "2024", "status": "documented"},
              "wrong": {"title": "A list", "date": "2024", "status": "rumoured"}
            },
            "forms": {
              "cpu": {"allowed": "a quantity, such as 250m"},
              "memory": {"allowed": "a quantity, such as 512Mi"},
              "count": {"allowed": "a number, 1 to 20", "from": 1, "to": 20}
            },
            "options": [
              {"name": "spot", "text": "run on spot", "source": "list", "key": "example.com/spot"},
              {"name": "mode", "words": ["slow", "fast"], "default": "slow", "text": "how", "source": "list", "targets": ["a"]},
              {"name": "count", "form": "count", "text": "how many", "source": "list", "targets": ["b"]},
              {"name": "share", "pattern": "[0-9]{1,2}(\\\\.[0-9])?", "allowed": "a percentage", "default": "7.5", "text": "how much", "source": "list", "targets": ["b"]},
              {"name": "ids", "list": "id-[a-z]+", "words": ["all"], "allowed": "ids, or all", "fix": "name them", "text": "which", "source": "list"},
              {"name": "free", "allowed": "any text", "text": "whatever", "source": "list"},
              {"name": "cpu", "form": "cpu", "default": "100m", "text": "for all", "source": "list"},
              {"name": "some-cpu", "form": "cpu", "text": "for all", "source": "list"},
              {"name": "memory", "form": "memory", "default": "0", "text": "for all", "source": "list"},
              {"name": "card", "allowed": "1Gi or more", "least": "1Gi", "text": "of a card", "source": "list"},
              {"name": "nameless", "source": "list"},
              {"name": "sourceless", "text": "whence", "source": "nowhere"}
            ]
          }
          """);

  private static OptionFile read(String json) {
    return OptionFile.read(
        "a/options.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void anOptionIsWhatTheFileSaysOfIt() {
    Option<Boolean> spot = file.flag("spot");

    assertThat(spot).hasToString("spot (true or false): run on spot");
    assertThat(spot.citation()).isEqualTo(file.citation("list"));
    assertThat(file.citation("list"))
        .isEqualTo(new Citation("A list", "2024", Citation.Status.DOCUMENTED));
    assertThat(file.details(spot, "key")).containsExactly("example.com/spot");
    assertThat(file.details(spot, "words")).isEmpty();
    assertThat(file).hasToString("a/options.json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "count | 20 | true",
        "count | 1 | true",
        "count | 0 | false",
        "count | 21 | false",
        "count | 07 | false",
        "count | 99999999999 | false",
        "ids | id-a,id-b | true",
        "ids | all | true",
        "ids | id-a,id-a | false",
        "ids | id-a,all | false",
        "ids | id-a, | false",
        "free | anything | true",
        "card | 1Gi | true",
        "card | 1023Mi | false",
        "some-cpu | 2 | true",
        "some-cpu | -2 | false"
      })
  void valuesAreHeldToTheFile(String name, String value, boolean isAllowed) {
    Option<?> option =
        switch (name) {
          case "count" -> file.optional(name, Integer::valueOf);
          case "card" -> file.optionalMemory(name);
          case "some-cpu" -> file.optionalCpu(name);
          default -> file.text(name);
        };
    if (isAllowed) {
      assertThat(option.parse(value)).hasToString("Optional[" + value + "]");
    } else {
      assertError(() -> option.parse(value), "option.malformed", name, value);
    }
  }

  @Test
  void aRefusalSaysWhatToWrite() {
    assertError(() -> file.optional("count", Integer::valueOf).parse("0"), "option.malformed", "0");
    assertError(() -> file.text("ids").checked(Optional.of("a")), "option.malformed");
    assertError(() -> file.word("mode").parse("faster"), "option.malformed", "faster");
  }

  @Test
  void aDefaultIsReadAsAValueIs() {
    Option<BigDecimal> share = file.value("share", BigDecimal::new);

    assertThat(share.defaultValue()).isEqualTo(new BigDecimal("7.5"));
    assertThat(share.parse("12")).isEqualTo(new BigDecimal("12"));
    assertThatThrownBy(() -> share.checked(new BigDecimal("100")))
        .isInstanceOf(InvalidValueException.class);
    assertThat(file.word("mode").defaultValue()).isEqualTo("slow");
    assertThat(file.word("mode").words()).containsExactly("slow", "fast");
  }

  private enum Colour {
    RED,
    DARK_BLUE
  }

  @Test
  void aChoiceBetweenConstantsHasItsTextFromTheFile() {
    Option<Colour> colour = file.choice("spot", Colour.RED);

    assertThat(colour).hasToString("spot (red, dark-blue): run on spot");
    assertThat(file.word("mode").checked("fast")).isEqualTo("fast");
  }

  @Test
  void quantitiesAreReadAsKubernetesReadsThemAndNeverNegative() {
    Option<CpuAmount> cpu = file.cpu("cpu");
    Option<MemorySize> memory = file.memory("memory");

    assertThat(cpu).hasToString("cpu (a quantity, such as 250m): for all");
    assertThat(cpu.defaultValue()).isEqualTo(CpuAmount.ofMillicores(100));
    assertThat(cpu.parse("0.5")).isEqualTo(CpuAmount.ofMillicores(500));
    assertThat(memory.parse("1Gi")).isEqualTo(MemorySize.ofMebibytes(1024));
    assertError(() -> cpu.parse("-1"), "option.malformed", "-1");
    assertError(() -> memory.checked(MemorySize.ofMebibytes(-1)), "option.malformed");
  }

  @Test
  void theOptionsOfATargetAreInTheOrderOfTheFile() {
    OptionFile two =
        read(
            """
            {
              "citations": {"list": {"title": "A list", "date": "2024", "status": "documented"}},
              "options": [
                {"name": "one", "text": "1", "source": "list"},
                {"name": "two", "text": "2", "source": "list", "targets": ["b"]}
              ]
            }
            """);
    Option<Boolean> second = two.flag("two");

    assertError(() -> two.options("a"), "file.unreadable", "a/options.json");

    Option<Boolean> first = two.flag("one");
    assertThat(two.options("a")).containsExactly(first);
    assertThat(two.options("b")).containsExactly(first, second);
  }

  @Test
  void whatTheFileLacksIsNamed() {
    assertError(() -> file.flag("nowhere"), "file.unreadable", "a/options.json");
    assertError(() -> file.flag("nameless"), "file.unreadable", "a/options.json");
    assertError(() -> file.flag("sourceless"), "file.unreadable", "a/options.json");
    assertError(() -> file.citation("wrong"), "file.unreadable", "a/options.json");
    assertError(() -> file.value("free", Function.identity()), "file.unreadable", "a/options.json");
    assertError(
        () -> OptionFile.read("a/options.json", null), "value.missing", "a/options.json", "null");
  }
}
