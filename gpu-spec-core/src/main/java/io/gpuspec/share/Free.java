package io.gpuspec.share;

import io.gpuspec.Share;

/**
 * The remaining memory, compute and shares of a card or a node. Less memory is less; of equal
 * memory less compute, then fewer shares.
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

  /** Returns what a share uses of a card. */
  static Free takenBy(Share share) {
    return new Free(share.memory().toBytes(), share.compute().orElse(0), 1);
  }

  Free minus(Free other) {
    return new Free(memory - other.memory, compute - other.compute, shares - other.shares);
  }

  Free plus(Free other) {
    return new Free(memory + other.memory, compute + other.compute, shares + other.shares);
  }

  /** The larger of each. */
  Free max(Free other) {
    return new Free(
        Math.max(memory, other.memory),
        Math.max(compute, other.compute),
        Math.max(shares, other.shares));
  }

  /** Returns whether there is as much of each. */
  boolean isAtLeast(Free other) {
    return memory >= other.memory && compute >= other.compute && shares >= other.shares;
  }

  @Override
  public int compareTo(Free other) {
    int order = Long.compare(memory, other.memory);
    order = order == 0 ? Long.compare(compute, other.compute) : order;
    return order == 0 ? Long.compare(shares, other.shares) : order;
  }
}
