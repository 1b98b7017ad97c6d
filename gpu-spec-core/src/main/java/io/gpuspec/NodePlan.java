package io.gpuspec;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes for all replicas of a pod: a number of nodes of one shape, and of pods on each.
 *
 * <pre>{@code
 * gpus.in("eks").match(GpuRequest.of("A10G").replicas(2)).orThrow().plan();
 *     // 2 x g5.xlarge · 4 cores · 16Gi
 * }</pre>
 *
 * <p>Nodes are empty but for these pods. A shape that is made for one pod takes as many as there
 * are replicas.
 *
 * @param shape what each node is
 * @param replicas how many pods
 * @param podsPerNode how many of them one node holds
 * @param nodes how many nodes that takes
 */
public record NodePlan(Shape shape, int replicas, int podsPerNode, int nodes) implements Answer {

  /**
   * The order called "smallest", over all nodes together: GPUs, GPU memory of each, CPU, memory,
   * nodes, name, ascending, nodes of unknown size after others. For a single pod it is the order of
   * shapes.
   */
  static final Comparator<NodePlan> SMALLEST =
      Comparator.comparingLong(NodePlan::gpus)
          .thenComparingLong(plan -> plan.shape.spec().comparableGpuMemory())
          .thenComparing(plan -> !plan.shape.spec().isSized())
          .thenComparing(plan -> plan.shape.cpu().times(plan.nodes))
          .thenComparing(plan -> plan.shape.memory().times(plan.nodes))
          .thenComparingInt(NodePlan::nodes)
          .thenComparing(plan -> plan.shape.spec().name());

  /** Refuses null, and a number below 1. */
  public NodePlan {
    Arguments.required("shape", shape, "a Shape");
    if (replicas < 1 || podsPerNode < 1 || nodes < 1) {
      throw new InvalidValueException(
          "replicas.out-of-range",
          "nodes: '%s' pods, '%s' on each of '%s' nodes were given; there is at least 1 of each"
              .formatted(replicas, podsPerNode, nodes));
    }
  }

  /** The plan for a request of which one pod fits the shape. */
  static NodePlan of(Shape shape, GpuRequest request, CatalogRows rows) {
    int perNode = podsPerNode(shape, request, rows);
    int replicas = request.replicas();
    return new NodePlan(
        shape, replicas, Math.min(perNode, replicas), (replicas + perNode - 1) / perNode);
  }

  /** Returns the plan for one pod on one node of this shape. */
  static NodePlan ofOne(Shape shape) {
    return new NodePlan(shape, 1, 1, 1);
  }

  private static int podsPerNode(Shape shape, GpuRequest request, CatalogRows rows) {
    long room = room(shape, request);
    if (room <= 1) {
      return 1; // The provider works out how many pods a node takes, so it is asked if it matters.
    }
    int most = rows.podsPerNode(shape.spec()).orElse(Integer.MAX_VALUE);
    return Math.toIntExact(Math.max(1, Math.min(room, most)));
  }

  /** Returns for how many pods a node has devices, CPU, memory and other resources. */
  static long room(Shape shape, GpuRequest request) {
    long pods = devices(shape, request) / request.devices().countOn(shape.spec());
    boolean isSized = shape.spec().isSized();
    if (isSized && !request.cpu().isZero()) {
      pods =
          Math.min(pods, shape.allocatable().cpu().toMillicores() / request.cpu().toMillicores());
    }
    if (isSized && !request.memory().isZero()) {
      pods = Math.min(pods, shape.allocatable().memory().toBytes() / request.memory().toBytes());
    }
    for (Map.Entry<String, Long> asked : request.resources().entrySet()) {
      pods =
          Math.min(
              pods, shape.spec().resources().getOrDefault(asked.getKey(), 0L) / asked.getValue());
    }
    return pods;
  }

  /** Returns how many of the requested devices a node has; shares are of any of its cards. */
  static long devices(Shape shape, GpuRequest request) {
    Devices devices = request.devices();
    return devices
        .share()
        .map(share -> shape.gpus() * shape.spec().sharesPerCard(share))
        .orElseGet(() -> (long) shape.spec().devices(devices));
  }

  /** Returns how many of all cards the pods need; each pod's shares are on different cards. */
  int cardsNeeded(GpuRequest request) {
    int each = request.devices().countOn(shape.spec());
    long devices = devices(shape, request);
    long onOne = (each * (long) podsPerNode * shape.gpus() + devices - 1) / devices;
    return Math.toIntExact(
        (request.devices().use().isPart() ? onOne : Math.max(each, onOne)) * nodes);
  }

  /** Returns how many devices of the requested kind all nodes have. */
  long devices(GpuRequest request) {
    return nodes * devices(shape, request);
  }

  /** Returns whether pods leave devices of the requested kind on a node that is full of them. */
  boolean leavesDevices(GpuRequest request) {
    long taken = (long) podsPerNode * request.devices().countOn(shape.spec());
    return taken < devices(shape, request);
  }

  /**
   * The order called "cheapest": the price of all nodes, then smallest; what has no price comes
   * last. Within one catalog all prices have one currency and one unit of time.
   */
  static Comparator<NodePlan> cheapest(CapacityType capacityType) {
    return Price.<NodePlan>cheapestFirst(
            plan -> plan.shape.spec().priceAs(capacityType), NodePlan::nodes)
        .thenComparing(SMALLEST);
  }

  /** The order in which a request takes shapes that hold one of its pods, the first the best. */
  static Comparator<Shape> order(GpuRequest request, CatalogRows rows) {
    if (request.replicas() == 1) {
      return request.isCheapest() ? Shape.cheapest(request.capacityType()) : Shape.SMALLEST;
    }
    // A shape is compared with several others.
    Map<Shape, NodePlan> plans = new IdentityHashMap<>();
    return Comparator.comparing(
        shape -> plans.computeIfAbsent(shape, each -> of(each, request, rows)),
        request.isCheapest() ? cheapest(request.capacityType()) : SMALLEST);
  }

  /** The GPUs of all nodes. */
  public long gpus() {
    return (long) shape.gpus() * nodes;
  }

  /** Returns the list price of all nodes, if it is known. */
  public Optional<Price> price(CapacityType capacityType) {
    return shape.spec().price(capacityType).map(price -> price.times(nodes));
  }

  /** Adds {@code "replicas", "podsPerNode", "nodes", "totalPrice"?}, with the price on demand. */
  @Override
  public void describe(Facts out) {
    describe(out, CapacityType.ON_DEMAND);
  }

  void describe(Facts out, CapacityType capacityType) {
    out.put("replicas", replicas)
        .put("podsPerNode", podsPerNode)
        .put("nodes", nodes)
        .put("totalPrice", price(capacityType));
  }

  /** Returns text such as {@code 2 x g5.xlarge · 4 cores · 16Gi}. */
  @Override
  public String toString() {
    return nodes + " x " + shape;
  }
}
