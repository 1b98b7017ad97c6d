package io.gpuspec.manifest.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegexTest {
  /** A part counts 1, a repeat 1 more, an alternative 2 and brackets 3. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "ab 2",
        "a* 2",
        "(ab) 5",
        "a|b 4",
        "[^]a]b 2",
        "[\\]]b 2",
        "[[:alpha:]]b 2",
        "[[:alpha]b 2",
        "\\db 2",
        "\\p{L}b 2",
        "\\P{L}b 2",
        "\\x{61}b 2",
        "\\d{2}b 4",
        "\\Qa*b\\E 3",
        "\\Qa*b\\E* 4",
        "\\Qab 2",
        "a{2} 3",
        "a{2}b 4",
        "a{2,3} 5",
        "a{2,} 5",
        "a{0} 1",
        "(ab){3} 16",
        "a{ 2",
        "a{b 3",
        "a{2 3",
        "a{2,b 5",
        "a{0,9} 19"
      })
  void partsAreCounted(String pattern, int parts) throws CelException {
    assertThat(Regex.size(pattern)).isEqualTo(parts);
  }

  @Test
  void aPatternIsFoundAnywhereInAText() throws CelException {
    assertThat(Regex.isIn("NVIDIA A100-SXM4-40GB", "A100|H100")).isTrue();
    assertThat(Regex.isIn("NVIDIA A100-SXM4-40GB", "^A100")).isFalse();
    assertThat(Regex.isIn("NVIDIA A100-SXM4-40GB", "\\QA100-\\E[A-Z]{3}4")).isTrue();
  }

  @Test
  void whatRe2RefusesIsRefused() {
    assertThatThrownBy(() -> Regex.size("a)"))
        .hasMessageContaining("invalid matches argument: unexpected ): `a)`");
    assertThatThrownBy(() -> Regex.size("(?<=a)b"))
        .hasMessageContaining("invalid matches argument");
    assertThatThrownBy(() -> Regex.size("a{1001}"))
        .hasMessageContaining("invalid repeat count: `{1001}`");
    assertThatThrownBy(() -> Regex.size("(a{100}){11}"))
        .hasMessageContaining("invalid repeat count: `{11}`");
    assertThatThrownBy(() -> Regex.size("a{99999999999}"))
        .hasMessageContaining("invalid repeat count");
  }

  @Test
  void largePatternsAreNotJudged() throws CelException {
    assertThat(Regex.size("a".repeat(1024))).isEqualTo(1024);
    assertThatThrownBy(() -> Regex.size("a".repeat(1025)))
        .hasMessageContaining("more than 1024 parts");
  }
}
