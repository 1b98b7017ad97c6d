package io.gpuspec.manifest.internal.claim;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version with three parts, as {@code semver} of Kubernetes' CEL has it. */
record Version(BigInteger major, BigInteger minor, BigInteger patch, List<String> pre, String text)
    implements Comparable<Version> {
  private static final int LONGEST = 64;
  private static final String NUMBER = "(0|[1-9][0-9]*)";
  private static final Pattern TEXT =
      Pattern.compile(
          NUMBER
              + "\\."
              + NUMBER
              + "\\."
              + NUMBER
              + "(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]++)*+))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]++)*+)?");
  private static final Pattern LOOSE =
      Pattern.compile("v?([0-9]+)(?:\\.([0-9]+))?(?:\\.([0-9]+))?(.*)");

  /** Returns the version of a text; empty if it does not have three parts. */
  static Optional<Version> parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (text.length() > LONGEST || !parts.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new Version(
            new BigInteger(parts.group(1)),
            new BigInteger(parts.group(2)),
            new BigInteger(parts.group(3)),
            parts.group(4) == null ? List.of() : List.of(parts.group(4).split("\\.")),
            text));
  }

  /** Returns the version of a text whose missing parts are 0, without a {@code v} before it. */
  static Optional<Version> normalized(String text) {
    Matcher parts = LOOSE.matcher(text);
    if (text.length() > LONGEST || !parts.matches()) {
      return Optional.empty();
    }
    return parse(
        number(parts.group(1))
            + "."
            + number(parts.group(2))
            + "."
            + number(parts.group(3))
            + parts.group(4));
  }

  private static String number(@org.jspecify.annotations.Nullable String digits) {
    return digits == null ? "0" : new BigInteger(digits).toString();
  }

  @Override
  public int compareTo(Version other) {
    int order = major.compareTo(other.major);
    order = order == 0 ? minor.compareTo(other.minor) : order;
    order = order == 0 ? patch.compareTo(other.patch) : order;
    return order == 0 ? comparePre(other) : order;
  }

  /** A version with a suffix comes before the one without; numbers come before words. */
  private int comparePre(Version other) {
    if (pre.isEmpty() || other.pre.isEmpty()) {
      return Boolean.compare(pre.isEmpty(), other.pre.isEmpty());
    }
    for (int i = 0; i < Math.min(pre.size(), other.pre.size()); i++) {
      int order = comparePart(pre.get(i), other.pre.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(pre.size(), other.pre.size());
  }

  private static int comparePart(String one, String other) {
    boolean oneIsNumber = one.matches("[0-9]+");
    boolean otherIsNumber = other.matches("[0-9]+");
    if (oneIsNumber && otherIsNumber) {
      return new BigInteger(one).compareTo(new BigInteger(other));
    }
    return oneIsNumber == otherIsNumber
        ? Integer.signum(one.compareTo(other))
        : oneIsNumber ? -1 : 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Version that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return major.hashCode() * 31 + minor.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
