package io.gpuspec.manifest.internal.claim;

import io.gpuspec.internal.dra.NvidiaDriver;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a condition reads of a device, found in its text as the library writes it. */
final class CelReads {
  /** {@code device.attributes['d'].n} or {@code device.capacity['d'].n}. */
  private static final Pattern READ =
      Pattern.compile("device\\.(attributes|capacity)\\[[\"']([^\"']+)[\"']\\]\\.([A-Za-z_0-9]+)");

  private static final Pattern COMPARED =
      Pattern.compile(
          "("
              + READ.pattern()
              + ")\\.compareTo\\((?:quantity|semver)\\([\"']([^\"']*)[\"']\\)\\) (==|!=|<|<=|>|>=)"
              + " 0");

  private static final Pattern GREATER =
      Pattern.compile(
          "("
              + READ.pattern()
              + ")\\.(isGreaterThan|isLessThan)\\((?:quantity|semver)\\([\"']([^\"']*)[\"']\\)\\)");
  private static final Pattern EQUAL =
      Pattern.compile("(" + READ.pattern() + ") == (\"[^\"]*\"|'[^']*'|-?[0-9]+|true|false)");

  private static final Map<String, String> OPPOSITE =
      Map.of("==", "!=", "!=", "==", "<", ">=", "<=", ">", ">", "<=", ">=", "<");

  private CelReads() {}

  /** Refuses an attribute that NVIDIA's driver does not publish. */
  static void check(String text) throws CelException {
    Matcher read = READ.matcher(text);
    if (read.matches()
        && read.group(1).equals("attributes")
        && read.group(2).equals(NvidiaDriver.NAME)
        && !NvidiaDriver.PUBLISHED.contains(read.group(3))) {
      throw new CelException(
          "no such key: %s; NVIDIA's driver publishes no such attribute, and the scheduler stops at it on every node; use one of %s"
              .formatted(read.group(3), String.join(", ", NvidiaDriver.PUBLISHED)));
    }
  }

  /** Returns what of a device makes a condition false. */
  static String whyFalse(String condition, Device device) {
    Matcher compared = COMPARED.matcher(condition);
    if (compared.matches()) {
      return "%s %s %s %s"
          .formatted(
              compared.group(4),
              read(compared, device),
              OPPOSITE.get(compared.group(6)),
              compared.group(5));
    }
    Matcher greater = GREATER.matcher(condition);
    if (greater.matches()) {
      String opposite = greater.group(5).equals("isGreaterThan") ? "<=" : ">=";
      return "%s %s %s %s"
          .formatted(greater.group(4), read(greater, device), opposite, greater.group(6));
    }
    Matcher equal = EQUAL.matcher(condition);
    if (equal.matches()) {
      return "%s is %s, not %s"
          .formatted(
              equal.group(4), read(equal, device), equal.group(5).replaceAll("^[\"']|[\"']$", ""));
    }
    Map<String, String> has = new LinkedHashMap<>();
    Matcher reads = READ.matcher(condition);
    while (reads.find()) {
      has.put(reads.group(3), device.read(reads.group(1), reads.group(2), reads.group(3)));
    }
    StringBuilder all = new StringBuilder();
    has.forEach((name, value) -> all.append(name).append(" is ").append(value).append("; "));
    return all + condition + " is false";
  }

  /** Returns what a device has where a condition begins with {@link #READ} in brackets. */
  private static String read(Matcher condition, Device device) {
    return device.read(condition.group(2), condition.group(3), condition.group(4));
  }
}
