package io.gpuspec.manifest.platform;

import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of a program of NVIDIA's, such as its device plugin; a suffix after a hyphen is
 * ignored.
 */
record ProgramVersion(int major, int minor, int patch) implements Comparable<ProgramVersion> {
  private static final Pattern FORM =
      Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})(-[0-9A-Za-z.-]+)?");
  private static final Comparator<ProgramVersion> ORDER =
      Comparator.comparingInt(ProgramVersion::major)
          .thenComparingInt(ProgramVersion::minor)
          .thenComparingInt(ProgramVersion::patch);

  static ProgramVersion parse(String text) {
    Matcher parts = FORM.matcher(Checks.given("version", text));
    if (!parts.matches()) {
      throw new InvalidValueException(
          "device-plugin.malformed",
          "version: '%s' is not a version of the device plugin; write it like v0.20.0"
              .formatted(text));
    }
    return new ProgramVersion(
        Integer.parseInt(parts.group(1)),
        Integer.parseInt(parts.group(2)),
        Integer.parseInt(parts.group(3)));
  }

  @Override
  public int compareTo(ProgramVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
