package io.gpuspec.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** The durations of many runs, in nanoseconds. */
record Percentiles(long p10, long median, long p90) {

  static Percentiles of(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Percentiles(at(sorted, 10), at(sorted, 50), at(sorted, 90));
  }

  private static long at(long[] sorted, int percent) {
    return sorted[(sorted.length - 1) * percent / 100];
  }

  /** The median of each over several rounds. */
  static Percentiles median(List<Percentiles> rounds) {
    return new Percentiles(
        median(rounds, Percentiles::p10),
        median(rounds, Percentiles::median),
        median(rounds, Percentiles::p90));
  }

  private static long median(List<Percentiles> rounds, ToLongFunction<Percentiles> of) {
    return of(rounds.stream().mapToLong(of).toArray()).median();
  }

  /** Returns how many times as long it takes, by the medians. */
  String ratioTo(Percentiles other) {
    return "%.1f".formatted((double) median / other.median);
  }

  /** Returns the durations in milliseconds. */
  String millis() {
    return "%.2f [%.2f, %.2f]".formatted(median / 1e6, p10 / 1e6, p90 / 1e6);
  }

  /** Returns the durations in microseconds. */
  @Override
  public String toString() {
    return "%.2f [%.2f, %.2f]".formatted(median / 1e3, p10 / 1e3, p90 / 1e3);
  }
}
