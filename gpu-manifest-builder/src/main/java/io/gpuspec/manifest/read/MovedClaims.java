package io.gpuspec.manifest.read;

import io.gpuspec.Target;
import io.gpuspec.manifest.internal.fields.Internal;
import java.util.Optional;

/** What claims get for pods that come from another cloud, and still select its nodes. */
@Internal
public final class MovedClaims {
  private MovedClaims() {}

  /**
   * Returns what the claims of a workload's pods get; if that is nothing, what they get apart from
   * labels that other clouds alone write.
   */
  public static Optional<ClaimedMatch> of(Workload workload, Target target) {
    return workload.claimedAfterMove(target);
  }
}
