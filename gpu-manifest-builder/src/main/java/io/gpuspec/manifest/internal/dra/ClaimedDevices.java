package io.gpuspec.manifest.internal.dra;

import io.gpuspec.Match;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.scheduling.ClaimedDevice;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;

/** What the claims of a workload's pods get of a catalog; its text is that of the answer. */
public interface ClaimedDevices {
  /** Returns the match of the pod, whose notes name the devices. */
  Match match();

  /**
   * Returns the match as a fleet counts it: MIG instances instead of their GPUs. Empty if a fleet
   * cannot count the devices, because they are parts of different kinds or must be of one GPU, or
   * if it is not known whether such devices exist.
   */
  Optional<Match> ofFleet();

  /** Returns a note if the answer is not certain. */
  Optional<Note> unknown();

  /** Returns the devices on a node of the shape that was found; none if there is no match. */
  List<ClaimedDevice> devices();

  /** Returns the slices of the node whose devices are given; none if there is no match. */
  List<KubeObject> slices();
}
