package io.gpuspec.share.dialect;

import io.gpuspec.share.dialect.DialectAmount.Of;
import io.gpuspec.share.dialect.DialectAmount.Unit;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Writes a request in another dialect: amounts are rounded up, and what is lost is a note. */
final class Translator {
  private static final int WHOLE = 100;

  private final DialectShare asked;
  private final ShareDialect to;
  private final Optional<MemorySize> card;
  private final Map<String, String> amounts = new LinkedHashMap<>();
  private final List<Note> notes = new ArrayList<>();
  private int cards;

  Translator(DialectShare asked, ShareDialect to, Optional<MemorySize> card) {
    this.asked = asked;
    this.to = to;
    this.card = card;
    this.cards = asked.cards();
  }

  ShareTranslation translation() {
    Optional<DialectAmount> wholeCards = find(a -> a.of() != Of.MEMORY && to.isTotal());
    if (to.amounts().isEmpty()) {
      wholeCards();
    } else if (asked.isWhole() && wholeCards.isPresent()) {
      DialectAmount amount = find(a -> a.of() == Of.BOTH).orElse(wholeCards.get());
      amounts.put(amount.name(), String.valueOf(WHOLE * cards));
    } else if (isAllOfTheCompute()) {
      amounts.put(find(DialectAmount::whole).orElseThrow().name(), String.valueOf(WHOLE * cards));
      lost(
          "share.whole-cards",
          "%s gives all of the compute with whole cards only, so the pod gets all of each"
              .formatted(to.title()));
    } else {
      count();
      memory();
      compute();
    }
    return new ShareTranslation(
        asked,
        to,
        to.hasAnnotations() ? Map.of() : amounts,
        to.hasAnnotations() ? amounts : Map.of(),
        notes);
  }

  private void wholeCards() {
    amounts.put(to.count().orElseThrow(), String.valueOf(cards));
    if (!asked.isWhole()) {
      lost(
          "share.whole-cards",
          "%s gives whole cards only, so the pod gets all of each".formatted(to.title()));
    }
  }

  private boolean isAllOfTheCompute() {
    return find(DialectAmount::whole).isPresent()
        && asked.compute().filter(Fraction::isWhole).isPresent();
  }

  private void count() {
    boolean isAlways = !to.isTotal() && !to.hasAnnotations();
    if (to.count().isPresent()) {
      if (isAlways || cards > 1) {
        amounts.put(to.count().get(), String.valueOf(cards));
      }
    } else if (isLabelled()) {
      lost(
          "share.label",
          "%s divides the sum among cards by the label %s: \"%s\" of the pod; add it"
              .formatted(to.title(), to.countLabel().get(), cards));
    } else if (cards > 1) {
      lost(
          "share.cards-lost",
          "%s gives a pod a part of one card, and %s cards were asked for; what was written asks for one"
              .formatted(to.title(), cards));
      cards = 1;
    }
  }

  /** Returns whether a label of the pod says how many cards the memory is of. */
  private boolean isLabelled() {
    return cards > 1
        && to.countLabel().isPresent()
        && asked.compute().filter(part -> !part.isWhole()).isEmpty();
  }

  private void memory() {
    boolean isPart = asked.memory().isEmpty();
    if (isPart && asked.partOfMemory().isEmpty()) {
      lost("share.memory-unknown", "no memory is asked for; %s needs it".formatted(to.title()));
      return;
    }
    Optional<DialectAmount> same =
        find(a -> a.of() == Of.MEMORY && a.unit().isAbsolute() != isPart);
    DialectAmount amount = same.or(() -> find(a -> a.of() == Of.MEMORY)).orElseThrow();
    if (amount.unit().isAbsolute()) {
      amounts.put(amount.name(), absolute(amount));
    } else {
      amounts.put(amount.name(), relative(amount, part()));
    }
  }

  private Fraction part() {
    return asked
        .partOfMemory()
        .orElseThrow(() -> new IllegalStateException("every dialect of parts has an amount too"));
  }

