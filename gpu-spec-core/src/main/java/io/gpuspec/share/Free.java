package io.gpuspec.share;

import java.util.Comparator;

/**
 * What is left of a card or a node. Less memory is less; of equal memory less compute, then fewer
 * shares.
 *
 * <p>The vendors' texts compare "what is left" and do not say of what; memory comes first because
 * every share has some.
 *
 * @param memory in bytes
 * @param compute in percent of a card
 * @param shares how many more
 */
record Free(long memory, long compute, long shares) implements Comparable<Free> {
  static final Free NOTHING = new Free(0, 0, 0);

  private static final Comparator<Free> ORDER =
      Comparator.comparingLong(Free::memory)
          .thenComparingLong(Free::compute)
          .thenComparingLong(Free::shares);

  Free plus(Free other) {
    return new Free(memory + other.memory, compute + other.compute, shares + other.shares);
  }

  @Override
  public int compareTo(Free other) {
    return ORDER.compare(this, other);
  }
}
