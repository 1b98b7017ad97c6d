package io.gpuspec.internal;

import io.gpuspec.value.Fraction;
import io.gpuspec.value.InvalidValueException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A GPU's name with the fraction of the card: {@code T4}, {@code 1/4*T4}, {@code A10*PNV4}.
 *
 * @param base the GPU's name as it was given
 * @param spelling the base as {@link GpuSpelling} writes it: what it is compared by
 */
public record DeviceName(Fraction fraction, String base, String spelling) {
  /** As SkyPilot writes a GPU with its count. */
  private static final Pattern COUNTED = Pattern.compile("(.+):([0-9]{1,4})");

  public DeviceName(Fraction fraction, String base) {
    this(fraction, base, GpuSpelling.of(base));
  }

  public static DeviceName parse(String text) {
    String name = text.strip();
    int star = name.indexOf('*');
    // "A10*PNV4" is one name: only what starts like a fraction is one.
    if (star > 0 && Character.isDigit(name.charAt(0)) && name.lastIndexOf('/', star) > 0) {
      String base = name.substring(star + 1).strip();
      if (base.isEmpty()) {
        throw new InvalidValueException(
            "gpu.malformed",
            "gpu: '" + text + "' names no GPU after the fraction; write it like 1/4*T4");
      }
      return new DeviceName(Fraction.parse(name.substring(0, star).strip()), base);
    }
    Matcher counted = COUNTED.matcher(name);
    if (counted.matches()) {
      throw new InvalidValueException(
          "gpu.malformed",
          "gpu: '%s' has a count; name %s alone and state the count %s separately, such as --gpus %s"
              .formatted(text, counted.group(1), counted.group(2), counted.group(2)));
    }
    if (name.isEmpty()) {
      throw new InvalidValueException(
          "gpu.empty", "gpu: '" + text + "' is empty; name a GPU, such as T4 or 1/4*T4");
    }
    return new DeviceName(Fraction.WHOLE, name);
  }

  /** Returns the normalized name, which is the same for all equivalent spellings. */
  public DeviceName normalised() {
    return new DeviceName(fraction, spelling, spelling);
  }

  @Override
  public String toString() {
    return fraction.isWhole() ? base : fraction + "*" + base;
  }
}
