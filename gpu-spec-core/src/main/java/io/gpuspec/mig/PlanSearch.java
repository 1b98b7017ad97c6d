package io.gpuspec.mig;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The nearest layout of the profiles asked for.
 *
 * <p>Each instance that the two layouts do not share takes one step, and no fewer: so the layout
 * that shares the most is reached in the fewest. Whatever is part of a legal layout is legal: so
 * all that goes can go first, and the rest can come in any order.
 */
final class PlanSearch {
  private final MigLayout from;
  private final List<String> asked;
  private final long counts;
  private final MigGrid grid;

  private PlanSearch(MigLayout from, List<MigProfile> profiles, long counts) {
    this.from = from;
    this.asked = profiles.stream().map(MigProfile::name).toList();
    this.counts = counts;
    this.grid = from.gpu().grid();
  }

  static MigPlan plan(MigLayout from, List<MigProfile> profiles) {
    MigGpu gpu = from.gpu();
    List<String> asked = profiles.stream().map(MigProfile::name).toList();
    MigFit fit = gpu.fit(asked);
    if (!fit.fits()) {
      return MigPlan.impossible(from, asked, fit.reasons(), List.of());
    }
    // All of them fit on one card, so that no count outgrows its bits.
    long counts = profiles.stream().mapToLong(each -> MigGrid.one(gpu.index(each))).sum();
    return new PlanSearch(from, profiles, counts).plan();
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

  private MigPlan impossible() {
    List<String> unwanted = unwanted();
    if (!unwanted.isEmpty()) {
      return MigPlan.impossible(from, asked, unwanted, leaving().toList());
    }
    long nearest =
        LayoutTable.of(grid)
            .having(counts)
            .boxed()
            .min(
                Comparator.comparing((Long layout) -> Long.bitCount(from.bitsInUse() & ~layout))
                    .thenComparing(nearest()))
            .orElseThrow();
    return blocked(nearest);
  }

  /** What is in use and not asked for. */
  private List<String> unwanted() {
    long used = grid.counts(from.bitsInUse());
    List<String> unwanted = new ArrayList<>();
    for (int profile = 0; profile < from.gpu().profiles().size(); profile++) {
      int inUse = MigGrid.count(used, profile);
      int wanted = MigGrid.count(counts, profile);
      if (inUse > wanted) {
        unwanted.add(
            "in use: %d of %s are in use, the target has %d; stop %d or ask for %d"
                .formatted(
                    inUse, from.gpu().profileAt(profile).name(), wanted, inUse - wanted, inUse));
      }
    }
    return unwanted;
  }

  private Stream<MigPlacement> leaving() {
    long used = grid.counts(from.bitsInUse());
    return from.instancesInUse().stream()
        .filter(
            each -> {
              int profile = from.gpu().index(from.gpu().profile(each.profile()));
              return MigGrid.count(used, profile) > MigGrid.count(counts, profile);
            });
  }

  private MigPlan blocked(long nearest) {
    long moved = from.bitsInUse() & ~nearest;
    MigLayout used = from.to(from.bitsInUse());
    Map<Integer, Integer> homes = homes(moved, nearest & ~from.bitsInUse());
    List<String> reasons = new ArrayList<>();
    reasons.add(
        "in use: impossible without moving "
            + from.placements(moved).stream()
                .map(MigPlacement::toString)
                .collect(Collectors.joining(" and ")));
    MigLayout.numbers(nearest & ~from.bitsInUse())
        .mapToObj(number -> new Obstacle(used, (int) number))
        .filter(obstacle -> obstacle.overlaps() > 0)
        .map(obstacle -> obstacle.text(starts(obstacle, homes)))
        .forEach(reasons::add);
    return MigPlan.impossible(from, asked, reasons, from.placements(moved));
  }

  private List<Integer> starts(Obstacle obstacle, Map<Integer, Integer> homes) {
    return obstacle.numbersInTheWay().stream()
        .map(number -> grid.placement(homes.get(number)).start())
        .toList();
  }

  /** What each instance that moves becomes: by start, one of its profile that is new. */
  private Map<Integer, Integer> homes(long moved, long created) {
    Map<Integer, Integer> homes = new HashMap<>();
    MigLayout.numbers(moved)
        .forEach(
            number ->
                MigLayout.numbers(created)
                    .filter(home -> grid.profile((int) home) == grid.profile((int) number))
                    .filter(home -> !homes.containsValue((int) home))
                    .findFirst()
                    .ifPresent(home -> homes.put((int) number, (int) home)));
    return homes;
  }
}
