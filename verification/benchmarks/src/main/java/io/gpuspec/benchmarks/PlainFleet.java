package io.gpuspec.benchmarks;

import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.FleetNode;
import io.gpuspec.fleet.FleetPlan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The plans that people make without a planner, and a check of plans that shares no code with it.
 */
final class PlainFleet {
  private final Target target;
  private final List<Demand> demands;
  private final Map<Demand, Match.Found> matches = new HashMap<>();

  PlainFleet(Target target, List<Demand> demands) {
    this.target = target;
    this.demands = demands;
    for (Demand demand : demands) {
      matches.put(demand, target.match(demand.request()).orThrow());
    }
  }

  /** Each workload alone on its cheapest type, as {@code match --replicas} plans it. */
  BigDecimal alone() {
    return demands.stream()
        .map(
            demand -> {
              int most = demand.maxPerNode().orElse(Integer.MAX_VALUE);
              Match.Found found = matches.get(demand);
              return shapes(found)
                  .map(shape -> price(shape).multiply(nodes(found, shape, most)))
                  .min(Comparator.naturalOrder())
                  .orElseThrow();
            })
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static BigDecimal nodes(Match.Found found, Shape shape, int most) {
    int each = Math.min(most, found.plan(shape).podsPerNode());
    return BigDecimal.valueOf((found.request().replicas() + each - 1) / each);
  }

  private static Stream<Shape> shapes(Match.Found found) {
    return Stream.concat(Stream.of(found.shape()), found.alternatives().stream())
        .filter(shape -> shape.spec().price().isPresent());
  }

  private static BigDecimal price(Shape shape) {
    return shape.spec().price().orElseThrow().amount();
  }

  /** A node that is being filled. */
  private static final class Node {
    private final Shape shape;
    private int gpus;
    private long cpu;
    private long memory;
    private int pods;
    private final Map<Demand, Integer> of = new HashMap<>();

    Node(Shape shape, int pods) {
      this.shape = shape;
      this.gpus = shape.gpus();
      this.cpu = shape.allocatable().cpu().toMillicores();
      this.memory = shape.allocatable().memory().toBytes();
      this.pods = pods;
    }

    boolean take(Demand demand, int asked) {
      long wantsCpu = demand.request().cpu().toMillicores();
      long wantsMemory = demand.request().memory().toBytes();
      int already = of.getOrDefault(demand, 0);
      if (asked > gpus
          || wantsCpu > cpu
          || wantsMemory > memory
          || pods == 0
          || already >= demand.maxPerNode().orElse(Integer.MAX_VALUE)) {
        return false;
      }
      gpus -= asked;
      cpu -= wantsCpu;
      memory -= wantsMemory;
      pods--;
      of.put(demand, already + 1);
      return true;
    }
  }

  /** The largest pods first, each to the first node with room, or to a new one of the cheapest. */
  BigDecimal firstFitDecreasing() {
    List<Demand> order = new ArrayList<>(demands);
    order.sort(
        Comparator.<Demand>comparingInt(demand -> -demand.request().devices().count())
            .thenComparing(demand -> demand.request().cpu(), Comparator.reverseOrder())
            .thenComparing(demand -> demand.request().memory(), Comparator.reverseOrder()));
    List<Node> nodes = new ArrayList<>();
    for (Demand demand : order) {
      Match.Found found = matches.get(demand);
      Set<Shape> served = new HashSet<>(shapes(found).toList());
      Shape cheapest = shapes(found).min(Comparator.comparing(PlainFleet::price)).orElseThrow();
      int asked = demand.request().devices().count();
      int first = 0;
      for (int i = 0; i < demand.request().replicas(); i++) {
        while (first < nodes.size()
            && !(served.contains(nodes.get(first).shape) && nodes.get(first).take(demand, asked))) {
          first++;
        }
        if (first == nodes.size()) {
          Node node = new Node(cheapest, target.podsPerNode(cheapest.spec()).orElseThrow());
          node.take(demand, asked);
          nodes.add(node);
        }
      }
    }
    return nodes.stream().map(node -> price(node.shape)).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** Throws an exception if a plan exceeds a node, misses a pod or adds up to something else. */
  void check(FleetPlan plan) {
    Map<String, Demand> byPod = new HashMap<>();
    for (Demand demand : demands) {
      for (int i = 0; i < demand.request().replicas(); i++) {
        byPod.put(demand.name() + "-" + i, demand);
      }
    }
    BigDecimal cost = BigDecimal.ZERO;
    for (FleetNode node : plan.nodes()) {
      Node filled = null;
      for (String pod : node.pods()) {
        Demand demand = byPod.remove(pod);
        require(demand != null, pod + " is placed twice, or nobody asked for it");
        Shape shape =
            shapes(matches.get(demand))
                .filter(each -> each.spec().name().equals(node.spec()))
                .findFirst()
                .orElse(null);
        require(shape != null, pod + " cannot run on " + node.spec());
        if (filled == null) {
          filled = new Node(shape, target.podsPerNode(shape.spec()).orElseThrow());
          cost = cost.add(price(shape));
        }
        require(
            filled.take(demand, demand.request().devices().count()),
            node.name() + " has no room for " + pod);
      }
    }
    require(byPod.isEmpty(), byPod.size() + " pods have no node");
    require(cost.compareTo(plan.cost().amount()) == 0, cost + " is not " + plan.cost());
    require(
        plan.lowerBound().amount().compareTo(cost) <= 0,
        plan.lowerBound() + " is above the cost " + cost);
  }

  private static void require(boolean isTrue, String otherwise) {
    if (!isTrue) {
      throw new IllegalStateException(otherwise);
    }
  }
}
