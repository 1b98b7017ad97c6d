package io.gpuspec.manifest.internal.found;

/**
 * How many pods an autoscaler runs.
 *
 * @param least the least, which can be 0
 * @param most the most
 */
public record PodRange(int least, int most) {
  /** Returns the same of groups that have so many pods each. */
  PodRange times(int pods) {
    return new PodRange(product(least, pods), product(most, pods));
  }

  private static int product(int groups, int pods) {
    return (int) Math.min(Integer.MAX_VALUE, (long) groups * pods);
  }

  /** Returns text such as {@code 1 to 4 pods}. */
  @Override
  public String toString() {
    return least + " to " + most + " pods";
  }
}
