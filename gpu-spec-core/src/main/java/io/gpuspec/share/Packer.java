package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Rejection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gives pods their cards one by one, in the order in which they come, as a scheduler does. */
final class Packer {
  private final SharePolicy policy;
  private final List<ShareNode> nodes;
  private final List<CardKind> kinds;
  private final Map<CardKind, Map<Devices, Boolean>> served = new HashMap<>();
  private final Set<Devices> checked = new HashSet<>();
  private final List<Placed> placed = new ArrayList<>();
  private final List<Rejection> unplaced = new ArrayList<>();

  Packer(SharePolicy policy, List<ShareNode> nodes) {
    this.policy = policy;
    this.nodes = new ArrayList<>(nodes);
    this.kinds = nodes.stream().map(ShareNode::kind).distinct().toList();
  }

  Packing pack(List<SharePod> pods) {
    pods.forEach(this::check);
    pods.forEach(this::place);
    return new Packing(policy, placed, unplaced, new Cards(nodes));
  }

  private void check(SharePod pod) {
    if (checked.add(pod.devices())) {
      check(kinds, pod);
    }
  }

  /**
   * Refuses what is forbidden on every card; where it is allowed on some, the others are not it.
   */
  static void check(List<CardKind> kinds, SharePod pod) {
    List<InvalidValueException> refusals = new ArrayList<>();
    for (CardKind kind : kinds) {
      try {
        kind.check(pod.devices());
      } catch (InvalidValueException e) {
        refusals.add(e);
      }
    }
    if (refusals.size() == kinds.size()) {
      throw new InvalidValueException(
          "pod '%s': %s".formatted(pod.name(), refusals.get(0).getMessage()), refusals.get(0));
    }
  }

  private void place(SharePod pod) {
    PodFit fit = new PodFit(pod, kind -> serves(kind, pod.devices()));
    Optional<Candidate> best =
        nodes.stream()
            .flatMap(node -> fit.on(node, policy.cards()).stream())
            .min(policy.candidates());
    if (best.isEmpty()) {
      unplaced.add(Reasons.of(fit, nodes));
      return;
    }
    ShareNode node = best.get().node();
    List<Card> cards = best.get().cards();
    nodes.set(node.number(), node.placed(pod, cards));
    placed.add(new Placed(pod, node.number(), cards.stream().map(Card::number).sorted().toList()));
  }

  private boolean serves(CardKind kind, Devices devices) {
    return served
        .computeIfAbsent(kind, any -> new HashMap<>())
        .computeIfAbsent(devices, kind::serves);
  }
}
