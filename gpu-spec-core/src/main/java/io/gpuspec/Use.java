package io.gpuspec;

import java.util.Locale;

/** What GPUs are wanted for. */
public enum Use {
  /** A trained model answers. */
  INFERENCE,
  /** A model is trained, on one or several GPUs. */
  TRAINING,
  /** Rendering and visualization. */
  GRAPHICS,
  /** Development and tests. */
  DEV;

  /**
   * Reads {@code inference}, {@code training}, {@code graphics} or {@code dev}.
   *
   * @throws InvalidValueException for anything else
   */
  public static Use parse(String text) {
    for (Use use : values()) {
      if (use.toString().equals(text)) {
        return use;
      }
    }
    throw new InvalidValueException(
        "use: '" + text + "' is not known; write inference, training, graphics or dev");
  }

  /** The word, such as {@code training}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
