package io.gpuspec.benchmarks;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Times Karpenter's filter and our match on the same pods and instance types, alternating, and
 * prints a table. Each decision is timed by itself, on both sides, so that the clock's own 20 to 30
 * nanoseconds are in every figure.
 */
public final class BesideKarpenter {
  private static final int RUNS = 5_000;
  private static final int ROUNDS = 5;

  /** Until the compiler is done with it. */
  private static final int WARM_UP = 50_000;

  /** The questions that a pod can express completely. */
  private static final List<Ask> ASKS = List.of(Ask.NAME, Ask.LIST, Ask.MEMORY, Ask.NONE);

  private static final String ROW = "| %s | %s | %s | %s | %s | %s |%n";

  /** The equivalent of JMH's black hole. */
  private static volatile int seen;

  private final KarpenterFilter karpenter;
  private final Target eks = Gpus.load().in("eks");

  private BesideKarpenter(KarpenterFilter karpenter) {
    this.karpenter = karpenter;
  }

  /**
   * @param args the program {@code karpenter-filter}
   */
  public static void main(String[] args) throws IOException {
    new BesideKarpenter(new KarpenterFilter(Path.of(args[0]))).print();
  }

  private void print() throws IOException {
    ASKS.forEach(this::warmUp);
    System.out.printf(
        "Microseconds, median [p10, p90], each the median of %d rounds of %d; Karpenter knows %d types, EKS's catalog %d.%n%n",
        ROUNDS, RUNS, karpenter.types(Ask.NAME), eks.catalog().includeRetired().specs().size());
    System.out.printf(ROW, "pod", "Karpenter", "match(pod)", "ratio", "match(request)", "ratio");
    System.out.printf(ROW, "---", "---", "---", "---", "---", "---");
    for (Ask ask : ASKS) {
      print(ask);
    }
  }

  private void warmUp(Ask ask) {
    time(ofPod(ask), WARM_UP);
    time(ofRequest(ask), WARM_UP);
  }

  private void print(Ask ask) throws IOException {
    karpenter.check(ask, ask.matched(eks));
    List<Percentiles> karpenters = new ArrayList<>();
    List<Percentiles> ofPod = new ArrayList<>();
    List<Percentiles> ofRequest = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      karpenters.add(karpenter.time(ask, RUNS));
      ofPod.add(time(ofPod(ask), RUNS));
      ofRequest.add(time(ofRequest(ask), RUNS));
    }
    Percentiles theirs = Percentiles.median(karpenters);
    Percentiles pod = Percentiles.median(ofPod);
    Percentiles request = Percentiles.median(ofRequest);
    System.out.printf(ROW, ask, theirs, pod, theirs.ratioTo(pod), request, theirs.ratioTo(request));
  }

  private Supplier<Boolean> ofPod(Ask ask) {
    PodView pod = ask.pod();
    return () -> eks.match(pod).filter(Match::isFound).isPresent();
  }

  private Supplier<Boolean> ofRequest(Ask ask) {
    GpuRequest request = ask.request();
    return () -> eks.match(request).isFound();
  }

  private static Percentiles time(Supplier<Boolean> decision, int runs) {
    long[] nanos = new long[runs];
    int found = 0;
    for (int run = 0; run < runs; run++) {
      long start = System.nanoTime();
      boolean isFound = decision.get();
      nanos[run] = System.nanoTime() - start;
      found += isFound ? 1 : 0;
    }
    seen = found;
    return Percentiles.of(nanos);
  }
}
