package io.gpuspec.fleet;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.internal.Words;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
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
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The question of a fleet in numbers, and what the numbers stand for: which class a pod is of, and
 * which shape or existing node a type is.
 */
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

  /** More of the dearest nodes than one more node can save. */
  private static final int OF_A_NODE = 100;

  /** More of the dearest nodes than one more unit of a quota can save. */
  private static final int OF_A_UNIT = 2;

  /** An upper limit on several types together. */
  private record Cap(String what, long most, ToLongFunction<Type> weight) {}

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

  /** What equal pods have in common. */
  private record Needs(
      GpuRequest request,
      int maxPerNode,
      String workload,
      String pool,
      String zone,
      Optional<Selection> selection,
      List<Demand.Other> others) {

    boolean isOn(ExistingNode node) {
      if (selection.filter(each -> each.isOfOther(node.name())).isPresent()) {
        return false;
      }
      return node.view()
          .flatMap(view -> selection.map(each -> each.isOn(view)))
          .orElse(pool.isEmpty());
    }

    boolean isOnNewNodes() {
      return selection.map(Selection::isForNewNodes).orElse(true);
    }
  }

  /** Equal pods. */
  private record PodClass(Needs needs, Match.Found match, List<String> pods) {}

  /**
   * A pod that was left out, so that others of its workload are even.
   *
   * @param others of its workload, those that were not
   */
  private record LeftOut(String pod, int cls, List<String> others) {}

  /** Zones where nothing says which there are. */
  private static final List<String> USUAL_ZONES = List.of("zone-1", "zone-2", "zone-3");

  private final Fleet fleet;
  private final List<PodClass> classes = new ArrayList<>();
  private final Map<Kind, Map<Integer, Match.Found>> kinds = new LinkedHashMap<>();
  private final List<Unplaced> unplaced = new ArrayList<>();
  private final List<Note> notes = new ArrayList<>();
  private final List<Type> types = new ArrayList<>();
  private final Map<String, Integer> limits;
  private final Set<String> resources = new TreeSet<>();

  /** By pool, the labels of its nodes. */
  private final Map<String, Map<String, String>> labelsOf = new HashMap<>();

  /** Of workloads that are spread evenly over zones, the pods in the order of their numbers. */
  private final List<List<String>> even = new ArrayList<>();

  private final List<LeftOut> leftOut = new ArrayList<>();

  private Costs costs;
  private Problem problem;
  private final List<String> zones;

  /** Which zone is next, so that not all workloads have one more in the same. */
  private int nextZone;

  private Supply(Fleet fleet, boolean isZoned) {
    this.fleet = fleet;
    this.zones = isZoned ? zones(fleet) : List.of("");
    this.limits = fleet.limits();
    this.costs = Costs.of(fleet, Set.of());
    this.problem = new Problem(List.of(), List.of(), new long[0][0], new int[0], new int[0]);
  }

  static Supply of(Fleet fleet) {
    return of(fleet, fleet.demands().stream().anyMatch(demand -> !demand.zoning().isFree()));
  }

  /** Returns the question as if no pod needed a zone: its bound holds wherever the pods are. */
  static Supply withoutZones(Fleet fleet) {
    return of(fleet, false);
  }

  private static Supply of(Fleet fleet, boolean isZoned) {
    Supply supply = new Supply(fleet, isZoned);
    supply.readDemands();
    supply.noteTaints();
    supply.readKinds();
    if (supply.isZoned() && fleet.zones().isEmpty() && supply.zones.containsAll(USUAL_ZONES)) {
      supply.notes.add(
          Note.of(
              "fleet.zones",
              "no zones are named, so three are assumed; name yours, such as us-east-1a"));
    }
    supply.costs = Costs.of(fleet, supply.kinds.keySet());
    supply.costs.note(fleet).ifPresent(supply.notes::add);
    supply.count();
    return supply;
  }

  private void readDemands() {
    Map<Needs, PodClass> byNeeds = new LinkedHashMap<>();
    for (Demand demand : fleet.demands()) {
      if (!demand.poolLabels().isEmpty()) {
        labelsOf.put(demand.pool(), demand.poolLabels());
      }
      Match match = match(demand);
      int pods = demand.request().replicas();
      if (match instanceof Match.Found found) {
        readPods(demand, found, pods, byNeeds);
      } else {
        List<Rejection> reasons = reasons(match);
        for (int i = 0; i < pods; i++) {
          unplaced.add(new Unplaced(demand.pod(i), reasons));
        }
      }
    }
    classes.addAll(byNeeds.values());
    classes.forEach(each -> resources.addAll(each.needs().request().resources().keySet()));
  }

  /**
   * Nodes that are there can have resources that no row lists, so with them it is left to {@link
   * #capacity} which new nodes have what a pod asks for.
   */
  private Match match(Demand demand) {
    return (fleet.existing().isEmpty() ? demand : demand.withoutResources()).on(fleet.target());
  }

  /** What one pod asks for, with the resources that its match may be without. */
  private static GpuRequest ofOne(Demand demand, Match.Found found) {
    GpuRequest request = found.request().replicas(1);
    for (Map.Entry<String, Long> each : demand.request().resources().entrySet()) {
      request = request.resource(each.getKey(), each.getValue());
    }
    return request;
  }

  private void readPods(Demand demand, Match.Found found, int pods, Map<Needs, PodClass> byNeeds) {
    List<String> there = isZoned() ? demand.zoning().only().map(List::of).orElse(zones) : zones;
    boolean isFree = !isZoned() || demand.zoning().isFree();
    if (!isFree && !zones.containsAll(there)) {
      Rejection why =
          Rejection.of(
              fleet.target().id(),
              "zone",
              "'%s' is not one of %s".formatted(there.get(0), String.join(", ", zones)));
      for (int i = 0; i < pods; i++) {
        unplaced.add(new Unplaced(demand.pod(i), List.of(why)));
      }
      return;
    }
    long most = isFree ? pods : (long) there.size() * demand.zoning().most();
    Optional<Selection> selection = selection(demand);
    GpuRequest request = ofOne(demand, found);
    List<String> ofDemand = new ArrayList<>();
    for (int i = 0; i < pods; i++) {
      String pod = demand.pod(i);
      if (i >= most) {
        unplaced.add(
            new Unplaced(
                pod,
                List.of(
                    Rejection.of(
                        fleet.target().id(),
                        "zone",
                        there.size() == 1
                            ? "at most %s in %s".formatted(demand.zoning().most(), there.get(0))
                            : "at most %s in each of %s zones"
                                .formatted(demand.zoning().most(), there.size())))));
        continue;
      }
      Needs needs =
          new Needs(
              request,
              demand.maxPerNode().orElse(Integer.MAX_VALUE),
              demand.maxPerNode().isPresent() ? demand.name() : "",
              demand.pool(),
              isFree ? "" : there.get((nextZone + i) % there.size()),
              selection,
              demand.others());
      byNeeds
          .computeIfAbsent(needs, key -> new PodClass(key, found, new ArrayList<>()))
          .pods()
          .add(pod);
      ofDemand.add(pod);
    }
    if (demand.zoning().isEven() && there.size() > 1) {
      even.add(ofDemand);
    }
    nextZone = isFree ? nextZone : (nextZone + pods) % zones.size();
  }

  /** What labels and taints of nodes decide, where there are nodes whose labels are known. */
  private Optional<Selection> selection(Demand demand) {
    boolean isAsked = fleet.existing().stream().anyMatch(node -> node.view().isPresent());
    return demand
        .selection()
        .filter(each -> isAsked || !each.isForNewNodes())
        .or(() -> isAsked && isUnstated(demand) ? Optional.of(unstated()) : Optional.empty());
  }

  private static boolean isUnstated(Demand demand) {
    return demand.selection().isEmpty() && demand.pool().isEmpty();
  }

  /** Pods of which nothing is said select no label, and tolerate what is added for their GPUs. */
  private Selection unstated() {
    Map<String, String> one = Map.of(ClusterState.GPU, "1");
    return Selection.of(fleet.target().admitted(PodView.empty().container("main", one, one)));
  }

  private void noteTaints() {
    if (fleet.demands().stream().noneMatch(Supply::isUnstated)) {
      return;
    }
    Selection pods = unstated();
    Map<String, Integer> nodes = new TreeMap<>();
    for (ExistingNode node : fleet.existing()) {
      node.view().filter(view -> node.gpus() > 0).stream()
          .flatMap(view -> pods.untolerated(view).stream())
          .map(Taint::toString)
          .distinct()
          .forEach(taint -> nodes.merge(taint, 1, Integer::sum));
    }
    nodes.forEach(
        (taint, count) ->
            notes.add(
                Note.of(
                    "fleet.node-left-out",
                    "the taint %s of %s keeps off pods whose tolerations are not stated, such as those of JSON lines"
                        .formatted(taint, Words.count(count, "node")))));
  }

  /** Returns whether it matters in which zone a node is. */
  boolean isZoned() {
    return !zones.get(0).isEmpty();
  }

  private static List<String> zones(Fleet fleet) {
    Set<String> known = new TreeSet<>();
    fleet.existing().forEach(node -> node.zone().ifPresent(known::add));
    List<String> named = fleet.zones().isEmpty() ? List.copyOf(known) : fleet.zones();
    Set<String> all = new LinkedHashSet<>(named);
    boolean isSpread = fleet.demands().stream().anyMatch(demand -> demand.zoning().isSpread());
    if (fleet.zones().isEmpty() && isSpread) {
      fleet.target().catalog().specs().stream()
          .flatMap(row -> zone(row).stream())
          .sorted()
          .forEach(all::add);
    }
    if (all.isEmpty() && isSpread) {
      all.addAll(USUAL_ZONES);
    }
    if (fleet.zones().isEmpty()) {
      fleet.demands().forEach(demand -> demand.zoning().only().ifPresent(all::add));
    }
    return List.copyOf(all);
  }

  private static List<Rejection> reasons(Match match) {
    return match.isJudged()
        ? match.rejected()
        : match.notes().stream()
            .map(note -> Rejection.of(match.target().id(), "gpus", note.message()))
            .toList();
  }

  private void readKinds() {
    for (int c = 0; c < classes.size(); c++) {
      readKinds(c, classes.get(c).match(), shape -> true);
      for (Demand.Other other : classes.get(c).needs().others()) {
        readKinds(c, other.match(), shape -> other.gpus().contains(shape.spec().gpu()));
      }
    }
  }

  private void readKinds(int cls, Match.Found found, Predicate<Shape> isMeant) {
    Needs needs = classes.get(cls).needs();
    GpuRequest request = found.request();
    String use = use(request.devices(), needs.pool());
    Set<Shape> shapes = new LinkedHashSet<>();
    shapes.add(found.shape());
    shapes.addAll(found.alternatives());
    for (Shape shape : shapes) {
      for (String zone : needs.zone().isEmpty() ? zones : List.of(needs.zone())) {
        if (isMeant.test(shape) && isIn(shape.spec(), zone)) {
          kinds
              .computeIfAbsent(
                  new Kind(shape, request.capacityType(), use, zone), kind -> new LinkedHashMap<>())
              .put(cls, found);
        }
      }
    }
  }

  /** The zone of a row of your own nodes, whose labels are known; empty of others. */
  private static Optional<String> zone(GpuSpec row) {
    return Optional.ofNullable(row.nodeLabels().get(ClusterState.ZONE));
  }

  private static boolean isIn(GpuSpec row, String zone) {
    return zone.isEmpty() || zone(row).map(zone::equals).orElse(true);
  }

  /** Pods of different pools share no node, nor pods that use cards in different ways. */
  private static String use(Devices devices, String pool) {
    String ofPool = pool.isEmpty() ? "" : "pool " + pool + ' ';
    return ofPool + ofCards(devices);
  }

  private static String ofCards(Devices devices) {
    return devices
        .share()
        .map(share -> "share " + share)
        .or(() -> devices.migProfile().map(profile -> "mig " + profile))
        .orElse(devices.isReplica() ? "replica" : "");
  }

  private void count() {
    List<Problem.Type> all = new ArrayList<>();
    addExisting(all);
    Set<String> withoutPrice = new TreeSet<>();
    for (Map.Entry<Kind, Map<Integer, Match.Found>> entry : kinds.entrySet()) {
      Kind kind = entry.getKey();
      String row = kind.shape().spec().name();
      Optional<Long> cost = costs.of(kind);
      Map<Integer, Match.Found> servedBy = new LinkedHashMap<>(entry.getValue());
      servedBy.keySet().removeIf(cls -> !classes.get(cls).needs().isOnNewNodes());
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
              isSeveral(row) ? Problem.UNLIMITED : limits.getOrDefault(row, Problem.UNLIMITED),
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
    keepUseful(all);
  }

  /** What a new node must be for its pods: all of them use cards in the same way. */
  private Offer offer(Kind kind, Map<Integer, Match.Found> servedBy) {
    Map<String, String> labels = new TreeMap<>();
    servedBy.forEach(
        (c, match) -> {
          labels.putAll(labelsOf.getOrDefault(classes.get(c).needs().pool(), Map.of()));
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
        .or(() -> devices.migProfile().map(profile -> Devices.any().mig(profile)))
        .orElseGet(() -> devices.isReplica() ? Devices.any().replica() : Devices.any());
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
              resources.stream().map(each -> node.resources().getOrDefault(each, 0L)).toList(),
              Arrays.stream(ofNode).boxed().toList());
      alike.computeIfAbsent(key, each -> new ArrayList<>()).add(node);
      devices.put(key, ofNode);
    }
    alike.forEach(
        (key, nodes) -> {
          ExistingNode node = nodes.get(0);
          long[] capacity = new long[FIXED + resources.size()];
          capacity[Problem.DEVICES] = node.gpus();
          capacity[CPU] = node.free().cpu().toMillicores();
          capacity[MEMORY] = node.free().memory().toBytes();
          capacity[PODS] = node.pods();
          int next = FIXED;
          for (String resource : resources) {
            capacity[next++] = node.resources().getOrDefault(resource, 0L);
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

  /**
   * Returns how many devices of a node that is there a pod of each class takes; 0 if it takes none.
   */
  private int[] devices(ExistingNode node) {
    int[] devices = new int[classes.size()];
    kinds.forEach(
        (kind, servedBy) -> {
          if (kind.shape().spec().name().equals(node.spec())) {
            servedBy.forEach(
                (c, match) -> {
                  Needs needs = classes.get(c).needs();
                  boolean hasWholeCards = ofCards(match.request().devices()).isEmpty();
                  if (hasWholeCards && isIn(node, needs.zone()) && needs.isOn(node)) {
                    devices[c] = match.devicesPerPod(kind.shape());
                  }
                });
          }
        });
    return devices;
  }

  private static boolean isIn(ExistingNode node, String zone) {
    return zone.isEmpty() || node.zone().filter(zone::equals).isPresent();
  }

  private long[] capacity(Kind kind, Map<Integer, Match.Found> servedBy) {
    Shape shape = kind.shape();
    long[] capacity = new long[FIXED + resources.size()];
    capacity[Problem.DEVICES] = servedBy.values().iterator().next().devicesPerNode(shape);
    boolean isSized = shape.spec().isSized();
    capacity[CPU] = isSized ? shape.allocatable().cpu().toMillicores() : PLENTY;
    capacity[MEMORY] = isSized ? shape.allocatable().memory().toBytes() : PLENTY;
    capacity[PODS] = fleet.target().podsPerNode(shape.spec()).orElse(Integer.MAX_VALUE);
    int next = FIXED;
    for (String resource : resources) {
      capacity[next++] = shape.spec().resources().getOrDefault(resource, 0L);
    }
    return capacity;
  }

  private int[] devices(Shape shape, Map<Integer, Match.Found> servedBy) {
    int[] devices = new int[classes.size()];
    servedBy.forEach((c, match) -> devices[c] = match.devicesPerPod(shape));
    return devices;
  }

  /** Drops types that nobody needs, and makes the problem. */
  private void keepUseful(List<Problem.Type> all) {
    int count = classes.size();
    long[][] need = new long[count][];
    int[] demand = new int[count];
    int[] perNode = new int[count];
    for (int c = 0; c < count; c++) {
      PodClass pod = classes.get(c);
      GpuRequest request = pod.needs().request();
      need[c] = new long[FIXED + resources.size()];
      need[c][CPU] = request.cpu().toMillicores();
      need[c][MEMORY] = request.memory().toBytes();
      need[c][PODS] = 1;
      int next = FIXED;
      for (String resource : resources) {
        need[c][next++] = request.resources().getOrDefault(resource, 0L);
      }
      demand[c] = pod.pods().size();
      perNode[c] = pod.needs().maxPerNode();
    }
    Problem everything = new Problem(all, quotas(all), need, demand, perNode);
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
    problem = new Problem(kept, quotas(kept), need, demand, perNode);
  }

  private List<Problem.Quota> quotas(List<Problem.Type> all) {
    return caps().stream()
        .map(
            cap -> {
              long[] weight = new long[all.size()];
              Arrays.setAll(weight, t -> cap.weight().applyAsLong(types.get(t)));
              return new Problem.Quota(cap.most(), weight);
            })
        .toList();
  }

  private List<Cap> caps() {
    List<Cap> caps = new ArrayList<>();
    fleet
        .quotas()
        .forEach(
            (bucket, most) ->
                caps.add(new Cap("vCPU of " + bucket, most, type -> vcpus(type, bucket))));
    limits.forEach(
        (row, most) -> {
          if (isSeveral(row)) {
            caps.add(new Cap(row, most, type -> isNew(type, row) ? 1 : 0));
          }
        });
    return caps;
  }

  private static boolean isNew(Type type, String row) {
    return type.shape().isPresent() && type.spec().equals(row);
  }

  private static long vcpus(Type type, String bucket) {
    return type.shape()
        .filter(shape -> Fleet.isIn(bucket, type.spec()))
        .map(shape -> (shape.cpu().toMillicores() + 999) / 1000)
        .orElse(0L);
  }

  /** Returns whether several types are of a row, such as for different pools. */
  private boolean isSeveral(String row) {
    return kinds.keySet().stream().filter(kind -> kind.shape().spec().name().equals(row)).count()
        > 1;
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

  /** Returns an amount of what is to be least. */
  FleetCost cost(long amount) {
    return costs.amount(amount);
  }

  Type type(int type) {
    return types.get(type);
  }

  /** The names of a class's pods. */
  List<String> pods(int cls) {
    return classes.get(cls).pods();
  }

  /** The pods that no row takes. */
  List<Unplaced> unplaced() {
    return unplaced;
  }

  List<Note> notes() {
    return notes;
  }

  /** Why pods of a class are left although there are rows that take them. */
  List<Rejection> whyLeft(int cls) {
    Needs needs = classes.get(cls).needs();
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
        return reasons(match);
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
    List<String> within = new ArrayList<>();
    Integer limit = limits.get(row);
    if (limit != null) {
      within.add("at most %s of it".formatted(limit));
    }
    fleet
        .quotas()
        .forEach(
            (bucket, most) -> {
              if (Fleet.isIn(bucket, row)) {
                within.add("%s vCPUs of %s".formatted(most, bucket));
              }
            });
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
   * node for some of them: the first ones, as many as it has nodes for, are even.
   *
   * @param left how many pods of each class have no node
   * @return whether there are such workloads
   */
  boolean leaveOutUneven(int[] left) {
    Map<String, Integer> placed = placed(left);
    Map<String, List<String>> out = new HashMap<>();
    for (List<String> pods : even) {
      List<Integer> there = classes(pods, placed);
      if (!isEven(there)) {
        List<String> last = pods.subList(there.size(), pods.size());
        last.forEach(pod -> out.put(pod, pods));
        last.clear();
      }
    }
    if (out.isEmpty()) {
      return false;
    }
    int[] demand = new int[left.length];
    for (int c = 0; c < left.length; c++) {
      for (String pod : pods(c)) {
        if (out.containsKey(pod)) {
          leftOut.add(new LeftOut(pod, c, out.get(pod)));
        }
      }
      pods(c).removeAll(out.keySet());
      demand[c] = pods(c).size();
    }
    problem = problem.withDemand(demand);
    return true;
  }

  /**
   * Returns the pods that were left out so that others are even. One that could be added alone, and
   * all would still be even, has no node itself.
   *
   * @param left how many pods of each class have no node in the plan of the others
   */
  List<Unplaced> leftOut(int[] left) {
    Map<String, Integer> placed = placed(left);
    // The same for all pods of one class of a workload, of which there can be many.
    Map<List<String>, Map<Integer, List<Rejection>>> reasons = new IdentityHashMap<>();
    return leftOut.stream()
        .map(
            each ->
                new Unplaced(
                    each.pod(),
                    reasons
                        .computeIfAbsent(each.others(), pods -> new HashMap<>())
                        .computeIfAbsent(each.cls(), cls -> why(cls, each.others(), placed))))
        .toList();
  }

  private List<Rejection> why(int cls, List<String> others, Map<String, Integer> placed) {
    List<Integer> there = classes(others, placed);
    there.add(cls);
    return isEven(there) ? whyLeft(cls) : List.of(uneven());
  }

  /** The pods that have a node, with their classes. */
  private Map<String, Integer> placed(int[] left) {
    Map<String, Integer> placed = new HashMap<>();
    for (int c = 0; c < left.length; c++) {
      for (String pod : pods(c).subList(0, pods(c).size() - left[c])) {
        placed.put(pod, c);
      }
    }
    return placed;
  }

  private static List<Integer> classes(List<String> pods, Map<String, Integer> placed) {
    return pods.stream()
        .flatMap(pod -> Stream.ofNullable(placed.get(pod)))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Returns whether no zone has two more pods than another, of these classes. */
  private boolean isEven(List<Integer> there) {
    Map<String, Integer> counts = new HashMap<>();
    zones.forEach(zone -> counts.put(zone, 0));
    there.forEach(c -> counts.merge(classes.get(c).needs().zone(), 1, Integer::sum));
    return Collections.max(counts.values()) - Collections.min(counts.values()) <= 1;
  }

  private Rejection uneven() {
    return Rejection.of(
        fleet.target().id(),
        "zone",
        "another zone has no node for more of its pods, and none may have two more than another");
  }

  /**
   * What limits and quotas cost, by the fractional plan. A node more can take pods that have none;
   * one unit more of a quota takes none, so what it saves is that of the pods that have a node.
   */
  List<Note> limitNotes(Generation ofAll, Generation ofPlaced) {
    List<Note> limits = new ArrayList<>();
    for (int t = 0; t < problem.types.length; t++) {
      double price = ofAll.master().limitPrice(t);
      if (type(t).existing().isEmpty()) {
        limit(type(t).spec(), problem.types[t].limit(), price, OF_A_NODE).ifPresent(limits::add);
      }
    }
    double[] prices = ofPlaced.master().quotaPrices();
    List<Cap> caps = caps();
    for (int q = 0; q < prices.length; q++) {
      limit(caps.get(q).what(), caps.get(q).most(), prices[q], OF_A_UNIT).ifPresent(limits::add);
    }
    return limits;
  }

  /**
   * Says what one more saves. A price of many of the dearest nodes is that of leaving a pod out.
   *
   * @param most the most of the dearest nodes that one more can save
   */
  private Optional<Note> limit(Object what, long there, double price, int most) {
    long saved = Math.round(price / costs.divisor());
    return saved > 0
        ? Optional.of(
            Note.of(
                "fleet.limit-costs",
                "one more %s than %s would %s"
                    .formatted(
                        what,
                        there,
                        price > (double) most * problem.dearest
                            ? "place more pods"
                            : "save about " + costs.amount(saved))))
        : Optional.empty();
  }
}
