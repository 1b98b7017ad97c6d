package io.gpuspec.fleet;

import io.gpuspec.Devices;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Words;
import io.gpuspec.value.Answer;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The nodes of a fleet with their pods, what they cost, and what any plan costs at least.
 *
 * <pre>{@code
 * FleetPlan plan =
 *     Fleet.of(gpus.in("eks"))
 *         .demand(Demand.of("api", GpuRequest.of("T4", "L4").cpu(3).replicas(3)))
 *         .plan();
 * plan.cost();     // 1.578 USD per hour
 * plan.lowerBound();    // 1.578 USD per hour
 * plan.gap();      // Optional[0.0000]
 * plan.nodes();
 *     // g4dn.xlarge-1 (g4dn.xlarge): api-0
 *     // g4dn.xlarge-2 (g4dn.xlarge): api-1
 *     // g4dn.xlarge-3 (g4dn.xlarge): api-2
 * }</pre>
 *
 * <p>The bound holds for everything that places the pods that this plan places; it is rounded in
 * the direction that keeps it true.
 */
public final class FleetPlan implements Answer {
  /** How far the bound may be from the best one that column generation can find. */
  private static final double TOLERANCE = 1e-4;

  /** Some seconds of column generation. */
  private static final long GENERATION = 4_000_000_000L;

  private static final int ROUNDINGS = 30;
  private static final int GAP_DIGITS = 4;
  private static final int QUICK = 500;

  private final Fleet fleet;
  private final Supply supply;
  private final FleetCost cost;
  private final FleetCost lowerBound;
  private final Listing<FleetNode> nodes;
  private final Map<String, Integer> devices = new HashMap<>();
  private final Map<String, FleetCost> costs;
  private final Listing<Unplaced> unplaced;
  private final Listing<Note> notes;

  private FleetPlan(Fleet fleet, Supply supply, Planner.Result result) {
    this.fleet = fleet;
    this.supply = supply;
    this.cost = supply.sum(result.draft().nodes());
    FleetCost least =
        supply.isZoned() ? bound(fleet, supply, result) : supply.attainable(result.bound());
    this.lowerBound = least.amount().compareTo(cost.amount()) > 0 ? cost : least;
    this.costs =
        result.draft().nodes().stream()
            .filter(node -> isNew(supply, node))
            .collect(
                Collectors.groupingBy(
                    node -> supply.type(node.type()).spec(),
                    Collectors.collectingAndThen(Collectors.toList(), supply::sum)));
    Map<Integer, Integer> next = new HashMap<>();
    this.nodes = Listing.copyOf(nodes(result.draft().nodes(), next));
    this.unplaced = Listing.copyOf(unplaced(supply, result.draft().left(), next));
    this.notes = Listing.copyOf(notes(fleet, supply, result));
  }

  /** A fleet with few pods is improved more often, because single nodes matter more. */
  private static int tries(int pods) {
    return pods <= 500 ? 10_000 : pods <= 2_000 ? 4_000 : 2_000;
  }

  static FleetPlan of(Fleet fleet, Supply supply) {
    return of(fleet, supply, tries(IntStream.of(supply.problem().demand).sum()));
  }

  /** Returns a plan of which many are made. */
  static FleetPlan quick(Fleet fleet) {
    return of(fleet, Supply.of(fleet), QUICK);
  }

  private static FleetPlan of(Fleet fleet, Supply supply, int tries) {
    Planner.Effort effort = new Planner.Effort(TOLERANCE, GENERATION, ROUNDINGS, tries);
    Planner.Result result = Planner.plan(supply.problem(), effort, fleet.stop());
    while (supply.leaveOutUneven(result.draft().left())) {
      result = Planner.plan(supply.problem(), effort, fleet.stop());
    }
    return new FleetPlan(fleet, supply, result);
  }

  /** Returns what a pod of each class is worth in a best fractional plan. */
  static double[] values(Supply supply) {
    Planner.Effort effort = new Planner.Effort(TOLERANCE, GENERATION, 1, 0);
    return Planner.plan(supply.problem(), effort, () -> false).generation().values();
  }

  /** A bound for the same pods wherever they are: in which zone a pod is, was chosen here. */
  private static FleetCost bound(Fleet fleet, Supply supply, Planner.Result result) {
    Set<String> placed = new HashSet<>();
    int[] left = result.draft().left();
    for (int c = 0; c < left.length; c++) {
      List<String> pods = supply.pods(c);
      placed.addAll(pods.subList(0, pods.size() - left[c]));
    }
    Supply anywhere = Supply.withoutZones(fleet);
    int[] demand = new int[anywhere.problem().classes()];
    for (int c = 0; c < demand.length; c++) {
      demand[c] = (int) anywhere.pods(c).stream().filter(placed::contains).count();
    }
    Planner.Effort effort = new Planner.Effort(TOLERANCE, GENERATION, 1, 0);
    return anywhere.attainable(
        Planner.plan(anywhere.problem().withDemand(demand), effort, fleet.stop()).bound());
  }

