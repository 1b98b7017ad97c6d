package io.gpuspec.fleet;

import java.util.Arrays;

/**
 * What one node of a type holds: so many pods of some classes.
 *
 * @param classes ascending
 * @param counts as many as classes, each above zero
 */
@SuppressWarnings("ArrayRecordComponent") // Never shared outside this package, and never changed.
record Pattern(int type, int[] classes, int[] counts) {

  /** Returns the pattern of a node with so many pods of each class. */
  static Pattern of(int type, int[] all) {
    int kinds = 0;
    for (int count : all) {
      kinds += count > 0 ? 1 : 0;
    }
    int[] classes = new int[kinds];
    int[] counts = new int[kinds];
    int next = 0;
    for (int i = 0; i < all.length; i++) {
      if (all[i] > 0) {
        classes[next] = i;
        counts[next++] = all[i];
      }
    }
    return new Pattern(type, classes, counts);
  }

  /** Returns what the pods are worth together. */
  double value(double[] values) {
    double sum = 0;
    for (int i = 0; i < classes.length; i++) {
      sum += values[classes[i]] * counts[i];
    }
    return sum;
  }

  /** Returns how many nodes of this pattern a demand fills. */
  int times(int[] left) {
    int times = Integer.MAX_VALUE;
    for (int i = 0; i < classes.length; i++) {
      times = Math.min(times, left[classes[i]] / counts[i]);
    }
    return times;
  }

  /** Adds the pods of so many nodes to a demand; a negative number takes them away. */
  void addTo(int[] left, int nodes) {
    for (int i = 0; i < classes.length; i++) {
      left[classes[i]] += counts[i] * nodes;
    }
  }

  int pods() {
    return Arrays.stream(counts).sum();
  }

  Pattern on(int other) {
    return new Pattern(other, classes, counts);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Pattern that
        && type == that.type
        && Arrays.equals(classes, that.classes)
        && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return (type * 31 + Arrays.hashCode(classes)) * 31 + Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return type + ":" + Arrays.toString(classes) + "x" + Arrays.toString(counts);
  }
}
