package io.gpuspec.internal;

import io.gpuspec.value.InvalidValueException;
import java.util.Comparator;
import java.util.regex.Pattern;

/** A CUDA compute capability, such as 8.6; 10.0 is greater than 9.0. */
public record ComputeCapability(int major, int minor) implements Comparable<ComputeCapability> {
  private static final Pattern FORM = Pattern.compile("([1-9][0-9]?)\\.([0-9])");
  private static final Comparator<ComputeCapability> ORDER =
      Comparator.comparingInt(ComputeCapability::major).thenComparingInt(ComputeCapability::minor);

  public static ComputeCapability parse(String text) {
    var parts = FORM.matcher(text.strip());
    if (!parts.matches()) {
      throw new InvalidValueException(
          "value.malformed", "compute capability: '" + text + "' is not one; write it like 8.6");
    }
    return new ComputeCapability(
        Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  @Override
  public int compareTo(ComputeCapability other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
