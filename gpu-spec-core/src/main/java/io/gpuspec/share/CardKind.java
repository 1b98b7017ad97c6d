package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.Isolation;
import io.gpuspec.Share;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Words;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a card of one kind offers to shares, and the rules for them.
 *
 * <pre>{@code
 * CardKind t4 = CardKind.of(gpus.in("tke/qgpu"), "T4");
 *     // T4: 14Gi to share with qGPU on tke/qgpu 2026-01
 * t4.offer("1/2:50%").share();             // 7Gi and 50%
 * t4.fraction(MemorySize.parse("5Gi"));    // 5/14
 * t4.room(Share.of("4Gi", 25));            // 3
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class CardKind {
  private static final long MEBIBYTE = 1L << 20;

  private final SpecCatalog catalog;
  private final ShareRules rules;
  private final GpuSpec row;
  private final MemorySize memory;

  private CardKind(SpecCatalog catalog, ShareRules rules, GpuSpec row, MemorySize memory) {
    this.catalog = catalog;
    this.rules = rules;
    this.row = row;
    this.memory = memory;
  }

  /**
   * Returns a card of a target, with what pods can share of it.
   *
   * @param target a target whose cards are shared
   * @param gpu one card, as the catalog names it
   * @throws InvalidValueException if the target shares no cards, does not have this name, or the
   *     name stands for several
   */
  public static CardKind of(Target target, String gpu) {
    return of(Arguments.required("target", target, "a Target").catalog(), gpu);
  }

  static CardKind of(SpecCatalog catalog, String gpu) {
    Arguments.notNull("catalog, gpu", catalog, gpu);
    ShareRules rules =
        catalog
            .shares()
            .orElseThrow(
                () ->
                    new InvalidValueException(
                        "share.unsupported",
                        "cards: '%s' has whole cards, and pods share none; take a target that shares them, such as tke/qgpu"
                            .formatted(catalog.target())));
    Map<String, GpuSpec> shared = new LinkedHashMap<>();
    for (GpuSpec row : catalog.gpu(gpu).specs()) {
      if (rules.offered(row).isPresent()) {
        shared.putIfAbsent(row.gpu(), row);
      }
    }
    GpuSpec row = only(catalog, gpu, List.copyOf(shared.values()));
    return new CardKind(catalog, rules, row, rules.offered(row).orElseThrow());
  }

  private static GpuSpec only(SpecCatalog catalog, String gpu, List<GpuSpec> rows) {
    if (rows.isEmpty()) {
      throw new InvalidValueException(
          "share.unknown",
          "cards: '%s' is no card that pods share on %s %s; it has %s"
              .formatted(
                  gpu,
                  catalog.target(),
                  catalog.edition(),
                  catalog.specs().stream()
                      .filter(row -> row.shareMemory().isPresent())
                      .map(GpuSpec::gpu)
                      .distinct()
                      .collect(Collectors.joining(", "))));
    }
    if (rows.size() > 1) {
      throw new InvalidValueException(
          "share.ambiguous",
          "cards: '%s' is several cards; name one of %s"
              .formatted(gpu, rows.stream().map(GpuSpec::gpu).collect(Collectors.joining(", "))));
    }
    return rows.get(0);
  }

  boolean isOfSameCatalog(CardKind other) {
    return catalog.target().equals(other.catalog.target())
        && catalog.edition().equals(other.catalog.edition());
  }

  /** Returns whether a pod that asks for these devices can have a card of this kind. */
  boolean serves(Devices devices) {
    return catalog.serving(devices).specs().stream().anyMatch(each -> each.gpu().equals(gpu()));
  }

  /** Refuses what the rules forbid on any card. */
  void check(Devices devices) {
    if (devices.totalMemoryAtLeast().isPresent()) {
      throw new InvalidValueException(
          "share.unsupported",
          "'%s' of GPU memory in all; ask for a number of cards"
              .formatted(devices.totalMemoryAtLeast().get()));
    }
    if (devices.share().isPresent()) {
      rules.check(devices.share().get(), devices.count());
    } else if (!rules.hasWholeCards()) {
      throw new InvalidValueException(
          "share.unsupported",
          "'%s' whole: a node with %s has shares of cards only; ask for a share, such as 4Gi (%s)"
              .formatted(devices, rules.technology(), rules.citation()));
    }
  }

  /** Refuses a share that is more than a card of this kind has when it is empty. */
  void checkMemory(Share share) {
    if (!memory.isAtLeast(share.memory())) {
      throw new InvalidValueException("share.out-of-range", "share: " + aboveTheCard(share));
    }
  }

  private String aboveTheCard(Share share) {
    return "'%s' of memory: %s has %s to share; ask for that at most"
        .formatted(share.memory(), Words.a(gpu()), memory);
  }

  /** Returns what was asked, or the rules that it breaks and what would do. */
  public ShareOffer offer(String amount) {
    return ShareAmount.parse(amount, computeRule()).on(this);
  }

  private String computeRule() {
    return "%s gives out %s (%s)".formatted(technology(), rules.computeAllowed(), citation());
  }

  /**
   * Returns which part of what the card offers so much memory is, such as {@code 5/14} for 5 GiB of
   * a T4.
   *
   * @throws InvalidValueException if it is nothing, more than the card offers, or no whole MiB
   */
  public Fraction fraction(MemorySize part) {
    Arguments.required("memory", part, "a size, such as 5Gi");
    if (part.toBytes() <= 0 || !memory.isAtLeast(part) || part.toBytes() % MEBIBYTE != 0) {
      throw new InvalidValueException(
          "share.out-of-range",
          "memory: '%s' is no part of %s, which has %s to share; write whole MiB, up to that"
              .formatted(part, Words.a(gpu()), memory));
    }
    return part(part);
  }

  /** The same of any amount that the card offers, in whole MiB: those of the part rounded up. */
  Fraction part(MemorySize amount) {
    long all = memory.toBytes() / MEBIBYTE;
    long mebibytes = Math.min(all, (amount.toBytes() + MEBIBYTE - 1) / MEBIBYTE);
    return Fraction.of(Math.toIntExact(mebibytes), Math.toIntExact(all));
  }

  /** Returns how many such shares an empty card holds. */
  public int room(Share share) {
    return Card.empty(this, 0, 0, isolation()).room(share);
  }

  /** Returns the name of the card in the catalog, such as {@code T4}. */
  public String gpu() {
    return row.gpu();
  }

  /** The memory that it has for shares, which is less than it is sold with. */
  public MemorySize memory() {
    return memory;
  }

  /** Returns what of the rules a share breaks, and what would do. */
  List<String> problems(Share share, int cards) {
    if (memory.isAtLeast(share.memory())) {
      return rules.broken(share, cards);
    }
    List<String> problems = new ArrayList<>();
    problems.add(aboveTheCard(share));
    Share most =
        share.compute().isPresent()
            ? Share.of(memory, share.compute().getAsInt())
            : Share.of(memory);
    problems.addAll(rules.broken(most, cards));
    return List.copyOf(problems);
  }

  Share roundUp(Share share) {
    return rules.roundUp(share);
  }

  Citation citation() {
    return rules.citation();
  }

  String target() {
    return "%s %s".formatted(catalog.target(), catalog.edition());
  }

  String technology() {
    return rules.technology();
  }

  int shares() {
    return rules.sharesPerCard(row);
  }

  Optional<Isolation> isolation() {
    return rules.isolation();
  }

  /** Returns text such as {@code T4: 14Gi to share with qGPU on tke/qgpu 2026-01}. */
  @Override
  public String toString() {
    return "%s: %s to share with %s on %s".formatted(gpu(), memory, technology(), target());
  }
}
