package io.gpuspec.share.choice;

import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.value.Finding;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The result for one mode of a technique.
 *
 * @param serving the cards on which it is suitable
 * @param reasons why it does not on any, of the card that comes nearest; empty where it does
 */
record ModeFit(SharingMode mode, List<PlaceCard> serving, List<Finding> reasons) {

  static ModeFit of(SharingNeeds needs, SharingMode mode, List<PlaceCard> cards) {
    List<PlaceCard> serving = new ArrayList<>();
    List<List<Finding>> refused = new ArrayList<>();
    for (PlaceCard card : cards) {
      List<Finding> reasons = reasons(needs, mode, card);
      if (reasons.isEmpty()) {
        serving.add(card);
      } else {
        refused.add(reasons);
      }
    }
    return new ModeFit(
        mode,
        List.copyOf(serving),
        serving.isEmpty()
            ? refused.stream().min(Comparator.comparingInt(List::size)).orElseThrow()
            : List.of());
  }

  boolean isServing() {
    return !serving.isEmpty();
  }

  private static List<Finding> reasons(SharingNeeds needs, SharingMode mode, PlaceCard card) {
    List<Finding> found = new ArrayList<>();
    for (Assurance assurance : needs.assurances()) {
      Guarantee guarantee = mode.guarantee(assurance);
      if (!guarantee.holdsOn(card.model())) {
        found.add(Finding.unmet(assurance.resource(), missing(needs, assurance, guarantee, card)));
      }
    }
    if (needs.isShared() && !mode.technique().isShared()) {
      found.add(Finding.unmet("gpus", "several pods of a card requested; a whole card has one"));
    }
    needs
        .leastMemory()
        .flatMap(least -> memory(least, needs.isShared(), mode.technique(), card))
        .ifPresent(found::add);
    return List.copyOf(found);
  }

  private static String missing(
      SharingNeeds needs, Assurance assurance, Guarantee guarantee, PlaceCard card) {
    String asked =
        assurance + (needs.isOfWorkload(assurance) ? " for " + needs.workload() : " requested");
    return guarantee.answer() == Guarantee.Answer.YES
        ? "%s; given from compute capability %s on, and %s has %s"
            .formatted(
                asked,
                guarantee.from().orElseThrow(),
                card.name(),
                card.model().map(model -> model.computeCapability()).orElse("none that is known"))
        : asked + "; " + guarantee.how();
  }

  /**
   * Returns why a pod's memory does not go into its part of a card; empty where it does or is
   * unknown.
   *
   * @param isShared whether a card must take a second such pod
   */
  private static Optional<Finding> memory(
      MemorySize least, boolean isShared, Technique technique, PlaceCard card) {
    Optional<String> why =
        switch (technique) {
          case WHOLE_CARD -> above(least, card.memory(), card);
          case QGPU, CGPU ->
              isShared ? noSecond(least, card.offered(), card) : above(least, card.offered(), card);
          case MIG -> noProfile(least, isShared, card);
          case TIME_SLICING, MPS -> noSecond(least, card.memory(), card);
        };
    return why.map(text -> Finding.unmet(Assurance.MEMORY.resource(), text));
  }

  private static Optional<String> noSecond(
      MemorySize least, Optional<MemorySize> has, PlaceCard card) {
    return has.filter(all -> !all.isAtLeast(least.plus(least)))
        .map(
            all ->
                "%s of a card requested; %s".formatted(least, named(card, all))
                    + (all.isAtLeast(least) ? ", no room for a second such pod" : ""));
  }

  private static Optional<String> above(
      MemorySize least, Optional<MemorySize> has, PlaceCard card) {
    return has.filter(all -> !all.isAtLeast(least))
        .map(all -> "%s of a card requested; %s".formatted(least, named(card, all)));
  }

  private static String named(PlaceCard card, MemorySize memory) {
    return "%s has %s".formatted(card.name(), memory);
  }

  private static Optional<String> noProfile(MemorySize least, boolean isShared, PlaceCard card) {
    return profile(least, isShared, card).isPresent()
        ? Optional.empty()
        : Optional.of(
            "%s of a card requested; no profile of %s has so much".formatted(least, card.name())
                + (isShared ? " and is on a card twice" : ""));
  }

  /** The smallest instance with so much memory, of which a shared card has two. */
  static Optional<MigProfile> profile(MemorySize least, boolean isShared, PlaceCard card) {
    return card.mig().stream()
        .map(MigGpu::profiles)
        .flatMap(List::stream)
        .filter(profile -> profile.attribute().isEmpty())
        .filter(profile -> !isShared || profile.maxInstances() > 1)
        .filter(profile -> profile.memory().orElse(profile.nominalMemory()).isAtLeast(least))
        .min(
            Comparator.comparing(
                    (MigProfile profile) -> profile.memory().orElse(profile.nominalMemory()))
                .thenComparingInt(MigProfile::computeSlices)
                .thenComparing(MigProfile::name));
  }
}
