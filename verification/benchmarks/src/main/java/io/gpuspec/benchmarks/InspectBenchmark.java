package io.gpuspec.benchmarks;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.inspect.Findings;
import io.gpuspec.manifest.inspect.Inspector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;

/**
 * A benchmark of the inspection of 10,000 manifests, compared with a YAML parser that only reads
 * the same texts into nodes with their places.
 *
 * <p>Each manifest is a Deployment with its Service; the times are of one.
 */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@BenchmarkMode(Mode.AverageTime)
@Fork(2)
@Warmup(iterations = 3)
@Measurement(iterations = 3)
public class InspectBenchmark {
  private static final int MANIFESTS = 10_000;

  private final Gpus gpus = Gpus.load();
  private final Inspector inspector = Inspector.of(gpus);
  private final List<String> manifests = manifests(gpus, MANIFESTS);
  private final String together = String.join("---\n", manifests);

  @Setup
  public void check() {
    Findings findings = inspector.parse("all.yaml", together);
    if (findings.counts().errors() > 0) {
      throw new IllegalStateException(findings.findings().get(0).toString());
    }
  }

  /** Deployments with their Services, for three clouds in turn. */
  static List<String> manifests(Gpus gpus, int count) {
    List<Target> targets = List.of(gpus.in("eks"), gpus.in("tke"), gpus.in("ack"));
    List<String> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(
          GpuWorkload.deployment("llm-" + i, "vllm/vllm-openai:v0.9")
              .gpu("T4")
              .requests("4", "12Gi")
              .limits("4", "12Gi")
              .replicas(1 + i % 5)
              .port(8000)
              .on(targets.get(i % targets.size()))
              .yaml()
              .toString());
    }
    return all;
  }

  /** One file after the other. */
  @Benchmark
  @OperationsPerInvocation(MANIFESTS)
  public void each(Blackhole sink) {
    for (String manifest : manifests) {
      sink.consume(inspector.parse("a.yaml", manifest));
    }
  }

  /** All in one file, judged together. */
  @Benchmark
  @OperationsPerInvocation(MANIFESTS)
  public Findings together() {
    return inspector.parse("all.yaml", together);
  }

  @Benchmark
  @OperationsPerInvocation(MANIFESTS)
  public void eachByParserAlone(Blackhole sink) {
    for (String manifest : manifests) {
      new Compose(LoadSettings.builder().build())
          .composeAllFromString(manifest)
          .forEach(sink::consume);
    }
  }

  @Benchmark
  @OperationsPerInvocation(MANIFESTS)
  public void togetherByParserAlone(Blackhole sink) {
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
    new Compose(settings).composeAllFromString(together).forEach(sink::consume);
  }
}
