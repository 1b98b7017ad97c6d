package io.gpuspec.cli;

import io.gpuspec.fleet.ClusterState;
import io.gpuspec.value.InvalidValueException;
import java.util.List;

/** Nodes and pods of a cluster, in a file or on standard input. */
final class ClusterInput {
  private ClusterInput() {}

  /** Refuses standard input for both. */
  static void requireOnce(String name, List<String> others) {
    if (name.equals(StandardInput.DASH) && others.contains(StandardInput.DASH)) {
      throw new InvalidValueException(
          "usage.conflict",
          "--nodes: '-' is standard input, which is read once; give a file for one of the two");
    }
  }

  /**
   * Reads what {@code --nodes} names.
   *
   * @param others what else the command reads, of which only one can be standard input
   */
  static ClusterState read(String name, List<String> others) {
    requireOnce(name, others);
    return StandardInput.orFile(
        name, (source, text) -> ClusterState.parse(text), ClusterState::read);
  }
}
