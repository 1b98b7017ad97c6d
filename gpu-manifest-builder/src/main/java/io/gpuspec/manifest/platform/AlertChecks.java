package io.gpuspec.manifest.platform;

import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.PrometheusDuration;
import io.gpuspec.value.InvalidValueException;
import java.util.regex.Pattern;

/** Checks of a rule that Prometheus or its operator would refuse, for use in individual steps. */
final class AlertChecks {
  private static final Pattern LABEL = Pattern.compile("(?!__)[a-zA-Z_][a-zA-Z0-9_]*");
  private static final Pattern METRIC = Pattern.compile("DCGM_[A-Z0-9_]+");

  private AlertChecks() {}

  /** A text that says something. */
  static String text(String what, String text) {
    if (Checks.given(what, text).isBlank()) {
      throw new InvalidValueException(
          "alert.empty", "%s: '%s' is empty; write one".formatted(what, text));
    }
    return text;
  }

  /** Returns a text that is a single column of CSV. */
  static String column(String what, String text) {
    if (text(what, text).matches("(?s).*[,\"\n\r].*")) {
      throw new InvalidValueException(
          "alert.malformed",
          "%s: '%s' has a comma, a quote or a line break, which end a column of the counters file; remove them"
              .formatted(what, text));
    }
    return text;
  }

  static String expression(String name, String expression) {
    if (Checks.given("expr", expression).isBlank()) {
      throw new InvalidValueException(
          "alert.empty",
          "expr: alert '%s' has '%s', which is empty, and Prometheus refuses the whole file; write PromQL, such as up == 0"
              .formatted(name, expression));
    }
    return expression;
  }

  static int within(String what, int value, int least, int most, String unit) {
    if (value < least || value > most) {
      throw new InvalidValueException(
          "alert.out-of-range",
          "%s: '%s' is not from %s to %s %s".formatted(what, value, least, most, unit)
              + "; give one in between");
    }
    return value;
  }

  static String duration(String what, String duration) {
    if (!PrometheusDuration.isOne(Checks.given(what, duration))) {
      throw new InvalidValueException(
          "alert.malformed",
          "%s: '%s' is not a duration of Prometheus; write 30s, 10m, 1h or 1h30m"
              .formatted(what, duration));
    }
    return duration;
  }

  /** Returns how far PromQL looks back, which is not at all in nothing. */
  static String window(String window) {
    if (duration("window", window).chars().allMatch(c -> c == '0' || !Character.isDigit(c))) {
      throw new InvalidValueException(
          "alert.out-of-range",
          "window: '%s' is no time to look back; give more, such as 5m".formatted(window));
    }
    return window;
  }

  static String label(String name) {
    if (!LABEL.matcher(Checks.given("label", name)).matches()) {
      throw new InvalidValueException(
          "alert.malformed",
          "label: '%s' is not a label of Prometheus; write letters, digits and _, such as team"
              .formatted(name));
    }
    return name;
  }

  static String metric(String name) {
    if (!METRIC.matcher(Checks.given("counter", name)).matches()) {
      throw new InvalidValueException(
          "alert.malformed",
          "counter: '%s' is not a field of DCGM; write one as dcgm-exporter does, such as DCGM_FI_DEV_GPU_TEMP"
              .formatted(name));
    }
    return name;
  }
}
