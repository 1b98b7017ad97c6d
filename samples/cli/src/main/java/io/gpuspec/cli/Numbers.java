package io.gpuspec.cli;

import io.gpuspec.value.InvalidValueException;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers and times on the command line. */
final class Numbers {
  private static final Pattern TIME = Pattern.compile("([0-9]{1,6})(ms|s|m)");
  private static final long NANOS = 1_000_000L;

  private Numbers() {}

  static long whole(String option, Assignment value) {
    if (!value.value().matches("[0-9]{1,9}")) {
      throw new InvalidValueException(
          "usage.malformed",
          "%s %s: '%s' is not a whole number; write %s=8"
              .formatted(option, value.key(), value.value(), value.key()));
    }
    return Long.parseLong(value.value());
  }

  /** Returns whether so much time has gone since now. */
  static BooleanSupplier after(String time) {
    Matcher matcher = TIME.matcher(time);
    if (!matcher.matches()) {
      throw new InvalidValueException(
          "usage.malformed", "--time: '%s' is not a time; write 10s or 500ms".formatted(time));
    }
    long unit =
        switch (matcher.group(2)) {
          case "ms" -> 1;
          case "s" -> 1000;
          default -> 60_000;
        };
    long nanos = Long.parseLong(matcher.group(1)) * unit * NANOS;
    long start = System.nanoTime();
    return () -> System.nanoTime() - start > nanos;
  }
}
