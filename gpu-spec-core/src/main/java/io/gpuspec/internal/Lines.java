package io.gpuspec.internal;

import io.gpuspec.value.Text;
import java.util.List;

/** The text form of an answer: headings, with labelled lines under them. */
public final class Lines {
  private static final int WIDTH = 10;

  private final StringBuilder out = new StringBuilder();

  public Lines head(Object text) {
    out.append(text).append('\n');
    return this;
  }

  public Lines line(String label, Object content) {
    out.append("  ").append(label).append(" ".repeat(WIDTH - label.length()));
    out.append(content).append('\n');
    return this;
  }

  public Lines lines(String label, List<?> contents) {
    return lines(label, contents, contents.size());
  }

  /** The first so many, and how many more there are. */
  public Lines lines(String label, List<?> contents, int most) {
    contents.stream().limit(most).forEach(content -> line(label, content));
    int more = contents.size() - most;
    return more > 0 ? line("", "... and " + more + " more") : this;
  }

  public Text text() {
    return Text.of(out.toString().stripTrailing());
  }
}
