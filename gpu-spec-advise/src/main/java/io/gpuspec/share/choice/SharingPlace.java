package io.gpuspec.share.choice;

import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.Finding;
import io.gpuspec.value.UnknownNameException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A place where techniques can be used, and the cards on which each is available. */
abstract class SharingPlace {
  private final String name;

  private SharingPlace(String name) {
    this.name = name;
  }

  static SharingPlace of(Target target, Optional<String> gpu) {
    return new OfTarget(target, gpu);
  }

  static SharingPlace anywhere(Optional<String> gpu) {
    return new Anywhere(gpu);
  }

  /** Returns why a technique is not available on any card; empty if it is. */
  abstract Optional<Finding> whyNot(Technique technique);

  /** Returns the cards on which it would be available. */
  abstract List<PlaceCard> cards(Technique technique);

  /** Returns why there are no such cards. */
  abstract String whyNoCard(Technique technique);

  /** The target whose pods have it, where that is another one. */
  abstract Optional<String> elsewhere(Technique technique);

  @Override
  public final String toString() {
    return name;
  }

  private static final class Anywhere extends SharingPlace {
    private final List<PlaceCard> cards;

    Anywhere(Optional<String> gpu) {
      super("nodes of your own");
      List<GpuModel> models = gpu.<List<GpuModel>>map(GpuModel::find).orElseGet(GpuModel::all);
      if (models.isEmpty()) {
        throw new UnknownNameException(
            "gpu.unknown",
            "GPU",
            gpu.orElseThrow(),
            GpuModel.all().stream().map(GpuModel::name).toList());
      }
      this.cards = models.stream().map(PlaceCard::of).toList();
    }

    @Override
    Optional<Finding> whyNot(Technique technique) {
      return Optional.empty();
    }

    @Override
    List<PlaceCard> cards(Technique technique) {
      return cards;
    }

    @Override
    String whyNoCard(Technique technique) {
      return "there is no card for " + technique;
    }

    @Override
    Optional<String> elsewhere(Technique technique) {
      return switch (technique) {
        case QGPU -> Optional.of("TKE");
        case CGPU -> Optional.of("ACK");
        default -> Optional.empty();
      };
    }
  }

  private static final class OfTarget extends SharingPlace {
    private final Target target;
    private final SpecCatalog catalog;
    private final Optional<String> gpu;

    OfTarget(Target target, Optional<String> gpu) {
      super(target.toString());
      this.target = target;
      this.catalog = target.catalog();
      this.gpu = gpu;
      named(catalog);
    }

    private SpecCatalog named(SpecCatalog whole) {
      return gpu.map(whole::gpu).orElse(whole);
    }

    @Override
    Optional<Finding> whyNot(Technique technique) {
      Optional<String> why =
          switch (technique) {
            case WHOLE_CARD -> whyNoWholeCard();
            case QGPU, CGPU -> whyNoVendors(technique);
            default -> whyNoDevicePlugin();
          };
      return why.map(text -> Finding.unmet("target", text));
    }

    private Optional<String> whyNoWholeCard() {
      return hasWholeCards(catalog)
          ? Optional.empty()
          : Optional.of(
              "the cards of %s are given out as shares only".formatted(target)
                  + or(others(SharingPlace::hasWholeCards)));
    }

    private Optional<String> whyNoDevicePlugin() {
      if (catalog.unit() == GpuSpec.Unit.POD) {
        return Optional.of(
            "%s makes a machine for each pod, and nobody sets up its cards".formatted(target.id())
                + or(others(SharingPlace::isOfPlainNodes)));
      }
      return catalog
          .shares()
          .map(
              rules ->
                  "the cards of %s are given out by %s, not by NVIDIA's device plugin"
                          .formatted(target.id(), rules.technology())
                      + or(others(SharingPlace::isOfPlainNodes)));
    }

    private Optional<String> whyNoVendors(Technique technique) {
      if (has(catalog, technique) || elsewhere(technique).isPresent()) {
        return Optional.empty();
      }
      List<String> others = others(each -> has(each, technique));
      return Optional.of(
          others.isEmpty()
              ? "%s has no %s".formatted(target.id(), technique)
              : "%s is not on %s".formatted(technique, target.id()) + or(others));
    }

    @Override
    List<PlaceCard> cards(Technique technique) {
      return cards(named(offering(technique)), technique);
    }

    @Override
    String whyNoCard(Technique technique) {
      SpecCatalog there = offering(technique);
      List<PlaceCard> others = cards(there, technique);
      return "%s %s has no %s%s"
              .formatted(
                  there.target(),
                  there.edition(),
                  gpu.orElse("card"),
                  technique.isShared() ? " that pods can share" : " whole")
          + (others.isEmpty()
              ? ""
              : "; it has "
                  + others.stream().map(PlaceCard::name).collect(Collectors.joining(", ")));
    }

    /** The catalog with the cards that have the technique. */
    private SpecCatalog offering(Technique technique) {
      return has(catalog, technique)
          ? catalog
          : nodesOf(technique).map(Target::catalog).orElse(catalog);
    }

    private static List<PlaceCard> cards(SpecCatalog catalog, Technique technique) {
      boolean isByVendor = has(catalog, technique);
      Map<String, PlaceCard> cards = new LinkedHashMap<>();
      catalog.specs().stream()
          .filter(row -> isByVendor ? row.shareMemory().isPresent() : row.isWhole())
          .forEach(row -> cards.putIfAbsent(row.gpu(), PlaceCard.of(row)));
      return List.copyOf(cards.values());
    }

    @Override
    Optional<String> elsewhere(Technique technique) {
      return nodesOf(technique).map(Target::id);
    }

    /** A target of the same cloud whose nodes are of the same kind, and labelled otherwise. */
    private Optional<Target> nodesOf(Technique technique) {
      return isOfPlainNodes(catalog)
          ? target.siblings().stream().filter(each -> has(each.catalog(), technique)).findFirst()
          : Optional.empty();
    }

    private List<String> others(Predicate<SpecCatalog> which) {
      return target.siblings().stream()
          .filter(each -> which.test(each.catalog()))
          .map(Target::id)
          .toList();
    }

    private static boolean has(SpecCatalog catalog, Technique technique) {
      return catalog.shares().map(ShareRules::technology).filter(technique::isCalled).isPresent();
    }

    private static String or(List<String> targets) {
      return targets.isEmpty() ? "" : "; ask on " + String.join(" or ", targets);
    }
  }

  private static boolean hasWholeCards(SpecCatalog catalog) {
    return catalog.shares().map(ShareRules::hasWholeCards).orElse(true);
  }

  private static boolean isOfPlainNodes(SpecCatalog catalog) {
    return catalog.unit() == GpuSpec.Unit.NODE && catalog.shares().isEmpty();
  }
}
