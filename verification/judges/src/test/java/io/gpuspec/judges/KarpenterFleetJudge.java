package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Target;
import io.gpuspec.benchmarks.FleetInstances;
import io.gpuspec.benchmarks.KarpenterFleet;
import io.gpuspec.benchmarks.KarpenterFleet.Node;
import io.gpuspec.benchmarks.KarpenterFleet.Pools;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetPlan;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Karpenter's own scheduler is asked for the nodes of fleets that we plan. */
class KarpenterFleetJudge {
  private static final Target EKS = KarpenterFleet.target();
  private static final int FLEETS = Night.tries(8);
  private static final int LEAST_PODS = 4;
  private static final int MORE_PODS = 37;

  @Test
  void noPlanIsDearerThanKarpentersAndNoBoundAboveIt() throws IOException {
    KarpenterFleet karpenter = new KarpenterFleet(Tools.path("karpenter-fleet"));
    Random random = Night.random(24);
    int dearer = 0;
    try (Trial cheapest = trial("launches no cheaper fleet than we plan");
        Trial bound = trial("launches no fleet below the proven bound");
        Trial fillings = trial("fills nodes with pods that we take on them")) {
      for (FleetInstances family : FleetInstances.values()) {
        for (int i = 0; i < FLEETS; i++) {
          int pods = LEAST_PODS + random.nextInt(MORE_PODS);
          List<Demand> demands = family.of(EKS, pods, random.nextInt(1_000_000));
          FleetPlan plan = Fleet.of(EKS).demands(demands).plan();
          for (Pools pools : Pools.values()) {
            KarpenterFleet.Plan theirs = karpenter.plan(demands, pools);
            String told = "%s%n// Karpenter: %s%n// ours: %s".formatted(demands, theirs, plan);
            assertThat(names(theirs)).as(told).containsExactlyInAnyOrderElementsOf(names(plan));
            int compared = theirs.cost().compareTo(plan.cost().amount());
            dearer += compared > 0 ? 1 : 0;
            cheapest.agreed(compared >= 0, () -> told);
            bound.agreed(theirs.cost().compareTo(plan.lowerBound().amount()) >= 0, () -> told);
            for (Node node : theirs.nodes()) {
              fillings.agreed(takes(node, demands), () -> "%s%n// %s".formatted(node, demands));
            }
          }
        }
      }
    }
    // So that the law is about something.
    assertThat(dearer).isGreaterThan(FLEETS * FleetInstances.values().length);
  }

  private static Trial trial(String law) {
    return Trial.of("Karpenter", Tools.karpenter(), law);
  }

  private static List<String> names(KarpenterFleet.Plan plan) {
    return plan.nodes().stream().flatMap(node -> node.pods().stream()).toList();
  }

  private static List<String> names(FleetPlan plan) {
    return plan.nodes().stream().flatMap(node -> node.pods().stream()).toList();
  }

  /** Whether one node of the type, and no other, holds the pods in our plan too. */
  private static boolean takes(Node node, List<Demand> demands) {
    Map<String, Long> counts =
        node.pods().stream()
            .map(pod -> pod.substring(0, pod.lastIndexOf('-')))
            .collect(Collectors.groupingBy(workload -> workload, Collectors.counting()));
    List<Demand> onIt =
        demands.stream()
            .filter(demand -> counts.containsKey(demand.name()))
            .map(demand -> only(demand, counts.get(demand.name()).intValue()))
            .toList();
    return Fleet.of(EKS).only(node.type()).limit(node.type(), 1).demands(onIt).plan().isComplete();
  }

  private static Demand only(Demand demand, int pods) {
    Demand fewer = Demand.of(demand.name(), demand.request().replicas(pods));
    return demand.maxPerNode().isPresent()
        ? fewer.maxPerNode(demand.maxPerNode().getAsInt())
        : fewer;
  }
}
