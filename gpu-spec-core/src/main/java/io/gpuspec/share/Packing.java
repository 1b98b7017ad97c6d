package io.gpuspec.share;

import io.gpuspec.internal.Words;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of packing: which pod has which card, which pods have none and why, and what is left.
 *
 * <pre>{@code
 * Packing packing = cards.pack(SharePolicy.BINPACK, 14, Devices.any().share("4Gi", 25));
 * packing.placed();      // pod-0: node 0 card 0 ...
 * packing.unplaced();    // pod-12: gpuMemory: 4Gi requested of one card; 4 of 4 cards have less ...
 *
 * // To pack more onto.
 * packing.cards();       // node 0 card 0: T4 · free 2Gi of 14Gi and 25% · 3 shares · ...
 * }</pre>
 */
public final class Packing implements Answer {
  private final SharePolicy policy;
  private final List<Placed> placed;
  private final List<Rejection> unplaced;
  private final Cards cards;

  Packing(SharePolicy policy, List<Placed> placed, List<Rejection> unplaced, Cards cards) {
    this.policy = policy;
    this.placed = List.copyOf(placed);
    this.unplaced = List.copyOf(unplaced);
    this.cards = cards;
  }

  /** Returns whether every pod has a place. */
  public boolean isComplete() {
    return unplaced.isEmpty();
  }

  /** The pods that have a place, in the order in which they were given. */
  public Listing<Placed> placed() {
    return Listing.copyOf(placed);
  }

  /** The pods that have none, in the order in which they were given, each with every reason. */
  public Listing<Rejection> unplaced() {
    return Listing.copyOf(unplaced);
  }

  /** The cards with the pods on them. */
  public Cards cards() {
    return cards;
  }

  /** Returns each pod with its place or its reasons, and each card with what it has left. */
  public Text explain() {
    return Text.of(
        Stream.of(Stream.of(summary()), placed.stream(), unplaced.stream(), cards.all().stream())
            .flatMap(lines -> lines)
            .map(Object::toString)
            .collect(Collectors.joining("\n")));
  }

  private String summary() {
    return "%s of %s placed on %s of %s (%s)"
        .formatted(
            placed.size(),
            Words.count((long) placed.size() + unplaced.size(), "pod"),
            cards.all().stream().filter(card -> !card.isEmpty()).count(),
            Words.count(cards.all().size(), "card"),
            policy);
  }

  /**
   * Adds {@code "placed": [{"request", "node", "card", "cards"}], "unplaced": [{"request",
   * "reasons"}], "cards"}; {@code request} is the pod's name, {@code card} the first of its cards.
   */
  @Override
  public void describe(Facts out) {
    out.put(
            "placed",
            placed(),
            (one, item) ->
                item.put("request", one.pod().name())
                    .put("node", one.node())
                    .put("card", one.cards().get(0))
                    .put("cards", one.cards()))
        .put(
            "unplaced",
            unplaced(),
            (pod, item) ->
                item.put("request", pod.name())
                    .put("reasons", pod.reasons().stream().map(Finding::text).toList()))
        .put("cards", cards().all());
  }

  /** Returns how many pods have a place, on how many cards; then what the cards have left. */
  @Override
  public String toString() {
    return summary() + "\n" + cards;
  }
}
