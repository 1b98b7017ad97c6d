package io.gpuspec.judges;

import org.junit.jupiter.api.Assumptions;

/**
 * Some programs ask go-nvml, which needs a C compiler to be built.
 *
 * <p>Without one they are built to say so, and what would ask them is skipped; its row in the table
 * has no cases.
 */
final class NoCompiler {
  private static final int EXIT = 4;

  private NoCompiler() {}

  static void skipWhere(Tools.Output output, String tool) {
    Assumptions.assumeFalse(output.exit() == EXIT, () -> tool + ": " + output.err());
  }
}
