package io.gpuspec.share;

import io.gpuspec.Isolation;
import io.gpuspec.Share;
import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One shared card: what pods use of it, and what is left.
 *
 * <pre>{@code
 * Card card = cards.running(0, 1, Share.of("4Gi", 25)).all().get(1);
 * card.memoryFree();                 // 10Gi
 * card.room(Share.of("4Gi", 25));    // 2
 * }</pre>
 *
 * <p>Memory is what the card offers to shares, which is less than its nominal size; compute is in
 * percent of the card. It is immutable.
 */
public final class Card implements Answer {
  private static final int WHOLE = 100;

  /** The position of a card. */
  private record Place(int node, int number, Optional<Isolation> isolation) {}

  private final CardKind kind;
  private final Place place;
  private final List<Share> shares;
  private final boolean whole;
  private final Free free;

  private Card(CardKind kind, Place place, List<Share> shares, boolean whole, Free free) {
    this.kind = kind;
    this.place = place;
    this.shares = List.copyOf(shares);
    this.whole = whole;
    this.free = free;
  }

  static Card empty(CardKind kind, int node, int number, Optional<Isolation> isolation) {
    Free all = new Free(kind.memory().toBytes(), WHOLE, kind.shares());
    return new Card(kind, new Place(node, number, isolation), List.of(), false, all);
  }

  Card with(Share share) {
    List<Share> more = new ArrayList<>(shares);
    more.add(share);
    return new Card(kind, place, more, false, free.minus(Free.takenBy(share)));
  }

  Card takenWhole() {
    return new Card(kind, place, List.of(), true, Free.NOTHING);
  }

  Card on(int node, Optional<Isolation> isolation) {
    return new Card(kind, new Place(node, place.number(), isolation), shares, whole, free);
  }

  /** The number of its node, from 0. */
  public int node() {
    return place.node();
  }

  /** Its number on the node, from 0. */
  public int number() {
    return place.number();
  }

  /** Returns the name of the card in the catalog, such as {@code T4}. */
  public String gpu() {
    return kind.gpu();
  }

  /**
   * Returns what its node lets pods use of its compute; empty where the technology has no such
   * choice.
   */
  public Optional<Isolation> isolation() {
    return place.isolation();
  }

  /** The memory that it has for shares, used or not. */
  public MemorySize memory() {
    return kind.memory();
  }

  /** The memory that is left. */
  public MemorySize memoryFree() {
    return MemorySize.ofBytes(free.memory());
  }

  /**
   * Returns the compute that is left, in percent: 100 minus what pods requested, whatever they use.
   */
  public int computeFree() {
    return Math.toIntExact(free.compute());
  }

  /** Returns what pods have of it, in the order in which they came. */
  public Listing<Share> shares() {
    return Listing.copyOf(shares);
  }

  /** Returns whether no pod has anything of it. */
  public boolean isEmpty() {
    return shares.isEmpty() && !whole;
  }

  /** Returns whether there is room for a share. */
  public boolean fits(Share share) {
    Arguments.required("share", share, "a Share, such as Share.of(\"4Gi\")");
    return free.isAtLeast(Free.takenBy(share));
  }

  /** Returns how many such shares there is still room for. */
  public int room(Share share) {
    Arguments.required("share", share, "a Share, such as Share.of(\"4Gi\")");
    long byMemory = free.memory() / share.memory().toBytes();
    long byCompute =
        share.compute().isPresent() ? free.compute() / share.compute().getAsInt() : byMemory;
    return Math.toIntExact(Math.min(free.shares(), Math.min(byMemory, byCompute)));
  }

  /**
   * Returns what each of {@link #shares()} has of the compute, in their order; empty where the
   * technology has no {@link Isolation}.
   */
  public Listing<EffectiveCompute> effectiveCompute() {
    return Listing.copyOf(
        place.isolation().stream()
            .flatMap(policy -> shares.stream().map(share -> effective(policy, share)))
            .toList());
  }

  private EffectiveCompute effective(Isolation policy, Share share) {
    int asked = share.compute().orElse(0);
    return switch (policy) {
      case BEST_EFFORT -> new EffectiveCompute(Fraction.of(1, shares.size()), Fraction.WHOLE);
      case FIXED_SHARE -> new EffectiveCompute(percent(asked), percent(asked));
      case BURST_SHARE -> new EffectiveCompute(percent(asked), percent(asked + computeFree()));
    };
  }

  private static Fraction percent(int percent) {
    return Fraction.of(percent, WHOLE);
  }

  /**
   * Returns how much compute its pods may reach for at once, in percent of the card; above 100 they
   * slow each other down. Three pods under best-effort make 300. Empty where the technology has no
   * {@link Isolation}.
   */
  public OptionalInt overcommitment() {
    return place.isolation().isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(
            effectiveCompute().stream()
                .map(EffectiveCompute::most)
                .mapToInt(most -> WHOLE * most.numerator() / most.denominator())
                .sum());
  }

  Free free() {
    return free;
  }

  CardKind kind() {
    return kind;
  }

  /** Adds {@code "node", "card", "gpu", "memoryFree", "coreFree", "shares", "overcommitment"?}. */
  @Override
  public void describe(Facts out) {
    out.put("node", node())
        .put("card", number())
        .put("gpu", gpu())
        .put("memoryFree", memoryFree())
        .put("coreFree", computeFree())
        .put("shares", shares().size())
        .put("overcommitment", overcommitment());
  }

  /** Returns text such as {@code node 0 card 1: T4 · free 10Gi of 14Gi and 75% · 1 share}. */
  @Override
  public String toString() {
    String where = "node %s card %s: %s".formatted(node(), number(), gpu());
    if (whole) {
      return where + " · taken whole";
    }
    return where
        + " · free %s of %s and %s%%".formatted(memoryFree(), memory(), computeFree())
        + " · %s %s".formatted(shares.size(), shares.size() == 1 ? "share" : "shares")
        + competition();
  }

  /** Under best-effort each pod can use the whole card, which is what is wanted of it. */
  private String competition() {
    int percent = overcommitment().orElse(0);
    return percent > WHOLE
        ? " · %s: they compete for up to %s%% of the compute"
            .formatted(place.isolation().orElseThrow(), percent)
        : "";
  }
}
