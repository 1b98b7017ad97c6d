package io.gpuspec.mig;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The reason why a placement is not possible in a layout, and which instances would have to move
 * for it.
 *
 * @param number the placement's number
 */
record Obstacle(MigLayout layout, int number) {

  /** Returns the message for two conflicting instances of one layout. */
  String clash() {
    long overlapping = overlapping();
    return overlapping == 0
        ? "%s; a card holds %s of %s at most"
            .formatted(engines(), profile().maxInstances(), profile().name())
        : "%s overlaps %s at %s; no slice can be held twice"
            .formatted(wanted(), first(overlapping), common(first(overlapping)));
  }

  /**
   * Returns text such as {@code 3g.20gb needs slices 4 to 7; slice 5 is held by 1g.5gb; moving it
   * to 2 frees it}.
   */
  String text() {
    return overlapping() == 0 ? engines() : text(homes());
  }

  /**
   * The same where it is decided what the instances in the way become.
   *
   * @param homes the number of each that stays, by its number now
   */
  String text(Map<Integer, Integer> homes) {
    List<MigPlacement> inTheWay = layout.placements(overlapping());
    String held = inTheWay.stream().map(this::held).collect(Collectors.joining(", "));
    List<String> starts =
        MigLayout.numbers(overlapping())
            .mapToObj(each -> homes.get((int) each))
            .filter(Objects::nonNull)
            .map(home -> String.valueOf(grid().placement(home).start()))
            .toList();
    return "%s needs %s; %s%s"
        .formatted(
            wanted().profile(),
            wanted().slices(),
            held,
            starts.size() == inTheWay.size() ? moves(starts) : "");
  }

  private String held(MigPlacement instance) {
    String slices = common(instance);
    return "%s %s held by %s%s"
        .formatted(
            slices,
            slices.startsWith("slices") ? "are" : "is",
            instance.profile(),
            isInUse(instance) ? " (in use)" : "");
  }

  private static String moves(List<String> starts) {
    return "; moving %s to %s frees it"
        .formatted(starts.size() == 1 ? "it" : "them", String.join(" and ", starts));
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
    return "%s: %s needs %s, %s of the card's %s left%s"
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

  /** Returns how many instances are in the way by their slices. */
  int overlaps() {
    return Long.bitCount(overlapping());
  }

  private long overlapping() {
    return grid().overlapping(number, layout.bits());
  }

  boolean canBeCleared() {
    return !homes().isEmpty();
  }

  /**
   * Returns where the instances in the way could be instead; empty if there is not enough room for
   * all.
   */
  private Map<Integer, Integer> homes() {
    long wanted = 1L << number;
    long stays = layout.bits() & ~overlapping() | wanted;
    return LayoutTable.of(grid())
        .having(grid().counts(layout.bits() | wanted))
        .filter(each -> (stays & ~each) == 0)
        .mapToObj(each -> grid().homes(overlapping(), each & ~stays))
        .findFirst()
        .orElseGet(TreeMap::new);
  }

  private MigGrid grid() {
    return layout.gpu().grid();
  }

  private MigPlacement first(long numbers) {
    return grid().placement(Long.numberOfTrailingZeros(numbers));
  }

  private MigProfile profile() {
    return layout.gpu().profile(wanted().profile());
  }

  private MigPlacement wanted() {
    return grid().placement(number);
  }

  /** The slices that the wanted placement and another have in common. */
  private String common(MigPlacement other) {
    int from = Math.max(wanted().start(), other.start());
    int to = Math.min(wanted().end(), other.end());
    return new MigPlacement(other.profile(), from, to - from).slices();
  }
}
