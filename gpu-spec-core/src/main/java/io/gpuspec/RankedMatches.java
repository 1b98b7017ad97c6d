package io.gpuspec;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One answer per cloud, the cheapest first, by exchange rates that the caller provides.
 *
 * <pre>{@code
 * RankedMatches ranked = gpus.match(GpuRequest.of("T4")).rates(gpus.rates("USD=7.1"));
 * ranked.currency();    // CNY
 * ranked.cheapest();    // Optional[g4dn.xlarge · 4 cores · 16Gi  on eks]
 * }</pre>
 *
 * <p>The price is that of all replicas in the requested capacity type. Answers without a price come
 * after those with one, clouds without a shape last; among equals their ids decide.
 */
public final class RankedMatches implements Answer {
  /** As many as vendors' prices per hour have; the ranking itself is exact. */
  private static final int TEXT_DIGITS = 4;

  private final String currency;
  private final Listing<Ranked> ranking;

  /**
   * A cloud's answer, with its price in the common currency.
   *
   * @param match the answer
   * @param amount the price; empty if unknown
   * @param per the unit of time; empty if there is no price
   */
  public record Ranked(Match match, Optional<BigDecimal> amount, String per) {
    private static final Comparator<Ranked> ORDER =
        Comparator.<Ranked, Boolean>comparing(each -> each.amount().isEmpty())
            .thenComparing(each -> each.amount().orElse(BigDecimal.ZERO))
            .thenComparing(each -> !each.match().isFound())
            .thenComparing(each -> each.match().target().id());

    /** Refuses null, and an amount of more than 40 digits before or after the decimal point. */
    public Ranked {
      Arguments.required("match", match, "a Match");
      Arguments.required("amount", amount, "an Optional, empty for none")
          .ifPresent(each -> Arguments.price("amount", each));
      Arguments.required("per", per, "a time, empty for none");
    }

    /** The answer, and its price in the common currency. */
    @Override
    public String toString() {
      return match
          + amount
              .map(each -> "; %s per %s".formatted(RankedMatches.inWords(each), per))
              .orElse("; no price is known");
    }
  }

  RankedMatches(List<Match> answers, Rates rates) {
    this.currency = rates.currency();
    this.ranking =
        answers.stream()
            .map(answer -> ranked(answer, rates))
            .sorted(Ranked.ORDER)
            .collect(Listing.collector());
  }

  private static Ranked ranked(Match match, Rates rates) {
    Optional<Price> price = Matches.price(match);
    return new Ranked(match, price.map(rates::convert), price.map(Price::per).orElse(""));
  }

  /** The currency of all amounts. */
  public String currency() {
    return currency;
  }

  /** Returns every cloud's answer, the cheapest first. */
  public Listing<Ranked> ranking() {
    return ranking;
  }

  /** The cheapest answer, where any has a price. */
  public Optional<Match.Found> cheapest() {
    return ranking.stream()
        .findFirst()
        .filter(r -> r.amount().isPresent())
        .flatMap(r -> r.match().found());
  }

  /** The prices, one per cloud and line. */
  public Text table() {
    StringBuilder out = new StringBuilder();
    for (Ranked each : ranking) {
      out.append(each.match().target().id()).append(": ").append(inWords(each)).append('\n');
    }
    return Text.of(out.toString().stripTrailing());
  }

  private static String inWords(BigDecimal amount) {
    BigDecimal rounded = amount.setScale(TEXT_DIGITS, RoundingMode.HALF_UP);
    return (rounded.signum() == 0 ? amount : rounded).stripTrailingZeros().toPlainString();
  }

  private String inWords(Ranked each) {
    if (!each.match().isFound()) {
      return "no match";
    }
    return each.amount()
        .map(amount -> "%s %s per %s".formatted(inWords(amount), currency, each.per()))
        .orElse("no price is known");
  }

  /**
   * Adds {@code "providers": [{"provider", "cloud", "rank", "comparablePrice", ...as of one
   * match}]}, in the order of the ranking; an answer without a price has no rank.
   */
  @Override
  public void describe(Facts out) {
    out.put("providers", ranking, this::describe);
  }

  private void describe(Ranked each, Facts out) {
    out.putAll(each.match().target().named());
    each.amount()
        .ifPresent(
            amount ->
                // Those without a price come last.
                out.put("rank", ranking.indexOf(each) + 1)
                    .put(
                        "comparablePrice",
                        of -> of.put("amount", amount.toPlainString()).put("currency", currency)));
    out.putAll(each.match());
  }

  /** The same as {@link #table()}. */
  @Override
  public String toString() {
    return table().toString();
  }
}
