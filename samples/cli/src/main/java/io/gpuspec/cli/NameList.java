package io.gpuspec.cli;

import io.gpuspec.value.InvalidValueException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of an option that accepts several, separated by commas. */
final class NameList {
  private NameList() {}

  /** The values in their order; none where the option is not given. */
  static List<String> of(String option, @Nullable String text) {
    if (text == null) {
      return List.of();
    }
    List<String> values = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    if (values.contains("")) {
      throw new InvalidValueException(
          "usage.empty",
          "%s: '%s' %s"
              .formatted(
                  option,
                  text,
                  values.size() == 1
                      ? "is empty; leave the option out"
                      : "has an empty entry; take a comma away"));
    }
    return values;
  }
}
