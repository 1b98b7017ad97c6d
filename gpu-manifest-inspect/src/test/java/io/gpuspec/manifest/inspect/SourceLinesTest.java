package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines and columns, from 1, as the YAML parser counts them. */
class SourceLinesTest {

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void aLineEndsAsYamlEndsIt(String end) {
    String text = "ab" + end + end + "cd" + end;
    SourceLines lines = new SourceLines("f", text);

    assertThat(lines.count()).isEqualTo(4);
    assertThat(lines.raw(1)).isEqualTo("ab");
    assertThat(lines.raw(2)).isEmpty();
    assertThat(lines.raw(3)).isEqualTo("cd");
    assertThat(lines.raw(4)).isEmpty();
    assertThat(lines.lineOf(0)).isOne();
    assertThat(lines.lineOf(text.indexOf('c'))).isEqualTo(3);
    assertThat(lines.lineOf(text.indexOf('d'))).isEqualTo(3);
    assertThat(lines.columnOf(text.indexOf('d'))).isEqualTo(2);
    assertThat(lines.lineOf(text.length())).isEqualTo(4);
    assertThat(lines.columnOf(text.length())).isOne();
  }

  @Test
  void beyondTheTextThereIsNoLine() {
    SourceLines lines = new SourceLines("f", "a\nb");

    assertThat(lines.raw(0)).isEmpty();
    assertThat(lines.raw(-1)).isEmpty();
    assertThat(lines.raw(2)).isEqualTo("b");
    assertThat(lines.raw(3)).isEmpty();
    assertThat(new SourceLines("f", "").count()).isOne();
  }

  /** A byte order mark has no column, and a character of two UTF-16 units has one. */
  @Test
  void aColumnIsACharacterOfTheText() {
    SourceLines marked = new SourceLines("f", "\uFEFFab\n\uFEFFcd");
    assertThat(marked.columnOf(1)).isOne();
    assertThat(marked.columnOf(2)).isEqualTo(2);
    assertThat(marked.columnOf(5)).isEqualTo(2);

    SourceLines rocket = new SourceLines("f", "\uD83D\uDE80 a");
    assertThat(rocket.columnOf(3)).isEqualTo(3);
  }

  @Test
  void whatIsNotSeenIsShown() {
    assertThat(new SourceLines("f", "a\u001bb\n").line(1)).doesNotContain("\u001b").startsWith("a");
  }
}
