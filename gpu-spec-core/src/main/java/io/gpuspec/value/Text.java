package io.gpuspec.value;

/**
 * Text for people to read; JShell prints it unchanged, whereas it would escape a string. It is a
 * sequence of characters, so {@code Files.writeString(path, text)} takes it.
 *
 * <pre>{@code
 * Text why = gpus.in("tke").match(GpuRequest.of("T4").cpu(4).memory("16Gi")).explain();
 *     // T4 x1 · 4 cores · 16Gi  on tke (exact)
 *     //   request   T4 x1, 4 cores, 16Gi
 *     //   why       smallest size of T4 x1 that holds it (proportional): 2c/8Gi, 4c/16Gi, ...
 *     //   ...
 * }</pre>
 */
public final class Text implements CharSequence, Word {
  private final String content;

  private Text(String content) {
    this.content = content;
  }

  /** A text of the given lines. */
  public static Text of(String content) {
    return new Text(InvalidValueException.requireNonNull("content", content, "a text"));
  }

  @Override
  public int length() {
    return content.length();
  }

  @Override
  public char charAt(int index) {
    return content.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return content.subSequence(start, end);
  }

  /** Returns whether the other is a {@code Text} that says the same; no string is. */
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
