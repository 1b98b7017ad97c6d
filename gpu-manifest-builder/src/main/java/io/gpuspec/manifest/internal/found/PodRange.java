package io.gpuspec.manifest.internal.found;

/**
 * The range of pods that an autoscaler runs.
 *
 * @param least the least, which can be 0
 * @param most the most; the largest integer if unlimited, as in Ray's defaults
 */
public record PodRange(int least, int most) {
  /** Returns the same of groups that have so many pods each. */
  PodRange times(int pods) {
    return new PodRange(product(least, pods), product(most, pods));
  }

  private static int product(int groups, int pods) {
    return (int) Math.min(Integer.MAX_VALUE, (long) groups * pods);
  }

  /** Returns whether the most is a limit. */
  public boolean isLimited() {
    return most < Integer.MAX_VALUE;
  }

  /** Returns text such as {@code 1 to 4 pods}, or {@code 2 or more pods}. */
  @Override
  public String toString() {
    if (!isLimited()) {
      return least + " or more pods";
    }
    return least + " to " + most + " pods";
  }
}
