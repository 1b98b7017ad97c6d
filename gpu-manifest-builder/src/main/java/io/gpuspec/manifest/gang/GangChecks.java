package io.gpuspec.manifest.gang;

import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.regex.Pattern;

/**
 * Checks of values that the API server or a controller's webhook would refuse, for use in
 * individual steps.
 */
final class GangChecks {
  private static final Pattern SERVICE = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final int LONGEST_LABEL = 63;

  private GangChecks() {}

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

  /** Returns an object's name that can also be a label, such as that of a Kueue queue. */
  static String shortName(String what, String name) {
    if (KubeNames.subdomain(what, name).length() > LONGEST_LABEL) {
      throw new InvalidValueException(
          "gang.malformed",
          "%s: '%s' is too long; write at most %s characters".formatted(what, name, LONGEST_LABEL));
    }
    return name;
  }

  /** A name of an extended resource, which has a domain. */
  static String resource(String what, String name) {
    if (!KubeNames.isExtendedResource(Checks.given(what, name))) {
      throw new InvalidValueException(
          "gang.malformed",
          "%s: '%s' is not a device; write it with its domain, such as nvidia.com/gpu"
              .formatted(what, name));
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
