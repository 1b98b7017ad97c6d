package io.gpuspec.manifest.gang;

import io.gpuspec.spi.KubeNames;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks of values that the API server or a controller's webhook would refuse, for use in
 * individual steps.
 */
final class GangChecks {
  private static final Pattern SERVICE = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final int LONGEST_SUBDOMAIN = 253;
  private static final int LONGEST_LABEL = 63;

  private GangChecks() {}

  /** The value itself; no signature here allows null, and not every caller is checked for it. */
  static <T> T given(String what, @Nullable T value) {
    if (value == null) {
      throw new InvalidValueException(
          "gang.missing", what + ": 'null' is not a value; give one, or leave the step out");
    }
    return value;
  }

  /** Returns a list of words, none of them null. */
  static List<String> words(String what, String @Nullable [] words) {
    for (String word : given(what, words)) {
      given(what, word);
    }
    return List.of(words);
  }

  static int atLeast(String what, int least, int value) {
    if (value < least) {
      throw new InvalidValueException(
          "gang.out-of-range",
          "%s: '%s' is below %s; give %s or more".formatted(what, value, least, least));
    }
    return value;
  }

  /** Returns how many pods are to start together, of so many that there are. */
  static int atMost(String what, int together, int all, String pods) {
    if (together > all) {
      throw new InvalidValueException(
          "gang.out-of-range",
          "%s: '%s' is more than the %s %s, so they would never start; give at most %s"
              .formatted(what, together, all, pods, all));
    }
    return together;
  }

  /** A name of an object, such as a queue. */
  static String name(String what, String name) {
    return dns(what, name, LONGEST_SUBDOMAIN);
  }

  /** Returns an object's name that can also be a label, such as that of a Kueue queue. */
  static String shortName(String what, String name) {
    return dns(what, name, LONGEST_LABEL);
  }

  /** A name of a namespace. */
  static String label(String what, String name) {
    if (given(what, name).contains(".")) {
      throw new InvalidValueException(
          "gang.malformed",
          "%s: '%s' has a dot in it; write at most 63 of a-z, 0-9 and -".formatted(what, name));
    }
    return dns(what, name, LONGEST_LABEL);
  }

  /** A name of an extended resource, which has a domain. */
  static String resource(String what, String name) {
    if (!KubeNames.isExtendedResource(given(what, name))) {
      throw new InvalidValueException(
          "gang.malformed",
          "%s: '%s' is not a device; write it with its domain, such as nvidia.com/gpu"
              .formatted(what, name));
    }
    return name;
  }

  private static String dns(String what, String name, int longest) {
    if (given(what, name).length() > longest || !KubeNames.isSubdomain(name)) {
      throw new InvalidValueException(
          "gang.malformed",
          "%s: '%s' is not a DNS name; write at most %s of a-z, 0-9, - and ., each part beginning and ending with a letter or digit"
              .formatted(what, name, longest));
    }
    return name;
  }

  /**
   * The name of a gang, from which the names of its pods and of its Service are made.
   *
   * @param longest the longest of the pods' host names, or what a controller counts as such
   */
  static void gangName(String name, String longest) {
    if (!SERVICE.matcher(name).matches()) {
      throw new InvalidValueException(
          "gang.malformed",
          "name: '%s' begins with a digit, and the headless Service of the workers has that name; begin it with a letter"
              .formatted(name));
    }
    if (longest.length() > LONGEST_LABEL) {
      throw new InvalidValueException(
          "gang.too-long",
          "name: '%s' makes names of pods such as '%s', of %s characters; at most %s are allowed, so shorten it by %s"
              .formatted(
                  name,
                  longest,
                  longest.length(),
                  LONGEST_LABEL,
                  longest.length() - LONGEST_LABEL));
    }
  }
}
