package io.gpuspec.manifest.internal.dra;

import io.gpuspec.scheduling.ClaimedDevice;
import io.gpuspec.scheduling.NodeFit;
import java.util.List;

/**
 * Whether a pod fits a node with the devices of its claims.
 *
 * @param devices what its claims are given there; none if it does not fit, or has no claims
 */
public record ClaimFit(NodeFit fit, List<ClaimedDevice> devices) {
  /** The id of the reasons and notes of claims. */
  public static final String ID = "node.claims";
}
