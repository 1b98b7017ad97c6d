package io.gpuspec.cli;

import io.gpuspec.manifest.read.WorkloadFile;
import java.nio.file.Path;

/** Manifests in a file, or on standard input. */
final class WorkloadInput {
  /** Stands for standard input where a file can be named. */
  static final String STANDARD_INPUT = "-";

  private WorkloadInput() {}

  static WorkloadFile read(String name) {
    return name.equals(STANDARD_INPUT)
        ? WorkloadFile.read("standard input", System.in)
        : WorkloadFile.read(Path.of(name));
  }
}
