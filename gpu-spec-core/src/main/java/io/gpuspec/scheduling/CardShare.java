package io.gpuspec.scheduling;

import java.util.ArrayList;
import java.util.List;

/**
 * The share that one container requests of one card.
 *
 * @param container its name
 * @param role when it runs
 * @param amounts by resource, in the order in which a card's are
 */
record CardShare(String container, PodView.Role role, List<Amount> amounts) {

  /** Returns whether a card has so much free. */
  boolean fits(List<Amount> free) {
    for (int i = 0; i < amounts.size(); i++) {
      if (amounts.get(i).compareTo(free.get(i)) > 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns how often a card has so much free. */
  int times(List<Amount> free) {
    int times = Integer.MAX_VALUE;
    for (int i = 0; i < amounts.size(); i++) {
      times = Math.min(times, free.get(i).times(amounts.get(i)));
    }
    return times;
  }

  /** Returns what is left of a card. */
  List<Amount> takenFrom(List<Amount> free) {
    List<Amount> left = new ArrayList<>();
    for (int i = 0; i < amounts.size(); i++) {
      left.add(free.get(i).minus(amounts.get(i)));
    }
    return List.copyOf(left);
  }
}
