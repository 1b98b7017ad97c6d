package io.gpuspec.fleet;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The question of a fleet in numbers, and which shape or existing node each type stands for. */
final class Supply {
  private static final int CPU = 1;
  private static final int MEMORY = 2;
  private static final int PODS = 3;
  private static final int FIXED = 4;
  private static final String SIZE_UNKNOWN = "size.unknown";

  /** So much that no pods use it up. */
  private static final long PLENTY = Long.MAX_VALUE >> 20;

  /**
   * A shape that a node can be, bought in some way.
   *
   * @param use whose pods it takes, and how these use cards; empty for whole cards and no pool
   * @param zone where it is; empty if that does not matter
   */
  record Kind(Shape shape, CapacityType capacityType, String use, String zone) {}

  /**
   * What a new node is besides its shape.
   *
   * @param labels that it must have for its pods
   * @param cards any, used as its pods use them
   */
  record Offer(CapacityType capacityType, Map<String, String> labels, Devices cards) {}

  /**
   * A type of node.
   *
   * @param existing the nodes that it stands for, in order; none if it is new
   * @param offer how it is bought, if it is new
   */
  record Type(
      String spec,
      Optional<Shape> shape,
      List<ExistingNode> existing,
      Optional<String> zone,
      Optional<Offer> offer) {}

  private final Fleet fleet;
  private final PodClasses pods;
  private final EvenZones even;
  private final Map<Kind, Map<Integer, Match.Found>> kinds = new LinkedHashMap<>();
  private final List<Note> notes = new ArrayList<>();
  private final List<Type> types = new ArrayList<>();
  private final Costs costs;
  private final Limits limits;
  private Problem problem;

  private Supply(Fleet fleet, Zones zones) {
    this.fleet = fleet;
    this.pods = new PodClasses(fleet, zones);
    this.even = new EvenZones(pods, fleet.target().id());
    readKinds();
    this.costs = Costs.of(fleet, kinds.keySet());
    this.limits = new Limits(fleet, rowsOfSeveral());
    notes.addAll(pods.taintNotes());
    zones.note().ifPresent(notes::add);
    costs.note(fleet).ifPresent(notes::add);
    this.problem = count();
  }

  static Supply of(Fleet fleet) {
    return new Supply(fleet, Zones.of(fleet));
  }

  /** Returns the question as if no pod needed a zone: its bound holds wherever the pods are. */
  static Supply withoutZones(Fleet fleet) {
    return new Supply(fleet, Zones.NONE);
  }

  /** Returns whether it matters in which zone a node is. */
  boolean isZoned() {
    return pods.zones().matter();
  }

  private void readKinds() {
    for (int c = 0; c < pods.size(); c++) {
      readKinds(c, pods.match(c), shape -> true);
      for (Demand.Other other : pods.needs(c).others()) {
        readKinds(c, other.match(), shape -> other.gpus().contains(shape.spec().gpu()));
      }
    }
  }

  private void readKinds(int cls, Match.Found found, Predicate<Shape> isMeant) {
    PodClasses.Needs needs = pods.needs(cls);
    GpuRequest request = found.request();
    String use = use(request.devices(), needs.pool());
    Set<Shape> shapes = new LinkedHashSet<>();
    shapes.add(found.shape());
    shapes.addAll(found.alternatives());
    for (Shape shape : shapes) {
      for (String zone : needs.zone().isEmpty() ? pods.zones().names() : List.of(needs.zone())) {
        if (isMeant.test(shape) && Zones.isIn(shape.spec(), zone)) {
          kinds
              .computeIfAbsent(
                  new Kind(shape, request.capacityType(), use + replicas(found, shape), zone),
                  kind -> new LinkedHashMap<>())
              .put(cls, found);
        }
      }
    }
  }

  /** Pods of different pools share no node, nor pods that use cards in different ways. */
  private static String use(Devices devices, String pool) {
    String ofPool = pool.isEmpty() ? "" : "pool " + pool + ' ';
    return ofPool + ofCards(devices);
  }

  /** Nodes whose cards are divided into other numbers of replicas are others. */
  private static String replicas(Match.Found found, Shape shape) {
    return found.request().devices().isReplica() ? " of " + found.devicesPerNode(shape) : "";
  }

