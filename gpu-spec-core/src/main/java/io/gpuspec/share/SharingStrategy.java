package io.gpuspec.share;

import java.util.Locale;

/** How NVIDIA's device plugin gives one card to several containers. */
public enum SharingStrategy {
  /** They take turns on the card; each has all of its memory and none to itself. */
  TIME_SLICING,
  /** A daemon of NVIDIA's Multi-Process Service runs them at once, each within limits. */
  MPS;

  /**
   * The word in the node label {@code nvidia.com/gpu.sharing-strategy}, such as {@code
   * time-slicing}.
   */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