  private List<FleetNode> nodes(List<Pattern> patterns, Map<Integer, Integer> next) {
    Comparator<Pattern> order =
        Comparator.<Pattern, Boolean>comparing(node -> isNew(supply, node))
            .thenComparing(node -> supply.type(node.type()).spec())
            .thenComparingInt(Pattern::type)
            .thenComparingInt(node -> -node.pods())
            .thenComparing(Pattern::toString);
    Map<Integer, Integer> existing = new HashMap<>();
    Map<String, Integer> numbers = new HashMap<>();
    List<FleetNode> nodes = new ArrayList<>();
    for (Pattern pattern : patterns.stream().sorted(order).toList()) {
      Supply.Type type = supply.type(pattern.type());
      String name =
          isNew(supply, pattern)
              ? type.spec() + "-" + numbers.merge(type.spec(), 1, Integer::sum)
              : type.existing().get(existing.merge(pattern.type(), 1, Integer::sum) - 1).name();
      nodes.add(node(pattern, name, next));
    }
    return nodes;
  }

  /** Returns what all new nodes of a row cost; empty if there are none. */
  Optional<FleetCost> cost(String row) {
    return Optional.ofNullable(costs.get(row));
  }

  private static boolean isNew(Supply supply, Pattern node) {
    return supply.type(node.type()).existing().isEmpty();
  }

  private FleetNode node(Pattern pattern, String name, Map<Integer, Integer> next) {
    Problem problem = supply.problem();
    List<String> pods = new ArrayList<>();
    long[] used = new long[problem.resources()];
    for (int i = 0; i < pattern.classes().length; i++) {
      int cls = pattern.classes()[i];
      int count = pattern.counts()[i];
      int from = next.merge(cls, count, Integer::sum) - count;
      int each = problem.types[pattern.type()].devices()[cls];
      List<String> taken = supply.pods(cls).subList(from, from + count);
      taken.forEach(pod -> devices.put(pod, each));
      pods.addAll(taken);
      used[Problem.DEVICES] += (long) count * each;
      for (int r = 1; r < used.length; r++) {
        used[r] += count * problem.need[cls][r];
      }
    }
    Supply.Type type = supply.type(pattern.type());
    long[] capacity = problem.types[pattern.type()].capacity();
    boolean isSized = type.shape().map(shape -> shape.spec().isSized()).orElse(true);
    return new FleetNode(
        name,
        type.spec(),
        !type.existing().isEmpty(),
        pods,
        isSized ? Supply.room(capacity) : Supply.roomOfUnknownSize(capacity),
        isSized ? Supply.room(used) : Supply.roomOfUnknownSize(used),
        supply.isZoned() ? type.zone() : Optional.empty(),
        type.offer().map(Supply.Offer::capacityType),
        type.offer().map(Supply.Offer::labels).orElse(Map.of()),
        type.offer().map(Supply.Offer::cards).orElse(Devices.any()));
  }

  private static List<Unplaced> unplaced(Supply supply, int[] left, Map<Integer, Integer> next) {
    List<Unplaced> unplaced = new ArrayList<>(supply.unplaced());
    unplaced.addAll(supply.leftOut(left));
    for (int c = 0; c < left.length; c++) {
      int from = next.getOrDefault(c, 0);
      if (left[c] > 0) {
        List<Rejection> why = supply.whyLeft(c);
        supply
            .pods(c)
            .subList(from, from + left[c])
            .forEach(pod -> unplaced.add(new Unplaced(pod, why)));
      }
    }
    return unplaced;
  }

  private static List<Note> notes(Fleet fleet, Supply supply, Planner.Result result) {
    List<Note> notes = new ArrayList<>(supply.notes());
    for (Demand demand : fleet.demands()) {
      MemorySize memory = demand.request().memory();
      if (memory.isUnitDoubtful()) {
        notes.add(Note.of("memory.tiny", demand.name() + ": " + Words.doubt(memory)));
      }
    }
    List<String> partly = fleet.partlyCounted().stream().map(Demand::name).toList();
    if (!partly.isEmpty()) {
      notes.add(
          Note.of(
              "fleet.partly-counted",
              "not all that the pods of %s require is counted: the bound holds, and it can take more nodes than these"
                  .formatted(FleetText.names(partly))));
    }
    if (!result.isFinished()) {
      notes.add(
          Note.of(
              "fleet.stopped",
              "the search for a better bound stopped before its end; the bound holds, and a longer"
                  + " search can raise it"));
    }
    notes.addAll(supply.limitNotes(result.ofAll(), result.generation()));
    return notes;
  }

  /** Returns the target whose nodes these are. */
  public Target target() {
    return fleet.target();
  }

  /** Returns what the plan minimizes. */
  public Fleet.Objective objective() {
    return supply.objective();
  }

