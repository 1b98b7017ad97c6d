package io.gpuspec.mig;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Why a placement cannot be taken in a layout, and which instances would have to move for it.
 *
 * @param number the placement's number
 */
record Obstacle(MigLayout layout, int number) {

  /** What is said where two instances of one layout were given. */
  String clash() {
    long overlapping = overlapping();
    return overlapping == 0
        ? "%s; a card holds %d of %s at most"
            .formatted(engines(), profile().maxInstances(), profile().name())
        : "%s overlaps %s at %s; no slice can be held twice"
            .formatted(wanted(), first(overlapping), common(first(overlapping)));
  }

  /**
   * Such as {@code 3g.20gb needs slices 4 to 7; slice 5 is held by 1g.5gb; moving it to 2 frees
   * it}.
   */
  String text() {
    return overlapping() == 0 ? engines() : slices(starts());
  }

  /**
   * The same where it is decided what the instances in the way become.
   *
   * @param homes the number of each that stays, by its number now
   */
  String text(Map<Integer, Integer> homes) {
    List<Integer> moved = numbersInTheWay();
    return slices(
        homes.keySet().containsAll(moved)
            ? Optional.of(
                moved.stream()
                    .map(homes::get)
                    .map(home -> layout.gpu().grid().placement(home).start())
                    .toList())
            : Optional.empty());
  }

  private String slices(Optional<List<Integer>> starts) {
    String held =
        layout.placements(overlapping()).stream()
            .map(
                each ->
                    "%s %s held by %s%s"
                        .formatted(
                            common(each),
                            common(each).startsWith("slices") ? "are" : "is",
                            each.profile(),
                            isInUse(each) ? " (in use)" : ""))
            .collect(Collectors.joining(", "));
    return "%s needs %s; %s%s"
        .formatted(
            wanted().profile(), wanted().slices(), held, starts.map(Obstacle::moves).orElse(""));
  }

  private boolean isInUse(MigPlacement instance) {
    return layout.instancesInUse().contains(instance);
  }

  private String engines() {
    MigEngines left = layout.enginesLeft();
    MigEngines need = profile().engines();
    return MigEngines.KINDS.stream()
        .filter(kind -> kind.count().applyAsInt(need) > kind.count().applyAsInt(left))
        .map(kind -> engine(kind, need, left))
        .collect(Collectors.joining("; "));
  }

  private String engine(MigEngines.Kind kind, MigEngines need, MigEngines left) {
    String holders =
        layout.instances().stream()
            .filter(each -> kind.count().applyAsInt(engines(each)) > 0)
            .map(MigPlacement::toString)
            .collect(Collectors.joining(", "));
    return "%s: %s needs %d, %d of the card's %d left%s"
        .formatted(
            kind.name(),
            wanted().profile(),
            kind.count().applyAsInt(need),
            kind.count().applyAsInt(left),
            kind.count().applyAsInt(layout.gpu().engines()),
            holders.isEmpty() ? "" : "; held by " + holders);
  }

  private MigEngines engines(MigPlacement instance) {
    return layout.gpu().profile(instance.profile()).engines();
  }

  /** How many instances stand in the way by their slices. */
  int overlaps() {
    return Long.bitCount(overlapping());
  }

  private long overlapping() {
    return layout.gpu().grid().overlapping(number, layout.bits());
  }

  boolean canBeCleared() {
    return starts().isPresent();
  }

  private static String moves(List<Integer> starts) {
    return "; moving %s to %s frees it"
        .formatted(
            starts.size() == 1 ? "it" : "them",
            starts.stream().map(String::valueOf).collect(Collectors.joining(" and ")));
  }

  /** Where the instances in the way could stand instead, in their order. */
  private Optional<List<Integer>> starts() {
    MigGrid grid = layout.gpu().grid();
    long kept = layout.bits() & ~overlapping();
    if ((grid.open(kept) >>> number & 1) == 0) {
      return Optional.empty();
    }
    return new Rehousing(grid).place(kept | 1L << number, numbersInTheWay());
  }

  private List<Integer> numbersInTheWay() {
    List<Integer> numbers = new ArrayList<>();
    MigLayout.numbers(overlapping()).forEach(each -> numbers.add((int) each));
    return numbers;
  }

  private MigPlacement first(long numbers) {
    return layout.gpu().grid().placement(Long.numberOfTrailingZeros(numbers));
  }

  private MigProfile profile() {
    return layout.gpu().profile(wanted().profile());
  }

  private MigPlacement wanted() {
    return layout.gpu().grid().placement(number);
  }

  /** The slices that the wanted placement and another have in common. */
  private String common(MigPlacement other) {
    int from = Math.max(wanted().start(), other.start());
    int to = Math.min(wanted().end(), other.end());
    return new MigPlacement(other.profile(), from, to - from).slices();
  }
}
