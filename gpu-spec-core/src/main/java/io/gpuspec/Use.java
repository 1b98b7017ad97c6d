package io.gpuspec;

import io.gpuspec.internal.EnumWords;
import io.gpuspec.value.InvalidValueException;
import java.util.Locale;

/**
 * A use of GPUs.
 *
 * <pre>{@code
 * Use.parse("training");    // training
 * Need.of(Use.TRAINING).on(gpus.in("tke")).recommended().get(0).shape();
 *     // T4 x1 · 8 cores · 32Gi
 * }</pre>
 */
public enum Use {
  /** A trained model answers. */
  INFERENCE,
  /** A model is trained, on one or several GPUs. */
  TRAINING,
  /** Rendering and visualization. */
  GRAPHICS,
  /** Decoding, encoding and analysis of video. */
  VIDEO,
  /** Scientific computing and other high-performance computing. */
  HPC,
  /** Development and tests. */
  DEV;

  /**
   * Reads {@code inference}, {@code training}, {@code graphics}, {@code video}, {@code hpc} or
   * {@code dev}.
   *
   * @throws InvalidValueException for anything else
   */
  public static Use parse(String text) {
    return EnumWords.parse("use", Use.class, text);
  }

  /** Returns the word, such as {@code training}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
