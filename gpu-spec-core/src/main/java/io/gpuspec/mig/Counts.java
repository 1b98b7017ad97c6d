package io.gpuspec.mig;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.IntBinaryOperator;

/** Arithmetic on counts of each kind. */
final class Counts {
  private Counts() {}

  static ImmutableIntArray one(int length, int at) {
    int[] counts = new int[length];
    counts[at] = 1;
    return ImmutableIntArray.copyOf(counts);
  }

  static ImmutableIntArray minus(ImmutableIntArray a, ImmutableIntArray b) {
    return zip(a, b, (x, y) -> x - y);
  }

  /** The lesser count of each kind. */
  static ImmutableIntArray least(ImmutableIntArray a, ImmutableIntArray b) {
    return zip(a, b, Math::min);
  }

  private static ImmutableIntArray zip(
      ImmutableIntArray a, ImmutableIntArray b, IntBinaryOperator each) {
    ImmutableIntArray.Builder zipped = ImmutableIntArray.builder(a.length());
    for (int i = 0; i < a.length(); i++) {
      zipped.add(each.applyAsInt(a.get(i), b.get(i)));
    }
    return zipped.build();
  }

  static long product(ImmutableIntArray a, ImmutableIntArray b) {
    long product = 0;
    for (int i = 0; i < a.length(); i++) {
      product += (long) a.get(i) * b.get(i);
    }
    return product;
  }

  static boolean isWithin(ImmutableIntArray a, ImmutableIntArray b) {
    for (int i = 0; i < a.length(); i++) {
      if (a.get(i) > b.get(i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns those that are within no other, each once, in their order. */
  static List<ImmutableIntArray> greatest(Collection<ImmutableIntArray> all) {
    List<ImmutableIntArray> greatest = new ArrayList<>();
    for (ImmutableIntArray counts : new LinkedHashSet<>(all)) {
      if (greatest.stream().noneMatch(other -> isWithin(counts, other))) {
        greatest.removeIf(other -> isWithin(other, counts));
        greatest.add(counts);
      }
    }
    return greatest;
  }
}
