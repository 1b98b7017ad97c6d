package io.gpuspec.judges;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The versions of the judges, as {@code tools/MODULE/go.mod} pins them. */
final class Pinned {
  private Pinned() {}

  /**
   * The version of a Go module that one of ours requires, without its {@code v}.
   *
   * <pre>{@code
   * Pinned.version("prometheus", "github.com/prometheus/prometheus")   // 0.315.0
   * }</pre>
   */
  static String version(String module, String required) {
    Pattern line = Pattern.compile("(?m)^(?:require )?\\s*" + Pattern.quote(required) + " v(\\S+)");
    Matcher found = line.matcher(text(Path.of("tools", module, "go.mod")));
    if (!found.find()) {
      throw new IllegalArgumentException(module + " does not require " + required);
    }
    return found.group(1);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
