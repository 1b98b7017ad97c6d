package io.gpuspec.benchmarks;

import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A benchmark of every legal layout of a product, cold and warm. */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@BenchmarkMode(Mode.AverageTime)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MigLayoutsBenchmark {
  /** The product. */
  @Param({"A100-40GB", "H100-80GB"})
  @SuppressWarnings("NullAway.Init")
  public String gpu;

  /** The first question that a process asks, classes and the file of products included. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @Fork(10)
  @Warmup(iterations = 0)
  @Measurement(iterations = 1)
  public int coldInANewProcess() {
    return MigGpu.of(gpu).layouts().count();
  }

  /** The same by brute force. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @Fork(10)
  @Warmup(iterations = 0)
  @Measurement(iterations = 1)
  public int coldInANewProcessByBruteForce() {
    return PlainMig.layouts(MigGpu.of(gpu));
  }

  /** Computed each time: the stream keeps no table. */
  @Benchmark
  public long walked() {
    return MigGpu.of(gpu).layouts().stream().filter(MigLayout::isMaximal).count();
  }

  /** Returns all of them by brute force, without knowing which are maximal. */
  @Benchmark
  public int byBruteForce() {
    return PlainMig.layouts(MigGpu.of(gpu));
  }

  /** From the cached table. */
  @Benchmark
  public int kept() {
    return MigGpu.of(gpu).layouts().countMaximal();
  }
}
