package io.gpuspec.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;

/** Where answers and messages go. */
record Console(Writer out, PrintStream err) {
  void answer(Object text) throws IOException {
    out.append(text.toString()).append('\n');
  }

  void message(Object text) {
    err.println(text);
  }

  /** One line, whatever the message holds. */
  void problem(String message) {
    err.println("gpuspec: " + message.replaceAll("\\s*\\R\\s*", "; "));
  }
}
