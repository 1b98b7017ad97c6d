package io.gpuspec.benchmarks;

import io.gpuspec.fleet.FixedFleet;
import io.gpuspec.fleet.TraceFile;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Replays the openb trace on its nodes by the protocol of its paper: pods in random order, drawn
 * again until they ask for 130 % of all cards, each placed or dropped. Prints what part of all
 * cards is given out at the end, for each policy over ten seeds.
 */
public final class FixedFleetBenchmark {
  private static final int SEEDS = 10;
  private static final int FIRST_SEED = 42;
  private static final double DEMAND = 1.3;

  private final List<FixedFleet.Node> nodes;
  private final List<FixedFleet.Pod> pods;
  private int placed;

  private FixedFleetBenchmark(Path folder) {
    nodes = TraceFile.nodes(folder.resolve("openb_node_list_gpu_node.csv"));
    pods = new ArrayList<>(TraceFile.pods(folder.resolve("openb_pod_list_default.csv")));
    pods.sort(Comparator.comparing(FixedFleet.Pod::name));
  }

  /**
   * @param args the folder of the trace
   */
  public static void main(String[] args) {
    FixedFleetBenchmark benchmark = new FixedFleetBenchmark(Path.of(args[0]));
    System.out.println("| policy | given out, mean % | least to most | ms a pod |");
    System.out.println("|---|---|---|---|");
    for (FixedFleet.Policy policy : FixedFleet.Policy.values()) {
      benchmark.print(policy);
    }
    benchmark.printTogether();
  }

  private void print(FixedFleet.Policy policy) {
    placed = 0;
    List<Double> parts = new ArrayList<>();
    long start = System.nanoTime();
    for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      parts.add(replay(policy, seed));
    }
    double millis = (System.nanoTime() - start) / 1e6 / placed;
    System.out.printf(
        "| %s | %.2f | %.2f to %.2f | %.3f |%n",
        policy,
        parts.stream().mapToDouble(each -> each).average().orElse(0),
        Collections.min(parts),
        Collections.max(parts),
        millis);
  }

  /** The trace as it is, all pods of which are known before the first is placed. */
  private void printTogether() {
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    FixedFleet fleet = FixedFleet.of(nodes, FixedFleet.Policy.BEST_FIT, List.of());
    long start = thread.getCurrentThreadCpuTime();
    int placedTogether = fleet.placeTogether(pods).size();
    System.out.printf(
        "%nTogether, the trace as it is: %.3f %% given out, %d of %d pods, %.2f CPU seconds%n",
        100.0 * fleet.allocated() / fleet.capacity(),
        placedTogether,
        pods.size(),
        (thread.getCurrentThreadCpuTime() - start) / 1e9);
  }

  private double replay(FixedFleet.Policy policy, int seed) {
    FixedFleet fleet = FixedFleet.of(nodes, policy, pods);
    for (FixedFleet.Pod pod : arrivals(fleet.capacity(), new Random(seed))) {
      fleet.place(pod);
      placed++;
    }
    return 100.0 * fleet.allocated() / fleet.capacity();
  }

  private List<FixedFleet.Pod> arrivals(long capacity, Random random) {
    List<FixedFleet.Pod> arrivals = new ArrayList<>(pods);
    Collections.shuffle(arrivals, random);
    double asked = arrivals.stream().mapToLong(FixedFleetBenchmark::asked).sum();
    while (asked < DEMAND * capacity) {
      FixedFleet.Pod pod = pods.get(random.nextInt(pods.size()));
      arrivals.add(
          new FixedFleet.Pod(
              pod.name() + "+" + arrivals.size(),
              pod.cpu(),
              pod.memory(),
              pod.cards(),
              pod.share(),
              pod.models()));
      asked += asked(pod);
    }
    return arrivals;
  }

  private static long asked(FixedFleet.Pod pod) {
    return (long) pod.cards() * (pod.share() == 0 ? FixedFleet.WHOLE : pod.share());
  }
}
