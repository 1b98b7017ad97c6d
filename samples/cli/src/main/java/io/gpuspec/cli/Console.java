package io.gpuspec.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The streams for answers and messages, and what their reader understands.
 *
 * @param phrases the words of the reader's language
 */
record Console(Writer out, PrintStream err, Terminal terminal, Phrases phrases) {
  Console(Writer out, PrintStream err) {
    this(out, err, Terminal.NONE);
  }

  Console(Writer out, PrintStream err, Terminal terminal) {
    this(out, err, terminal, Phrases.of(terminal.language()));
  }

  /** Returns the console of a reader of this language. */
  Console in(Language language) {
    return new Console(out, err, terminal.in(language));
  }

  /** Returns the same with the words of a topic that has a catalog of its own. */
  Console about(String topic) {
    return new Console(out, err, terminal, Phrases.of(terminal.language(), topic));
  }

  /** Writes one JSON document. */
  void json(String document) throws IOException {
    answer(Shown.of(document));
  }

  /** Returns where JSON goes that is too long to keep in memory. */
  Writer json() {
    return Shown.writer(out);
  }

  /** Writes text that programs read, as it is. */
  void answer(Object answer) throws IOException {
    String text = answer.toString();
    out.append(text).append(text.endsWith("\n") ? "" : "\n");
  }

  /** Writes commands, of which the comments are in the reader's language. */
  void commands(Object script) throws IOException {
    answer(phrases.commented(script.toString()));
  }

  /** Writes text for people, in their language. */
  void say(Object text) throws IOException {
    answer(Shown.of(phrases.text(text.toString())));
  }

  void message(Object text) {
    err.println(Shown.of(phrases.text(text.toString())));
  }

  /** Writes a message of parts, each of them in the reader's language. */
  void told(String frame, Map<String, String> parts) {
    err.println(Shown.of(phrases.framed(frame, parts)));
  }

  /** Writes one line, whatever the message contains. */
  void problem(String message) {
    String line = phrases.words(message.replaceAll("\\s*\\R\\s*", "; "));
    err.println("gpuspec: " + Shown.of(line));
  }

  /** Returns the result of work that may take long, which is said on a terminal meanwhile. */
  <T> T during(String work, Supplier<T> result) {
    Progress progress = Progress.of(this, () -> work);
    try {
      return result.get();
    } finally {
      progress.end();
    }
  }
}
