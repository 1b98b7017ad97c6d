package io.gpuspec.mig;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Other places for instances on one card: every way is tried, lowest starts first. */
record Rehousing(MigGrid grid) {

  /** The starts for instances, in their order, beside a layout; empty where there are none. */
  Optional<List<Integer>> place(long layout, List<Integer> instances) {
    List<Integer> starts = new ArrayList<>();
    return place(layout, instances, starts) ? Optional.of(starts) : Optional.empty();
  }

  private boolean place(long layout, List<Integer> instances, List<Integer> starts) {
    if (starts.size() == instances.size()) {
      return true;
    }
    int profile = grid.profile(instances.get(starts.size()));
    long open = grid.open(layout);
    for (long rest = open; rest != 0; rest &= rest - 1) {
      int number = Long.numberOfTrailingZeros(rest);
      if (grid.profile(number) == profile) {
        starts.add(grid.placement(number).start());
        if (place(layout | 1L << number, instances, starts)) {
          return true;
        }
        starts.remove(starts.size() - 1);
      }
    }
    return false;
  }
}
