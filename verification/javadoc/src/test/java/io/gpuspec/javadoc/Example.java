package io.gpuspec.javadoc;

import java.util.ArrayList;
import java.util.List;

/**
 * An example in a Javadoc comment: the Java between {@code <pre>}, {@code @code} and their ends.
 *
 * @param file the source file, from the root of the checkout
 * @param line of the file, above the first of the example
 */
record Example(String file, int line, String code) {
  private static final String START = "* <pre>{@code";
  private static final String END = "* }</pre>";

  /** Those of a source file, in order. */
  static List<Example> in(String file, String source) {
    List<Example> examples = new ArrayList<>();
    List<String> lines = source.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.equals(START)) {
        int end = end(file, lines, i);
        examples.add(checked(new Example(file, i + 1, code(lines.subList(i + 1, end)))));
        i = end;
      } else if (line.contains("<pre>") || line.contains("{@snippet")) {
        throw new AssertionError(
            "%s:%d: \"%s\" does not open an example; the line must be \"%s\", and what follows Java"
                .formatted(file, i + 1, line, START));
      }
    }
    return examples;
  }

  /** Javadoc looks for the end of a tag by counting braces, those in texts and comments too. */
  private static Example checked(Example example) {
    long open = example.code.chars().filter(c -> c == '{').count();
    long close = example.code.chars().filter(c -> c == '}').count();
    if (open != close) {
      throw new AssertionError(
          "%s: %d braces open and %d close; Javadoc wants as many of each"
              .formatted(example, open, close));
    }
    return example;
  }

  private static int end(String file, List<String> lines, int start) {
    for (int i = start + 1; i < lines.size() && !lines.get(i).contains("*/"); i++) {
      if (lines.get(i).strip().equals(END)) {
        return i;
      }
    }
    throw new AssertionError(
        "%s:%d: the example has no end; \"%s\" must stand in a line of its own"
            .formatted(file, start + 1, END));
  }

  private static String code(List<String> lines) {
    StringBuilder code = new StringBuilder();
    for (String line : lines) {
      code.append(line.replaceFirst("^\\s*\\* ?", "")).append('\n');
    }
    return code.toString();
  }

  @Override
  public String toString() {
    return file + ":" + line;
  }
}
