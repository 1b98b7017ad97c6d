package io.gpuspec;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import java.util.List;
import java.util.Optional;

/**
 * One answer per cloud to the same request, in the order of their ids.
 *
 * <pre>{@code
 * Matches answers = gpus.match(GpuRequest.of("T4"));
 * answers.isFound();    // true
 * answers.answers();
 *     // ecs.gn6i-c4g1.xlarge · 4 cores · 15Gi  on ack
 *     // g4dn.xlarge · 4 cores · 16Gi  on eks
 *     // T4 x1 · 2 cores · 8Gi  on tke
 * }</pre>
 */
public final class Matches implements Answer {
  private final Listing<Match> answers;

  Matches(List<Match> answers) {
    this.answers = Listing.copyOf(answers);
  }

  /** Returns every cloud's answer. */
  public Listing<Match> answers() {
    return answers;
  }

  /** The clouds that have a shape, with it. */
  public Listing<Match.Found> found() {
    return answers.stream().flatMap(m -> m.found().stream()).collect(Listing.collector());
  }

  /** Returns whether any cloud has a shape. */
  public boolean isFound() {
    return answers.stream().anyMatch(Match::isFound);
  }

  /** The same answers, the cheapest first, compared by these rates. */
  public RankedMatches rates(Rates rates) {
    return new RankedMatches(answers, Arguments.required("rates", rates, "Rates"));
  }

  /**
   * The cheapest answer, where any has a price.
   *
   * @throws InvalidValueException if prices are in several currencies, which only {@link #rates}
   *     compares
   */
  public Optional<Match.Found> cheapest() {
    List<String> currencies =
        answers.stream()
            .flatMap(answer -> price(answer).stream())
            .map(Price::currency)
            .distinct()
            .sorted()
            .toList();
    if (currencies.size() > 1) {
      throw new InvalidValueException(
          "rate.missing",
          "cheapest: prices are in '%s'; compare them by rates(Rates.to(\"%s\").rate(\"%s\", ...))"
              .formatted(String.join("' and '", currencies), currencies.get(0), currencies.get(1)));
    }
    return currencies.isEmpty() ? Optional.empty() : rates(Rates.to(currencies.get(0))).cheapest();
  }

  /** Returns the price of all replicas in the requested capacity type. */
  static Optional<Price> price(Match match) {
    return match.found().flatMap(Match.Found::price);
  }

  /** Adds {@code "providers": [{"provider", "cloud", ...as of one match}]}. */
  @Override
  public void describe(Facts out) {
    out.put(
        "providers", answers(), (match, item) -> item.putAll(match.target().named()).putAll(match));
  }

  /** Returns one line per cloud. */
  @Override
  public String toString() {
    return answers.toString();
  }
}