  private static String ofCards(Devices devices) {
    return devices
        .share()
        .map(share -> "share " + share)
        .or(
            () ->
                devices
                    .migProfile()
                    .map(profile -> "mig %s %s".formatted(profile, devices.migConfig().orElse(""))))
        .orElse(devices.isReplica() ? "replica" : "");
  }

  private Problem count() {
    List<Problem.Type> all = new ArrayList<>();
    addExisting(all);
    Set<String> withoutPrice = new TreeSet<>();
    for (Map.Entry<Kind, Map<Integer, Match.Found>> entry : kinds.entrySet()) {
      Kind kind = entry.getKey();
      String row = kind.shape().spec().name();
      Optional<Long> cost = costs.of(kind);
      Map<Integer, Match.Found> servedBy = new LinkedHashMap<>(entry.getValue());
      servedBy.keySet().removeIf(cls -> !pods.needs(cls).isOnNewNodes());
      if (!fleet.allows(row) || servedBy.isEmpty()) {
        continue;
      }
      if (cost.isEmpty()) {
        withoutPrice.add(row);
        continue;
      }
      all.add(
          new Problem.Type(
              cost.get(),
              limits.ofOneType(row),
              capacity(kind, servedBy),
              devices(kind.shape(), servedBy)));
      types.add(
          new Type(
              row,
              Optional.of(kind.shape()),
              List.of(),
              Optional.of(kind.zone()).filter(zone -> !zone.isEmpty()),
              Optional.of(offer(kind, servedBy))));
    }
    if (!withoutPrice.isEmpty()) {
      notes.add(
          Note.of(
              "fleet.unpriced",
              "left out, because %s is not known: %s"
                  .formatted("their " + costs.unknown(), String.join(", ", withoutPrice))));
    }
    if (kinds.keySet().stream().anyMatch(kind -> !kind.shape().spec().isSized())) {
      notes.add(
          Note.of(
              SIZE_UNKNOWN,
              "the CPU and memory of nodes of %s are not known, so only their cards are counted"
                  .formatted(fleet.target().id())));
    }
    kinds.keySet().stream()
        .flatMap(kind -> kind.shape().spec().notes().stream())
        .filter(note -> note.id().equals(SIZE_UNKNOWN))
        .distinct()
        .forEach(notes::add);
    return ofUseful(all);
  }

  /** What a new node must be for its pods: all of them use cards in the same way. */
  private Offer offer(Kind kind, Map<Integer, Match.Found> servedBy) {
    Map<String, String> labels = new TreeMap<>();
    servedBy.forEach(
        (c, match) -> {
          labels.putAll(pods.poolLabels(c));
          match
              .catalog()
              .parts()
              .map(parts -> parts.nodeLabels(match.request().devices()))
              .orElse(List.of())
              .forEach(label -> labels.put(label.path(), label.value()));
        });
    return new Offer(
        kind.capacityType(),
        labels,
        ofAny(servedBy.values().iterator().next().request().devices()));
  }

  /** Any cards, used in the same way. */
  private static Devices ofAny(Devices devices) {
    return devices
        .share()
        .map(share -> Devices.any().shared(share))
        .or(() -> devices.migProfile().map(profile -> instances(devices, profile)))
        .orElseGet(() -> devices.isReplica() ? Devices.any().replica() : Devices.any());
  }

  private static Devices instances(Devices devices, String profile) {
    Devices any = Devices.any().mig(profile);
    return devices.migConfig().map(any::migConfig).orElse(any);
  }

  private void addExisting(List<Problem.Type> all) {
    Map<List<Object>, List<ExistingNode>> alike = new LinkedHashMap<>();
    Map<List<Object>, int[]> devices = new HashMap<>();
    for (ExistingNode node : fleet.existing()) {
      int[] ofNode = devices(node);
      List<Object> key =
          List.of(
              node.spec(),
              node.gpus(),
              node.free(),
              node.pods(),
              node.zone(),
              pods.resources().stream().map(each -> has(node.resources(), each)).toList(),
              Arrays.stream(ofNode).boxed().toList());
      alike.computeIfAbsent(key, each -> new ArrayList<>()).add(node);
      devices.put(key, ofNode);
    }
    alike.forEach(
        (key, nodes) -> {
          ExistingNode node = nodes.get(0);
          long[] capacity = new long[FIXED + pods.resources().size()];
          capacity[Problem.DEVICES] = node.gpus();
          capacity[CPU] = node.free().cpu().toMillicores();
          capacity[MEMORY] = node.free().memory().toBytes();
          capacity[PODS] = node.pods();
          int next = FIXED;
          for (String resource : pods.resources()) {
            capacity[next++] = has(node.resources(), resource);
          }
          int[] ofNode = Objects.requireNonNull(devices.get(key));
          all.add(new Problem.Type(0, nodes.size(), capacity, ofNode));
          types.add(
              new Type(
                  node.spec(),
                  Optional.empty(),
                  List.copyOf(nodes),
                  node.zone(),
                  Optional.empty()));
        });
  }

