package io.gpuspec.manifest.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RegexLaws {
  /** What RE2/J compiles has as many instructions as were counted, and the two that end it. */
  @Property
  void thePartsOfAPatternAreNotCountedTooLow(@ForAll("patterns") String pattern) {
    int size;
    try {
      size = Regex.size(pattern);
    } catch (CelException e) {
      return;
    }
    assertThat(Pattern.compile(pattern).programSize()).isLessThanOrEqualTo(size + 3);
  }

  /** Whatever is written, there is an answer or an error of ours. */
  @Property
  void anyPatternIsAnsweredOrRefused(
      @ForAll("patterns") String pattern, @ForAll("texts") String text) {
    try {
      boolean isIn = Regex.isIn(text, pattern);
      assertThat(Pattern.compile(pattern).matcher(text).find()).isEqualTo(isIn);
    } catch (CelException e) {
      assertThat(e.text()).isNotBlank();
    }
  }

  @Provide
  Arbitrary<String> patterns() {
    return Arbitraries.of(
            "a",
            "b",
            "(",
            "(",
            ")",
            ")",
            "(?:",
            "[",
            "]",
            "[a-b]",
            "[^]a]",
            "[[:alpha:]",
            "{",
            "}",
            "{2}",
            "{0,3}",
            "{3,}",
            "{0}",
            "{30}",
            "{1000}",
            "{1001}",
            "*",
            "+",
            "?",
            "|",
            "\\",
            "\\Q",
            "\\E",
            "\\p{L}",
            "\\pN",
            "\\x{61}",
            "\\x61",
            "\\d",
            "^",
            "$",
            ".",
            "(?i)",
            "(?P<n>",
            "é",
            "\ud83d\ude00",
            "\ud800",
            "\n")
        .list()
        .ofMaxSize(20)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings().withChars("ab(é0\n").ofMaxLength(60);
  }
}