  private String absolute(DialectAmount amount) {
    Optional<Long> given =
        card.map(memory -> given(memory, amount.unit())).filter(most -> most > 0);
    long bytes = asked.memory().map(MemorySize::toBytes).orElseGet(() -> ofCard(part(), given));
    if (given.filter(most -> most < bytes).isPresent()) {
      lost(
          "share.rounded",
          "%s of a card gives %s in all: %s was rounded down to it"
              .formatted(
                  amount.name(), MemorySize.ofBytes(given.get()), MemorySize.ofBytes(bytes)));
      return written(amount, Math.multiplyExact(given.get(), total()));
    }
    return written(amount, Math.multiplyExact(bytes, total()));
  }

  /** Returns what a card gives to pods: its memory in whole units. */
  private static long given(MemorySize card, Unit unit) {
    return card.toBytes() / unit.bytes() * unit.bytes();
  }

  private String written(DialectAmount amount, long all) {
    if (amount.unit() == Unit.BYTES) {
      return MemorySize.ofBytes(all).toString();
    }
    long units = ceil(all, amount.unit().bytes());
    long written = Math.multiplyExact(units, amount.unit().bytes());
    if (written != all) {
      lost(
          "share.rounded",
          "%s counts in %s: %s was rounded up to %s"
              .formatted(
                  amount.name(),
                  amount.unit(),
                  MemorySize.ofBytes(all),
                  MemorySize.ofBytes(written)));
    }
    return String.valueOf(isLabelled() ? units * cards : units);
  }

  private static long ofCard(Fraction part, Optional<Long> given) {
    long all =
        given.orElseThrow(
            () ->
                new InvalidValueException(
                    "share.missing",
                    "share: '%s' of a card's memory is an amount only if the card is known; give its memory, such as 16Gi"
                        .formatted(part)));
    return ceil(Math.multiplyExact(all, (long) part.numerator()), part.denominator());
  }

  private String relative(DialectAmount amount, Fraction part) {
    if (amount.unit() == Unit.FRACTION) {
      return new BigDecimal(part.numerator())
          .divide(new BigDecimal(part.denominator()), new MathContext(6, RoundingMode.UP))
          .stripTrailingZeros()
          .toPlainString();
    }
    long exact = (long) WHOLE * part.numerator() * total();
    long steps = ceil(exact, Math.multiplyExact((long) part.denominator(), amount.step()));
    long percent = steps * amount.step();
    if (percent * part.denominator() != exact) {
      lost(
          "share.rounded",
          "%s counts in steps of %s percent: %s of a card was rounded up to %s percent"
              .formatted(amount.name(), amount.step(), part, percent));
    }
    return String.valueOf(percent);
  }

  private void compute() {
    Optional<DialectAmount> amount = find(a -> a.of() == Of.COMPUTE);
    Optional<Fraction> compute = asked.compute();
    if (compute.isPresent() && isLabelled()) {
      return; // All of it, which a pod with several cards has by itself, and must not state.
    }
    if (amount.isPresent() && compute.isPresent()) {
      amounts.put(amount.get().name(), relative(amount.get(), compute.get()));
    } else if (amount.isEmpty() && compute.filter(part -> !part.isWhole()).isPresent()) {
      lost(
          "share.compute-lost",
          "%s has no share of the compute; %s of it was asked for, and nothing keeps the pod to it"
              .formatted(to.title(), compute.get()));
    } else if (amount.isPresent() && to.isTotal() && to.count().isEmpty()) {
      lost(
          "share.compute-unknown",
          to.isComputeOptional()
              ? "no share of the compute was asked for; nodes of %s that keep one for each pod take only pods with %s, so add it for those"
                  .formatted(to.title(), amount.get().name())
              : "%s needs %s, and no share of the compute was asked for; add it"
                  .formatted(to.title(), amount.get().name()));
    }
  }

  private int total() {
    return to.isTotal() ? cards : 1;
  }

  private Optional<DialectAmount> find(Predicate<DialectAmount> which) {
    return to.amounts().stream().filter(which).findFirst();
  }

  private void lost(String id, String message) {
    notes.add(Note.of(id, message));
  }

  static long ceil(long amount, long unit) {
    BigInteger[] parts = BigInteger.valueOf(amount).divideAndRemainder(BigInteger.valueOf(unit));
    return parts[0].longValueExact() + (parts[1].signum() > 0 ? 1 : 0);
  }
}
