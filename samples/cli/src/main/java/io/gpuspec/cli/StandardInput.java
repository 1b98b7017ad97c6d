package io.gpuspec.cli;

import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Standard input, for which {@code -} stands where a file can be named. */
final class StandardInput {
  /** What stands for it. */
  static final String DASH = "-";

  /** What messages call it. */
  static final String NAME = "standard input";

  private StandardInput() {}

  /**
   * Reads what an option names.
   *
   * @param parse reads the text of standard input, by the name that messages call it
   * @param read reads a file
   */
  static <T> T orFile(String name, BiFunction<String, String, T> parse, Function<Path, T> read) {
    return name.equals(DASH) ? parse.apply(NAME, text()) : read.apply(Path.of(name));
  }

  /** Returns all of it. */
  static String text() {
    try {
      return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", "standard input cannot be read (%s)".formatted(e.getMessage()), e);
    }
  }
}
