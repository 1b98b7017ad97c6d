package io.gpuspec;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.internal.Arguments;
import io.gpuspec.value.InvalidValueException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Exchange rates that the caller provides, all to one currency; the library has none of its own.
 *
 * <pre>{@code
 * // 1 CNY is worth 0.139 USD.
 * Rates.to("USD").rate("CNY", "0.139");    // to USD: CNY=0.139
 * }</pre>
 */
public final class Rates {
  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
  // Digits that a person writes: an exponent could make a number that no memory holds.
  private static final Pattern WORTH = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,12})?");

  private final String currency;
  private final ImmutableMap<String, BigDecimal> rates;

  private Rates(String currency, ImmutableMap<String, BigDecimal> rates) {
    this.currency = currency;
    this.rates = rates;
  }

  /**
   * Rates to this currency, none given yet.
   *
   * @throws InvalidValueException if it is no ISO 4217 code in capitals
   */
  public static Rates to(String currency) {
    return new Rates(checked(currency), ImmutableMap.of());
  }

  private static String checked(String currency) {
    Arguments.required("currency", currency, "a currency's code, such as USD");
    if (!CURRENCY.matcher(currency).matches()) {
      throw new InvalidValueException(
          "rate.malformed",
          "currency: '" + currency + "' is no code; write three capitals, such as USD");
    }
    return currency;
  }

  /**
   * Reads {@code USD=7.1,EUR=7.8}: what one unit of each is worth in the one currency that has no
   * rate.
   *
   * @param currencies the currencies that there are prices in
   * @throws InvalidValueException if it cannot be read, or if not exactly one currency is left
   */
  static Rates parse(String list, Set<String> currencies) {
    Map<String, BigDecimal> rates = new LinkedHashMap<>();
    for (String entry : Arguments.required("rates", list, "such as USD=7.1").split(",", -1)) {
      int equals = entry.indexOf('=');
      if (equals < 0) {
        throw new InvalidValueException(
            "rate.malformed", "rate: '" + entry + "' has no '='; write it like USD=7.1");
      }
      String from = checked(entry.substring(0, equals).strip());
      if (rates.put(from, worth(entry.substring(equals + 1))) != null) {
        throw new InvalidValueException(
            "rate.duplicate",
            "rate: '%s' has more than one in '%s'; give each currency one".formatted(from, list));
      }
    }
    Set<String> left =
        currencies.stream()
            .filter(each -> !rates.containsKey(each))
            .collect(Collectors.toUnmodifiableSet());
    if (left.size() != 1) {
      throw new InvalidValueException(
          "rate.conflict",
          "rate: '%s' was given and prices are in %s; give a rate for each of them but one, which the others are counted in"
              .formatted(list, currencies.stream().sorted().collect(Collectors.joining(" and "))));
    }
    return new Rates(left.iterator().next(), ImmutableMap.copyOf(rates));
  }

  /**
   * The same rates and one more.
   *
   * @param from the other currency
   * @param worth what one unit of it is worth, such as {@code 0.139}
   * @throws InvalidValueException if it is not above zero
   */
  public Rates rate(String from, String worth) {
    BigDecimal each = worth(worth);
    if (checked(from).equals(currency)) {
      throw new InvalidValueException(
          "rate.conflict",
          "rate: '%s' is the currency that all is counted in; remove it".formatted(from));
    }
    return new Rates(
        currency,
        ImmutableMap.<String, BigDecimal>builder()
            .putAll(rates)
            .put(from, each)
            .buildKeepingLast());
  }

  private static BigDecimal worth(String text) {
    Arguments.required("rate", text, "a decimal number, such as 7.1");
    if (WORTH.matcher(text.strip()).matches()) {
      BigDecimal worth = new BigDecimal(text.strip());
      if (worth.signum() > 0) {
        return worth;
      }
    }
    throw new InvalidValueException(
        "rate.malformed", "rate: '" + text + "' is not a number above zero; write it like 7.1");
  }

  /** The currency that everything is counted in. */
  String currency() {
    return currency;
  }

  /**
   * A price in that currency, exactly.
   *
   * @throws InvalidValueException if its currency has no rate
   */
  BigDecimal convert(Price price) {
    String from = Arguments.required("price", price, "a Price").currency();
    return rateOf(from)
        .map(price.amount()::multiply)
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "rate.missing",
                    "rate: '%s' has none to %s; add rate(\"%s\", ...)"
                        .formatted(from, currency, from)));
  }

  private Optional<BigDecimal> rateOf(String from) {
    return from.equals(currency)
        ? Optional.of(BigDecimal.ONE)
        : Optional.ofNullable(rates.get(from));
  }

  /** Returns text such as {@code to USD: CNY=0.139}. */
  @Override
  public String toString() {
    return "to "
        + currency
        + ": "
        + rates.entrySet().stream()
            .map(rate -> rate.getKey() + "=" + rate.getValue().toPlainString())
            .collect(Collectors.joining(", "));
  }
}
