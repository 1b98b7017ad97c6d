package io.gpuspec.value;

/**
 * A value that an {@link Answer} contains as its text: an amount, or a word such as a state.
 *
 * <pre>{@code
 * Word memory = MemorySize.parse("40Gi");    // 40Gi
 * }</pre>
 */
public interface Word {
  /** Returns the text that is written, such as {@code 40Gi} or {@code on-demand}. */
  @Override
  String toString();
}
