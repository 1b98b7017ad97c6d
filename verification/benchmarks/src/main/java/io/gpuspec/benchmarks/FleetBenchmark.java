package io.gpuspec.benchmarks;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Plans fleets of made-up teams and prints, for each family and size, how far plans are above the
 * proven bound and the CPU time of the planning thread, and beside them what plain rules cost.
 */
public final class FleetBenchmark {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int[] SIZES = {50, 200, 1000, 5000};

  private final Target eks = KarpenterFleet.target();

  private FleetBenchmark() {}

  /** Figures of one instance, in per cent above the bound. */
  private record Figures(
      double plan,
      double firstFit,
      double alone,
      double seconds,
      double first,
      double firstSeconds) {}

  /**
   * @param args how many seeds of each size; then, if it is there, the folder of the openb trace
   */
  public static void main(String[] args) throws IOException {
    FleetBenchmark benchmark = new FleetBenchmark();
    int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    benchmark.warmUp();
    System.out.println(
        "| family | pods | plan, median (max) % | first fit % | each alone % | CPU s, median (max) | first plan % | CPU s |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    for (FleetInstances family : FleetInstances.values()) {
      List<Figures> all = new ArrayList<>();
      for (int pods : SIZES) {
        List<Figures> ofSize = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
          ofSize.add(benchmark.measure(family.of(benchmark.eks, pods, seed)));
        }
        print(family.toString(), String.valueOf(pods), ofSize);
        all.addAll(ofSize);
      }
      print(family.toString(), "all", all);
    }
    if (args.length > 1) {
      List<Demand> trace = openb(Path.of(args[1]));
      int pods = trace.stream().mapToInt(demand -> demand.request().replicas()).sum();
      print("openb, any GPU", String.valueOf(pods), List.of(benchmark.measure(trace)));
    } else {
      System.out.println("openb: no folder of the trace was given");
    }
  }

  private void warmUp() {
    for (int i = 0; i < 3; i++) {
      measure(FleetInstances.DEV.of(eks, 100, 100 + i));
    }
  }

  private Figures measure(List<Demand> demands) {
    PlainFleet plain = new PlainFleet(eks, demands);
    Fleet fleet = Fleet.of(eks).demands(demands);
    long start = cpuTime();
    FleetPlan plan = fleet.plan();
    double seconds = (cpuTime() - start) / 1e9;
    // Stopped at once, which is before anything is made better.
    start = cpuTime();
    FleetPlan first = fleet.stopWhen(() -> true).plan();
    double firstSeconds = (cpuTime() - start) / 1e9;
    plain.check(plan);
    plain.check(first);
    BigDecimal bound = plan.lowerBound().amount();
    return new Figures(
        above(plan.cost().amount(), bound),
        above(plain.firstFitDecreasing(), bound),
        above(plain.alone(), bound),
        seconds,
        above(first.cost().amount(), bound),
        firstSeconds);
  }

  /** Per cent above the bound. */
  static double above(BigDecimal cost, BigDecimal bound) {
    return cost.subtract(bound)
        .movePointRight(2)
        .divide(bound, 4, RoundingMode.HALF_UP)
        .doubleValue();
  }

  private static void print(String family, String pods, List<Figures> figures) {
    System.out.printf(
        "| %s | %s | %s | %s | %s | %s | %s | %s |%n",
        family,
        pods,
        spread("%.2f (%.2f)", figures, Figures::plan),
        spread("%.1f (%.1f)", figures, Figures::firstFit),
        spread("%.1f (%.1f)", figures, Figures::alone),
        spread("%.2f (%.2f)", figures, Figures::seconds),
        spread("%.1f (%.1f)", figures, Figures::first),
        spread("%.2f (%.2f)", figures, Figures::firstSeconds));
  }

  /** Nanoseconds of this thread. */
  static long cpuTime() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** The median and the most. */
  static <T> String spread(String format, List<T> figures, ToDoubleFunction<T> figure) {
    List<Double> values = figures.stream().map(figure::applyAsDouble).toList();
    return String.format(Locale.ROOT, format, median(values), Collections.max(values));
  }

  private static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** The pods of the trace that ask for GPUs, on any GPU; a share of a card is a whole one. */
  private static List<Demand> openb(Path folder) throws IOException {
    List<Demand> demands = new ArrayList<>();
    for (String line :
        Files.readAllLines(folder.resolve("openb_pod_list_default.csv")).stream()
            .skip(1)
            .toList()) {
      String[] cells = line.split(",", -1);
      int gpus = Integer.parseInt(cells[3]);
      if (gpus > 0) {
        demands.add(
            Demand.of(
                cells[0],
                GpuRequest.of(Devices.any().count(gpus))
                    .cpu(CpuAmount.ofMillicores(Long.parseLong(cells[1])))
                    .memory(MemorySize.ofMebibytes(Long.parseLong(cells[2])))));
      }
    }
    return demands;
  }
}
