package io.gpuspec.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.internal.text.Spelling;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {

  @ParameterizedTest
  @CsvSource({
    "V10O,     V100", // a letter for a digit
    "V1000,    V100", // one too many
    "v100,     V100", // case alone
    "A10*PNV5, A10*PNV4",
    "' T4 ',   T4"
  })
  void findsTheNameThatWasMeant(String name, String meant) {
    assertThat(Spelling.near(name, List.of("V100", "A10*PNV4", "T4"))).startsWith(meant);
  }

  @Test
  void findsNothingWhereNothingIsClose() {
    assertThat(Spelling.near("Radeon", List.of("V100", "T4"))).isEmpty();
    assertThat(Spelling.near("", List.of("T4"))).isEmpty();
    assertThat(Spelling.near(" ", List.of("T4"))).isEmpty();
    assertThat(Spelling.near("T4", List.of())).isEmpty();
    assertThat(Spelling.near("x".repeat(65), List.of("x".repeat(65)))).isEmpty();
  }

  @Test
  void allowsOneEditInThree() {
    assertThat(Spelling.near("ab", List.of("ax", "xy"))).containsExactly("ax");
    assertThat(Spelling.near("abcde", List.of("abcxx"))).isEmpty();
    assertThat(Spelling.near("abcdef", List.of("abcdxx"))).containsExactly("abcdxx");
    assertThat(Spelling.near("abcdef", List.of("abcxxx"))).isEmpty();
    // A swap of two letters is two edits.
    assertThat(Spelling.near("opst", List.of("spot"))).isEmpty();
    assertThat(Spelling.near("edition", List.of("editoin"))).containsExactly("editoin");
  }

  @Test
  void putsTheClosestFirstAndTiesInOrderOfTheAlphabetAndStopsAtThree() {
    assertThat(Spelling.near("A100", Set.of("A10", "A1000", "A100", "A30", "A101")))
        .containsExactly("A100", "A10", "A1000");
  }

  @Test
  void takesALetterForADigitOfItsShape() {
    assertThat(Spelling.near("H1OO", List.of("H200", "H100", "B300")))
        .containsExactly("H100", "H200");
    assertThat(Spelling.near("Ll", List.of("L1", "P4"))).containsExactly("L1");
  }

  @Test
  void findsTheNameThatSomethingWasHungOnTo() {
    assertThat(Spelling.near("T4-time-sliced", List.of("T4", "P4"))).containsExactly("T4");
    assertThat(Spelling.near("T4timesliced", List.of("T4"))).isEmpty();
  }

  @Test
  void suggestsTheProperNameWhateverTheSpelling() {
    assertThat(
            Spelling.near(
                "A100-SXM4",
                Map.of(
                    "a100-sxm4-40gb", List.of("A100-40G"),
                    "a100", List.of("A100-40G", "A100-80G"),
                    "t4", List.of("T4"))))
        .containsExactly("A100-40G", "A100-80G");
  }

  @Test
  void anUnfinishedNameIsNearerThanOneOfTheSameLength() {
    assertThat(
            Spelling.near(
                "A100-SXM4",
                Map.of(
                    "a100-sxm4-40gb", List.of("A100-40G"),
                    "a100-x1", List.of("A100 x1"),
                    "v100-x4", List.of("V100 x4"))))
        .containsExactly("A100-40G", "A100 x1", "V100 x4");
  }
}
