package io.gpuspec.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;

/** Where answers and messages go. */
record Console(Writer out, PrintStream err) {
  void answer(Object answer) throws IOException {
    String text = answer.toString();
    out.append(text).append(text.endsWith("\n") ? "" : "\n");
  }

  void message(Object text) {
    err.println(text);
  }

  /** One line, whatever the message holds. */
  void problem(String message) {
    err.println("gpuspec: " + message.replaceAll("\\s*\\R\\s*", "; "));
  }
}
