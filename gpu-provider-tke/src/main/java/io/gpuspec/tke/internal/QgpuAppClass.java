package io.gpuspec.tke.internal;

import io.gpuspec.spi.Options;
import io.gpuspec.tke.Qgpu;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The class of a pod if online and offline pods are mixed on the same cards, as in its annotation
 * {@code tke.cloud.tencent.com/app-class}. A pod without it is an ordinary one.
 *
 * <p>Source: TKE, using qGPU online/offline mixing (product doc 457/81034).
 */
enum QgpuAppClass {
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
  static QgpuAppClass parse(String text) {
    return Arrays.stream(values())
        .filter(each -> each.toString().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("write one of online, offline"));
  }

  /** Returns the class of the pods that the options are for; empty for ordinary pods. */
  static Optional<QgpuAppClass> of(Options options) {
    return options.get(Qgpu.APP_CLASS).map(QgpuAppClass::parse);
  }

  /** The annotation's value, such as {@code online}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