  /** The disk of a new node is chosen with its pool, so it is as large as its pods need it. */
  private static long has(Map<String, Long> resources, String resource) {
    return resources.getOrDefault(resource, resource.equals(ClusterState.STORAGE) ? PLENTY : 0L);
  }

  /**
   * Returns how many devices of a node that is there a pod of each class takes; 0 if it takes none.
   */
  private int[] devices(ExistingNode node) {
    int[] devices = new int[pods.size()];
    kinds.forEach(
        (kind, servedBy) -> {
          if (kind.shape().spec().name().equals(node.spec())) {
            servedBy.forEach(
                (c, match) -> {
                  PodClasses.Needs needs = pods.needs(c);
                  boolean hasWholeCards = ofCards(match.request().devices()).isEmpty();
                  if (hasWholeCards && Zones.isIn(node, needs.zone()) && needs.isOn(node)) {
                    devices[c] = match.devicesPerPod(kind.shape());
                  }
                });
          }
        });
    return devices;
  }

  private long[] capacity(Kind kind, Map<Integer, Match.Found> servedBy) {
    Shape shape = kind.shape();
    long[] capacity = new long[FIXED + pods.resources().size()];
    capacity[Problem.DEVICES] = servedBy.values().iterator().next().devicesPerNode(shape);
    boolean isSized = shape.spec().isSized();
    capacity[CPU] = isSized ? shape.allocatable().cpu().toMillicores() : PLENTY;
    capacity[MEMORY] = isSized ? shape.allocatable().memory().toBytes() : PLENTY;
    capacity[PODS] = podsPerNode(shape, servedBy.values());
    int next = FIXED;
    for (String resource : pods.resources()) {
      capacity[next++] = has(shape.spec().resources(), resource);
    }
    return capacity;
  }

  /**
   * Workloads can be matched with options of their own, which may say how many pods a node takes.
   */
  private static int podsPerNode(Shape shape, Collection<Match.Found> matches) {
    return matches.stream()
        .map(Match::target)
        .distinct()
        .mapToInt(target -> target.podsPerNode(shape.spec()).orElse(Integer.MAX_VALUE))
        .min()
        .orElse(Integer.MAX_VALUE);
  }

  private int[] devices(Shape shape, Map<Integer, Match.Found> servedBy) {
    int[] devices = new int[pods.size()];
    servedBy.forEach((c, match) -> devices[c] = match.devicesPerPod(shape));
    return devices;
  }

  /** Drops types that nobody needs, and makes the problem. */
  private Problem ofUseful(List<Problem.Type> all) {
    int count = pods.size();
    long[][] need = new long[count][];
    int[] perNode = new int[count];
    for (int c = 0; c < count; c++) {
      GpuRequest request = pods.needs(c).request();
      need[c] = new long[FIXED + pods.resources().size()];
      need[c][CPU] = request.cpu().toMillicores();
      need[c][MEMORY] = request.memory().toBytes();
      need[c][PODS] = 1;
      int next = FIXED;
      for (String resource : pods.resources()) {
        need[c][next++] = pods.needs(c).amount(resource);
      }
      perNode[c] = pods.needs(c).maxPerNode();
    }
    Problem everything = new Problem(all, limits.quotas(types), need, pods.counts(), perNode);
    List<Problem.Type> kept = new ArrayList<>();
    List<Type> keptTypes = new ArrayList<>();
    for (int t : everything.undominated()) {
      if (IntStream.range(0, count).anyMatch(c -> everything.serves(t, c))) {
        kept.add(all.get(t));
        keptTypes.add(types.get(t));
      }
    }
    types.clear();
    types.addAll(keptTypes);
    return new Problem(kept, limits.quotas(types), need, pods.counts(), perNode);
  }

