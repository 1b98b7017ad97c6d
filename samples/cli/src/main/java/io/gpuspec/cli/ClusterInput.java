package io.gpuspec.cli;

import io.gpuspec.fleet.ClusterState;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Nodes and pods of a cluster, in a file or on standard input. */
final class ClusterInput {
  private ClusterInput() {}

  /** Refuses standard input for both. */
  static void requireOnce(String name, List<String> others) {
    if (name.equals(WorkloadInput.STANDARD_INPUT)
        && others.contains(WorkloadInput.STANDARD_INPUT)) {
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
    if (!name.equals(WorkloadInput.STANDARD_INPUT)) {
      return ClusterState.read(Path.of(name));
    }
    try {
      return ClusterState.parse(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", "standard input cannot be read (%s)".formatted(e.getMessage()), e);
    }
  }
}
