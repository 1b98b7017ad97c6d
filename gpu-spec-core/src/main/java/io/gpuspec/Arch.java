package io.gpuspec;

import java.util.Locale;

/** A CPU architecture, named as Kubernetes names it in {@code kubernetes.io/arch}. */
public enum Arch {
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
    return EnumWords.parse("arch", Arch.class, text);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
