package io.gpuspec.mig;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Profiles and cards, in the terms of {@link CardPacking}.
 *
 * @param usable the cards whose geometry is known
 * @param kinds the profiles' names, each once, the largest first
 */
record FitSearch(List<MigFleet.Cards> usable, ImmutableList<String> kinds) {

  static MigFit fit(MigFleet fleet, List<String> profiles) {
    FitSearch search = of(fleet, profiles);
    if (!search.isPossible()) {
      return MigFit.refused(
          fleet,
          profiles,
          fleet.gpus().stream().map(MigGpu::refusal).flatMap(Optional::stream).toList());
    }
    return MigFit.of(fleet, profiles, search.pack(profiles, CardPacking.MOST_STATES), search);
  }

  /** Returns whether each profile has a card with known geometry that could hold it. */
  boolean isPossible() {
    return !usable.isEmpty()
        && kinds.stream().allMatch(kind -> profiles(kind).findAny().isPresent());
  }

  static FitSearch of(MigFleet fleet, List<String> profiles) {
    List<MigFleet.Cards> usable =
        fleet.cards().stream().filter(each -> each.gpu().refusal().isEmpty()).toList();
    return new FitSearch(
        usable,
        profiles.stream()
            .distinct()
            .sorted(
                Comparator.comparing((String kind) -> -share(usable, kind))
                    .thenComparing(Comparator.naturalOrder()))
            .collect(ImmutableList.toImmutableList()));
  }

  /** The least share of a card's memory slices, then of compute, that the profile takes. */
  private static double share(List<MigFleet.Cards> usable, String kind) {
    return usable.stream()
        .flatMap(cards -> cards.gpu().findProfile(kind).stream().map(each -> share(cards, each)))
        .min(Comparator.naturalOrder())
        .orElse(0.0);
  }

  private static double share(MigFleet.Cards cards, MigProfile profile) {
    // Compute only decides among those of equal memory.
    double memory = (double) profile.memorySlices() / cards.gpu().memorySlices();
    return memory + profile.computeSlices() / (1000.0 * cards.gpu().computeSlices());
  }

  private Stream<MigProfile> profiles(String kind) {
    return usable.stream().flatMap(cards -> cards.gpu().findProfile(kind).stream());
  }

  CardPacking.Result pack(List<String> profiles, int mostStates) {
    return new CardPacking(
            usable.stream().map(each -> group(each.gpu(), each.count())).toList(),
            weights(),
            mostStates)
        .pack(counts(profiles));
  }

  private ImmutableIntArray counts(List<String> profiles) {
    int[] counts = new int[kinds.size()];
    profiles.forEach(profile -> counts[kinds.indexOf(profile)]++);
    return ImmutableIntArray.copyOf(counts);
  }

  private CardPacking.Group group(MigGpu gpu, int cards) {
    List<Integer> indices =
        kinds.stream().flatMap(kind -> gpu.findProfile(kind).stream()).map(gpu::index).toList();
    LayoutTable table = LayoutTable.of(gpu.grid(), gpu.grid().placementsOf(indices));
    return new CardPacking.Group(
        cards,
        table.greatest().stream()
            .map(counts -> unpacked(gpu, counts))
            .collect(ImmutableList.toImmutableList()));
  }

  private ImmutableIntArray unpacked(MigGpu gpu, long counts) {
    return ImmutableIntArray.copyOf(
        kinds.stream()
            .mapToInt(
                kind ->
                    gpu.findProfile(kind)
                        .map(profile -> MigGrid.count(counts, gpu.index(profile)))
                        .orElse(0)));
  }

  /**
   * Returns what kinds are weighed by: memory and compute slices, both, each engine, and each kind.
   */
  private List<ImmutableIntArray> weights() {
    List<ImmutableIntArray> weights = new ArrayList<>();
    List<MigProfile> first =
        kinds.stream().map(kind -> profiles(kind).findFirst().orElseThrow()).toList();
    weights.add(ImmutableIntArray.copyOf(first.stream().mapToInt(MigProfile::memorySlices)));
    weights.add(ImmutableIntArray.copyOf(first.stream().mapToInt(MigProfile::computeSlices)));
    weights.add(
        ImmutableIntArray.copyOf(
            first.stream().mapToInt(each -> each.memorySlices() + each.computeSlices())));
    for (MigEngines.Kind kind : MigEngines.KINDS) {
      weights.add(
          ImmutableIntArray.copyOf(
              first.stream().mapToInt(each -> kind.count().applyAsInt(each.engines()))));
    }
    for (int kind = 0; kind < kinds.size(); kind++) {
      weights.add(Counts.one(kinds.size(), kind));
    }
    return weights;
  }

  /**
   * Returns the layout of what a card holds that leaves the most placements open, the first of
   * equals.
   */
  MigLayout layout(CardPacking.Filled card) {
    MigGpu gpu = usable.get(card.group()).gpu();
    long counts = 0;
    for (int kind = 0; kind < kinds.size(); kind++) {
      int count = card.counts().get(kind);
      if (count > 0) {
        counts += count * MigGrid.one(gpu.index(gpu.profile(kinds.get(kind))));
      }
    }
    long best =
        LayoutTable.of(gpu.grid())
            .having(counts)
            .boxed()
            .min(Comparator.comparing(layout -> -Long.bitCount(gpu.grid().open(layout))))
            .orElseThrow();
    return new MigLayout(gpu, best, 0);
  }
}
