package io.gpuspec.internal;

import java.io.IOException;
import java.io.Reader;

/**
 * The lines of a text; a line that is too long is skipped to its end without being held in memory.
 * A line ends with a line feed; a byte order mark at the start is ignored.
 */
public final class BoundedLines {
  private static final int BUFFER = 8 << 10;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final Reader in;
  private final int longest;
  private final char[] buffer = new char[BUFFER];
  private int next;
  private int end;
  private boolean started;

  /** If a line has more characters than the longest, that many and one more are kept. */
  public BoundedLines(Reader in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /** Reads the next line into the given builder; returns false at the end. */
  public boolean read(StringBuilder line) throws IOException {
    line.setLength(0);
    if (!fill()) {
      return false;
    }
    do {
      int stop = next;
      while (stop < end && buffer[stop] != '\n') {
        stop++;
      }
      line.append(buffer, next, Math.min(stop - next, longest + 1 - line.length()));
      next = stop;
      if (stop < end) {
        next++;
        return true;
      }
    } while (fill());
    return true;
  }

  /** Returns whether a next line begins without waiting for it. */
  public boolean isReady() throws IOException {
    return next < end || in.ready();
  }

  /** False at the end of the text. */
  private boolean fill() throws IOException {
    while (next == end) {
      int read = in.read(buffer, 0, BUFFER);
      if (read < 0) {
        return false;
      }
      end = read;
      next = !started && read > 0 && buffer[0] == BYTE_ORDER_MARK ? 1 : 0;
      started |= read > 0;
    }
    return true;
  }
}
