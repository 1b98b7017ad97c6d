package io.gpuspec.benchmarks;

import io.gpuspec.mig.MigFit;
import io.gpuspec.mig.MigGpu;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of fits on cards, compared with brute force and with a count of slices, which can be
 * wrong.
 */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@BenchmarkMode(Mode.AverageTime)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MigFitBenchmark {
  private final MigGpu a100 = MigGpu.of("A100-40GB");

  /** Five instances that take all slices of a card. */
  private final List<String> five = list(1, "3g.20gb", 4, "1g.5gb");

  /** No card holds eight: there are only compute slices for seven. */
  private final List<String> eight = list(1, "2g.10gb", 7, "1g.5gb");

  /** 55 of the 56 compute slices that eight cards have, so that no fewer are enough. */
  private final List<String> forty =
      list(3, "3g.20gb", 9, "2g.10gb", 2, "1g.10gb", 2, "1g.5gb+me", 24, "1g.5gb");

  private static List<String> list(Object... countsAndProfiles) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < countsAndProfiles.length; i += 2) {
      all.addAll(
          Collections.nCopies((Integer) countsAndProfiles[i], (String) countsAndProfiles[i + 1]));
    }
    return List.copyOf(all);
  }

  @Benchmark
  public boolean fiveOnOne() {
    return a100.cards(1).fit(five).fits();
  }

  @Benchmark
  public boolean fiveOnOneByBruteForce() {
    return PlainMig.fits(a100, five);
  }

  @Benchmark
  public int fiveOnOneByCounts() {
    return PlainMig.cardsByCounts(a100, five);
  }

  @Benchmark
  public boolean eightOnOne() {
    return a100.cards(1).fit(eight).fits();
  }

  /** With the reasons and the smallest sufficient changes. */
  @Benchmark
  public int eightOnOneExplained() {
    MigFit fit = a100.cards(1).fit(eight);
    return fit.reasons().size() + fit.changes().size();
  }

  @Benchmark
  public boolean eightOnOneByBruteForce() {
    return PlainMig.fits(a100, eight);
  }

  @Benchmark
  public int eightOnOneByCounts() {
    return PlainMig.cardsByCounts(a100, eight);
  }

  /** The fewest cards, proven. */
  @Benchmark
  public int fortyOnEight() {
    MigFit fit = a100.cards(8).fit(forty);
    if (!fit.isExact() || fit.gpusUsed() != 8) {
      throw new IllegalStateException(fit.explain().toString());
    }
    return fit.gpusUsed();
  }

  @Benchmark
  public int fortyOnEightByCounts() {
    return PlainMig.cardsByCounts(a100, forty);
  }
}
