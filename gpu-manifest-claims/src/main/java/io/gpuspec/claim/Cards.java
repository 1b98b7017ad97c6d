package io.gpuspec.claim;

import io.gpuspec.GpuModel;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Optional;

/** The cards of a node. */
record Cards(
    String name,
    int count,
    boolean isWhole,
    Optional<GpuModel> model,
    Optional<MigGpu> mig,
    Optional<MemorySize> memory,
    String architecture,
    Optional<String> computeCapability,
    List<String> productNames) {
  /** Returns whether MIG mode has to be enabled before the driver can cut the cards. */
  boolean isAmpere() {
    return architecture.equals("Ampere");
  }
}
