package io.gpuspec.share;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Text;
import java.util.Optional;

/**
 * A part of a card and its cost.
 *
 * <pre>{@code
 * CardPart quarter = CardPart.of(Replicas.timeSlicing(4));
 * PartCost cost = PartCost.of("web-0", quarter, Optional.of(CardPrice.perHour("8", "CNY")));
 *     // web-0: one of 4 replicas: 1/4 of the card (places 1/4) · 2 CNY per hour
 * cost.cost();    // Optional[2 CNY per hour]
 * }</pre>
 *
 * @param name whose it is, such as a pod's name
 * @param part what it takes of each of its cards
 * @param cards the number of cards
 * @param price the price of one card; empty if it is not known
 */
public record PartCost(String name, CardPart part, int cards, Optional<CardPrice> price)
    implements Answer {

  /** Refuses null. */
  public PartCost {
    Arguments.notNull("name, part, price", name, part, price);
  }

  /** A part of one card. */
  public static PartCost of(String name, CardPart part, Optional<CardPrice> price) {
    return new PartCost(name, part, 1, price);
  }

  /** Returns what the part of all its cards costs; empty where the price of a card is not known. */
  public Optional<Cost> cost() {
    return price.map(each -> each.times(Ratio.of(part.billed()).times(Ratio.of(cards, 1))));
  }

  /** Returns a copy with the price of the card and where it comes from. */
  public Text explain() {
    return Text.of(this + price.map(each -> "\na card costs " + each.explain()).orElse(""));
  }

  /**
   * Adds {@code "name", "cards", "billed", "taken": {"memory"?, "compute"?, "places"?, "card"?},
   * "cardPrice"?, "cost"?: {"amount", "currency", "per", "exact"}}; parts are of one card, such as
   * {@code "2/7"}.
   */
  @Override
  public void describe(Facts out) {
    out.put("name", name)
        .put("cards", cards)
        .put("billed", part.billed())
        .put("taken", part.taken())
        .put(
            "cardPrice",
            price.map(each -> (Answer) of -> of.putAll(each.cost()).put("source", each.source())))
        .put("cost", cost());
  }

  /**
   * Returns text such as {@code pod-0: 4Gi of T4: 2/7 of the card (memory 2/7) · 2 CNY per hour}.
   */
  @Override
  public String toString() {
    return "%s: %s%s · %s"
        .formatted(
            name,
            part,
            cards == 1 ? "" : ", of %s cards".formatted(cards),
            cost().map(Cost::toString).orElse("no price is known"));
  }
}
