package io.gpuspec.share.dialect;

import io.gpuspec.GpuModel;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.UnseenMemory;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.share.dialect.DialectAmount.Of;
import io.gpuspec.share.dialect.DialectAmount.Unit;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A pod's request for parts of cards in one dialect, with its exact meaning.
 *
 * <pre>{@code
 * DialectShare asked =
 *     DialectShare.read(Map.of("nvidia.com/gpu", "1", "nvidia.com/gpumem", "3000"));
 * asked.toString();    // hami: 3000Mi of a card
 *
 * // In other words; amounts are rounded up, and what cannot be kept is a note.
 * asked.to(ShareDialect.of("volcano-vgpu")).resources();
 *     // {volcano.sh/vgpu-number=1, volcano.sh/vgpu-memory=3000}
 * asked.to(ShareDialect.of("kai"), MemorySize.parse("16Gi")).annotations();    // {gpu-memory=3000}
 * }</pre>
 *
 * <p>Memory is of each card: an amount, or a part of the card where the dialect has percentages.
 */
public final class DialectShare {
  private static final int WHOLE = 100;

  private final ShareDialect dialect;
  private final int cards;
  private final Optional<MemorySize> memory;
  private final Optional<Fraction> partOfMemory;
  private final Optional<Fraction> compute;

  private DialectShare(
      ShareDialect dialect,
      int cards,
      Optional<MemorySize> memory,
      Optional<Fraction> partOfMemory,
      Optional<Fraction> compute) {
    this.dialect = dialect;
    this.cards = cards;
    this.memory = memory;
    this.partOfMemory = partOfMemory;
    this.compute = compute;
  }

  /**
   * Reads resources, or annotations, with their amounts.
   *
   * @param asked amounts by name, such as {@code nvidia.com/gpumem} and {@code 3000}
   * @throws InvalidValueException if the names are not of one dialect, or an amount is not valid
   */
  public static DialectShare read(Map<String, String> asked) {
    Map<String, String> given = new LinkedHashMap<>();
    Arguments.required("asked", asked, "amounts by name")
        .forEach(
            (name, amount) ->
                given.put(
                    Arguments.required("name", name, "a name"),
                    Arguments.required("amount", amount, "an amount")));
    ShareDialect dialect =
        ShareDialect.all().stream()
            .filter(each -> !given.isEmpty() && each.names().containsAll(given.keySet()))
            .findFirst()
            .orElseThrow(() -> unknown(given));
    return new Reader(dialect, given).read();
  }

  private static InvalidValueException unknown(Map<String, String> asked) {
    return new InvalidValueException(
        "share.unknown",
        "share: %s are not names of one dialect; give the names of one of %s"
            .formatted(
                Quoted.of(String.join(", ", new TreeSet<>(asked.keySet()))), ShareDialect.all()));
  }

  /** Returns the dialect that it was read in. */
  public ShareDialect dialect() {
    return dialect;
  }

  /** Returns the number of GPUs that it requests a part of. */
  public int cards() {
    return cards;
  }

  /** Returns the memory of each card, if it is an amount. */
  public Optional<MemorySize> memory() {
    return memory;
  }

  /** Returns the part of each card's memory, if it is a part. */
  public Optional<Fraction> partOfMemory() {
    return partOfMemory;
  }

  /** Returns the part of each card's compute; empty if the dialect or the pod states none. */
  public Optional<Fraction> compute() {
    return compute;
  }

  /** Returns whether it requests whole GPUs. */
  public boolean isWhole() {
    return partOfMemory.filter(Fraction::isWhole).isPresent()
        && compute.filter(part -> !part.isWhole()).isEmpty();
  }

  /**
   * Returns the same in another dialect.
   *
   * @throws InvalidValueException if that depends on the card's memory
   */
  public ShareTranslation to(ShareDialect other) {
    return new Translator(this, other, Optional.empty()).translation();
  }

  /**
   * Returns the same in another dialect.
   *
   * @param card the memory of the card, as its driver reports it
   */
  public ShareTranslation to(ShareDialect other, MemorySize card) {
    return new Translator(
            this, other, Optional.of(Arguments.required("card", card, "the memory of the card")))
        .translation();
  }

  /**
   * Returns the same in another dialect.
   *
   * @param card which has the memory that its driver reports; where that was not seen, two GiB less
   *     than it is sold with (inferred)
   */
  public ShareTranslation to(ShareDialect other, GpuModel card) {
    Arguments.required("card", card, "a GpuModel");
    return to(other, card.memoryReported().orElseGet(() -> UnseenMemory.of(card.memory())));
  }

