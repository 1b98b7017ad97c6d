package io.gpuspec.internal;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.cfg.PackageVersion;
import io.gpuspec.value.GpuSpecException;

/** The oldest version of a library with which everything works; an older one is said at once. */
public final class Companions {
  /** The minor version of Jackson 2 that was the first with {@code JsonNode.valueStream()}. */
  private static final int OLDEST_JACKSON = 19;

  private Companions() {}

  /**
   * Refuses a Jackson that is too old, before a call ends in an error of the linker.
   *
   * @throws GpuSpecException with both versions
   */
  public static void check() {
    check(PackageVersion.VERSION);
  }

  static void check(Version jackson) {
    if (jackson.getMinorVersion() < OLDEST_JACKSON) {
      throw new GpuSpecException(
          "library.unusable",
          "jackson-databind: '%s' is on the class path; use 2.%s or newer, and the same version of jackson-core"
              .formatted(jackson, OLDEST_JACKSON));
    }
  }
}
