package io.gpuspec.share;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.Price;
import io.gpuspec.SpecCatalog;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.InvalidValueException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The price of one card, including the CPU and memory that are sold with it.
 *
 * <pre>{@code
 * CardPrice.perHour("8.5", "CNY");    // 8.5 CNY per hour
 *
 * // The list price, where it is known.
 * SpecCatalog ack = gpus.in("ack").catalog();
 * CardPrice.of(ack, "ecs.gn6i-c4g1.xlarge");    // Optional[11.63 CNY per hour]
 * }</pre>
 *
 * <p>The price of an instance is divided by its cards: its CPU and memory have no price of their
 * own. A price that is not known is absent, never zero.
 */
public final class CardPrice {
  private static final Pattern GRAMMAR =
      Pattern.compile("(?<amount>[0-9]{1,12}(?:\\.[0-9]{1,9})?) ?(?<currency>[A-Z]{3})");
  private static final String HOUR = "hour";

  private final Ratio amount;
  private final String currency;
  private final String per;
  private final String source;

  private CardPrice(Ratio amount, String currency, String per, String source) {
    this.amount = amount;
    this.currency = currency;
    this.per = per;
    this.source = source;
  }

  /**
   * Returns a price per hour.
   *
   * @param amount a decimal number above zero, such as {@code 8.5}
   * @param currency an ISO 4217 code in capitals, such as {@code CNY}
   * @throws InvalidValueException if the amount is not valid
   */
  public static CardPrice perHour(String amount, String currency) {
    Arguments.notNull("amount, currency", amount, currency);
    return parse(amount + " " + currency);
  }

  /**
   * Reads {@code 8.5CNY}, the price of an hour.
   *
   * @throws InvalidValueException if it is not above zero, or no amount with a currency
   */
  public static CardPrice parse(String text) {
    Arguments.required("price", text, "an amount and a currency, such as 8.5CNY");
    Matcher written = GRAMMAR.matcher(text);
    if (!written.matches() || new BigDecimal(written.group("amount")).signum() == 0) {
      throw new InvalidValueException(
          "share.malformed",
          "price: %s is not a price of an hour; write an amount above 0 and a currency, such as 8.5CNY"
              .formatted(Quoted.of(text)));
    }
    return new CardPrice(
        Ratio.of(new BigDecimal(written.group("amount"))),
        written.group("currency"),
        HOUR,
        "as given");
  }

  /**
   * An equal part of the price of a machine with several cards.
   *
   * @throws InvalidValueException if the number of cards is below 1
   */
  public static CardPrice of(Price machine, int cards) {
    Arguments.required("machine", machine, "a Price");
    if (cards < 1) {
      throw new InvalidValueException(
          "share.out-of-range",
          "cards: '%s' is not a number of cards; write 1 or more".formatted(cards));
    }
    return new CardPrice(
        Ratio.of(machine.amount()).times(Ratio.of(1, cards)),
        machine.currency(),
        machine.per(),
        "%s for %s %s [%s]"
            .formatted(machine, cards, cards == 1 ? "card" : "cards", machine.citation().title()));
  }

  /**
   * An equal part of the price of a row of whole cards; empty if it is not known.
   *
   * @param capacityType how the capacity is bought
   */
  public static Optional<CardPrice> of(GpuSpec row, CapacityType capacityType) {
    Arguments.notNull("row, capacityType", row, capacityType);
    return row.isWhole()
        ? row.price(capacityType).map(price -> of(price, row.gpus()))
        : Optional.empty();
  }

  /**
   * Returns what a card costs on demand by a catalog; empty where that is not known.
   *
   * @param gpu an instance type; or a card, where all of its rows cost the same for a card
   * @throws io.gpuspec.value.UnknownNameException if the name is unknown
   * @throws InvalidValueException if it stands for rows in which a card has different prices
   */
  public static Optional<CardPrice> of(SpecCatalog catalog, String gpu) {
    List<GpuSpec> rows =
        Arguments.required("catalog", catalog, "a SpecCatalog").gpu(gpu).specs().stream()
            .filter(GpuSpec::isWhole)
            .toList();
    List<Optional<CardPrice>> prices =
        rows.stream().map(row -> of(row, CapacityType.ON_DEMAND)).toList();
    if (prices.stream().map(each -> each.map(CardPrice::cost)).distinct().count() > 1) {
      throw new InvalidValueException(
          "share.ambiguous",
          "gpu: '%s' costs differently from row to row; name one of %s, or give the price of a card"
              .formatted(gpu, rows.stream().map(GpuSpec::name).collect(Collectors.joining(", "))));
    }
    return prices.stream().flatMap(Optional::stream).findFirst();
  }

  /** Returns what a part of a card costs. */
  public Cost of(CardPart part) {
    return times(Ratio.of(Arguments.required("part", part, "a CardPart").billed()));
  }

  /** Returns what the whole card costs. */
  public Cost cost() {
    return times(Ratio.ONE);
  }

  Cost times(Ratio cards) {
    return new Cost(amount.times(cards), currency, per);
  }

  /** Returns where it comes from: {@code as given}, or the price of the machine with its source. */
  public String source() {
    return source;
  }

  /** Returns the price with its source. */
  String explain() {
    return "%s: %s".formatted(this, source);
  }

  /** Returns text such as {@code 8.5 CNY per hour}. */
  @Override
  public String toString() {
    return cost().toString();
  }
}
