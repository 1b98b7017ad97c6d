package io.gpuspec.benchmarks;

import io.gpuspec.Target;
import io.gpuspec.benchmarks.KarpenterFleet.Plan;
import io.gpuspec.benchmarks.KarpenterFleet.Pools;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetPlan;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans fleets and asks Karpenter's scheduler for the same pods, in one run, and prints what both
 * cost and their CPU time.
 */
public final class FleetBesideKarpenter {
  private static final int SEEDS = 3;
  private static final String ROW = "| %s | %s | %s | %s | %s | %s | %s | %s |%n";

  private final KarpenterFleet karpenter;
  private final Target eks = KarpenterFleet.target();

  private FleetBesideKarpenter(KarpenterFleet karpenter) {
    this.karpenter = karpenter;
  }

  /**
   * Figures of one instance: per cent above the bound, and CPU seconds.
   *
   * @param one with one NodePool
   * @param two with two
   */
  private record Figures(
      double plan,
      double one,
      double two,
      double planSeconds,
      double oneSeconds,
      double twoSeconds) {}

  /**
   * @param args the program {@code karpenter-fleet}, then the numbers of pods
   */
  public static void main(String[] args) throws IOException {
    FleetBesideKarpenter beside = new FleetBesideKarpenter(new KarpenterFleet(Path.of(args[0])));
    for (int i = 0; i < SEEDS; i++) {
      beside.plan(FleetInstances.DEV.of(beside.eks, 100, 100 + i));
    }
    System.out.printf(
        ROW,
        "family",
        "pods",
        "plan, median (max) %",
        "Karpenter, one NodePool %",
        "two NodePools %",
        "CPU s, median (max)",
        "Karpenter, one NodePool",
        "two NodePools");
    System.out.println("|---|---|---|---|---|---|---|---|");
    for (FleetInstances family : FleetInstances.values()) {
      List<Figures> all = new ArrayList<>();
      for (int i = 1; i < args.length; i++) {
        List<Figures> ofSize = new ArrayList<>();
        for (int seed = 1; seed <= SEEDS; seed++) {
          ofSize.add(beside.measure(family.of(beside.eks, Integer.parseInt(args[i]), seed)));
        }
        print(family.toString(), args[i], ofSize);
        all.addAll(ofSize);
      }
      print(family.toString(), "all", all);
    }
  }

  /** A plan with its CPU time. */
  private record Timed(FleetPlan plan, double seconds) {}

  private Timed plan(List<Demand> demands) {
    Fleet fleet = Fleet.of(eks).demands(demands);
    long start = FleetBenchmark.cpuTime();
    FleetPlan plan = fleet.plan();
    return new Timed(plan, (FleetBenchmark.cpuTime() - start) / 1e9);
  }

  private Figures measure(List<Demand> demands) throws IOException {
    Timed ours = plan(demands);
    new PlainFleet(eks, demands).check(ours.plan());
    Plan one = complete(karpenter.plan(demands, Pools.ONE));
    Plan two = complete(karpenter.plan(demands, Pools.TWO));
    BigDecimal bound = ours.plan().lowerBound().amount();
    return new Figures(
        FleetBenchmark.above(ours.plan().cost().amount(), bound),
        FleetBenchmark.above(one.cost(), bound),
        FleetBenchmark.above(two.cost(), bound),
        ours.seconds(),
        one.cpuSeconds(),
        two.cpuSeconds());
  }

  private static Plan complete(Plan plan) {
    if (!plan.unplaced().isEmpty()) {
      throw new IllegalStateException("Karpenter has no node for " + plan.unplaced());
    }
    return plan;
  }

  private static void print(String family, String pods, List<Figures> figures) {
    System.out.printf(
        ROW,
        family,
        pods,
        FleetBenchmark.spread("%.2f (%.2f)", figures, Figures::plan),
        FleetBenchmark.spread("%.1f (%.1f)", figures, Figures::one),
        FleetBenchmark.spread("%.1f (%.1f)", figures, Figures::two),
        FleetBenchmark.spread("%.2f (%.2f)", figures, Figures::planSeconds),
        FleetBenchmark.spread("%.2f (%.2f)", figures, Figures::oneSeconds),
        FleetBenchmark.spread("%.2f (%.2f)", figures, Figures::twoSeconds));
  }
}
