package io.gpuspec.judges;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** More random cases, and other ones each time, where the Maven profile {@code nightly} is on. */
final class Night {
  static final boolean IS_NOW = Boolean.getBoolean("judges.nightly");
  private static final int MORE = 10;

  private Night() {}

  static int tries(int byDay) {
    return IS_NOW ? byDay * MORE : byDay;
  }

  /** By day the same cases each time. */
  static Random random(long seed) {
    return new Random(IS_NOW ? ThreadLocalRandom.current().nextLong() : seed);
  }
}
