package io.gpuspec.scheduling;

import com.google.common.collect.Comparators;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A search for an assignment of shares to cards, which tries every way, but no state of the cards
 * twice.
 *
 * <p>An init container needs its share in addition to the sidecars that started before it, and
 * returns it.
 */
final class CardSearch {
  private static final Comparator<List<Amount>> ORDER =
      Comparator.comparing(
          amounts -> amounts, Comparators.lexicographical(Comparator.<Amount>naturalOrder()));

  /** Cards that differ only in their order are one state. */
  private record State(int given, List<List<Amount>> free) {}

  private final List<CardShare> shares;
  private final Set<State> failed = new HashSet<>();

  /**
   * @param shares those of init containers and sidecars in their order, then the others
   */
  CardSearch(List<CardShare> shares) {
    this.shares = shares;
  }

  /** Returns whether cards with so much free have them all. */
  boolean places(List<List<Amount>> free) {
    return places(0, free.stream().sorted(ORDER).toList());
  }

  private boolean places(int given, List<List<Amount>> free) {
    if (given == shares.size()) {
      return true;
    }
    CardShare share = shares.get(given);
    if (share.role() == PodView.Role.INIT) {
      return free.stream().anyMatch(share::fits) && places(given + 1, free);
    }
    State state = new State(given, free);
    if (failed.contains(state)) {
      return false;
    }
    for (List<Amount> card : new HashSet<>(free)) {
      if (share.fits(card) && places(given + 1, less(free, card, share))) {
        return true;
      }
    }
    failed.add(state);
    return false;
  }

  private static List<List<Amount>> less(
      List<List<Amount>> free, List<Amount> card, CardShare share) {
    List<List<Amount>> left = new ArrayList<>(free);
    left.remove(card);
    left.add(share.takenFrom(card));
    left.sort(ORDER);
    return List.copyOf(left);
  }
}
