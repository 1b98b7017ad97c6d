package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import io.gpuspec.SpecCatalog;
import io.gpuspec.spi.ShareRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What cards of one kind have to share, and by which rules. */
final class CardKind {
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

  static CardKind of(SpecCatalog catalog, String gpu) {
    ShareRules rules =
        catalog
            .shares()
            .orElseThrow(
                () ->
                    new InvalidValueException(
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
          "cards: '%s' is several cards; name one of %s"
              .formatted(gpu, rows.stream().map(GpuSpec::gpu).collect(Collectors.joining(", "))));
    }
    return rows.get(0);
  }

  boolean isOfSameCatalog(CardKind other) {
    return catalog.target().equals(other.catalog.target())
        && catalog.edition().equals(other.catalog.edition());
  }

  /** Whether a pod that asks for these devices can have a card of this kind. */
  boolean serves(Devices devices) {
    return catalog.serving(devices).specs().stream().anyMatch(each -> each.gpu().equals(gpu()));
  }

  /** Refuses what the rules forbid on any card. */
  void check(Devices devices) {
    if (devices.totalMemoryAtLeast().isPresent()) {
      throw new InvalidValueException(
          "'%s' of GPU memory in all; ask for a number of cards"
              .formatted(devices.totalMemoryAtLeast().get()));
    }
    if (devices.share().isPresent()) {
      rules.check(devices.share().get(), devices.count());
    } else if (!rules.hasWholeCards()) {
      throw new InvalidValueException(
          "'%s' whole: a node with %s has shares of cards only; ask for a share, such as 4Gi (%s)"
              .formatted(devices, rules.technology(), rules.citation()));
    }
  }

  String gpu() {
    return row.gpu();
  }

  String target() {
    return "%s %s".formatted(catalog.target(), catalog.edition());
  }

  String technology() {
    return rules.technology();
  }

  MemorySize memory() {
    return memory;
  }

  int shares() {
    return rules.sharesPerCard(row);
  }

  Optional<Isolation> isolation() {
    return rules.isolation();
  }
}
