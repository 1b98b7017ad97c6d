package io.gpuspec.manifest.read;

import io.gpuspec.Match;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.dra.ClaimedDevices;
import io.gpuspec.scheduling.ClaimedDevice;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.Optional;

/**
 * The match of a pod that requests its devices with claims: the catalog's shape that satisfies the
 * claims, and the devices. The module gpu-manifest-claims finds it.
 *
 * <pre>{@code
 * FileMatches matches =
 *     WorkloadFile.read(Path.of("claimed-pod.yaml")).on(gpus.in("eks/nodegroup"));
 * ClaimedMatch match = matches.matches().get(0).claimed().orElseThrow();
 * match.devices();    // gpus gpu-0
 *                     // gpus gpu-1
 * }</pre>
 *
 * <p>A node of each row is tried as NVIDIA's driver publishes it by default; if that is not enough,
 * with dynamic MIG, and for a part of a capacity with shares. The notes of the match name the
 * feature gates of the driver that this needs.
 */
public final class ClaimedMatch {
  private final ClaimedDevices claimed;

  ClaimedMatch(ClaimedDevices claimed) {
    this.claimed = claimed;
  }

  /** Returns the match of the pod, whose notes name the devices. */
  public Match match() {
    return claimed.match();
  }

  /** Returns the match as a fleet counts it; empty if a fleet cannot count the devices. */
  Optional<Match> ofFleet() {
    return claimed.ofFleet();
  }

  /** Returns a note if the answer is not certain. */
  Optional<Note> unknown() {
    return claimed.unknown();
  }

  /** Returns whether the answer is certain, or reads what is not known of some rows. */
  public boolean isJudged() {
    return unknown().isEmpty();
  }

  /** The devices on a node of the shape that was found; none if there is no match. */
  public Listing<ClaimedDevice> devices() {
    return Listing.copyOf(claimed.devices());
  }

  /**
   * Returns the ResourceSlices of the node whose devices are given, as its driver has to publish
   * them; none if there is no match.
   */
  public Listing<KubeObject> slices() {
    return Listing.copyOf(claimed.slices());
  }

  /** Returns the match, and the devices if there is one. */
  @Override
  public String toString() {
    return claimed.toString();
  }
}
