package io.gpuspec.mig;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer to whether cards can hold instances of some profiles together, with their placements,
 * or the reasons why not.
 *
 * <pre>{@code
 * MigFit fit = a100.fit("4g.20gb", "4g.20gb");
 * fit.fits();       // false
 * fit.reasons();    // [compute slices: 8 requested, a card has 7, ...]
 * fit.changes();    // drop a 4g.20gb
 *                   // take a 3g.20gb instead of a 4g.20gb
 *                   // add 1 GPU: 2 x A100-40GB
 * }</pre>
 *
 * <p>It takes the fewest cards there are for it, and says with {@link #isExact} whether that is
 * proven. On one card it always is; on several, up to 256 instances, unless {@value
 * CardPacking#MOST_STATES} states did not suffice. Beyond, {@link #leastGpus} is a bound.
 */
public final class MigFit implements Answer {
  private final MigFleet fleet;
  private final List<String> asked;
  private final List<MigLayout> layouts;
  private final boolean fits;
  private final int leastGpus;
  private final boolean exact;
  private final Supplier<List<String>> reasons;
  private final Supplier<List<MigChange>> changes;

  private MigFit(
      MigFleet fleet,
      List<String> asked,
      Optional<List<MigLayout>> layouts,
      int leastGpus,
      boolean exact,
      Supplier<List<String>> reasons,
      Supplier<List<MigChange>> changes) {
    this.fleet = fleet;
    this.asked = List.copyOf(asked);
    this.fits = layouts.isPresent();
    this.layouts = layouts.orElse(List.of());
    this.leastGpus = leastGpus;
    this.exact = exact;
    this.reasons = Suppliers.memoize(reasons);
    this.changes = Suppliers.memoize(changes);
  }

  static MigFit refused(MigFleet fleet, List<String> asked, List<String> reasons) {
    return new MigFit(fleet, asked, Optional.empty(), 0, false, () -> reasons, List::of);
  }

  static MigFit of(
      MigFleet fleet, List<String> asked, CardPacking.Result result, FitSearch search) {
    if (result.cards().isEmpty()) {
      return new MigFit(
          fleet,
          asked,
          Optional.empty(),
          result.least(),
          result.proven(),
          () -> FitReasons.of(search, asked, result),
          () -> FitChanges.of(fleet, asked));
    }
    List<MigLayout> layouts =
        result.cards().get().stream()
            .sorted(Comparator.comparing(CardPacking.Filled::group))
            .map(search::layout)
            .toList();
    return new MigFit(
        fleet, asked, Optional.of(layouts), result.least(), result.proven(), List::of, List::of);
  }

  /** Returns whether there is room for all. */
  public boolean fits() {
    return fits;
  }

  /** Returns how many cards are used; 0 where they do not suffice. */
  public int gpusUsed() {
    return layouts.size();
  }

  /** The layout of each card used, by product in the fleet's order; empty where it does not fit. */
  public Listing<MigLayout> layouts() {
    return Listing.copyOf(layouts);
  }

  /**
   * Returns the proven lower bound of the number of cards; 0 if nothing is known because of the
   * geometry, for which JSON has null.
   */
  public int leastGpus() {
    return leastGpus;
  }

  /**
   * Returns whether it is proven that fewer GPUs are not enough, or, if it does not fit, that no
   * number is. False if the geometry leaves it unknown.
   */
  public boolean isExact() {
    return exact;
  }

  /** Returns why it does not fit, each beginning with what is short; empty where it fits. */
  public List<String> reasons() {
    return reasons.get();
  }

  /** Returns the smallest changes that make it fit, each on its own; empty if it fits. */
  public Listing<MigChange> changes() {
    return Listing.copyOf(changes.get());
  }

  /** Returns what should be known of the answer. */
  public Listing<Note> notes() {
    return Listing.copyOf(
        fleet.gpus().stream().map(MigNotes::geometry).flatMap(Optional::stream).toList());
  }

  /** The cards that are used, with their slices, as an SVG image. */
  public Text svg() {
    return Svg.of(layouts);
  }

  /** The answer with reasons and changes. */
  public Text explain() {
    List<String> lines = new ArrayList<>();
    lines.add(fits ? toString() : "does not fit on " + fleet);
    lines.add("  request   " + MigText.counted(asked));
    reasons().forEach(reason -> lines.add("  why       " + reason));
    changes().forEach(change -> lines.add("  to fit    " + change));
    if (!exact && leastGpus > 0) {
      lines.add("  proven    at least " + MigText.gpus(leastGpus) + " needed");
    }
    notes().forEach(note -> lines.add("  note      " + note.message()));
    return Text.of(String.join("\n", lines));
  }

  /**
   * Adds {@code "fits", "gpusUsed", "gpus", "leastGpus", "exact", "reasons", "changes", "notes"}.
   */
  @Override
  public void describe(Facts out) {
    out.put("fits", fits())
        .put("gpusUsed", gpusUsed())
        .put("gpus", layouts())
        // For a refusal because of the geometry, 0 means an unknown number.
        .putOrNull("leastGpus", Optional.of(leastGpus()).filter(least -> fits() || least > 0))
        .put("exact", isExact())
        .put("reasons", reasons())
        .put("changes", changes())
        .put("notes", notes());
  }

  /** The layouts, one a line; or that it does not fit, and why. */
  @Override
  public String toString() {
    if (!fits) {
      return "does not fit: " + String.join("; ", reasons());
    }
    String all = Listing.copyOf(layouts).toString();
    return fleet.gpus().size() == 1
        ? all
        : layouts.stream()
            .map(layout -> layout + " " + layout.gpu().name())
            .collect(Collectors.joining("\n"));
  }
}
