package io.gpuspec.mig;

import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;

/**
 * An iterator over every legal layout of some placements, each once: first the empty one, and each
 * before those that add instances further on.
 */
final class LayoutWalk implements PrimitiveIterator.OfLong {
  private final MigGrid grid;
  private final long among;

  /** The layout that comes next, and what it holds. */
  private long next = 0;

  private int taken = 0;
  private long left;
  private boolean hasNext = true;

  LayoutWalk(MigGrid grid, long among) {
    this.grid = grid;
    this.among = among;
    this.left = grid.budget();
  }

  @Override
  public boolean hasNext() {
    return hasNext;
  }

  @Override
  public long nextLong() {
    if (!hasNext) {
      throw new NoSuchElementException();
    }
    long layout = next;
    hasNext = step();
    return layout;
  }

  private boolean step() {
    int from = next == 0 ? 0 : last() + 1;
    while (!addFirstFrom(from)) {
      if (next == 0) {
        return false;
      }
      from = last() + 1;
      drop(last());
    }
    return true;
  }

  private int last() {
    return MigGrid.MOST - 1 - Long.numberOfLeadingZeros(next);
  }

  private boolean addFirstFrom(int from) {
    for (int number = from; number < grid.size(); number++) {
      if ((among >>> number & 1) == 1 && grid.isFree(number, taken, left)) {
        next |= 1L << number;
        taken |= grid.slicesOf(number);
        left -= grid.enginesOf(number);
        return true;
      }
    }
    return false;
  }

  private void drop(int number) {
    next &= ~(1L << number);
    taken &= ~grid.slicesOf(number);
    left += grid.enginesOf(number);
  }
}
