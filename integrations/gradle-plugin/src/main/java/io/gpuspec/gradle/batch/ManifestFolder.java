package io.gpuspec.gradle.batch;

import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A folder of manifests that a build writes. Only what it made itself is ever replaced or removed.
 *
 * @param path the folder, which is created if it does not exist
 */
public record ManifestFolder(Path path) {
  /** The first line of all that is made. */
  static final String MADE = "# Made by the Gradle plugin io.gpuspec.\n";

  /**
   * Holds these files, and none that was made before.
   *
   * @param files contents by name
   * @throws GpuSpecException if a file of another maker is in the way, or the folder cannot be
   *     written
   */
  public void write(Map<String, String> files) {
    try {
      Files.createDirectories(path);
      for (String name : files.keySet()) {
        requireOurs(path.resolve(name));
      }
      for (Path old : made()) {
        Files.delete(old);
      }
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(path.resolve(file.getKey()), MADE + file.getValue());
      }
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unwritable",
          "folder: '%s' cannot be written (%s); name one that can".formatted(path, e.getMessage()),
          e);
    }
  }

  private List<Path> made() throws IOException {
    try (Stream<Path> all = Files.list(path)) {
      return all.filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> isMade(file))
          .toList();
    }
  }

  private static void requireOurs(Path file) throws IOException {
    if (Files.exists(file) && !isMade(file)) {
      throw new GpuSpecException(
          "file.conflict",
          "file: '%s' was not made by this plugin and is left alone; choose another folder"
              .formatted(file));
    }
  }

  private static boolean isMade(Path file) {
    try {
      return Files.isRegularFile(file) && Files.readString(file).startsWith(MADE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
