package io.gpuspec.internal;

import io.gpuspec.value.MemorySize;

/** The memory of a GPU whose driver's figure is not known. */
public final class UnseenMemory {
  /** The most memory that a card's driver reserves of the nominal size (inferred). */
  public static final MemorySize RESERVED = MemorySize.ofGibibytes(2);

  private UnseenMemory() {}

  /** Returns what pods can share of it for certain. */
  public static MemorySize of(MemorySize nominal) {
    return nominal.minus(RESERVED);
  }
}
