package io.gpuspec.manifest.internal.tree;

import java.util.regex.Pattern;

/**
 * A duration as Prometheus and its operator read it, such as {@code 1h30m}; each unit is smaller
 * than the one before.
 *
 * <p>Source: Prometheus 3, {@code model.ParseDuration}; prometheus-operator 0.93, {@code Duration}
 * of {@code monitoring.coreos.com_prometheusrules.yaml}.
 */
public final class PrometheusDuration {
  private static final Pattern DURATION =
      Pattern.compile(
          "0|(?=.)([0-9]+y)?([0-9]+w)?([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?");

  private PrometheusDuration() {}

  /** Returns whether a text is one. */
  public static boolean isOne(String text) {
    return DURATION.matcher(text).matches();
  }
}
