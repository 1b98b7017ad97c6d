package io.gpuspec.cli;

import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.InvalidValueException;
import java.nio.file.Path;
import java.util.List;

/** Manifests in files and folders, or on standard input. */
final class WorkloadInput {
  /** Stands for standard input where a file can be named. */
  static final String STANDARD_INPUT = "-";

  private WorkloadInput() {}

  static WorkloadFile read(List<String> names) {
    if (names.equals(List.of(STANDARD_INPUT))) {
      return WorkloadFile.read("standard input", System.in);
    }
    if (names.contains(STANDARD_INPUT)) {
      throw new InvalidValueException(
          "usage.conflict",
          "-f: '-' is standard input and was given with files; give one or the other");
    }
    return names.size() == 1
        ? WorkloadFile.read(Path.of(names.get(0)))
        : WorkloadFile.read(names.stream().map(Path::of).toList());
  }
}
