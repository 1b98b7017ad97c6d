package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer to whether a pod would be scheduled on a node, with every reason if not.
 *
 * <pre>{@code
 * NodeFit fit = pod.fits(node);
 * fit.fits();       // false
 * fit.reasons();    // Insufficient nvidia.com/gpu: 2 asked, 1 of 1 free; ...
 * }</pre>
 *
 * @param node the node's name
 * @param reasons why not, in the order in which the scheduler filters; none where it fits
 * @param unknown what was not judged, such as a share of several cards; none where all was
 */
public record NodeFit(String node, Listing<Reason> reasons, Listing<Note> unknown) {

  /** Refuses null. */
  public NodeFit {
    Arguments.required("node", node, "a node's name");
    Arguments.required("reasons", reasons, "a Listing, empty for none");
    Arguments.required("unknown", unknown, "a Listing, empty for none");
  }

  /** The kind of a reason. */
  public enum Kind {
    /** The node is cordoned. */
    UNSCHEDULABLE,
    /** The pod does not tolerate a taint. */
    TAINT,
    /** The node lacks a label that the pod selects on. */
    NODE_SELECTOR,
    /** The node meets no term of the pod's required node affinity. */
    NODE_AFFINITY,
    /** The node already has its maximum number of pods. */
    PODS,
    /** The node has too little of a resource. */
    RESOURCE,
    /** No shared card has room for a container's share. The scheduler does not see this. */
    CARD
  }

  /**
   * One reason why a pod would not be scheduled.
   *
   * @param kind what it is about
   * @param subject the taint's key, the label's key or the resource; empty where it is about no one
   *     of them
   * @param text the scheduler's message, with what was requested and what is available
   * @param fix what would take it away; empty where that depends
   */
  public record Reason(Kind kind, String subject, String text, Optional<String> fix) {

    /** Refuses null. */
    public Reason {
      Arguments.required("kind", kind, "a Kind");
      Arguments.required("subject", subject, "a key or a resource, empty for none");
      Arguments.required("text", text, "a text");
      Arguments.required("fix", fix, "an Optional, empty for none");
    }

    /** Returns the text, and the fix if there is one. */
    @Override
    public String toString() {
      return text + fix.map(what -> "; " + what).orElse("");
    }
  }

  /**
   * Returns whether the pod would be scheduled there; see {@link #isKnown} for whether it would
   * run.
   */
  public boolean fits() {
    return reasons.isEmpty();
  }

  /** Returns whether the answer holds: it does not fit, or it does and all was judged. */
  public boolean isKnown() {
    return !fits() || unknown.isEmpty();
  }

  /**
   * Returns text such as {@code does not fit gpu-1: Insufficient nvidia.com/gpu: 2 asked, 1 of 4
   * free}.
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
            + reasons.stream().map(Reason::text).collect(Collectors.joining("; "));
  }
}
