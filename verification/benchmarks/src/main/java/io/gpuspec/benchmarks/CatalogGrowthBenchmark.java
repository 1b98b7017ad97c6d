package io.gpuspec.benchmarks;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A benchmark of matching and reading with growing catalogs, compared with the plain loop. */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@BenchmarkMode(Mode.AverageTime)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CatalogGrowthBenchmark {
  private final GpuRequest name = GpuRequest.of("L4").cpu(10).memory("40Gi");
  private final GpuRequest gpuMemory =
      GpuRequest.of(Devices.any().memoryAtLeast("40Gi")).cpu(10).memory("40Gi");

  @Param({"100", "1000", "10000", "100000"})
  private int rows;

  private GrownCatalog catalog;
  private Target target;
  private List<GpuSpec> specs;

  @Setup
  public void grow() {
    catalog = new GrownCatalog(rows);
    target = Gpus.of(catalog).in(GrownCatalog.ID);
    specs = target.catalog().specs();
    check(name, byName(), byNamePlainly());
    check(gpuMemory, byGpuMemory(), byGpuMemoryPlainly());
  }

  private static void check(GpuRequest request, Match match, Optional<GpuSpec> plain) {
    if (!plain.map(GpuSpec::name).equals(match.found().map(found -> found.shape().spec().name()))) {
      throw new IllegalStateException(request + ": " + match + ", plainly " + plain);
    }
  }

  @Benchmark
  public Match byName() {
    return target.match(name);
  }

  @Benchmark
  public Optional<GpuSpec> byNamePlainly() {
    return PlainMatch.match(specs, name);
  }

  @Benchmark
  public Match byGpuMemory() {
    return target.match(gpuMemory);
  }

  @Benchmark
  public Optional<GpuSpec> byGpuMemoryPlainly() {
    return PlainMatch.match(specs, gpuMemory);
  }

  /** Reads the bytes of its file, with every check. */
  @Benchmark
  public SpecCatalog read() {
    return catalog.read();
  }
}
