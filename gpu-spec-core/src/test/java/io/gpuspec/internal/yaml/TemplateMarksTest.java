package io.gpuspec.internal.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.internal.yaml.TemplateMarks.Mark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a text has parts of a template. */
class TemplateMarksTest {
  private static TemplateMarks marks(String text) {
    TemplateMarks marks = new TemplateMarks();
    int line = 1;
    int column = 1;
    for (char character : text.toCharArray()) {
      marks.see(character, line, column);
      column++;
      if (character == '\n') {
        line++;
        column = 1;
      }
    }
    marks.see('\n', line, column);
    return marks;
  }

  @Test
  void aMarkHasItsPlaceAndItsText() {
    TemplateMarks marks = marks("a: 1\nb: {{ .Values.b }}\n");

    assertThat(marks.at(2, 4)).contains(new Mark(2, 4, "{{ .Values.b }}", false));
    assertThat(marks.at(2, 5)).isEmpty();
    assertThat(marks.at(1, 4)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'{% if x %} a', {% if x %}",
    "'{{ x }} y }}', {{ x }}",
    "'a: {{ x', {{ x",
    "'{{ \"a\" | b }}', '{{ \"a\" | b }}'"
  })
  void aMarkEndsWithItsBracketsOrItsLine(String text, String mark) {
    assertThat(marks(text).before(1).map(Mark::text)).contains(mark);
  }

  @Test
  void aLongMarkIsKeptAsFarAsItIsShown() {
    assertThat(marks("{{ " + "x".repeat(100) + " }}").before(1).orElseThrow().text())
        .isEqualTo("{{ " + "x".repeat(77));
  }

  @ParameterizedTest
  @ValueSource(strings = {"# {{ x }}", "a: 1 # {{ x }}", "a: {b: 1}", "a: 5%", "a: { { b } }"})
  void aCommentAndASingleBracketAreNone(String text) {
    assertThat(marks(text).near(1, 1)).isEmpty();
  }

  @Test
  void aHashWithinAWordIsNoComment() {
    assertThat(marks("a: b#{{ x }}").before(1)).isPresent();
    assertThat(marks("# a\nb: {{ x }}").before(2)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "'a: \"{{ x }}\"', true",
    "'a: ''{{ x }}''', true",
    "'a: \"b\\\" {{ x }}\"', true",
    "'- \"b\" {{ x }}', false",
    "'a: don''t {{ x }}', false",
    "'a: \"b {{ x }}', true",
    "'\"a\": {{ x }}', false",
    "'[\"a\",\"{{ x }}\"]', true",
    "'a: \"it''s\" {{ x }}', false"
  })
  void whatIsInQuotesIsAString(String text, boolean isQuoted) {
    assertThat(marks(text).near(1, 1).orElseThrow().quoted()).isEqualTo(isQuoted);
    assertThat(marks(text).before(1).isPresent()).isEqualTo(!isQuoted);
  }

  @Test
  void aQuoteEndsWithItsLine() {
    assertThat(marks("a: \"b\nc: {{ x }}").near(2, 2).orElseThrow().quoted()).isFalse();
  }

  /** One outside of quotes is what the parser stumbles over. */
  @Test
  void ofALineTheFirstOutsideOfQuotesCounts() {
    assertThat(marks("a: \"{{ x }}\" {{ y }} {{ z }}").near(1, 1).orElseThrow().text())
        .isEqualTo("{{ y }}");
    assertThat(marks("{{ x }} {{ y }}").near(1, 1).orElseThrow().text()).isEqualTo("{{ x }}");
    assertThat(marks("\"{{ x }}\" \"{{ y }}\"").near(1, 1).orElseThrow().text())
        .isEqualTo("{{ x }}");
  }

  @Test
  void theLastOfTheLinesIsNearOrOneJustAboveThem() {
    TemplateMarks marks = marks("a: {{ x }}\nb: {{ y }}\nc: 1\nd: \"{{ z }}\"\ne: 1\n");

    assertThat(marks.near(1, 2).map(Mark::text)).contains("{{ y }}");
    assertThat(marks.near(1, 1).map(Mark::text)).contains("{{ x }}");
    assertThat(marks.near(3, 3).map(Mark::text)).contains("{{ y }}");
    assertThat(marks.near(4, 4).map(Mark::text)).contains("{{ z }}");
    assertThat(marks.near(5, 5)).isEmpty();
    assertThat(marks("\n\n\na: 1").near(4, 4)).isEmpty();
    assertThat(marks("{{ x }}\n\n\na: 1").near(3, 4)).isEmpty();
  }

  @Test
  void beforeALineIsTheLastOutsideOfQuotes() {
    TemplateMarks marks = marks("a: {{ x }}\nb: \"{{ y }}\"\nc: {{ z }}\n");

    assertThat(marks.before(2).map(Mark::text)).contains("{{ x }}");
    assertThat(marks.before(3).map(Mark::text)).contains("{{ z }}");
    assertThat(marks("a: 1").before(1)).isEmpty();
  }
}
