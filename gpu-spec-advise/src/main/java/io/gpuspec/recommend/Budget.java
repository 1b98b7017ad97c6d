package io.gpuspec.recommend;

import io.gpuspec.Price;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.Finding;
import io.gpuspec.value.InvalidValueException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The maximum price per hour. */
record Budget(BigDecimal amount, String currency) {
  private static final Pattern GRAMMAR =
      Pattern.compile("(?<amount>[0-9]{1,12}(?:\\.[0-9]{1,9})?) ?(?<currency>[A-Z]{3})");
  private static final String HOUR = "hour";

  /** Reads {@code 5USD}, {@code 12.5 CNY}. */
  static Budget parse(String text) {
    Matcher written =
        GRAMMAR.matcher(Arguments.required("budget", text, "an amount and a currency, as 5USD"));
    if (!written.matches() || new BigDecimal(written.group("amount")).signum() == 0) {
      throw new InvalidValueException(
          "recommend.malformed",
          "budget: %s is not a price of an hour; write an amount above 0 and a currency, as 5USD"
              .formatted(Quoted.of(text)));
    }
    return new Budget(new BigDecimal(written.group("amount")), written.group("currency"));
  }

  /** Returns why a row is not within it; empty where it is. What is unknown is not within it. */
  List<Finding> whyNot(Optional<Price> price) {
    if (price.isEmpty()) {
      return List.of(Finding.unmet("price", "not known, so not taken as within " + this));
    }
    return isWithin(price.get()) ? List.of() : List.of(above(price.get()));
  }

  private boolean isWithin(Price price) {
    return price.currency().equals(currency)
        && price.per().equals(HOUR)
        && price.amount().compareTo(amount) <= 0;
  }

  private Finding above(Price price) {
    return Finding.unmet("price", price + ", and " + this + " requested")
        .withFix(
            "allow "
                + price.amount().toPlainString()
                + " "
                + price.currency()
                + " per "
                + price.per());
  }

  /** Returns text such as {@code 5 USD per hour}. */
  @Override
  public String toString() {
    return amount.toPlainString() + " " + currency + " per " + HOUR;
  }
}
