package io.gpuspec.fleet;

import io.gpuspec.CapacityType;
import io.gpuspec.scheduling.PodView;
import java.util.List;
import java.util.Optional;

/**
 * A node of a cluster with the pods that run on it.
 *
 * @param free what is free on it
 * @param capacityType how it was bought, as its labels say
 * @param stays why it is never drained, whatever runs on it
 * @param pods without those that belong to the node, such as of DaemonSets
 */
record RunningNode(
    ExistingNode free, CapacityType capacityType, Optional<String> stays, List<RunningPod> pods) {

  /**
   * A pod.
   *
   * @param name with its namespace
   * @param view what it asks
   * @param stays why it is never moved
   * @param budget the budget that says how many of its kind are moved at a time
   */
  record RunningPod(String name, PodView view, Optional<String> stays, Optional<Budget> budget) {}

  String name() {
    return free.name();
  }
}
