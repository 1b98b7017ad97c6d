package io.gpuspec.cli;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/**
 * Who reads the answer.
 *
 * @param isColoured whether text for people has colours
 * @param language the language of text for people
 */
record Terminal(boolean isColoured, Locale language) {
  /** Another program, or somebody of whom nothing is known. */
  static final Terminal NONE = new Terminal(false, Locale.ENGLISH);

  /** Colours on a terminal, unless {@code NO_COLOR} is set; the language of messages. */
  static Terminal ofEnvironment() {
    return new Terminal(Ansi.AUTO.enabled(), language(System.getenv()));
  }

  /** The first of these variables that is set decides, as POSIX says. */
  static Locale language(Map<String, String> environment) {
    return Stream.of("LC_ALL", "LC_MESSAGES", "LANG")
        .map(name -> environment.getOrDefault(name, ""))
        .filter(value -> !value.isEmpty())
        .findFirst()
        .filter(value -> value.startsWith("zh"))
        .map(value -> Locale.CHINESE)
        .orElse(Locale.ENGLISH);
  }
}
