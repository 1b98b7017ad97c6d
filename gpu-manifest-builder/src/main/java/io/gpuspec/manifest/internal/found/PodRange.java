package io.gpuspec.manifest.internal.found;

/**
 * How many pods an autoscaler runs.
 *
 * @param least the least, which can be 0
 * @param most the most
 */
public record PodRange(int least, int most) {
  /** Returns text such as {@code 1 to 4 pods}. */
  @Override
  public String toString() {
    return least + " to " + most + " pods";
  }
}
