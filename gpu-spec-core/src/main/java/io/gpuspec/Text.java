package io.gpuspec;

import io.gpuspec.internal.Arguments;

/** Lines for people to read; JShell prints it as it is, where it would escape a string. */
public final class Text {
  private final String content;

  private Text(String content) {
    this.content = content;
  }

  /** A text of the given lines. */
  public static Text of(String content) {
    return new Text(Arguments.required("content", content, "a text"));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Text that && content.equals(that.content);
  }

  @Override
  public int hashCode() {
    return content.hashCode();
  }

  /** The text itself. */
  @Override
  public String toString() {
    return content;
  }
}
