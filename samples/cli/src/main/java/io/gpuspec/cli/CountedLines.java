package io.gpuspec.cli;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.util.concurrent.atomic.AtomicLong;

/** A reader that knows how many lines have been read. */
final class CountedLines extends FilterReader {
  private final AtomicLong count = new AtomicLong();

  CountedLines(Reader from) {
    super(from);
  }

  long count() {
    return count.get();
  }

  @Override
  public int read() throws IOException {
    int c = super.read();
    if (c == '\n') {
      count.incrementAndGet();
    }
    return c;
  }

  @Override
  public int read(char[] into, int from, int length) throws IOException {
    int read = super.read(into, from, length);
    int lines = 0;
    for (int i = from; i < from + read; i++) {
      lines += into[i] == '\n' ? 1 : 0;
    }
    count.addAndGet(lines);
    return read;
  }
}
