package io.gpuspec.value;

import java.util.Locale;

/**
 * A CPU architecture, named as Kubernetes names it in {@code kubernetes.io/arch}.
 *
 * <pre>{@code
 * Arch.parse("arm64");    // arm64
 * gpus.in("eks").match(GpuRequest.of("T4G").arch(Arch.ARM64));
 *     // g5g.xlarge · 4 cores · 8Gi  on eks
 * }</pre>
 */
public enum Arch implements Word {
  /** x86-64. */
  AMD64,
  /** 64-bit Arm. */
  ARM64;

  /**
   * Reads {@code amd64} or {@code arm64}.
   *
   * @throws InvalidValueException for anything else
   */
  public static Arch parse(String text) {
    for (Arch arch : values()) {
      if (arch.toString().equals(text)) {
        return arch;
      }
    }
    throw new InvalidValueException(
        "value.unknown", "arch: '%s' is not known; write amd64 or arm64".formatted(text));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
