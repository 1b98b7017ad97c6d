package io.gpuspec.mig;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A search for profiles by exact memory: the smallest that hold each need, then with as much
 * compute as possible.
 */
final class SizingSearch {
  private static final Comparator<MigProfile> SMALLEST =
      Comparator.comparing(MigProfile::memorySlices).thenComparing(MigProfile::computeSlices);

  private final MigFleet fleet;
  private final MigGpu gpu;

  private SizingSearch(MigFleet fleet) {
    this.fleet = fleet;
    this.gpu = fleet.gpus().get(0);
  }

  static MigSizing of(MigFleet fleet, Collection<MemorySize> needs) {
    List<MemorySize> sizes = Arguments.copied("needs", needs, "sizes, such as 18Gi");
    if (fleet.gpus().size() > 1) {
      throw new InvalidValueException(
          "mig.ambiguous",
          "cards: '%s' are of several products, on which a name stands for different memory; ask for one product at a time"
              .formatted(fleet));
    }
    for (MemorySize size : sizes) {
      if (size.isNegative() || size.isZero()) {
        throw new InvalidValueException(
            "mig.out-of-range",
            "need: '%s' is no memory that a model takes; give more than 0".formatted(size));
      }
    }
    return new SizingSearch(fleet).sizing(sizes);
  }

  private MigSizing sizing(List<MemorySize> needs) {
    List<MigSizing.Choice> smallest =
        needs.stream().map(need -> new MigSizing.Choice(need, smallest(need))).toList();
    Optional<String> refusal = gpu.refusal();
    if (refusal.isPresent()) {
      return new MigSizing(fleet, smallest, Optional.empty(), List.of(refusal.get()), false);
    }
    List<String> missing =
        smallest.stream()
            .filter(each -> each.profile().isEmpty())
            .map(each -> tooLarge(each.need()))
            .distinct()
            .toList();
    if (!missing.isEmpty()) {
      return new MigSizing(fleet, smallest, Optional.empty(), missing, false);
    }
    MigFit fit = fleet.fit(names(smallest));
    if (!fit.fits()) {
      return new MigSizing(fleet, smallest, Optional.of(fit), fit.reasons(), false);
    }
    List<MigSizing.Choice> choices = withMoreCompute(smallest, fit.gpusUsed());
    return new MigSizing(fleet, choices, Optional.of(fleet.fit(names(choices))), List.of(), false);
  }

  private static List<String> names(List<MigSizing.Choice> choices) {
    return choices.stream().flatMap(each -> each.profile().stream()).map(MigProfile::name).toList();
  }

  private Optional<MigProfile> smallest(MemorySize need) {
    return gpu.profiles().stream().filter(each -> holds(each, need)).min(SMALLEST);
  }

  /** A profile whose exact memory is not known holds nothing. */
  private static boolean holds(MigProfile profile, MemorySize need) {
    return profile.attribute().isEmpty()
        && profile.memory().filter(memory -> memory.isAtLeast(need)).isPresent();
  }

  private String tooLarge(MemorySize need) {
    return gpu.profiles().stream()
        .filter(each -> each.attribute().isEmpty() && each.memory().isPresent())
        .max(SMALLEST)
        .map(
            largest ->
                "memory: %s is more than any instance of %s whose memory is known; %s has %s"
                    .formatted(
                        MigText.gibibytes(need),
                        gpu.name(),
                        largest.name(),
                        MigText.gibibytes(largest.memory().orElseThrow())))
        .orElse(
            "memory: the exact memory of %s instances is not known, so that none is chosen by it"
                .formatted(gpu.name()));
  }

  /** The largest needs first: each takes more compute if all still go on as few cards. */
  private List<MigSizing.Choice> withMoreCompute(List<MigSizing.Choice> smallest, int cards) {
    List<MigSizing.Choice> choices = new ArrayList<>(smallest);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < choices.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparing((Integer i) -> smallest.get(i).need()).reversed());
    for (int index : order) {
      MigSizing.Choice before = choices.get(index);
      for (MigProfile larger : withAsMuchMemory(before.profile().orElseThrow())) {
        choices.set(index, new MigSizing.Choice(before.need(), Optional.of(larger)));
        MigFit fit = fleet.fit(names(choices));
        if (fit.fits() && fit.gpusUsed() <= cards) {
          break;
        }
        choices.set(index, before);
      }
    }
    return choices;
  }

  /** Returns those with as many memory slices and more compute, the most first. */
  private List<MigProfile> withAsMuchMemory(MigProfile profile) {
    return gpu.profiles().stream()
        .filter(each -> each.attribute().isEmpty() && each.memory().isPresent())
        .filter(each -> each.memorySlices() == profile.memorySlices())
        .filter(each -> each.computeSlices() > profile.computeSlices())
        .sorted(SMALLEST.reversed())
        .toList();
  }
}
