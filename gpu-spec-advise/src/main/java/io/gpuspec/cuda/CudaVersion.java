package io.gpuspec.cuda;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A version of CUDA: 11.7, or with the update 12.4.1. */
record CudaVersion(int major, int minor, Optional<Integer> update)
    implements Comparable<CudaVersion> {
  private static final Comparator<CudaVersion> ORDER =
      Comparator.comparingInt(CudaVersion::major)
          .thenComparingInt(CudaVersion::minor)
          .thenComparingInt(version -> version.update().orElse(0));
  private static final int MOST_DIGITS = 3;

  /**
   * Reads a version that somebody gave.
   *
   * @throws InvalidValueException if the text is not valid
   */
  static CudaVersion parse(String text) {
    String given = Arguments.required("cuda", text, "a version, such as 12.4 or 12.4.1");
    return read(given.strip())
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "cuda.malformed",
                    "cuda: %s is not a CUDA version; write it like 12.4 or 12.4.1"
                        .formatted(Quoted.of(given))));
  }

  /** The version that a text is, if it is one. */
  static Optional<CudaVersion> read(String text) {
    List<Integer> numbers = new ArrayList<>();
    for (String word : text.split("\\.", -1)) {
      if (!isNumber(word)) {
        return Optional.empty();
      }
      numbers.add(Integer.valueOf(word));
    }
    return switch (numbers.size()) {
      case 2 -> Optional.of(new CudaVersion(numbers.get(0), numbers.get(1), Optional.empty()));
      case 3 ->
          Optional.of(new CudaVersion(numbers.get(0), numbers.get(1), Optional.of(numbers.get(2))));
      default -> Optional.empty();
    };
  }

  static boolean isNumber(String word) {
    return !word.isEmpty()
        && word.length() <= MOST_DIGITS
        && word.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** The same without the update: 12.4. */
  CudaVersion minorVersion() {
    return new CudaVersion(major, minor, Optional.empty());
  }

  boolean isAtLeast(CudaVersion other) {
    return compareTo(other) >= 0;
  }

  /** Compares by number, with missing parts as 0. */
  @Override
  public int compareTo(CudaVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + update.map(number -> "." + number).orElse("");
  }
}
