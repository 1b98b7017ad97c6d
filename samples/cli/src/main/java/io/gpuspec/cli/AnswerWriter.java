package io.gpuspec.cli;

import java.io.IOException;
import java.io.Serial;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * Standard output. A write that fails fails every later one and the last flush too, so that it is
 * noticed even if the code between swallows it, as a PrintWriter does.
 */
final class AnswerWriter extends Writer {
  /** Thrown if the answer could not be written completely. */
  static final class UnwrittenException extends IOException {
    @Serial private static final long serialVersionUID = 1L;

    UnwrittenException(IOException cause) {
      super(cause.getMessage(), cause);
    }

    /** Returns whether the reader has gone, as {@code head -1} does: it has what it wanted. */
    boolean isReaderGone() {
      return "Broken pipe".equals(getMessage());
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private final Writer to;
  private @Nullable UnwrittenException failure;

  AnswerWriter(Writer to) {
    this.to = to;
  }

  @Override
  public void write(char[] text, int from, int length) throws UnwrittenException {
    attempt(() -> to.write(text, from, length));
  }

  @Override
  public void flush() throws UnwrittenException {
    attempt(to::flush);
  }

  @Override
  public void close() throws UnwrittenException {
    attempt(to::close);
  }

  private void attempt(Step step) throws UnwrittenException {
    if (failure == null) {
      try {
        step.run();
      } catch (IOException e) {
        failure = new UnwrittenException(e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
