package io.gpuspec.cli;

import io.gpuspec.cli.AnswerWriter.UnwrittenException;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.value.GpuSpecException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.InvalidPathException;
import java.util.Set;

/** The handling of commands that end early: one line and an exit status, no stack trace. */
record Failures(Console console, boolean debug) {
  /**
   * The exit status that a shell reports for a program ended by SIGPIPE (128 + 13), like grep or
   * cat.
   */
  static final int READER_GONE = 141;

  /** Errors with a line for each problem of a file. */
  private static final Set<String> LISTS = Set.of("catalog.malformed", "overlay.malformed");

  /** What is wrong with the name of a file: Java reads one in the encoding of the locale. */
  static String noPath(InvalidPathException e) {
    boolean isEncoding = e.getReason().startsWith("Malformed input");
    String problem =
        isEncoding
            ? "'%s' has characters that this locale cannot write in the name of a file; set a locale of UTF-8, such as LC_ALL=C.UTF-8"
            : "'%s' cannot be the name of a file; write another one";
    return new GpuSpecException("file.unreadable", problem.formatted(e.getInput())).getMessage();
  }

  int status(Throwable failure) {
    if (failure instanceof UnwrittenException unwritten && unwritten.isReaderGone()) {
      return READER_GONE;
    }
    if (failure instanceof UnwrittenException) {
      console.problem(
          "the answer could not be written: " + failure.getMessage() + "; is the disk full?");
    } else if (failure instanceof GpuSpecException e && LISTS.contains(e.id())) {
      e.getMessage().lines().forEach(console::problem);
    } else if (failure instanceof InvalidWorkloadException workload) {
      workload.problems().forEach(problem -> console.problem(problem.getMessage()));
    } else if (failure instanceof InvalidPathException path) {
      console.problem(noPath(path));
    } else if (failure instanceof GpuSpecException) {
      console.problem(failure.getMessage());
    } else {
      console.problem(
          "internal error: " + failure + "; GPUSPEC_DEBUG=1 in the environment shows where");
    }
    if (debug) {
      StringWriter trace = new StringWriter();
      failure.printStackTrace(new PrintWriter(trace));
      console.err().print(Shown.of(trace.toString()));
    }
    return Main.BAD;
  }
}
