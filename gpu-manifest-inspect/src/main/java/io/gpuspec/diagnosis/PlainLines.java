package io.gpuspec.diagnosis;

import java.io.IOException;
import java.io.Reader;
import java.util.regex.Pattern;

/**
 * The lines of what a terminal shows or a program logs, without colours and other control
 * characters, in bounded memory.
 *
 * <p>A very long line, such as JSON on one line, comes in pieces that overlap. A message that YAML
 * has folded over several lines is one line again.
 */
final class PlainLines {
  /** How long a piece of a line is, and how much of its end the next one repeats. */
  static final int LONGEST = 16_000;

  static final int OVERLAP = 1_000;

  private static final int BUFFER = 1 << 16;
  private static final int MOST_FOLDED = 8_000;
  private static final char ESCAPE = '\u001b';
  private static final Pattern FOLDS =
      Pattern.compile("(?:- )?+(?:message|note): ?+\\S.*+", Pattern.DOTALL);

  private final Reader in;
  private final char[] buffer = new char[BUFFER];
  private int next;
  private int end;
  private boolean isEscape;
  private boolean isSequence;
  private int number;

  private boolean hasAhead;
  private String ahead = "";
  private int aheadNumber;
  private boolean isAheadWhole;

  private String text = "";
  private int line;
  private boolean isWhole = true;

  PlainLines(Reader in) {
    this.in = in;
  }

  /** Reads the next line, or piece of one; returns false if there is none. */
  boolean read() throws IOException {
    if (!hasAhead && !piece("")) {
      return false;
    }
    take();
    if (!isWhole) {
      // The next piece begins with this one's end, so that nothing is cut in two.
      hasAhead = piece(text.substring(text.length() - OVERLAP));
      return true;
    }
    hasAhead = piece("");
    int indent = indent(text);
    if (hasAhead && indent(ahead) > indent && FOLDS.matcher(text.strip()).matches()) {
      StringBuilder whole = new StringBuilder(text);
      while (hasAhead && isAheadWhole && indent(ahead) > indent && whole.length() < MOST_FOLDED) {
        whole.append(' ').append(ahead.strip());
        hasAhead = piece("");
      }
      text = whole.toString();
    }
    return true;
  }

  private void take() {
    text = ahead;
    line = aheadNumber;
    isWhole = isAheadWhole;
  }

  private boolean piece(String before) throws IOException {
    StringBuilder piece = new StringBuilder(before);
    boolean isAny = false;
    if (before.isEmpty()) {
      number++;
    }
    while (fill()) {
      isAny = true;
      char c = buffer[next++];
      if (c == '\n') {
        ahead(piece, true);
        return true;
      }
      keep(piece, c);
      if (piece.length() == LONGEST) {
        ahead(piece, false);
        return true;
      }
    }
    if (isAny || !before.isEmpty()) {
      ahead(piece, true);
      return true;
    }
    return false;
  }

  private void ahead(StringBuilder piece, boolean isLast) {
    ahead = piece.toString();
    aheadNumber = number;
    isAheadWhole = isLast;
  }

  /** Leaves out the sequences that colour a terminal, and what nobody sees. */
  private void keep(StringBuilder piece, char c) {
    if (isSequence) {
      isSequence = c < '@' || c > '~';
    } else if (isEscape) {
      isEscape = false;
      isSequence = c == '[';
    } else if (c == ESCAPE) {
      isEscape = true;
    } else if (c == '"' && piece.length() > 0 && piece.charAt(piece.length() - 1) == '\\') {
      // JSON escapes the quotes of a message.
      piece.setCharAt(piece.length() - 1, '"');
    } else if (c == '\t') {
      piece.append(' ');
    } else if (c >= ' ' && c != '\u007f') {
      piece.append(c);
    }
  }

  private boolean fill() throws IOException {
    while (next == end) {
      int read = in.read(buffer, 0, BUFFER);
      if (read < 0) {
        return false;
      }
      next = 0;
      end = read;
    }
    return true;
  }

  private static int indent(String text) {
    int indent = 0;
    while (indent < text.length() && text.charAt(indent) == ' ') {
      indent++;
    }
    return indent;
  }

  /** Returns the text that was read. */
  String text() {
    return text;
  }

  /** Returns the number of its line, from 1. */
  int line() {
    return line;
  }

  /** Returns where a match must begin to be of this piece; what begins later is in the next. */
  int limit() {
    return isWhole ? text.length() : text.length() - OVERLAP;
  }
}
