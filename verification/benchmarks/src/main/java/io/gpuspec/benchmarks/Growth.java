package io.gpuspec.benchmarks;

import com.sun.management.ThreadMXBean;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.share.Cards;
import io.gpuspec.share.SharePod;
import io.gpuspec.share.SharePolicy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Measures matching, reading and planning at growing sizes, and writes the figures to {@code
 * growth.csv}, from which {@link GrowthChart} draws. Time is the CPU time of the thread, the median
 * of several rounds.
 */
public final class Growth {
  private static final int[] SIZES = {100, 1_000, 10_000, 100_000};
  private static final int ROUNDS = 7;

  /** Ten times as many pods take minutes for each plan on a busy machine. */
  private static final int LARGEST_FLEET = 10_000;

  private static final long WARM_UP_NANOS = 1_000_000_000;

  /** What is quicker is repeated, so that the clock's own steps do not count. */
  private static final long LEAST_NANOS = 50_000_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final List<String> lines = new ArrayList<>();

  private Growth() {}

  /**
   * @param args the folder to write to
   */
  public static void main(String[] args) throws IOException {
    Growth growth = new Growth();
    growth.lines.add("chart,line,size,microseconds,bytes");
    for (int size : SIZES) {
      growth.catalog(size);
    }
    for (int size : SIZES) {
      growth.planning(size);
    }
    Files.write(Path.of(args[0], "growth.csv"), growth.lines, StandardCharsets.UTF_8);
  }

  private void catalog(int rows) {
    GrownCatalog catalog = new GrownCatalog(rows);
    Target target = Gpus.of(catalog).in(GrownCatalog.ID);
    GpuRequest byName = GpuRequest.of("L4").cpu(10).memory("40Gi");
    GpuRequest byMemory = GpuRequest.of(Devices.any().memoryAtLeast("40Gi")).cpu(10).memory("40Gi");
    GpuRequest none = GpuRequest.of(Devices.any().memoryAtLeast("40Gi")).cpu(1_000);
    measure("matching", "by name", rows, () -> target.match(byName));
    measure("matching", "any GPU by memory", rows, () -> target.match(byMemory));
    measure("matching", "no row", rows, () -> target.match(none));
    measure("reading", "a catalog", rows, catalog::read);
  }

  private void planning(int pods) {
    Gpus gpus = Gpus.load();
    Target eks = gpus.in("eks");
    List<Demand> demands = FleetInstances.INFERENCE.of(eks, pods, 1);
    if (pods <= LARGEST_FLEET) {
      measure("planning", "a fleet", pods, () -> Fleet.of(eks).demands(demands).plan());
    }
    Cards cards = Cards.of(gpus.in("tke/qgpu"), "V100", Math.max(1, pods / 80), 8);
    List<SharePod> shares =
        IntStream.range(0, pods)
            .mapToObj(
                i ->
                    SharePod.of(
                        "pod-" + i,
                        Devices.any()
                            .shared(Share.of((1 + i * 7 % 5) + "Gi", 5 * (1 + i * 11 % 3)))))
            .toList();
    measure("planning", "shares of cards", pods, () -> cards.pack(SharePolicy.BINPACK, shares));
  }

  private void measure(String chart, String line, int size, Supplier<Object> call) {
    long spent = 0;
    while (spent < WARM_UP_NANOS) {
      spent += nanos(call, 1);
    }
    long repeats = 1;
    while (nanos(call, repeats) < LEAST_NANOS) {
      repeats *= 2;
    }
    long[] nanos = new long[ROUNDS];
    long[] bytes = new long[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
      nanos[i] = nanos(call, repeats);
      bytes[i] = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    }
    Arrays.sort(nanos);
    Arrays.sort(bytes);
    String figures =
        String.format(
            Locale.ROOT,
            "%s,%s,%s,%.2f,%s",
            chart,
            line,
            size,
            nanos[ROUNDS / 2] / 1_000.0 / repeats,
            bytes[ROUNDS / 2] / repeats);
    System.out.println(figures);
    lines.add(figures);
  }

  private static long nanos(Supplier<Object> call, long repeats) {
    long before = THREADS.getCurrentThreadCpuTime();
    for (long i = 0; i < repeats; i++) {
      if (call.get() == null) {
        throw new IllegalStateException("no answer");
      }
    }
    return THREADS.getCurrentThreadCpuTime() - before;
  }
}
