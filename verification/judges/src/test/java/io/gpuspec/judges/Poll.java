package io.gpuspec.judges;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what another program does in its own time. */
final class Poll {
  private static final long SECONDS = 60;
  private static final long MILLISECONDS_BETWEEN = 50;

  private Poll() {}

  /**
   * Returns as soon as it holds.
   *
   * @throws AssertionError if it does not within a minute
   */
  static void until(String what, BooleanSupplier holds) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + SECONDS + " seconds: " + what);
      }
      pause();
    }
  }

  /** Leaves the other program a moment. */
  static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(MILLISECONDS_BETWEEN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
