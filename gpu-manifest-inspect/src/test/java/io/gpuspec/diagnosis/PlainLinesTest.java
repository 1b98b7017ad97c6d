package io.gpuspec.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainLinesTest {

  /** Each line as its number and text. */
  private static List<String> lines(Reader in) {
    PlainLines lines = new PlainLines(in);
    List<String> all = new ArrayList<>();
    try {
      while (lines.read()) {
        all.add(lines.line() + " " + lines.text());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private static List<String> lines(String text) {
    return lines(new StringReader(text));
  }

  @Test
  void linesAreCountedFromOne() {
    assertThat(lines("a\n\nb")).containsExactly("1 a", "2 ", "3 b");
    assertThat(lines("a\r\nb\n")).containsExactly("1 a", "2 b");
    assertThat(lines("")).isEmpty();
  }

  /** ECMA-48: a control sequence ends with a character from @ to ~. */
  @ParameterizedTest
  @CsvSource({
    "[0m, ab",
    "[1;31m, ab",
    "[1@, ab",
    "[3~, ab",
    "[?25h, ab",
    "M, ab",
    "[1, ''",
  })
  void sequencesOfATerminalAreLeftOut(String sequence, String text) {
    String all = lines("\u001b" + sequence + "ab").get(0).substring(2);

    assertThat(all).isEqualTo(text.isEmpty() ? "b" : text);
  }

  @Test
  void whatNobodySeesIsLeftOutAndATabIsABlank() {
    assertThat(lines("\u0000a\tb \u007fc\u0007d")).containsExactly("1 a b cd");
  }

  /** JSON writes quotes with a backslash. */
  @Test
  void escapedQuotesAreQuotes() {
    assertThat(lines("\"a \\\"b\\\" c\"")).containsExactly("1 \"a \"b\" c\"");
    assertThat(lines("\\n\"")).containsExactly("1 \\n\"");
  }

  /** The next piece repeats the end of one, and what begins there is its own. */
  @Test
  void aLongLineComesInPiecesThatOverlap() throws IOException {
    PlainLines lines = new PlainLines(new StringReader("x".repeat(16_000) + "yz\nend"));

    assertThat(lines.read()).isTrue();
    assertThat(lines.text()).hasSize(16_000);
    assertThat(lines.limit()).isEqualTo(15_000);
    assertThat(lines.read()).isTrue();
    assertThat(lines.text()).isEqualTo("x".repeat(1_000) + "yz");
    assertThat(lines.limit()).isEqualTo(1_002);
    assertThat(lines.line()).isEqualTo(1);
    assertThat(lines.read()).isTrue();
    assertThat(lines.text()).isEqualTo("end");
    assertThat(lines.line()).isEqualTo(2);
    assertThat(lines.read()).isFalse();
  }

  @Test
  void aTextThatEndsWithAPieceHasTheRestOfItOnceMore() {
    assertThat(lines("x".repeat(16_000)))
        .containsExactly("1 " + "x".repeat(16_000), "1 " + "x".repeat(1_000));
    assertThat(lines("x".repeat(15_999))).hasSize(1);
  }

  @Test
  void aMessageThatYamlFoldsIsOneLine() {
    assertThat(
            lines(
                """
                - message: 'a
                    b

                  reason: c
                note: d
                  e
                 f
                other: g
                  h"""))
        .containsExactly(
            "1 - message: 'a b", "3 ", "4   reason: c", "5 note: d e f", "8 other: g", "9   h");
    assertThat(lines("  message: a\n  b")).containsExactly("1   message: a", "2   b");
    assertThat(lines("message:\n  b")).containsExactly("1 message:", "2   b");
  }

  /** So that a text that is all folded does not grow without bound. */
  @Test
  void aFoldedMessageIsNotLongerThanAPiece() {
    String folded = "message: a\n" + (" " + "b".repeat(999) + "\n").repeat(20);

    assertThat(lines(folded))
        .hasSize(13)
        .first()
        .satisfies(line -> assertThat(line).hasSize("1 message: a".length() + 8 * 1_000));
  }

  @Test
  void aReaderThatHasNothingYetIsAskedAgain() {
    Reader slow =
        new Reader() {
          private int at;

          @Override
          public int read(char[] out, int from, int most) {
            at++;
            out[from] = 'a';
            return at > 4 ? -1 : at % 2;
          }

          @Override
          public void close() {}
        };

    assertThat(lines(slow)).containsExactly("1 aa");
  }
}
