package io.gpuspec.benchmarks;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Matches;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
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

/**
 * A benchmark of requests to the GPU types of AWS, compared with the loop that a user would write.
 */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@BenchmarkMode(Mode.AverageTime)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MatchBenchmark {
  @Param private Ask ask;

  private final Gpus gpus = Gpus.load();
  private final Target eks = gpus.in("eks");
  private final List<GpuSpec> rows = eks.catalog().specs();

  private GpuRequest request;
  private PodView pod;

  /**
   * The plain loop is checked to return the same, except for several pods, which it does not
   * support.
   */
  @Setup
  public void ask() {
    request = ask.request();
    pod = ask.pod();
    Optional<String> each = ask.matched(eks);
    if (request.replicas() == 1 && !plainly().map(GpuSpec::name).equals(each)) {
      throw new IllegalStateException("the plain loop does not give " + each);
    }
  }

  @Benchmark
  public Match match() {
    return eks.match(request);
  }

  /** The whole answer as text. */
  @Benchmark
  public Text explained() {
    return eks.match(request).explain();
  }

  @Benchmark
  public Listing<Rejection> rejected() {
    return eks.match(request).rejected();
  }

  @Benchmark
  public Listing<Shape> alternatives() {
    return eks.match(request).alternatives();
  }

  /** Starts from a pod, whose selectors are read first. */
  @Benchmark
  public Optional<Match> ofPod() {
    return eks.match(pod, ask.wish());
  }

  /** Matches in every cloud. */
  @Benchmark
  public Matches everywhere() {
    return gpus.match(request);
  }

  @Benchmark
  public Optional<GpuSpec> plainly() {
    return PlainMatch.match(rows, request);
  }
}
