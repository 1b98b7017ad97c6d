package io.gpuspec.cluster;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.InvalidValueException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version made of numbers, as tools print it: {@code 1.29}, {@code v1.33.4-eks-abc}. What follows
 * a hyphen or a plus is a build of the same version.
 */
record Version(String text, List<Integer> numbers) implements Comparable<Version> {
  private static final Pattern GRAMMAR =
      Pattern.compile("v?(?<numbers>\\d{1,5}(\\.\\d{1,5}){1,3})([-+].*)?");

  /**
   * Reads a version of a component.
   *
   * @throws InvalidValueException if it is not valid
   */
  static Version of(String component, String text, String example) {
    String given = Arguments.required(component, text, "a version, such as " + example).strip();
    Matcher version = GRAMMAR.matcher(given);
    if (!version.matches()) {
      throw new InvalidValueException(
          "components.malformed",
          "%s: %s is not a version; write it like %s"
              .formatted(component, Quoted.of(text), example));
    }
    List<Integer> numbers =
        Arrays.stream(version.group("numbers").split("\\.")).map(Integer::valueOf).toList();
    return new Version(given, numbers);
  }

  /** Reads the beginning of versions, such as {@code 615} or {@code 1.18}. */
  static Version series(String text) {
    return new Version(text, Arrays.stream(text.split("\\.")).map(Integer::valueOf).toList());
  }

  /** Returns whether it is of a later series, whose numbers are the first ones of a version. */
  boolean isAfterSeries(Version series) {
    return series.isBelow(
        new Version(text, numbers.stream().limit(series.numbers.size()).toList()));
  }

  boolean isBelow(Version other) {
    return compareTo(other) < 0;
  }

  private int number(int index) {
    return index < numbers.size() ? numbers.get(index) : 0;
  }

  /** Compares by number, with missing parts as 0. */
  @Override
  public int compareTo(Version other) {
    for (int i = 0; i < Math.max(numbers.size(), other.numbers.size()); i++) {
      int difference = Integer.compare(number(i), other.number(i));
      if (difference != 0) {
        return difference;
      }
    }
    return 0;
  }

  /** Returns the version as it was written. */
  @Override
  public String toString() {
    return text;
  }
}
