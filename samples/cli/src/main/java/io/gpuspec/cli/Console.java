package io.gpuspec.cli;

import java.io.PrintStream;

/** Where answers and messages go. */
record Console(PrintStream out, PrintStream err) {

  /** A command that is made with the console it writes to. */
  interface Writing {}

  void answer(Object text) {
    out.println(text);
  }

  void message(Object text) {
    err.println(text);
  }

  /** One line, whatever the message holds. */
  void problem(String message) {
    err.println("gpuspec: " + message.replaceAll("\\s*\\R\\s*", "; "));
  }
}
