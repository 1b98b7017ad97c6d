package io.gpuspec.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines of a text that may be without end. */
class BoundedLinesTest {
  private static List<String> lines(Reader in, int longest) throws IOException {
    BoundedLines lines = new BoundedLines(in, longest);
    List<String> read = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    while (lines.read(line)) {
      read.add(line.toString());
    }
    return read;
  }

  private static List<String> lines(String text, int longest) throws IOException {
    return lines(new StringReader(text), longest);
  }

  @Test
  void everyLineIsReadWithItsLastCharacterAndNoLineFeed() throws IOException {
    assertThat(lines("a\nbc\n", 9)).containsExactly("a", "bc");
    assertThat(lines("a\n\nbc", 9)).containsExactly("a", "", "bc");
    assertThat(lines("\n", 9)).containsExactly("");
    assertThat(lines("", 9)).isEmpty();
    assertThat(lines("a\r\n", 9)).containsExactly("a\r");
  }

  /** One more tells a caller that it is too long. */
  @Test
  void ofALineThatIsTooLongOneCharacterMoreIsKept() throws IOException {
    assertThat(lines("abc\nabcd\nabcde\nx", 3)).containsExactly("abc", "abcd", "abcd", "x");
  }

  @Test
  void aLineGoesOnInTheNextBuffer() throws IOException {
    String long1 = "a".repeat(20_000);

    assertThat(lines(long1 + "\nb\n" + long1, 30_000)).containsExactly(long1, "b", long1);
    assertThat(lines(long1 + "\nb", 10)).containsExactly("a".repeat(11), "b");
  }

  @Test
  void onlyTheMarkAtTheBeginningIsIgnored() throws IOException {
    assertThat(lines("\uFEFFa\n\uFEFFb", 9)).containsExactly("a", "\uFEFFb");
    assertThat(lines(inParts("", "\uFEFF", "\uFEFFa"), 9)).containsExactly("\uFEFFa");
  }

  @Test
  void aLineThatWasReadAheadIsReady() throws IOException {
    BoundedLines lines = new BoundedLines(inParts("a\nb"), 9);
    StringBuilder line = new StringBuilder();

    assertThat(lines.isReady()).isFalse();
    assertThat(lines.read(line)).isTrue();
    assertThat(lines.isReady()).isTrue();
    assertThat(lines.read(line)).isTrue();
    assertThat(line).hasToString("b");
    assertThat(lines.isReady()).isFalse();
    assertThat(new BoundedLines(new StringReader("a"), 9).isReady()).isTrue();
  }

  /** A reader that gives out one part after another, and never has one ready. */
  private static Reader inParts(String... parts) {
    return new Reader() {
      private int next;

      @Override
      public int read(char[] into, int offset, int length) {
        if (next == parts.length) {
          return -1;
        }
        String part = parts[next++];
        part.getChars(0, part.length(), into, offset);
        return part.length();
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }
}