  /** The rows that several types are of, such as for different pools. */
  private Set<String> rowsOfSeveral() {
    Set<String> seen = new HashSet<>();
    return kinds.keySet().stream()
        .map(kind -> kind.shape().spec().name())
        .filter(row -> !seen.add(row))
        .collect(Collectors.toSet());
  }

  Problem problem() {
    return problem;
  }

  Fleet.Objective objective() {
    return costs.objective();
  }

  /** Returns what is to be least of nodes of these types. */
  FleetCost sum(List<Pattern> nodes) {
    return costs.sum(problem, nodes);
  }

  /** Returns the least amount from a bound on that whole nodes can add up to. */
  FleetCost attainable(double bound) {
    return costs.attainable(problem, bound);
  }

  /** Returns what a price of the fractional plan saves, in the unit of {@link #cost}. */
  long saved(double price) {
    return Math.round(price / costs.divisor());
  }

  /** Returns an amount of what is to be least. */
  FleetCost cost(long amount) {
    return costs.amount(amount);
  }

  Type type(int type) {
    return types.get(type);
  }

  /** The names of a class's pods. */
  List<String> pods(int cls) {
    return pods.pods(cls);
  }

  /** The pods that no row takes. */
  List<Unplaced> unplaced() {
    return pods.unplaced();
  }

  List<Note> notes() {
    return notes;
  }

  /** Why pods of a class are left although there are rows that take them. */
  List<Rejection> whyLeft(int cls) {
    PodClasses.Needs needs = pods.needs(cls);
    if (!needs.isOnNewNodes()) {
      boolean isByName = needs.selection().filter(Selection::isByName).isPresent();
      return List.of(
          Rejection.of(
              fleet.target().id(),
              "labels",
              isByName
                  ? "the pod selects a node by its name, which no new node has before it is made,"
                      + " and no existing node of that name has room for it"
                  : "the pod selects labels that a new node does not have, and no existing node"
                      + " with them has room for it"));
    }
    GpuRequest request = needs.request();
    if (!request.resources().isEmpty()) {
      Match match = fleet.target().match(request);
      if (!match.isFound()) {
        return PodClasses.reasons(match);
      }
    }
    List<Rejection> reasons = new ArrayList<>();
    kinds.forEach(
        (kind, servedBy) -> {
          if (servedBy.containsKey(cls)) {
            String row = kind.shape().spec().name();
            reasons.add(Rejection.of(row, "limit", why(kind, row)));
          }
        });
    return List.copyOf(new LinkedHashSet<>(reasons));
  }

  private String why(Kind kind, String row) {
    if (!fleet.allows(row)) {
      return "left out by the choice of rows";
    }
    if (costs.of(kind).isEmpty()) {
      return "its %s is not known; give one in an overlay".formatted(costs.unknown());
    }
    List<String> within = limits.of(row);
    return within.isEmpty()
        ? "a node has less room than the pod needs, such as for pods"
        : "no further node of it within " + String.join(" and ", within);
  }

  static FleetNode.Resources room(long[] amounts) {
    return new FleetNode.Resources(
        amounts[Problem.DEVICES],
        CpuAmount.ofMillicores(amounts[CPU]),
        MemorySize.ofBytes(amounts[MEMORY]));
  }

  static FleetNode.Resources roomOfUnknownSize(long[] amounts) {
    return new FleetNode.Resources(amounts[Problem.DEVICES], CpuAmount.ZERO, MemorySize.ZERO);
  }

  /**
   * Leaves out the last pods of workloads that a plan does not spread evenly, because it has no
   * node for some of them.
   *
   * @param left how many pods of each class have no node
   * @return whether there are such workloads
   */
  boolean leaveOutUneven(int[] left) {
    boolean isUneven = even.leaveOut(left);
    problem = isUneven ? problem.withDemand(pods.counts()) : problem;
    return isUneven;
  }

  /**
   * Returns the pods that were left out so that others are even.
   *
   * @param left how many pods of each class have no node in the plan of the others
   */
  List<Unplaced> leftOut(int[] left) {
    return even.leftOut(left, this::whyLeft);
  }

  /** Returns what limits and quotas cost, by the fractional plans of all pods and of the placed. */
  List<Note> limitNotes(Generation ofAll, Generation ofPlaced) {
    return limits.notes(this, ofAll, ofPlaced);
  }
}
