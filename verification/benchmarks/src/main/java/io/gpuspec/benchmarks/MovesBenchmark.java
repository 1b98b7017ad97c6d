package io.gpuspec.benchmarks;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.fleet.ClusterState;
import io.gpuspec.fleet.Consolidation;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetNode;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Consolidates clusters in which each workload has nodes of its own, with some of the pods moved,
 * and prints what part of all savings that is.
 */
public final class MovesBenchmark {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int PODS = 1000;
  private static final int[] PARTS = {5, 10, 20, 50};

  private final Target eks = Gpus.load().in("eks");

  private MovesBenchmark() {}

  /**
   * @param args how many seeds of each family
   */
  public static void main(String[] args) {
    int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    System.out.println(
        "| family, seed | before | all moves | moved | 5 % | 10 % | 20 % | 50 % | CPU s |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    MovesBenchmark benchmark = new MovesBenchmark();
    for (FleetInstances family : FleetInstances.values()) {
      for (int seed = 1; seed <= seeds; seed++) {
        benchmark.print(family, seed);
      }
    }
  }

  private void print(FleetInstances family, int seed) {
    ClusterState state = ClusterState.parse(state(family.of(eks, PODS, seed)));
    long start = THREADS.getCurrentThreadCpuTime();
    Consolidation all = Consolidation.of(eks, state);
    StringBuilder parts = new StringBuilder();
    for (int part : PARTS) {
      Consolidation some = Consolidation.of(eks, state, PODS * part / 100);
      parts.append(
          String.format(
              Locale.ROOT, " %.0f %% |", 100 * part(some.saved().amount(), all.saved().amount())));
    }
    System.out.printf(
        Locale.ROOT,
        "| %s, %d | %.0f | %.0f | %d |%s %.1f |%n",
        family,
        seed,
        all.before().amount().doubleValue(),
        all.after().amount().doubleValue(),
        all.moves().size(),
        parts,
        (THREADS.getCurrentThreadCpuTime() - start) / 1e9);
  }

  private static double part(BigDecimal some, BigDecimal all) {
    return all.signum() == 0 ? 1 : some.doubleValue() / all.doubleValue();
  }

  /** A cluster as kubectl writes it, in which no two workloads share a node. */
  private String state(List<Demand> demands) {
    List<String> items = new ArrayList<>();
    Map<String, Integer> numbers = new HashMap<>();
    for (Demand demand : demands) {
      long gpus = demand.request().devices().count();
      for (FleetNode node : Fleet.of(eks).demand(demand).plan().nodes()) {
        String name = node.spec() + "-" + numbers.merge(node.spec(), 1, Integer::sum);
        items.add(
            """
            {"kind": "Node",
             "metadata": {"name": "%s", "labels": {"node.kubernetes.io/instance-type": "%s"}},
             "status": {"allocatable":
               {"cpu": "%s", "memory": "%s", "nvidia.com/gpu": "%d", "pods": "110"}}}\
            """
                .formatted(
                    name,
                    node.spec(),
                    node.room().cpu(),
                    node.room().memory(),
                    node.room().devices()));
        for (String pod : node.pods()) {
          items.add(
              """
              {"kind": "Pod",
               "metadata": {"name": "%s", "ownerReferences": [{"kind": "ReplicaSet"}]},
               "spec": {"nodeName": "%s", "containers": [{"name": "c", "resources": {
                 "requests": {"cpu": "%s", "memory": "%s"}, "limits": {"nvidia.com/gpu": "%d"}}}]}}\
              """
                  .formatted(pod, name, demand.request().cpu(), demand.request().memory(), gpus));
        }
      }
    }
    return "{\"kind\": \"List\", \"items\": [" + String.join(",\n", items) + "]}";
  }
}
