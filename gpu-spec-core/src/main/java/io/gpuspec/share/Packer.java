package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.Isolation;
import io.gpuspec.value.Finding;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Assigns cards to pods one by one, in the given order, as a scheduler does. */
final class Packer {
  private final SharePolicy policy;
  private final List<ShareNode> nodes;
  private final NodeOrder order;
  private final List<CardKind> kinds;
  private final Map<Devices, Set<CardKind>> serving = new HashMap<>();
  private final Map<Ask, List<Finding>> reasons = new HashMap<>();
  private final Set<Ask> refused = new HashSet<>();
  private final List<Placed> placed = new ArrayList<>();
  private final List<Rejection> unplaced = new ArrayList<>();

  Packer(SharePolicy policy, List<ShareNode> nodes) {
    this.policy = policy;
    this.nodes = new ArrayList<>(nodes);
    this.order = new NodeOrder(policy, nodes);
    this.kinds = nodes.stream().map(ShareNode::kind).distinct().toList();
  }

  Packing pack(List<SharePod> pods) {
    for (SharePod pod : pods) {
      serving.computeIfAbsent(pod.devices(), any -> serving(kinds, pod));
    }
    pods.forEach(this::place);
    return new Packing(policy, placed, unplaced, new Cards(nodes));
  }

  /**
   * The kinds of cards that a pod may have.
   *
   * @throws InvalidValueException if its request is forbidden on every card, or larger than every
   *     card that it may have
   */
  static Set<CardKind> serving(List<CardKind> kinds, SharePod pod) {
    Set<CardKind> serving = new LinkedHashSet<>();
    List<InvalidValueException> refusals = new ArrayList<>();
    for (CardKind kind : kinds) {
      try {
        kind.check(pod.devices());
        if (kind.serves(pod.devices())) {
          serving.add(kind);
        }
      } catch (InvalidValueException e) {
        refusals.add(e);
      }
    }
    if (refusals.size() == kinds.size()) {
      throw refused(pod, refusals.get(0));
    }
    serving.stream()
        .max(Comparator.comparing(CardKind::memory))
        .ifPresent(roomiest -> checkMemory(roomiest, pod));
    return serving;
  }

  private static void checkMemory(CardKind roomiest, SharePod pod) {
    try {
      pod.devices().share().ifPresent(roomiest::checkMemory);
    } catch (InvalidValueException e) {
      throw refused(pod, e);
    }
  }

  private static InvalidValueException refused(SharePod pod, InvalidValueException why) {
    return new InvalidValueException(
        why.id(), "pod '%s': %s".formatted(pod.name(), why.getMessage()), why);
  }

  /**
   * The properties of a pod that decide where it goes; if one such pod does not fit, a later one
   * does not either.
   */
  private record Ask(Devices devices, Optional<String> replicaOf, Optional<Isolation> isolation) {
    static Ask of(SharePod pod) {
      return new Ask(pod.devices(), pod.replicaOf(), pod.isolation());
    }
  }

  private void place(SharePod pod) {
    PodFit fit = new PodFit(pod, serving.getOrDefault(pod.devices(), Set.of()));
    Ask ask = Ask.of(pod);
    Optional<Candidate> best = refused.contains(ask) ? Optional.empty() : order.first(fit);
    best.ifPresentOrElse(place -> take(pod, place), () -> refuse(fit, ask));
  }

  private void refuse(PodFit fit, Ask ask) {
    refused.add(ask);
    List<Finding> why = reasons.computeIfAbsent(ask, any -> Reasons.of(fit, nodes));
    unplaced.add(new Rejection(fit.pod().name(), why));
  }

  private void take(SharePod pod, Candidate best) {
    ShareNode before = best.node();
    ShareNode after = before.placed(pod, best.cards());
    reasons.clear();
    nodes.set(before.number(), after);
    order.replace(before, after);
    placed.add(
        new Placed(
            pod, before.number(), best.cards().stream().map(Card::number).sorted().toList()));
  }
}
