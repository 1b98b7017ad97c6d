package io.gpuspec.fleet;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.internal.Words;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The pods of a fleet, in classes of equal ones; those that no row takes are beside them. */
final class PodClasses {
  /** What equal pods have in common. */
  record Needs(
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

    /** Returns how much a pod needs of a resource other than GPUs, CPU and memory. */
    long amount(String resource) {
      return resource.equals(ClusterState.STORAGE)
          ? storage()
          : request.resources().getOrDefault(resource, 0L);
    }

    private long storage() {
      return selection.map(each -> each.storage().toBytes()).orElse(0L);
    }

    boolean isOnNewNodes() {
      return selection.map(Selection::isForNewNodes).orElse(true);
    }
  }

  /** Equal pods. */
  record PodClass(Needs needs, Match.Found match, List<String> pods) {}

  private final Fleet fleet;
  private final Zones zones;

  /** The existing nodes on which pods run that repel others. */
  private final List<NodeView> repelling;

  /** The pods of a workload, of which there can be many, select alike. */
  private final Map<Selection, Selection> repelled = new HashMap<>();

  private final Map<Needs, PodClass> byNeeds = new LinkedHashMap<>();
  private final List<PodClass> classes;
  private final List<Unplaced> unplaced = new ArrayList<>();

  /** By pool, the labels of its nodes. */
  private final Map<String, Map<String, String>> labelsOf = new HashMap<>();

  /** Of workloads that are spread evenly over zones, the pods in the order of their numbers. */
  private final List<List<String>> even = new ArrayList<>();

  private final Set<String> resources = new TreeSet<>();

  /** Which zone is next, so that not all workloads have one more in the same. */
  private int nextZone;

  PodClasses(Fleet fleet, Zones zones) {
    this.fleet = fleet;
    this.zones = zones;
    this.repelling =
        fleet.existing().stream()
            .flatMap(node -> node.view().stream())
            .filter(view -> !view.repelling().isEmpty())
            .toList();
    fleet.demands().forEach(this::read);
    this.classes = List.copyOf(byNeeds.values());
    classes.forEach(each -> resources.addAll(each.needs().request().resources().keySet()));
    if (classes.stream().anyMatch(each -> each.needs().storage() > 0)) {
      resources.add(ClusterState.STORAGE);
    }
  }

  private void read(Demand demand) {
    if (!demand.poolLabels().isEmpty()) {
      labelsOf.put(demand.pool(), demand.poolLabels());
    }
    Match match = match(demand);
    if (match instanceof Match.Found found) {
      read(demand, found);
    } else {
      List<Rejection> reasons = reasons(match);
      for (int i = 0; i < demand.request().replicas(); i++) {
        unplaced.add(new Unplaced(demand.pod(i), reasons));
      }
    }
  }

