package io.gpuspec.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;

/** The streams for answers and messages. */
record Console(Writer out, PrintStream err, Terminal terminal) {
  Console(Writer out, PrintStream err) {
    this(out, err, Terminal.NONE);
  }

  void answer(Object answer) throws IOException {
    String text = answer.toString();
    out.append(text).append(text.endsWith("\n") ? "" : "\n");
  }

  void message(Object text) {
    err.println(text);
  }

  /** Writes one line, whatever the message contains. */
  void problem(String message) {
    err.println("gpuspec: " + message.replaceAll("\\s*\\R\\s*", "; "));
  }
}
