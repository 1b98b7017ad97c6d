package io.gpuspec.mig;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Packs instances onto the fewest cards.
 *
 * <p>The request is so many of each kind, the largest kind first. A card is filled with a maximal
 * combination of what is left that includes the largest one left: in any solution that one is on
 * some card, and everything else that fits with it can be moved there. So no solution is missed,
 * for any products.
 */
final class CardPacking {
  /** After this many states, the search ends with what is proven by then. */
  static final int MOST_STATES = 100_000;

  /**
   * Above this many instances, there is no search: the first filling and the bound are the result.
   */
  static final int MOST_INSTANCES = 256;

  /** Equal cards, and the maximal combinations that one of them holds. */
  record Group(int cards, ImmutableList<ImmutableIntArray> fills) {}

  /** A card of a group, with the count of each kind that it holds. */
  record Filled(int group, ImmutableIntArray counts) {}

  /**
   * The result of the search.
   *
   * @param cards the cards in use; empty if no packing was found
   * @param least the lower bound of the number of cards; if the instances do not fit, for any
   *     number of cards of these products
   * @param proven that it cannot be done with fewer cards, or at all
   */
  record Result(Optional<List<Filled>> cards, int least, boolean proven) {}

  /** The instances that are left to place, and the cards for them. */
  private record State(ImmutableIntArray left, ImmutableIntArray free, int cards) {}

  private final List<Group> groups;
  private final PackingBound bound;
  private final int mostStates;
  private final Set<State> failed = new HashSet<>();
  private final List<Filled> filled = new ArrayList<>();
  private int states;

  CardPacking(List<Group> groups, List<ImmutableIntArray> weights, int mostStates) {
    this.groups = groups;
    this.bound = PackingBound.of(groups, weights);
    this.mostStates = mostStates;
  }

  Result pack(ImmutableIntArray asked) {
    int all = groups.stream().mapToInt(Group::cards).sum();
    int most = Math.min(all, asked.stream().sum());
    int least = bound.of(asked);
    if (least > all) {
      return new Result(Optional.empty(), least, true);
    }
    Optional<List<Filled>> first = first(asked);
    int found = first.map(List::size).orElse(most + 1);
    boolean searched = asked.stream().sum() <= MOST_INSTANCES;
    for (; least < found && searched; least++) {
      if (search(new State(asked, free(), least))) {
        return new Result(Optional.of(List.copyOf(filled)), least, true);
      }
      if (states > mostStates) {
        break;
      }
    }
    boolean proven = least == found;
    // That these few cards of each product do not suffice says nothing of more cards of one.
    boolean isOfThese = first.isPresent() || groups.size() == 1;
    return new Result(first, isOfThese ? least : bound.of(asked), proven);
  }

  private ImmutableIntArray free() {
    return ImmutableIntArray.copyOf(groups.stream().mapToInt(Group::cards));
  }

  /** Fills card by card, each as full as can be; empty where cards run out. */
  private Optional<List<Filled>> first(ImmutableIntArray asked) {
    List<Filled> cards = new ArrayList<>();
    State state = new State(asked, free(), 0);
    while (!isDone(state.left())) {
      List<Filled> choices = choices(state);
      if (choices.isEmpty()) {
        return Optional.empty();
      }
      cards.add(choices.get(0));
      state = after(state, choices.get(0));
    }
    return Optional.of(cards);
  }

  private boolean search(State state) {
    if (isDone(state.left())) {
      return true;
    }
    if (bound.of(state.left()) > state.cards() || failed.contains(state)) {
      return false;
    }
    if (++states > mostStates) {
      return false;
    }
    for (Filled choice : choices(state)) {
      filled.add(choice);
      if (search(after(state, choice))) {
        return true;
      }
      filled.remove(filled.size() - 1);
    }
    failed.add(state);
    return false;
  }

  private static boolean isDone(ImmutableIntArray left) {
    return left.stream().allMatch(count -> count == 0);
  }

  private static State after(State state, Filled choice) {
    return new State(
        Counts.minus(state.left(), choice.counts()),
        Counts.minus(state.free(), Counts.one(state.free().length(), choice.group())),
        state.cards() - 1);
  }

  /** The ways to fill one more card that include the largest kind left, fullest first. */
  private List<Filled> choices(State state) {
    int largest = 0;
    while (state.left().get(largest) == 0) {
      largest++;
    }
    List<Filled> choices = new ArrayList<>();
    for (int group = 0; group < groups.size(); group++) {
      if (state.free().get(group) > 0) {
        int of = group;
        fills(groups.get(group), state.left(), largest)
            .forEach(counts -> choices.add(new Filled(of, counts)));
      }
    }
    choices.sort(Comparator.comparing(choice -> -bound.size(choice.counts())));
    return choices;
  }

  private static List<ImmutableIntArray> fills(Group group, ImmutableIntArray left, int largest) {
    Predicate<ImmutableIntArray> hasLargest = counts -> counts.get(largest) > 0;
    return Counts.greatest(
        group.fills().stream().map(fill -> Counts.least(fill, left)).filter(hasLargest).toList());
  }
}
