package io.gpuspec.fleet;

import io.gpuspec.GpuRequest;
import io.gpuspec.value.Listing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The steps of a consolidation. A new node that would be just like one that is drained is that one:
 * it stays, with those of its pods that the plan has there.
 */
final class Settled {
  /** What pods have in common that can take each other's place. */
  private record Needs(GpuRequest request, Optional<Selection> selection) {}

  private final List<Consolidation.Candidate> drained;
  private final Map<String, String> to = new HashMap<>();
  private final Map<String, Needs> needs = new HashMap<>();
  private final Map<String, String> keptAs = new HashMap<>();
  private final List<FleetNode> launches = new ArrayList<>();

  private Settled(List<Consolidation.Candidate> drained) {
    this.drained = drained;
  }

  static Settled of(Consolidation.Outcome outcome) {
    Settled settled = new Settled(outcome.drained());
    for (Consolidation.Candidate each : outcome.drained()) {
      each.demands()
          .forEach(
              demand ->
                  settled.needs.put(
                      demand.name(), new Needs(demand.request(), demand.selection())));
    }
    outcome
        .plan()
        .ifPresent(
            plan ->
                plan.nodes()
                    .forEach(
                        node ->
                            node.pods()
                                .forEach(pod -> settled.to.put(workload(pod), node.name()))));
    outcome
        .plan()
        .ifPresent(
            plan ->
                plan.nodes().stream().filter(node -> !node.isExisting()).forEach(settled::keep));
    return settled;
  }

  /** A plan numbers the pods of a workload; here each has one. */
  private static String workload(String pod) {
    return pod.substring(0, pod.lastIndexOf('-'));
  }

  private void keep(FleetNode node) {
    for (Consolidation.Candidate each : drained) {
      String old = each.node().name();
      if (each.row().name().equals(node.spec())
          && node.capacityType().filter(each.node().capacityType()::equals).isPresent()
          && !keptAs.containsKey(old)
          && take(node.name(), each)) {
        keptAs.put(old, node.name());
        return;
      }
    }
    launches.add(node);
  }

  /** Gives a node pods of an old one in place of equal ones, if that has enough of them. */
  private boolean take(String node, Consolidation.Candidate old) {
    Set<String> free = new HashSet<>();
    old.node().pods().forEach(pod -> free.add(pod.name()));
    Map<String, String> swaps = new HashMap<>();
    List<String> there =
        to.entrySet().stream()
            .filter(each -> each.getValue().equals(node))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    for (String pod : there) {
      if (free.remove(pod)) {
        swaps.put(pod, pod);
      }
    }
    for (String pod : there) {
      if (!swaps.containsKey(pod)) {
        String equal =
            free.stream()
                .filter(each -> Objects.equals(needs.get(each), needs.get(pod)))
                .sorted()
                .findFirst()
                .orElse("");
        if (equal.isEmpty()) {
          return false;
        }
        free.remove(equal);
        swaps.put(pod, equal);
      }
    }
    swaps.forEach(
        (pod, equal) -> {
          String other = to.getOrDefault(equal, node);
          to.put(pod, other);
          to.put(equal, node);
        });
    return true;
  }

  Listing<FleetNode> launches() {
    return Listing.copyOf(launches);
  }

  Listing<String> drains() {
    return drained.stream()
        .map(each -> each.node().name())
        .filter(name -> !keptAs.containsKey(name))
        .collect(Listing.collector());
  }

  Listing<Consolidation.Move> moves() {
    Map<String, String> oldNames = new HashMap<>();
    keptAs.forEach((old, renamed) -> oldNames.put(renamed, old));
    List<Consolidation.Move> moves = new ArrayList<>();
    for (Consolidation.Candidate each : drained) {
      for (RunningNode.RunningPod pod : each.node().pods()) {
        String there = to.getOrDefault(pod.name(), "");
        String node = oldNames.getOrDefault(there, there);
        if (!node.isEmpty() && !node.equals(each.node().name())) {
          moves.add(new Consolidation.Move(pod.name(), each.node().name(), node));
        }
      }
    }
    return Listing.copyOf(moves);
  }
}
