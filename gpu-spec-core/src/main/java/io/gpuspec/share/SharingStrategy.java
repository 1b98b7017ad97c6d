package io.gpuspec.share;

import java.util.Locale;

/** The way in which NVIDIA's device plugin gives one card to several containers. */
enum SharingStrategy {
  /** Containers take turns on the card; each can use all of its memory, and none is reserved. */
  TIME_SLICING,
  /** A daemon of NVIDIA's Multi-Process Service runs them at once, each within limits. */
  MPS;

  /**
   * Returns the word in the node label {@code nvidia.com/gpu.sharing-strategy}, such as {@code
   * time-slicing}.
   */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