  /** Returns what the new nodes cost together. */
  public FleetCost cost() {
    return cost;
  }

  /** Returns what all nodes for these pods cost at least, whoever plans them. */
  public FleetCost lowerBound() {
    return lowerBound;
  }

  /**
   * Returns by what part the cost is above the bound at most, rounded up: 0.0042 is 0.42 %; empty
   * if the bound is zero and the cost is not.
   */
  public Optional<BigDecimal> gap() {
    if (cost.amount().compareTo(lowerBound.amount()) == 0) {
      return Optional.of(BigDecimal.ZERO.setScale(GAP_DIGITS));
    }
    return lowerBound.amount().signum() == 0
        ? Optional.empty()
        : Optional.of(
            cost.amount()
                .subtract(lowerBound.amount())
                .divide(lowerBound.amount(), GAP_DIGITS, RoundingMode.UP));
  }

  /**
   * Returns whether pods require more than is counted ({@link Demand#partlyCounted}, or pods that
   * run already count towards a limit for each node or zone): the bound holds, and no plan that
   * keeps all of it may cost so little.
   */
  public boolean isPartlyCounted() {
    return !fleet.partlyCounted().isEmpty();
  }

  /** Returns the nodes with pods of the plan, existing ones first. */
  public Listing<FleetNode> nodes() {
    return nodes;
  }

  /** Returns the pods without a node, with all reasons. */
  public Listing<Unplaced> unplaced() {
    return unplaced;
  }

  /** Returns whether every pod has a node. */
  public boolean isComplete() {
    return unplaced.isEmpty();
  }

  /** Returns additional information that is not an error. */
  public Listing<Note> notes() {
    return notes;
  }

  /** Returns what of the room of all nodes is not used. */
  public FleetNode.Resources waste() {
    return new FleetNode.Resources(
        sum(node -> node.room().devices() - node.used().devices()),
        CpuAmount.ofMillicores(
            sum(node -> node.room().cpu().toMillicores() - node.used().cpu().toMillicores())),
        MemorySize.ofBytes(
            sum(node -> node.room().memory().toBytes() - node.used().memory().toBytes())));
  }

  private long sum(Function<FleetNode, Long> part) {
    return Math.max(0, nodes.stream().mapToLong(part::apply).sum());
  }

  /** Returns the plan in lines: the nodes by row, each node with its pods, and what is left. */
  public Text explain() {
    return FleetText.of(this);
  }

  /**
   * Returns plans of different targets in a table: cost, nodes, pods without a node, gap. Costs in
   * different currencies are not compared.
   */
  public static Text table(List<FleetPlan> plans) {
    return FleetText.table(Arguments.copied("plans", plans, "FleetPlans"));
  }

  /**
   * Returns the plan as an HTML page that opens from a file: what each type costs, every node with
   * its cards and their pods, and what has no node. It loads nothing.
   */
  public Text html() {
    return FleetReport.of(this);
  }

  /** Returns how many devices a placed pod has. */
  int devices(String pod) {
    return devices.getOrDefault(pod, 0);
  }

  /**
   * Adds {@code "provider", "edition", "prefer", "cost": {"amount", "currency", "per"?}, "bound",
   * "gap", "nodes", "unplaced": [{"pod", "reasons"}], "waste": {"gpus", "cpu", "memory"}, "notes"};
   * the gap is a part of the bound, and null if the bound is zero and the cost is not.
   */
  @Override
  public void describe(Facts out) {
    FleetNode.Resources waste = waste();
    figures(
            out.put("provider", target().id())
                .put("edition", target().edition())
                .put("prefer", objective()))
        .put("nodes", nodes())
        .put("unplaced", unplaced())
        .put(
            "waste",
            of ->
                of.put("gpus", waste.devices())
                    .put("cpu", waste.cpu())
                    .put("memory", waste.memory()))
        .put("notes", notes());
  }

  private Facts figures(Facts out) {
    return out.put("cost", cost()).put("bound", lowerBound()).putOrNull("gap", gap());
  }

  /**
   * Returns the same facts with {@code "whatIfs": [{"what", "cost", "bound", "gap", "saves"?,
   * "nodes": number, "unplaced": number}]}.
   */
  public Answer comparedWith(List<WhatIf> others) {
    List<WhatIf> all = Arguments.copied("others", others, "WhatIfs");
    return out ->
        out.putAll(this)
            .put(
                "whatIfs",
                all,
                (other, item) ->
                    other
                        .plan()
                        .figures(item.put("what", other.what()))
                        .put("saves", other.saves(this))
                        .put("nodes", other.plan().nodes().size())
                        .put("unplaced", other.plan().unplaced().size()));
  }

  /** Returns text such as {@code 1.578 USD per hour on eks, the least possible: 3 nodes}. */
  @Override
  public String toString() {
    return FleetText.summary(this);
  }
}
