package io.gpuspec.cli;

import io.gpuspec.Arch;
import io.gpuspec.CapacityType;
import io.gpuspec.GpuRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The preferences for a match. */
final class WishOptions {
  /** The preferred order of matching shapes. */
  enum Prefer {
    /** The smallest. */
    SMALLEST,
    /** The cheapest, then the smallest. */
    CHEAPEST
  }

  @Option(
      names = "--arch",
      paramLabel = "A",
      description =
          "CPU architecture: arm64 or amd64; amd64 by default, unless the GPU has no " + "other.")
  private @Nullable String arch;

  @Option(
      names = "--capacity-type",
      paramLabel = "T",
      description = "on-demand (default), spot or reserved; also selects the prices.")
  private @Nullable String capacityType;

  @Option(
      names = "--prefer",
      paramLabel = "smallest|cheapest",
      description = "Preferred order; the default depends on the target.")
  private @Nullable Prefer prefer;

  @Option(names = "--exact-gpus", description = "Exclude shapes with more GPUs than requested.")
  private boolean exactGpus;

  @Option(names = "--explicit", description = "Match exactly this shape; nothing is rounded up.")
  private boolean explicit;

  @Option(
      names = "--include-retired",
      description = "Also match shapes that the provider has retired.")
  private boolean includeRetired;

  GpuRequest apply(GpuRequest before) {
    GpuRequest request = before;
    if (arch != null) {
      request = request.arch(Arch.parse(arch));
    }
    if (capacityType != null) {
      request = request.capacityType(CapacityType.parse(capacityType));
    }
    if (prefer != null) {
      request = prefer == Prefer.CHEAPEST ? request.cheapest() : request.smallest();
    }
    if (exactGpus) {
      request = request.exactGpus();
    }
    if (explicit) {
      request = request.explicit();
    }
    return includeRetired ? request.includeRetired() : request;
  }
}
