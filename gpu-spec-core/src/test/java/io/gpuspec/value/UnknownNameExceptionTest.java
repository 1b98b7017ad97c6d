package io.gpuspec.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownNameExceptionTest {
  @Test
  void itSaysWhatIsNearAndWhatIsKnown() {
    UnknownNameException unknown =
        new UnknownNameException("edition.unknown", "edition", "2026-1", List.of("2026-01", "old"));

    assertThat(unknown)
        .hasMessage("edition '2026-1' is not known; did you mean 2026-01? (known: 2026-01, old)");
    assertThat(unknown.suggestions()).containsExactly("2026-01");
    assertThat(unknown.id()).isEqualTo("edition.unknown");
  }

  @Test
  void whatIsNearNothingHasNoSuggestionAndWhatIsAmongNothingNoList() {
    assertThat(new UnknownNameException("a.unknown", "name", "x", List.of("production")))
        .hasMessage("name 'x' is not known (known: production)");
    assertThat(new UnknownNameException("a.unknown", "name", "x", List.of()))
        .hasMessage("name 'x' is not known");
  }

  @Test
  void suggestionsCanComeFromElsewhere() {
    assertThat(
            UnknownNameException.suggesting(
                "option.unknown", "option", "spot", List.of("zone"), List.of("a flag", "another")))
        .hasMessage("option 'spot' is not known; did you mean a flag or another? (known: zone)");
  }

  @ParameterizedTest
  @CsvSource({"50, n49)", "51, n49 and 1 more)", "70, n49 and 20 more)"})
  void fiftyKnownNamesAreListed(int count, String end) {
    List<String> known = IntStream.range(0, count).mapToObj(i -> "n" + i).toList();

    assertThat(new UnknownNameException("a.unknown", "name", "production", known))
        .message()
        .endsWith(", " + end);
  }
}
