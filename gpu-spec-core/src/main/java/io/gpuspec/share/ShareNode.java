package io.gpuspec.share;

import com.google.common.collect.ImmutableSet;
import io.gpuspec.Isolation;
import io.gpuspec.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A node with its cards, and the workloads that have a replica on it. */
final class ShareNode {
  private final CardKind kind;
  private final int number;
  private final Optional<Isolation> isolation;
  private final List<Card> cards;
  private final ImmutableSet<String> replicas;
  private final Free free;
  private final Free most;
  private final boolean empty;

  private ShareNode(
      CardKind kind,
      int number,
      Optional<Isolation> isolation,
      List<Card> cards,
      ImmutableSet<String> replicas) {
    this.kind = kind;
    this.number = number;
    this.isolation = isolation;
    this.cards = List.copyOf(cards);
    this.replicas = replicas;
    this.free = cards.stream().map(Card::free).reduce(Free.NOTHING, Free::plus);
    this.most = cards.stream().map(Card::free).reduce(Free.NOTHING, Free::max);
    this.empty = cards.stream().allMatch(Card::isEmpty);
  }

  static ShareNode empty(CardKind kind, int number, int cards) {
    return new ShareNode(
        kind,
        number,
        kind.isolation(),
        IntStream.range(0, cards)
            .mapToObj(card -> Card.empty(kind, number, card, kind.isolation()))
            .toList(),
        ImmutableSet.of());
  }

  ShareNode with(Isolation other) {
    return moved(number, Optional.of(other));
  }

  ShareNode numbered(int other) {
    return moved(other, isolation);
  }

  private ShareNode moved(int place, Optional<Isolation> policy) {
    List<Card> moved = cards.stream().map(card -> card.on(place, policy)).toList();
    return new ShareNode(kind, place, policy, moved, replicas);
  }

  ShareNode running(int card, Share share) {
    return changed(List.of(cards.get(card)), each -> each.with(share), replicas);
  }

  /** The same node, on whose cards a pod now is. */
  ShareNode placed(SharePod pod, List<Card> on) {
    Optional<Share> share = pod.devices().share();
    return changed(
        on,
        card -> share.map(card::with).orElseGet(card::takenWhole),
        pod.replicaOf()
            .map(name -> ImmutableSet.<String>builder().addAll(replicas).add(name).build())
            .orElse(replicas));
  }

  private ShareNode changed(
      List<Card> which, UnaryOperator<Card> change, ImmutableSet<String> replicas) {
    List<Card> all = new ArrayList<>(cards);
    which.forEach(card -> all.set(card.number(), change.apply(card)));
    return new ShareNode(kind, number, isolation, all, replicas);
  }

  CardKind kind() {
    return kind;
  }

  int number() {
    return number;
  }

  Optional<Isolation> isolation() {
    return isolation;
  }

  List<Card> cards() {
    return cards;
  }

  boolean hasReplicaOf(String name) {
    return replicas.contains(name);
  }

  boolean isEmpty() {
    return empty;
  }

  /** The most that is left of any of its cards: memory, compute and shares each by itself. */
  Free most() {
    return most;
  }

  /** Returns what is left of all its cards together. */
  Free free() {
    return free;
  }
}
