package io.gpuspec.tke;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The class of a pod if online and offline pods are mixed on the same cards, as in its annotation
 * {@code tke.cloud.tencent.com/app-class}. A pod without it is an ordinary one.
 *
 * <p>Source: TKE, using qGPU online/offline mixing (product doc 457/81034).
 */
public enum QgpuAppClass {
  /**
   * Takes precedence: it requests only memory, and uses the compute of offline pods when needed.
   */
  ONLINE,
  /** Uses what online pods leave: memory, and compute by {@code qgpu-core-greedy}. */
  OFFLINE;

  /**
   * The part of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static QgpuAppClass parse(String text) {
    return Arrays.stream(values())
        .filter(each -> each.toString().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("write one of " + spellings()));
  }

  /** Returns every name. */
  public static String spellings() {
    return Arrays.stream(values()).map(QgpuAppClass::toString).collect(Collectors.joining(", "));
  }

  /** The annotation's value, such as {@code online}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