  /** Returns text such as {@code hami: 3000Mi and 30% of 2 cards}. */
  @Override
  public String toString() {
    String of = cards == 1 ? "a card" : "each of " + cards + " cards";
    String part =
        memory
            .map(MemorySize::toString)
            .or(() -> partOfMemory.map(part1 -> part1.isWhole() ? "all" : part1 + " of the memory"))
            .orElse("any memory");
    return "%s: %s%s of %s"
        .formatted(
            dialect.id(),
            part,
            compute.filter(c -> !c.isWhole()).map(c -> " and " + c + " of the compute").orElse(""),
            of);
  }

  /** Reads amounts of one dialect. */
  private record Reader(ShareDialect dialect, Map<String, String> asked) {
    DialectShare read() {
      Optional<Long> counted =
          dialect
              .count()
              .flatMap(name -> Optional.ofNullable(asked.get(name)).map(text -> whole(name, text)));
      int cards = Math.toIntExact(counted.orElseGet(this::cardsOfPercent));
      Optional<Fraction> compute = Optional.empty();
      Optional<MemorySize> memory = Optional.empty();
      Optional<Fraction> part = Optional.empty();
      for (DialectAmount amount : dialect.amounts()) {
        String text = asked.get(amount.name());
        if (text == null) {
          continue;
        }
        if (amount.unit().isAbsolute()) {
          memory = Optional.of(perCard(memory(amount, text), cards));
        } else {
          Fraction of = part(amount, text, cards);
          part = amount.of() == Of.COMPUTE ? part : Optional.of(of);
          compute = amount.of() == Of.MEMORY ? compute : Optional.of(of);
        }
      }
      boolean isAll = dialect.amounts().isEmpty() || compute.filter(Fraction::isWhole).isPresent();
      if (memory.isEmpty() && part.isEmpty() && (isAll || asked.keySet().equals(countOnly()))) {
        part = Optional.of(Fraction.WHOLE);
        compute = Optional.of(Fraction.WHOLE);
      }
      return new DialectShare(
          dialect, cards, memory, memory.isPresent() ? Optional.empty() : part, compute);
    }

    private Set<String> countOnly() {
      return dialect.count().map(Set::of).orElse(Set.of());
    }

    /** Whole cards are hundreds of percent where amounts are those of all cards together. */
    private long cardsOfPercent() {
      for (DialectAmount amount : dialect.amounts()) {
        String text = asked.get(amount.name());
        if (dialect.isTotal() && text != null && amount.unit() == Unit.PERCENT) {
          long percent = whole(amount.name(), text);
          if (percent > WHOLE && percent % WHOLE == 0) {
            return percent / WHOLE;
          }
        }
      }
      return 1;
    }

    private MemorySize memory(DialectAmount amount, String text) {
      return amount.unit() == Unit.BYTES
          ? MemorySize.parse(text)
          : MemorySize.ofBytes(
              Math.multiplyExact(whole(amount.name(), text), amount.unit().bytes()));
    }

    private MemorySize perCard(MemorySize memory, int cards) {
      return dialect.isTotal() && cards > 1
          ? MemorySize.ofBytes(Translator.ceil(memory.toBytes(), cards))
          : memory;
    }

    private Fraction part(DialectAmount amount, String text, int cards) {
      if (amount.unit() == Unit.FRACTION) {
        return fraction(amount.name(), text);
      }
      long percent = whole(amount.name(), text);
      int of = dialect.isTotal() ? cards : 1;
      if (percent > (long) WHOLE * of) {
        throw new InvalidValueException(
            "share.out-of-range",
            "%s: '%s' is more than %s percent; write less%s"
                .formatted(
                    amount.name(),
                    text,
                    WHOLE * of,
                    dialect.isTotal() ? ", or whole cards in hundreds" : ""));
      }
      return Fraction.of(Math.toIntExact(percent), WHOLE * of);
    }

    private static Fraction fraction(String name, String text) {
      try {
        BigDecimal part = new BigDecimal(text).stripTrailingZeros();
        int scale = Math.max(0, part.scale());
        return Fraction.of(
            part.movePointRight(scale).intValueExact(), BigDecimal.TEN.pow(scale).intValueExact());
      } catch (ArithmeticException | NumberFormatException | InvalidValueException e) {
        throw new InvalidValueException(
            "share.malformed",
            "%s: %s is not a part of a card; write it like 0.5".formatted(name, Quoted.of(text)),
            e);
      }
    }

    private static long whole(String name, String text) {
      long amount = MemorySize.parse(text).toBytes();
      if (amount < 1 || amount > Integer.MAX_VALUE) {
        throw new InvalidValueException(
            "share.out-of-range",
            "%s: '%s' is not a whole number from 1; write it like 1".formatted(name, text));
      }
      return amount;
    }
  }
}
