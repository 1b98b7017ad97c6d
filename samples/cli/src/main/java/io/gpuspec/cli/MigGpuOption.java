package io.gpuspec.cli;

import io.gpuspec.mig.MigGpu;
import picocli.CommandLine.Option;

/** The option {@code --gpu} of the MIG commands. */
final class MigGpuOption {
  @Option(
      names = "--gpu",
      required = true,
      paramLabel = "G",
      description = "Product, for example A100-40GB or NVIDIA-H100-80GB-HBM3.")
  private String name = "";

  MigGpu gpu() {
    return MigGpu.of(name);
  }
}
