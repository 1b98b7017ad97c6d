package io.gpuspec.cli;

import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.InvalidValueException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Manifests in files and folders, or on standard input. */
final class WorkloadInput {
  private WorkloadInput() {}

  static WorkloadFile read(List<String> names) {
    return read(names, WorkloadFile::read, WorkloadFile::read, WorkloadFile::read);
  }

  /**
   * Reads manifests.
   *
   * @param stream reads standard input, by the name that messages call it
   * @param one reads a file or folder
   * @param all reads several as one
   */
  static <T> T read(
      List<String> names,
      BiFunction<String, InputStream, T> stream,
      Function<Path, T> one,
      Function<List<Path>, T> all) {
    if (names.equals(List.of(StandardInput.DASH))) {
      return stream.apply(StandardInput.NAME, System.in);
    }
    if (names.contains(StandardInput.DASH)) {
      throw new InvalidValueException(
          "usage.conflict",
          "-f: '-' is standard input and was given with files; give one or the other");
    }
    return names.size() == 1
        ? one.apply(Path.of(names.get(0)))
        : all.apply(names.stream().map(Path::of).toList());
  }
}
