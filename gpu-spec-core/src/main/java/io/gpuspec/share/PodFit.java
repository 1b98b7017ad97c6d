package io.gpuspec.share;

import io.gpuspec.Isolation;
import io.gpuspec.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The cards that one pod could use. */
final class PodFit {
  private final SharePod pod;
  private final Optional<Share> share;
  private final Free taken;
  private final Set<CardKind> serving;

  /**
   * @param serving the kinds of cards that the pod may have
   */
  PodFit(SharePod pod, Set<CardKind> serving) {
    this.pod = pod;
    this.share = pod.devices().share();
    this.taken = share.map(Free::takenBy).orElse(Free.NOTHING);
    this.serving = serving;
  }

  /** The cards of a node that the pod would get by a policy's order, if it can be there. */
  Optional<Candidate> on(ShareNode node, Comparator<Card> order) {
    if (!node.most().isAtLeast(taken) || !obstacles(node).isEmpty()) {
      return Optional.empty();
    }
    List<Card> cards = new ArrayList<>();
    for (Card card : node.cards()) {
      if (fits(card)) {
        cards.add(card);
      }
    }
    int asked = pod.devices().count();
    if (cards.size() < asked) {
      return Optional.empty();
    }
    cards.sort(order);
    return Optional.of(new Candidate(node, List.copyOf(cards.subList(0, asked))));
  }

  private boolean fits(Card card) {
    return share.isPresent() ? card.free().isAtLeast(taken) : card.isEmpty();
  }

  /** Returns what keeps the pod from every card of a node. */
  Set<Obstacle> obstacles(ShareNode node) {
    Set<Obstacle> all = EnumSet.noneOf(Obstacle.class);
    if (!serving.contains(node.kind())) {
      all.add(Obstacle.GPU);
    }
    if (pod.isolation().isPresent() && !pod.isolation().equals(node.isolation())) {
      all.add(Obstacle.ISOLATION);
    }
    if (node.isolation().filter(Isolation::needsCompute).isPresent()
        && share.filter(asked -> asked.compute().isEmpty()).isPresent()) {
      all.add(Obstacle.NO_COMPUTE);
    }
    if (pod.replicaOf().filter(node::hasReplicaOf).isPresent()) {
      all.add(Obstacle.REPLICA);
    }
    return all;
  }

  /** Returns what keeps the pod from one card. */
  Set<Obstacle> obstacles(Card card) {
    Set<Obstacle> all = EnumSet.noneOf(Obstacle.class);
    if (share.isEmpty()) {
      if (!card.isEmpty()) {
        all.add(Obstacle.IN_USE);
      }
      return all;
    }
    Free free = card.free();
    if (free.memory() < taken.memory()) {
      all.add(Obstacle.MEMORY);
    }
    if (free.compute() < taken.compute()) {
      all.add(Obstacle.COMPUTE);
    }
    if (free.shares() < taken.shares()) {
      all.add(Obstacle.SHARES);
    }
    return all;
  }

  SharePod pod() {
    return pod;
  }
}
