package io.gpuspec.judges;

import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import java.util.Optional;

/**
 * What somebody wants to run, and where.
 *
 * @param workload the workload
 * @param target the target with its options
 */
record Intent(Said<GpuWorkload> workload, Said<Target> target) {

  /** Its manifests; nothing where no shape holds it, which is right to be refused. */
  Optional<Manifests> build() {
    try {
      return Optional.of(workload.get().on(target.get()));
    } catch (NoMatchException e) {
      return Optional.empty();
    }
  }

  /** What can be pasted into JShell. */
  @Override
  public String toString() {
    return workload + ".on(" + target + ")";
  }
}
