package io.gpuspec.mig;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A search for the nearest layout with the requested profiles.
 *
 * <p>Each instance that the two layouts do not share takes one step, and no fewer: so the layout
 * that shares the most is reached in the fewest. Every part of a legal layout is legal, so
 * everything that is destroyed can be destroyed first, and the rest can be created in any order.
 */
final class PlanSearch {
  private final MigLayout from;
  private final List<String> asked;
  private final long counts;
  private final MigGrid grid;

  private PlanSearch(MigLayout from, List<String> asked, long counts) {
    this.from = from;
    this.asked = asked;
    this.counts = counts;
    this.grid = from.gpu().grid();
  }

  static MigPlan plan(MigLayout from, List<MigProfile> profiles) {
    MigGpu gpu = from.gpu();
    List<String> asked = profiles.stream().map(MigProfile::name).toList();
    MigFit fit = gpu.cards(1).fit(asked);
    if (!fit.fits()) {
      return MigPlan.impossible(from, asked, fit.reasons(), List.of());
    }
    // All of them fit on one card, so that no count outgrows its bits.
    long counts = profiles.stream().mapToLong(each -> MigGrid.one(gpu.index(each))).sum();
    return new PlanSearch(from, asked, counts).plan();
  }

  private MigPlan plan() {
    return LayoutTable.of(grid)
        .having(counts)
        .filter(layout -> (from.bitsInUse() & ~layout) == 0)
        .boxed()
        .min(nearest())
        .map(layout -> MigPlan.to(from, asked, new MigLayout(from.gpu(), layout, from.bitsInUse())))
        .orElseGet(this::impossible);
  }

  /** The most kept; of equals the most placements open, then the first. */
  private Comparator<Long> nearest() {
    return Comparator.comparing((Long layout) -> -Long.bitCount(layout & from.bits()))
        .thenComparing(layout -> -Long.bitCount(grid.open(layout)));
  }

  /** Returns what the layout with the fewest of those in use elsewhere would ask of them. */
  private MigPlan impossible() {
    long nearest =
        LayoutTable.of(grid)
            .having(counts)
            .boxed()
            .min(
                Comparator.comparing((Long layout) -> Long.bitCount(from.bitsInUse() & ~layout))
                    .thenComparing(nearest()))
            .orElseThrow();
    long blocking = from.bitsInUse() & ~nearest;
    Map<Integer, Integer> homes = grid.homes(blocking, nearest & ~from.bitsInUse());
    List<String> reasons = new ArrayList<>(unwanted());
    moving(homes).ifPresent(reasons::add);
    MigLayout used = from.to(from.bitsInUse());
    MigLayout.numbers(nearest & ~from.bitsInUse())
        .mapToObj(number -> new Obstacle(used, (int) number))
        .filter(obstacle -> obstacle.overlaps() > 0)
        .map(obstacle -> obstacle.text(homes))
        .forEach(reasons::add);
    return MigPlan.impossible(from, asked, reasons, from.placements(blocking));
  }

  /** Returns what is in use but not requested. */
  private List<String> unwanted() {
    long used = grid.counts(from.bitsInUse());
    List<String> unwanted = new ArrayList<>();
    for (MigProfile profile : from.gpu().profiles()) {
      int inUse = MigGrid.count(used, from.gpu().index(profile));
      int wanted = MigGrid.count(counts, from.gpu().index(profile));
      if (inUse > wanted) {
        unwanted.add(
            "in use: %s of %s, and the target has %s; stop %s or ask for %s"
                .formatted(inUse, profile.name(), wanted, inUse - wanted, inUse));
      }
    }
    return unwanted;
  }

  private Optional<String> moving(Map<Integer, Integer> homes) {
    return homes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "in use: impossible without moving "
                + homes.keySet().stream()
                    .map(number -> grid.placement(number).toString())
                    .collect(Collectors.joining(" and ")));
  }
}
