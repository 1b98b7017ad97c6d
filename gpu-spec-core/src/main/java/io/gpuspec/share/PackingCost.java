package io.gpuspec.share;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The cost of the pods of a packing, and of what is paid for but unused.
 *
 * <pre>{@code
 * Packing packing = cards.pack(SharePolicy.BINPACK, 4, Devices.any().share("4Gi", 25));
 * PackingCost cost = PackingCost.of(packing, CardPrice.perHour("8.5", "CNY"));
 * cost.pods();
 *     // pod-0: 4Gi and 25% of T4: 2/7 of the card (...) · about 2.4286 CNY per hour
 *     // ...
 *
 * // Of all cards, used or not, and of what a further pod could still have.
 * cost.paid();      // Optional[34 CNY per hour]
 * cost.unused();    // Optional[about 24.2857 CNY per hour]
 * }</pre>
 *
 * <p>Of a card is unused what is left of its memory, compute or places, whichever is least. A pod
 * is billed the largest part that it takes ({@link CardPart}), so pods that take much of different
 * things of one card can together be billed more than it costs.
 */
public final class PackingCost implements Answer {
  private static final int PERCENT = 100;

  private final List<PartCost> pods;
  private final Optional<Cost> paid;
  private final Optional<Cost> unused;
  private final List<String> unpriced;
  private final List<Rejection> unplaced;

  private PackingCost(
      List<PartCost> pods,
      Optional<Cost> paid,
      Optional<Cost> unused,
      List<String> unpriced,
      List<Rejection> unplaced) {
    this.pods = List.copyOf(pods);
    this.paid = paid;
    this.unused = unused;
    this.unpriced = List.copyOf(unpriced);
    this.unplaced = List.copyOf(unplaced);
  }

  /** Returns the cost if every card has the same price. */
  public static PackingCost of(Packing packing, CardPrice each) {
    Arguments.required("each", each, "a CardPrice");
    return of(packing, card -> Optional.of(each));
  }

  /**
   * Returns the cost if cards of different kinds have different prices.
   *
   * @param prices by the card's name, such as {@code T4}; of one that is missing no price is known
   * @throws io.gpuspec.value.InvalidValueException if they are in two currencies
   */
  public static PackingCost of(Packing packing, Map<String, CardPrice> prices) {
    Map<String, CardPrice> known = Arguments.sorted("prices", prices, "a Map of names and prices");
    return of(packing, card -> Optional.ofNullable(known.get(card.gpu())));
  }

  private static PackingCost of(Packing packing, Function<Card, Optional<CardPrice>> prices) {
    List<Card> cards = Arguments.required("packing", packing, "a Packing").cards().all();
    List<PartCost> pods =
        packing.placed().stream().map(placed -> cost(placed, cards, prices)).toList();
    List<String> unpriced =
        cards.stream()
            .filter(card -> prices.apply(card).isEmpty())
            .map(Card::gpu)
            .distinct()
            .toList();
    return new PackingCost(
        pods,
        sum(cards.stream().map(card -> prices.apply(card).map(CardPrice::cost))),
        sum(cards.stream().map(card -> prices.apply(card).map(price -> price.times(unused(card))))),
        unpriced,
        packing.unplaced());
  }

  private static PartCost cost(
      Placed placed, List<Card> cards, Function<Card, Optional<CardPrice>> prices) {
    // All cards of a node are of one kind.
    Card card =
        cards.stream().filter(each -> each.node() == placed.node()).findFirst().orElseThrow();
    CardPart part =
        placed
            .pod()
            .devices()
            .share()
            .map(share -> CardPart.of(card.kind(), share))
            .orElseGet(CardPart::whole);
    return new PartCost(placed.pod().name(), part, placed.cards().size(), prices.apply(card));
  }

  /** Returns what of a card another pod could still have. */
  private static Ratio unused(Card card) {
    MemorySize taken = card.memory().minus(card.memoryFree());
    Ratio used =
        Ratio.of(taken.toBytes(), card.memory().toBytes())
            .max(Ratio.of(PERCENT - card.computeFree(), PERCENT))
            .max(Ratio.of(card.shares().size(), card.kind().shares()));
    return Ratio.ONE.minus(used);
  }

  private static Optional<Cost> sum(Stream<Optional<Cost>> costs) {
    List<Optional<Cost>> all = costs.toList();
    return all.stream().allMatch(Optional::isPresent)
        ? all.stream().flatMap(Optional::stream).reduce(Cost::plus)
        : Optional.empty();
  }

  /** Returns what each pod that has a place is billed, in the order in which they were given. */
  public Listing<PartCost> pods() {
    return Listing.copyOf(pods);
  }

  /**
   * Returns what all of these together are billed; empty if a price is unknown, or there are none.
   */
  public Optional<Cost> billed() {
    return sum(pods.stream().map(PartCost::cost));
  }

  /** Returns what all cards cost, used or not; empty where the price of one is not known. */
  public Optional<Cost> paid() {
    return paid;
  }

  /**
   * Returns what of it no pod uses and another could; empty where the price of a card is not known.
   */
  public Optional<Cost> unused() {
    return unused;
  }

  /** The cards without a known price. */
  public Listing<String> unpriced() {
    return Listing.copyOf(unpriced);
  }

  /** The pods that have no place and cost nothing, each with its reasons. */
  public Listing<Rejection> unplaced() {
    return Listing.copyOf(unplaced);
  }

  /** Returns whether every pod has a place, and every card a price. */
  public boolean isComplete() {
    return unplaced.isEmpty() && unpriced.isEmpty();
  }

  /** Returns each pod with what it is billed, the sums, and where the prices come from. */
  public Text explain() {
    List<String> lines = new ArrayList<>(pods.stream().map(PartCost::toString).toList());
    unplaced.forEach(pod -> lines.add(pod.toString()));
    lines.add(toString());
    pods.stream()
        .flatMap(pod -> pod.price().stream())
        .map(price -> "a card costs " + price.explain())
        .distinct()
        .forEach(lines::add);
    return Text.of(String.join("\n", lines));
  }

  /**
   * Adds {@code "pods": [as of a part], "billed"?, "paid"?, "unused"?, "unpriced": [names],
   * "unplaced": [{"name", "reasons"}]}; a cost that is not known is absent.
   */
  @Override
  public void describe(Facts out) {
    out.put("pods", pods())
        .put("billed", billed())
        .put("paid", paid())
        .put("unused", unused())
        .put("unpriced", unpriced())
        .put("unplaced", unplaced());
  }

  /** The sums, such as {@code pods 4 CNY per hour; paid 8.5 CNY per hour, of it unused ...}. */
  @Override
  public String toString() {
    String without =
        unplaced.isEmpty() ? "" : "; without the %s unplaced".formatted(unplaced.size());
    return unpriced.isEmpty()
        ? "pods %s; paid %s, of it unused %s%s"
            .formatted(
                billed().map(Cost::toString).orElse("none"),
                paid.orElseThrow(),
                unused.orElseThrow(),
                without)
        : "no price is known for " + String.join(", ", unpriced) + without;
  }
}