  /**
   * Nodes that are there can have resources that no row lists, so with them it is left to the
   * capacity of types which new nodes have what a pod asks for.
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

  private void read(Demand demand, Match.Found found) {
    Zoning zoning = demand.zoning();
    boolean isFree = !zones.matter() || zoning.isFree();
    List<String> there = isFree ? List.of("") : zoning.only().map(List::of).orElse(zones.names());
    int pods = demand.request().replicas();
    int placed = isFree ? pods : most(zoning, there, pods);
    Optional<Selection> selection = selection(demand);
    GpuRequest request = ofOne(demand, found);
    List<String> inOrder = new ArrayList<>();
    for (int i = 0; i < placed; i++) {
      Needs needs =
          new Needs(
              request,
              demand.maxPerNode().orElse(Integer.MAX_VALUE),
              demand.maxPerNode().isPresent() ? demand.name() : "",
              demand.pool(),
              there.get((nextZone + i) % there.size()),
              selection,
              demand.others());
      byNeeds
          .computeIfAbsent(needs, key -> new PodClass(key, found, new ArrayList<>()))
          .pods()
          .add(demand.pod(i));
      inOrder.add(demand.pod(i));
    }
    for (int i = placed; i < pods; i++) {
      unplaced.add(new Unplaced(demand.pod(i), List.of(whyInNoZone(zoning, there))));
    }
    if (zoning.isEven() && there.size() > 1) {
      even.add(inOrder);
    }
    nextZone = isFree ? nextZone : (nextZone + placed) % zones.names().size();
  }

  private int most(Zoning zoning, List<String> there, int pods) {
    return zones.names().containsAll(there)
        ? (int) Math.min(pods, (long) there.size() * zoning.most())
        : 0;
  }

  private Rejection whyInNoZone(Zoning zoning, List<String> there) {
    String why;
    if (!zones.names().containsAll(there)) {
      why = "'%s' is not one of %s".formatted(there.get(0), String.join(", ", zones.names()));
    } else if (there.size() == 1) {
      why = "at most %s in %s".formatted(zoning.most(), there.get(0));
    } else {
      why = "at most %s in each of %s zones".formatted(zoning.most(), there.size());
    }
    return Rejection.of(fleet.target().id(), "zone", why);
  }

  /** What labels and taints of nodes decide, where there are nodes whose labels are known. */
  private Optional<Selection> selection(Demand demand) {
    boolean isAsked = fleet.existing().stream().anyMatch(node -> node.view().isPresent());
    return demand
        .selection()
        .filter(each -> isAsked || !each.isForNewNodes())
        .map(each -> repelled.computeIfAbsent(each, this::asFarAsRepelled))
        .or(() -> isAsked && isUnstated(demand) ? Optional.of(unstated()) : Optional.empty());
  }

  /** Labels of pods matter only where pods that run may repel them. */
  private Selection asFarAsRepelled(Selection pods) {
    return repelling.stream().anyMatch(pods::isRepelled) ? pods : pods.withoutLabels();
  }

  private static boolean isUnstated(Demand demand) {
    return demand.selection().isEmpty() && demand.pool().isEmpty();
  }

  /** Pods of which nothing is said select no label, and tolerate what is added for their GPUs. */
  private Selection unstated() {
    Map<String, String> one = Map.of(ClusterState.GPU, "1");
    return Selection.of(fleet.target().admitted(PodView.empty().container("main", one, one)));
  }

  /** What taints of nodes keep off pods whose tolerations are not stated. */
  List<Note> taintNotes() {
    if (fleet.demands().stream().noneMatch(PodClasses::isUnstated)) {
      return List.of();
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
    return nodes.entrySet().stream()
        .map(
            each ->
                Note.of(
                    "fleet.node-left-out",
                    "the taint %s of %s keeps off pods whose tolerations are not stated, such as those of JSON lines"
                        .formatted(each.getKey(), Words.count(each.getValue(), "node"))))
        .toList();
  }

  /** Why nothing serves a request. */
  static List<Rejection> reasons(Match match) {
    return match.isJudged()
        ? match.rejected()
        : match.notes().stream()
            .map(note -> Rejection.of(match.target().id(), "gpus", note.message()))
            .toList();
  }

  int size() {
    return classes.size();
  }

  Needs needs(int cls) {
    return classes.get(cls).needs();
  }

  Match.Found match(int cls) {
    return classes.get(cls).match();
  }

  /** The names of a class's pods. */
  List<String> pods(int cls) {
    return classes.get(cls).pods();
  }

  /** How many pods each class has. */
  int[] counts() {
    return classes.stream().mapToInt(each -> each.pods().size()).toArray();
  }

  /** The pods that no row takes. */
  List<Unplaced> unplaced() {
    return unplaced;
  }

  /** The labels of the nodes that a class is for. */
  Map<String, String> poolLabels(int cls) {
    return labelsOf.getOrDefault(needs(cls).pool(), Map.of());
  }

  /** The other resources that any pod asks for, in order. */
  Set<String> resources() {
    return resources;
  }

  Zones zones() {
    return zones;
  }

  /** Of each workload that is spread evenly over zones, the pods in the order of their numbers. */
  List<List<String>> even() {
    return even;
  }
}
