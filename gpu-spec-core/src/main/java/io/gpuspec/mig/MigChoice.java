package io.gpuspec.mig;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Listing;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The placement for one more instance on a card, with the alternatives.
 *
 * <pre>{@code
 * MigChoice choice = a100.layout("3g.20gb@0").place("1g.5gb");
 * choice.best();            // Optional[1g.5gb@6]
 * choice.layout();          // [3g.20gb]..[1g.5gb]x
 * choice.alternatives();    // 1g.5gb@4
 *                           // 1g.5gb@5
 * }</pre>
 *
 * <p>The best placement leaves the most placements open, counted over all profiles, each by itself;
 * of equals it is the one that starts first.
 */
public final class MigChoice {
  private final MigLayout before;
  private final List<Integer> ranked;
  private final List<String> reasons;

  private MigChoice(MigLayout before, List<Integer> ranked, List<String> reasons) {
    this.before = before;
    this.ranked = ranked;
    this.reasons = reasons;
  }

  static MigChoice of(MigLayout before, MigProfile profile) {
    Optional<String> refusal = before.gpu().refusal();
    if (refusal.isPresent()) {
      return new MigChoice(before, List.of(), List.of(refusal.get()));
    }
    MigGrid grid = before.gpu().grid();
    List<Integer> own =
        IntStream.range(0, grid.size())
            .filter(number -> grid.placement(number).profile().equals(profile.name()))
            .boxed()
            .toList();
    long open = grid.open(before.bits());
    List<Integer> ranked =
        own.stream()
            .filter(number -> (open >>> number & 1) == 1)
            .sorted(Comparator.comparing(number -> -openAfter(before, number)))
            .toList();
    return new MigChoice(
        before, ranked, ranked.isEmpty() ? List.of(obstacle(before, own)) : List.of());
  }

  private static int openAfter(MigLayout before, int number) {
    return Long.bitCount(before.gpu().grid().open(before.bits() | 1L << number));
  }

  /** The obstacle that is most easily cleared. */
  private static String obstacle(MigLayout before, List<Integer> placements) {
    return placements.stream()
        .map(number -> new Obstacle(before, number))
        .min(
            Comparator.comparing((Obstacle obstacle) -> !obstacle.canBeCleared())
                .thenComparing(Obstacle::overlaps))
        .map(Obstacle::text)
        .orElseThrow();
  }

  /** Returns the best placement, or empty if the profile does not fit. */
  public Optional<MigPlacement> best() {
    return ranked.stream().findFirst().map(before.gpu().grid()::placement);
  }

  /** The other placements that it could take, best first. */
  public Listing<MigPlacement> alternatives() {
    return Listing.copyOf(ranked.stream().skip(1).map(before.gpu().grid()::placement).toList());
  }

  /**
   * Returns how many placements stay open after one of {@link #best} and {@link #alternatives}; 0
   * for any other.
   */
  public int openAfter(MigPlacement placement) {
    Arguments.required("placement", placement, "a MigPlacement of this choice");
    return ranked.stream()
        .filter(number -> before.gpu().grid().placement(number).equals(placement))
        .mapToInt(number -> openAfter(before, number))
        .findFirst()
        .orElse(0);
  }

  /** Returns the layout with the best placement, or unchanged if the profile does not fit. */
  public MigLayout layout() {
    return ranked.isEmpty() ? before : before.to(before.bits() | 1L << ranked.get(0));
  }

  /**
   * Returns why there is no placement, with the instance or engine in the way; empty if there is
   * one.
   */
  public List<String> reasons() {
    return reasons;
  }

  /** Returns text such as {@code 1g.5gb@6: [3g.20gb]..[1g.5gb]x}, or the reasons. */
  @Override
  public String toString() {
    return best()
        .map(placement -> placement + ": " + layout())
        .orElseGet(() -> "no place: " + String.join("; ", reasons));
  }
}
