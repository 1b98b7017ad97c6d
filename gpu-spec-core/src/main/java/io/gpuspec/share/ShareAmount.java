package io.gpuspec.share;

import io.gpuspec.Share;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of a card as a person writes it: {@code MEMORY} or {@code MEMORY:COMPUTE}.
 *
 * <pre>{@code
 * // 4.5 decimal GB, or 4608 MiB, and 25 of a card's 100 cores.
 * ShareAmount.parse("4.5G:25");
 * ShareAmount.parse("4608Mi:25%");
 *
 * // A quarter of what a card offers, known once the card is.
 * CardKind t4 = CardKind.of(gpus.in("tke/qgpu"), "T4");
 * ShareAmount.parse("1/4:1/4").on(t4).roundedUp();    // 4Gi and 25%
 * }</pre>
 *
 * <table>
 * <caption>Units</caption>
 * <tr><td>{@code 4608Mi}, {@code 5Gi}</td><td>mebibytes and gibibytes of memory</td></tr>
 * <tr><td>{@code 4500M}, {@code 4.5G}</td><td>decimal MB and GB of memory</td></tr>
 * <tr><td>{@code 25%}, {@code 12.5%}</td><td>percent of a card's memory or compute</td></tr>
 * <tr><td>{@code 1/4}</td><td>a fraction of a card's memory or compute</td></tr>
 * <tr><td>{@code 25}</td><td>cores, 100 for each card; compute only</td></tr>
 * </table>
 *
 * <p>Nothing is rounded here. {@link ShareOffer} has the rounding, which is up: to whole MiB and
 * percent first, then to the steps of the rules.
 */
public final class ShareAmount {
  private static final int WHOLE = 100;
  private static final Pattern FRACTION = Pattern.compile("[0-9]+/[0-9]+");
  private static final Pattern NUMBER = Pattern.compile("(?<number>[0-9]{1,4}(\\.[0-9]{1,6})?)%?");

  private final String text;
  private final Optional<MemorySize> memory;
  private final Optional<Fraction> partOfMemory;
  private final Optional<Fraction> compute;

  private ShareAmount(
      String text,
      Optional<MemorySize> memory,
      Optional<Fraction> partOfMemory,
      Optional<Fraction> compute) {
    this.text = text;
    this.memory = memory;
    this.partOfMemory = partOfMemory;
    this.compute = compute;
  }

  /**
   * Reads an amount.
   *
   * @throws InvalidValueException if the amount is not valid
   */
  public static ShareAmount parse(String text) {
    return parse(text, "write 1 to 100, or remove it");
  }

  /** Returns the amount, for a card whose compute rule is known. */
  static ShareAmount parse(String text, String computeRule) {
    String[] parts =
        Arguments.required("share", text, "memory and perhaps compute, such as 5Gi:30")
            .split(":", -1);
    if (parts.length > 2) {
      throw new InvalidValueException(
          "share.malformed",
          "share: %s is more than memory and compute; write it like 5Gi or 5Gi:30"
              .formatted(Quoted.of(text)));
    }
    Optional<Fraction> part = part(parts[0], "memory", "write 1% to 100%");
    Optional<MemorySize> memory =
        part.isPresent() ? Optional.empty() : Optional.of(Share.of(parts[0]).memory());
    return new ShareAmount(
        text,
        memory,
        part,
        parts.length == 1 ? Optional.empty() : Optional.of(compute(parts[1], computeRule)));
  }

  private static Fraction compute(String text, String rule) {
    String percent = text.endsWith("%") || text.contains("/") ? text : text + "%";
    return part(percent, "compute", rule)
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "share.malformed",
                    "share: %s is not an amount of compute; write a percentage or a fraction, such as 30, 30%% or 1/4"
                        .formatted(Quoted.of(text))));
  }

  private static Optional<Fraction> part(String text, String of, String rule) {
    if (FRACTION.matcher(text).matches()) {
      return Optional.of(Fraction.parse(text));
    }
    Matcher percent = NUMBER.matcher(text);
    if (!text.endsWith("%") || !percent.matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(percent.group("number"));
    if (number.signum() == 0 || number.compareTo(BigDecimal.valueOf(WHOLE)) > 0) {
      throw new InvalidValueException(
          "share.out-of-range",
          "share: '%s' is not a percentage of a card's %s; %s"
              .formatted(number.toPlainString(), of, rule));
    }
    BigDecimal whole = BigDecimal.valueOf(WHOLE).scaleByPowerOfTen(number.scale());
    return Optional.of(Fraction.of(number.unscaledValue().intValueExact(), whole.intValueExact()));
  }

  /** Returns whether its memory is a part of a card's, so that it is known once the card is. */
  public boolean needsCard() {
    return partOfMemory.isPresent();
  }

  /**
   * The same as a share of any card.
   *
   * @throws InvalidValueException if its memory is a part of a card's, or its compute no whole
   *     percentage
   */
  public Share toShare() {
    if (needsCard()) {
      throw new InvalidValueException(
          "share.unsupported",
          "share: '%s' is a part of a card's memory; name one card, and it becomes MiB"
              .formatted(text));
    }
    compute
        .filter(part -> !isWholePercent(part))
        .ifPresent(
            part -> {
              throw new InvalidValueException(
                  "share.malformed",
                  "share: '%s' of compute is no whole percentage; %s would do"
                      .formatted(part, percent(part)));
            });
    return stated(MemorySize.ZERO);
  }

  /** Returns what of a card there is for this amount, by the card's rules. */
  public ShareOffer on(CardKind card) {
    return ShareOffer.of(this, Arguments.required("card", card, "a CardKind"));
  }

  /**
   * Returns the smallest whole MiB and percent that are not below it; memory with a unit is
   * unchanged.
   */
  Share stated(MemorySize card) {
    MemorySize size = memory.orElseGet(() -> mebibytes(partOfMemory.orElseThrow(), card));
    return compute.map(part -> Share.of(size, percent(part))).orElseGet(() -> Share.of(size));
  }

  /** Returns whether {@link #stated} is it, and no more. */
  boolean isStatedExactly(MemorySize card) {
    return compute.map(ShareAmount::isWholePercent).orElse(true)
        && partOfMemory.map(part -> isWholeMebibytes(part, card)).orElse(true);
  }

  private static boolean isWholePercent(Fraction part) {
    return WHOLE * (long) part.numerator() % part.denominator() == 0;
  }

  private static int percent(Fraction part) {
    return Math.toIntExact(-Math.floorDiv(-WHOLE * (long) part.numerator(), part.denominator()));
  }

  private static boolean isWholeMebibytes(Fraction part, MemorySize card) {
    return mebibytesOf(part, card)[1].signum() == 0;
  }

  private static MemorySize mebibytes(Fraction part, MemorySize card) {
    BigInteger[] parts = mebibytesOf(part, card);
    return MemorySize.ofMebibytes(parts[0].longValueExact() + parts[1].signum());
  }

  /** Returns how many there are, and what is left over of one more. */
  private static BigInteger[] mebibytesOf(Fraction part, MemorySize card) {
    return BigInteger.valueOf(card.toBytes())
        .multiply(BigInteger.valueOf(part.numerator()))
        .divideAndRemainder(
            BigInteger.valueOf(part.denominator())
                .multiply(BigInteger.valueOf(MemorySize.ofMebibytes(1).toBytes())));
  }

  /** The amount as it was written. */
  @Override
  public String toString() {
    return text;
  }
}
