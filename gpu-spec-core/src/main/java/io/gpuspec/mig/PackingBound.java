package io.gpuspec.mig;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;

/**
 * A lower bound of the number of cards for some instances.
 *
 * <p>Whatever weight each kind has, no card holds more than its heaviest filling; so the total
 * weight divided by that, rounded up, is a lower bound of the number of cards.
 */
final class PackingBound {

  /** A weight for each kind, and the weight of the heaviest filling. */
  private record Scale(ImmutableIntArray weights, long heaviest) {}

  private final ImmutableList<Scale> scales;

  private PackingBound(ImmutableList<Scale> scales) {
    this.scales = scales;
  }

  /**
   * The bound by several weights.
   *
   * @param weights the weights of each kind; the first is the size from {@link #size}
   */
  static PackingBound of(List<CardPacking.Group> groups, List<ImmutableIntArray> weights) {
    ImmutableList.Builder<Scale> scales = ImmutableList.builder();
    for (ImmutableIntArray each : weights) {
      long heaviest =
          groups.stream()
              .flatMap(group -> group.fills().stream())
              .mapToLong(fill -> Counts.product(fill, each))
              .max()
              .orElse(0);
      scales.add(new Scale(each, heaviest));
    }
    return new PackingBound(scales.build());
  }

  int of(ImmutableIntArray counts) {
    long most = 0;
    for (Scale scale : scales) {
      if (scale.heaviest() > 0) {
        long weight = Counts.product(counts, scale.weights());
        most = Math.max(most, (weight + scale.heaviest() - 1) / scale.heaviest());
      }
    }
    return (int) Math.min(most, Integer.MAX_VALUE);
  }

  long size(ImmutableIntArray counts) {
    return Counts.product(counts, scales.get(0).weights());
  }
}
