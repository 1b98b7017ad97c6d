package io.gpuspec.manifest.platform;

import io.gpuspec.InvalidValueException;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the API server would refuse of the device plugin's objects, refused where it is said. */
final class PluginChecks {
  private static final int LONGEST = 63;
  private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern LABEL_VALUE =
      Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

  private PluginChecks() {}

  /** The value itself; no signature here allows null, and not every caller is checked for it. */
  static <T> T given(String what, @Nullable T value) {
    if (value == null) {
      throw new InvalidValueException(
          what + ": 'null' is not a value; give one, or leave the step out");
    }
    return value;
  }

  /** The elements, none of them null. */
  static <T> List<T> each(String what, @Nullable Collection<? extends @Nullable T> values) {
    return given(what, values).stream().map(value -> PluginChecks.<T>given(what, value)).toList();
  }

  /** A name of an object or a namespace that stands in a label as well. */
  static String name(String what, String name) {
    if (given(what, name).length() > LONGEST || !DNS_LABEL.matcher(name).matches()) {
      throw new InvalidValueException(
          "%s: '%s' is no DNS label; write at most %d of a-z, 0-9 and -, beginning and ending with a letter or digit"
              .formatted(what, name, LONGEST));
    }
    return name;
  }

  /** What a node's label names; a key of a ConfigMap as well. */
  static String labelValue(String what, String value) {
    if (!LABEL_VALUE.matcher(given(what, value)).matches()) {
      throw new InvalidValueException(
          "%s: '%s' cannot be a label's value; write up to %d letters, digits, '-', '_' and '.', with a letter or digit at both ends"
              .formatted(what, value, LONGEST));
    }
    return value;
  }

  /** A text that says something. */
  static String notBlank(String what, String value) {
    if (given(what, value).isBlank() || value.chars().anyMatch(Character::isWhitespace)) {
      throw new InvalidValueException(
          "%s: '%s' is empty or has a blank in it; write it without".formatted(what, value));
    }
    return value;
  }
}
