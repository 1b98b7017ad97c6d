package io.gpuspec.mig;

import com.google.common.collect.ImmutableSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * A search for the nearest layout with the requested profiles that stays within the known slices,
 * and is legal with anything that can be on the others.
 */
final class PatchSearch {
  private final MigLayout known;
  private final List<String> asked;
  private final long counts;
  private final int slices;
  private final MigGrid grid;

  private PatchSearch(MigLayout known, List<String> asked, long counts, int slices) {
    this.known = known;
    this.asked = asked;
    this.counts = counts;
    this.slices = slices;
    this.grid = known.gpu().grid();
  }

  static MigPlan plan(MigLayout known, List<MigProfile> profiles, int slices) {
    MigGpu gpu = known.gpu();
    List<String> asked = profiles.stream().map(MigProfile::name).toList();
    MigFit fit = gpu.cards(1).fit(asked);
    int unknown = (1 << gpu.memorySlices()) - 1 & ~slices;
    if (!fit.fits()) {
      return MigPlan.impossible(known, asked, fit.reasons(), List.of()).besides(unknown);
    }
    long counts = profiles.stream().mapToLong(each -> MigGrid.one(gpu.index(each))).sum();
    return new PatchSearch(known, asked, counts, slices).plan().besides(unknown);
  }

  private MigPlan plan() {
    LongPredicate within = layout -> (grid.slices(layout) & ~slices) == 0;
    LongPredicate keeping = layout -> (known.bitsInUse() & ~layout) == 0;
    ImmutableSet<Long> engines = enginesElsewhere();
    LongPredicate safe =
        layout ->
            engines.stream().allMatch(each -> MigEngines.isEnough(grid.enginesLeft(layout), each));
    if (nearest(within).isEmpty()) {
      return impossible("slices: there is no room for %s on the slices that are known");
    }
    if (nearest(within.and(keeping)).isEmpty()) {
      return impossible("in use: there is no room for %s beside the instances in use");
    }
    return nearest(within.and(keeping).and(safe))
        .map(to -> MigPlan.to(known, asked, new MigLayout(known.gpu(), to, known.bitsInUse())))
        .orElseGet(
            () ->
                impossible(
                    "media engines: instances on the unknown slices may hold those that %s needs"));
  }

  private Optional<Long> nearest(LongPredicate condition) {
    return LayoutTable.of(grid)
        .having(counts)
        .filter(condition)
        .boxed()
        .min(
            Comparator.comparing((Long layout) -> -Long.bitCount(layout & known.bits()))
                .thenComparing(layout -> -Long.bitCount(grid.open(layout))));
  }

  /** Returns the engines, packed, of everything that can currently be on the other slices. */
  private ImmutableSet<Long> enginesElsewhere() {
    return LayoutTable.of(grid)
        .all()
        .filter(other -> (grid.slices(other) & slices) == 0)
        .map(other -> grid.budget() - grid.enginesLeft(other))
        .filter(engines -> MigEngines.isEnough(grid.enginesLeft(known.bits()), engines))
        .boxed()
        .collect(ImmutableSet.toImmutableSet());
  }

  private MigPlan impossible(String reason) {
    return MigPlan.impossible(
        known, asked, List.of(reason.formatted(MigText.counted(asked))), List.of());
  }
}
