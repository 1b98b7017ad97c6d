package io.gpuspec.fleet;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Price;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Words;
import io.gpuspec.internal.clouds.CloudLabels;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which nodes of a cluster to drain, where their pods go, and what that saves.
 *
 * <pre>{@code
 * Consolidation less = Consolidation.of(gpus.in("eks"), ClusterState.read(Path.of("cluster.json")));
 * less.saved();     // 5.672 USD per hour
 * less.drains();    // n2
 * less.moves();     // default/b from n2 to n1
 * }</pre>
 *
 * <p>New nodes come first, then nodes are drained one after the other. Pods go to room that is free
 * before the first drain, or to new nodes, so no pod is without a node in between. A pod gets a GPU
 * of the model that it has, and only on a node that it selects and whose taints it tolerates. What
 * may not be moved stays, and so does its node: pods that are annotated as not to be disrupted,
 * have no owner, have affinities to other pods or spread constraints, have a volume that can be
 * bound to its zone or node, request no GPU, or have a disruption budget that allows no disruption.
 * One that allows some lets its pods move one after another, and {@link #notes} say how many of
 * them can at a time.
 */
public final class Consolidation implements Answer {
  /** More than any node has: a pod that asks for more fits none either. */
  private static final long MOST_GPUS = 1_000_000;

  /** A node that loses nothing, or gains little, can still free another one's room. */
  private static final double SLACK = 0.1;

  /** Notes of a match on labels that nodes have because somebody writes them. */
  private static final Set<String> LABELS_OF_NODES =
      Set.of("node.label-not-judged", "node.label-of-others");

  /**
   * A pod that changes its node.
   *
   * @param pod its namespace and name
   * @param from the node's name
   * @param to the node's name, which may be a new one's
   */
  public record Move(String pod, String from, String to) {

    /** Refuses null. */
    public Move {
      Arguments.notNull("pod, from, to", pod, from, to);
    }

    /** Returns text such as {@code default/b from n2 to n1}. */
    @Override
    public String toString() {
      return pod + " from " + from + " to " + to;
    }
  }

  /** A node that can be drained. */
  record Candidate(RunningNode node, GpuSpec row, Price price, List<Demand> demands) {
    int pods() {
      return node.pods().size();
    }

    /** Returns the pod's own name for the one in a plan, whose name has a number. */
    String workload(String pod) {
      return demands.stream()
          .filter(each -> each.pod(0).equals(pod))
          .findFirst()
          .map(Demand::name)
          .orElse(pod);
    }
  }

  /** What draining some of the candidates leads to. */
  record Outcome(List<Candidate> drained, Optional<FleetPlan> plan, BigDecimal saved) {}

  private final Target target;
  private final List<RunningNode> nodes;
  private final Map<String, GpuSpec> rows = new HashMap<>();
  private final List<Note> notes;
  private final List<Candidate> candidates = new ArrayList<>();

  private final Map<Map.Entry<PodView, String>, Optional<Match>> matches = new HashMap<>();

  /** By node, the last that was found of its pods without another node. */
  private final Map<String, Unplaced> withoutOther = new HashMap<>();

  private BigDecimal before = BigDecimal.ZERO;
  private String currency = "USD";
  private String per = "hour";
  private Outcome best;
  private final Settled settled;

  private Consolidation(Target target, ClusterState state, int mostMoves) {
    this.target = state.daemonSets().on(target);
    this.nodes = state.running();
    this.notes = new ArrayList<>(state.notes(target));
    this.best = new Outcome(List.of(), Optional.empty(), BigDecimal.ZERO);
    target.catalog().specs().forEach(row -> rows.put(row.name(), row));
    nodes.forEach(this::judge);
    search(mostMoves);
    best.drained().forEach(each -> withoutOther.remove(each.node().name()));
    for (Candidate each : candidates) {
      Unplaced pod = withoutOther.get(each.node().name());
      if (pod != null) {
        notes.add(
            stays(
                each.node().name(),
                each.workload(pod.pod()),
                "no other node takes it: %s"
                    .formatted(pod.reasons().get(0).reasons().get(0).message())));
      }
    }
    this.settled = Settled.of(best);
    notes.addAll(budgets());
  }

  /** How many pods each PodDisruptionBudget lets move at a time. */
  private List<Note> budgets() {
    Map<String, Budget> byPod = new HashMap<>();
    for (RunningNode node : nodes) {
      node.pods().forEach(pod -> pod.budget().ifPresent(budget -> byPod.put(pod.name(), budget)));
    }
    Map<Budget, Integer> moved = new LinkedHashMap<>();
    for (Move move : settled.moves()) {
      Budget budget = byPod.get(move.pod());
      if (budget != null && budget.allowed() > 0) {
        moved.merge(budget, 1, Integer::sum);
      }
    }
    List<Note> all = new ArrayList<>();
    moved.forEach(
        (budget, count) ->
            all.add(
                Note.of(
                    "fleet.budget",
                    "%s; %s of its pods"
                        .formatted(
                            budget,
                            count == 1 ? "1 of the moves is" : count + " of the moves are"))));
    return all;
  }

  /** Returns what saves most. */
  public static Consolidation of(Target target, ClusterState state) {
    return of(target, state, Integer.MAX_VALUE);
  }

  /**
   * Returns what saves most with so many moves of pods.
   *
   * @throws InvalidValueException if their number is negative
   */
  public static Consolidation of(Target target, ClusterState state, int mostMoves) {
    Arguments.notNull("target, state", target, state);
    if (mostMoves < 0) {
      throw new InvalidValueException(
          "fleet.out-of-range",
          "moves: '%s' is not a number of pods; write 0 or more".formatted(mostMoves));
    }
    return new Consolidation(target, state, mostMoves);
  }

  private void judge(RunningNode node) {
    Optional<String> stays = node.stays().or(() -> whyPaidFor(node));
    GpuSpec row = rows.get(node.free().spec());
    Optional<Price> price = Optional.ofNullable(row).flatMap(r -> r.price(node.capacityType()));
    if (row == null || price.isEmpty()) {
      notes.add(stays(node.name(), stays.orElseGet(() -> whyUnpriced(node))));
      return;
    }
    before = before.add(price.get().amount());
    currency = price.get().currency();
    per = price.get().per();
    List<Note> reasons = new ArrayList<>();
    stays.ifPresent(why -> reasons.add(stays(node.name(), why)));
    List<Demand> demands = new ArrayList<>();
    for (RunningNode.RunningPod pod : node.pods()) {
      Optional<String> why = pod.stays().or(() -> whyNotCounted(pod));
      if (why.isPresent()) {
        reasons.add(stays(node.name(), pod.name(), why.get()));
      } else {
        demands.add(demand(pod, row, pool(pod.view(), node)));
      }
    }
    notes.addAll(reasons);
    if (reasons.isEmpty()) {
      candidates.add(new Candidate(node, row, price.get(), List.copyOf(demands)));
    }
  }

  /** A reservation is paid for whether its nodes run or not, so their end saves nothing. */
  private static Optional<String> whyPaidFor(RunningNode node) {
    return node.capacityType() == CapacityType.RESERVED
        ? Optional.of("it is reserved, and paid for while it is empty")
        : Optional.empty();
  }

  private static String whyUnpriced(RunningNode node) {
    String what =
        node.capacityType() == CapacityType.ON_DEMAND
            ? node.free().spec()
            : "%s (%s)".formatted(node.free().spec(), node.capacityType());
    return "the price of %s is not known".formatted(what);
  }

  private static Optional<String> whyNotCounted(RunningNode.RunningPod pod) {
    Optional<String> part =
        pod.view().extendedResources().keySet().stream()
            .filter(resource -> !resource.equals(ClusterState.GPU) && GpuResource.isGpu(resource))
            .findFirst();
    if (gpus(pod) > 0) {
      return part.map("it asks for %s, too, and only whole cards are counted"::formatted);
    }
    return part.map("it asks for %s, and only whole cards are counted"::formatted)
        .or(() -> Optional.of("it asks for no GPU"));
  }

  private static Note stays(String node, String why) {
    return Note.of("fleet.stays", "%s stays: %s".formatted(node, why));
  }

  private static Note stays(String node, String pod, String why) {
    return Note.of("fleet.stays", "%s stays because of pod %s: %s".formatted(node, pod, why));
  }

  private static int gpus(RunningNode.RunningPod pod) {
    return (int)
        Math.min(MOST_GPUS, pod.view().extendedResources().getOrDefault(ClusterState.GPU, 0L));
  }

  /**
   * Tries to drain the nodes that lose most for each pod: the first, the first two, and on, in
   * steps that keep the number of plans small. A node that a plan would buy again stays, so more
   * can be drained than pods may move; between the last that is allowed and the first that is not,
   * the most that are allowed are looked for.
   */
  private void search(int mostMoves) {
    Map<Candidate, Double> loss = losses();
    List<Candidate> order =
        candidates.stream()
            .filter(each -> loss.getOrDefault(each, 0.0) > -SLACK * price(each))
            .sorted(
                Comparator.<Candidate>comparingDouble(
                        each -> -loss.getOrDefault(each, 0.0) / Math.max(1, each.pods()))
                    .thenComparing(each -> each.node().name()))
            .toList();
    int allowed = 0;
    int next = 1;
    while (allowed < order.size() && take(outcome(order.subList(0, next)), mostMoves)) {
      allowed = next;
      next = Math.min(order.size(), Math.max(allowed + 1, allowed * 5 / 4));
    }
    int refused = next;
    while (refused - allowed > 1) {
      int middle = (allowed + refused) / 2;
      if (take(outcome(order.subList(0, middle)), mostMoves)) {
        allowed = middle;
      } else {
        refused = middle;
      }
    }
  }

  /** Keeps what saves most; returns whether no more pods move than are allowed. */
  private boolean take(Outcome outcome, int mostMoves) {
    boolean isAllowed =
        mostMoves == Integer.MAX_VALUE || Settled.of(outcome).moves().size() <= mostMoves;
    if (isAllowed && outcome.saved().compareTo(best.saved()) > 0) {
      best = outcome;
    }
    return isAllowed;
  }

  private static double price(Candidate node) {
    return node.price().amount().doubleValue();
  }

  /** By how much a node costs more than its pods are worth in a best plan without any node. */
  private Map<Candidate, Double> losses() {
    List<Demand> demands =
        candidates.stream()
            .flatMap(each -> each.demands().stream())
            .map(each -> each.selection().map(s -> each.with(s.isForNewNodes(true))).orElse(each))
            .map(each -> isServed(each) ? each : each.withoutResources())
            .toList();
    Supply supply =
        Supply.of(Fleet.of(target).demands(demands).objective(Fleet.Objective.CHEAPEST));
    double[] values = FleetPlan.values(supply);
    Map<String, Double> worth = new HashMap<>();
    for (int c = 0; c < values.length; c++) {
      for (String pod : supply.pods(c)) {
        worth.put(pod, supply.cost(Math.round(values[c])).amount().doubleValue());
      }
    }
    Map<Candidate, Double> losses = new HashMap<>();
    for (Candidate each : candidates) {
      double pods = 0;
      for (Demand pod : each.demands()) {
        pods += worth.getOrDefault(pod.pod(0), 0.0);
      }
      losses.put(each, price(each) - pods);
    }
    return losses;
  }

  /** A pod with a resource that no row has is worth what it is without. */
  private boolean isServed(Demand demand) {
    return demand.request().resources().isEmpty() || demand.on(target).isFound();
  }

  /** What draining these nodes leads to, without those whose pods find no other node. */
  private Outcome outcome(List<Candidate> drained) {
    Set<String> gone = new HashSet<>();
    BigDecimal price = BigDecimal.ZERO;
    List<Demand> demands = new ArrayList<>();
    for (Candidate each : drained) {
      gone.add(each.node().name());
      price = price.add(each.price().amount());
      demands.addAll(each.demands());
    }
    List<ExistingNode> kept =
        nodes.stream().map(RunningNode::free).filter(node -> !gone.contains(node.name())).toList();
    FleetPlan plan =
        FleetPlan.quick(
            Fleet.of(target).demands(demands).existing(kept).objective(Fleet.Objective.CHEAPEST));
    if (!plan.isComplete()) {
      Map<String, Unplaced> left = new HashMap<>();
      plan.unplaced().forEach(each -> left.put(each.pod(), each));
      List<Candidate> others = new ArrayList<>();
      for (Candidate each : drained) {
        Optional<Unplaced> pod =
            each.demands().stream()
                .flatMap(demand -> Optional.ofNullable(left.get(demand.pod(0))).stream())
                .findFirst();
        pod.ifPresentOrElse(
            why -> withoutOther.put(each.node().name(), why), () -> others.add(each));
      }
      if (others.size() < drained.size()) {
        return outcome(others);
      }
    }
    BigDecimal saved =
        plan.isComplete() ? price.subtract(plan.cost().amount()) : BigDecimal.valueOf(-1);
    return new Outcome(drained, Optional.of(plan), saved);
  }

  /** Returns the NodePool that a pod selects and its node is of, as a label: it buys new ones. */
  private static Map<String, String> pool(PodView pod, RunningNode node) {
    String pool =
        node.free()
            .view()
            .map(view -> view.labels().getOrDefault(CloudLabels.NODE_POOL, ""))
            .orElse("");
    boolean isSelected =
        pod.nodeRequirements().stream()
            .anyMatch(asked -> isOfPool(asked, Map.of(CloudLabels.NODE_POOL, pool)));
    return isSelected && !pool.isEmpty() ? Map.of(CloudLabels.NODE_POOL, pool) : Map.of();
  }

  private static boolean isOfPool(NodeRequirement asked, Map<String, String> pool) {
    return asked.key().equals(CloudLabels.NODE_POOL) && asked.matches(pool);
  }

  /**
   * Returns what a pod asks for, with the model that it has. If it selects nodes, it gets those
   * rows of the model that the same pod of a manifest would get; if it selects labels that the
   * catalog does not know, new nodes do not serve it, but for those of its own node's pool.
   */
  private Demand demand(RunningNode.RunningPod pod, GpuSpec row, Map<String, String> pool) {
    PodView view = pod.view().nodeName(""); // The scheduler writes it there, too.
    Selection selection = Selection.of(view);
    GpuRequest request =
        GpuRequest.of(Devices.of(gpus(pod), row.gpu()))
            .cpu(view.cpuRequest())
            .memory(view.memoryRequest());
    for (Map.Entry<String, Long> other : view.extendedResources().entrySet()) {
      if (!other.getKey().equals(ClusterState.GPU)) {
        request = request.resource(other.getKey(), other.getValue());
      }
    }
    Demand demand = Demand.of(pod.name(), request).pool(pool);
    PodView inPool =
        view.withNodeRequirements(asked -> Optional.of(asked).filter(a -> !isOfPool(a, pool)));
    if (inPool.nodeRequirements().isEmpty()) {
      return demand.with(selection);
    }
    return matched(inPool, row.gpu())
        .map(
            match ->
                Demand.of(pod.name(), match)
                    .pool(pool)
                    .with(selection.isForNewNodes(selection.isForNewNodes() && isKnown(match))))
        .orElseGet(() -> demand.with(selection.isForNewNodes(false)));
  }

  /** Pods of a workload, of which there can be many, ask alike. */
  private Optional<Match> matched(PodView pod, String gpu) {
    return matches.computeIfAbsent(Map.entry(pod, gpu), key -> match(pod, gpu));
  }

  /** Returns the match on the rows that serve a pod as it is and have a GPU of this model. */
  private Optional<Match> match(PodView pod, String gpu) {
    try {
      return target
          .match(pod)
          .flatMap(Match::found)
          .map(found -> rowsWith(gpu, found))
          .filter(rows -> !rows.isEmpty())
          .flatMap(
              rows ->
                  target.match(
                      pod,
                      read ->
                          read.devices(
                              Devices.anyOf(rows.toArray(String[]::new))
                                  .count(read.devices().count()))))
          .filter(Match::isFound);
    } catch (GpuSpecException unreadable) {
      return Optional.empty();
    }
  }

  private static List<String> rowsWith(String gpu, Match.Found found) {
    return Stream.concat(Stream.of(found.shape()), found.alternatives().stream())
        .map(Shape::spec)
        .filter(row -> row.gpu().equals(gpu))
        .map(GpuSpec::name)
        .distinct()
        .toList();
  }

  private static boolean isKnown(Match match) {
    return match.notes().stream().noneMatch(note -> LABELS_OF_NODES.contains(note.id()));
  }

  /** Returns the target whose nodes these are. */
  public Target target() {
    return target;
  }

  /** Returns what the nodes with known prices cost now. */
  public FleetCost before() {
    return new FleetCost(before, currency, per);
  }

  /** Returns what they cost afterwards, with new nodes. */
  public FleetCost after() {
    return new FleetCost(before.subtract(best.saved()), currency, per);
  }

  /** Returns the difference. */
  public FleetCost saved() {
    return new FleetCost(best.saved(), currency, per);
  }

  /** Returns the new nodes, which come first. */
  public Listing<FleetNode> launches() {
    return settled.launches();
  }

  /** Returns the nodes to drain, in order. */
  public Listing<String> drains() {
    return settled.drains();
  }

  /** Returns the pods that change their node, in the order of the drains. */
  public Listing<Move> moves() {
    return settled.moves();
  }

  /** Returns what stays and why, and what was left out. */
  public Listing<Note> notes() {
    return Listing.copyOf(notes);
  }

  /** Returns whether there is something to save. */
  public boolean isUseful() {
    return best.saved().signum() > 0;
  }

  /** Returns the steps in lines, in the order in which they are taken. */
  public Text explain() {
    List<String> lines = new ArrayList<>();
    lines.add(toString());
    launches()
        .forEach(node -> lines.add("  launch    %s (%s)".formatted(node.name(), node.spec())));
    Map<String, List<Move>> byNode = new HashMap<>();
    moves().forEach(move -> byNode.computeIfAbsent(move.from(), n -> new ArrayList<>()).add(move));
    for (String node : drains()) {
      lines.add("  drain     " + node);
      byNode
          .getOrDefault(node, List.of())
          .forEach(move -> lines.add("              %s to %s".formatted(move.pod(), move.to())));
    }
    notes.forEach(note -> lines.add("  note      " + note.message()));
    return Text.of(String.join("\n", lines));
  }

  /**
   * Adds {@code "provider", "before": {"amount", "currency", "per"}, "after", "saved", "launch":
   * [{"name", "spec", ...}], "drain": [names, in order], "moves": [{"pod", "from", "to"}],
   * "notes"}.
   */
  @Override
  public void describe(Facts out) {
    out.put("provider", target().id())
        .put("before", before())
        .put("after", after())
        .put("saved", saved())
        .put(
            "launch",
            launches(),
            (node, item) -> node.offer(item.put("name", node.name()).put("spec", node.spec())))
        .put("drain", drains())
        .put(
            "moves",
            moves(),
            (move, item) ->
                item.put("pod", move.pod()).put("from", move.from()).put("to", move.to()))
        .put("notes", notes());
  }

  /** Returns text such as {@code 11.344 USD per hour now, 5.672 less after 1 drain and 1 move}. */
  @Override
  public String toString() {
    return isUseful()
        ? "%s now, %s less after %s and %s"
            .formatted(
                before(),
                best.saved().toPlainString(),
                Words.count(drains().size(), "drain"),
                Words.count(moves().size(), "move"))
        : before() + " now, nothing to save";
  }
}
