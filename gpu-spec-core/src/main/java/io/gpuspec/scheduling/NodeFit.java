package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.stream.Collectors;

/**
 * The answer to whether a pod would be scheduled on a node, with every reason if not.
 *
 * <pre>{@code
 * NodeFit fit = pod.fits(node);
 * fit.fits();       // false
 * fit.reasons();    // Insufficient nvidia.com/gpu: 2 requested, 1 of 1 free; ...
 * }</pre>
 *
 * @param node the node's name
 * @param reasons why not, in the scheduler's words and in the order in which it filters; none if it
 *     fits. The ids are {@code node.unschedulable}, {@code node.taint}, {@code node.selector},
 *     {@code node.affinity}, {@code node.ports}, {@code node.pods}, {@code node.resource}, {@code
 *     node.anti-affinity} if a pod that runs repels it, {@code node.card} if no shared card has
 *     room for a container's share, which the scheduler does not see, and {@code node.claims} for
 *     resource claims
 * @param unknown what was not evaluated, such as a share of more than one GPU, or resource claims
 *     without the slices of the node; empty if all was
 */
public record NodeFit(String node, Listing<Finding> reasons, Listing<Note> unknown) {

  /** Refuses null. */
  public NodeFit {
    Arguments.notNull("node, reasons, unknown", node, reasons, unknown);
  }

  /**
   * Returns whether the pod would be scheduled there; see {@link #isJudged} for whether it would
   * run.
   */
  public boolean fits() {
    return reasons.isEmpty();
  }

  /** Returns whether the answer holds: it does not fit, or it does and all was judged. */
  public boolean isJudged() {
    return !fits() || unknown.isEmpty();
  }

  /**
   * Returns text such as {@code does not fit gpu-1: Insufficient nvidia.com/gpu: 2 requested, 1 of
   * 4 free}.
   */
  @Override
  public String toString() {
    return fits()
        ? "fits "
            + node
            + unknown.stream()
                .map(note -> "; not known: " + note.message())
                .collect(Collectors.joining())
        : "does not fit "
            + node
            + ": "
            + reasons.stream().map(Finding::message).collect(Collectors.joining("; "));
  }
}
