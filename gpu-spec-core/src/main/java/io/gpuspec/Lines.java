package io.gpuspec;

import java.util.List;

/** An answer in lines for people: headings, and under them lines with a label each. */
final class Lines {
  private static final int WIDTH = 10;

  private final StringBuilder out = new StringBuilder();

  Lines head(Object text) {
    out.append(text).append('\n');
    return this;
  }

  Lines line(String label, Object content) {
    out.append("  ").append(label).append(" ".repeat(WIDTH - label.length()));
    out.append(content).append('\n');
    return this;
  }

  Lines lines(String label, List<?> contents) {
    return lines(label, contents, contents.size());
  }

  /** The first so many, and how many more there are. */
  Lines lines(String label, List<?> contents, int most) {
    contents.stream().limit(most).forEach(content -> line(label, content));
    int more = contents.size() - most;
    return more > 0 ? line("", "... and " + more + " more") : this;
  }

  Text text() {
    return Text.of(out.toString().stripTrailing());
  }
}
