package io.gpuspec.javadoc;

import io.gpuspec.value.GpuSpecException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the values of an example's statements print, by the line of the statement. */
public final class Values {
  private final Map<Integer, String> printed = new LinkedHashMap<>();

  public void add(int line, Object value) {
    printed.put(line, String.valueOf(value));
  }

  public void add(int line, GpuSpecException error) {
    printed.put(line, error.getClass().getSimpleName() + ": " + error.getMessage());
  }

  /**
   * Whether a comment is what a line's value prints: the same text, but for spaces and line breaks,
   * and for what {@code ...} leaves out.
   */
  boolean print(int line, String comment) {
    String pattern =
        Stream.of(spaced(comment).split(" ?\\.\\.\\. ?", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return spaced(of(line)).matches(pattern);
  }

  String of(int line) {
    return printed.getOrDefault(line, "(not reached)");
  }

  private static String spaced(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
