package io.gpuspec.manifest.internal.tree;

import io.gpuspec.internal.yaml.YamlLimits;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The source of documents. */
public final class YamlInput {
  private YamlInput() {}

  /** A function that reads an open file. */
  @FunctionalInterface
  public interface Reading<T> {
    T of(InputStream in) throws IOException;
  }

  /**
   * Reads a file.
   *
   * @param what it should hold, for messages, such as {@code manifests}
   * @throws GpuSpecException if the file does not exist, or is too large
   */
  public static <T> T read(Path path, String what, Reading<T> reading) {
    if (Files.isDirectory(Checks.given("file", path))) {
      throw new GpuSpecException(
          "file.unreadable", "file: '%s' is a folder; give a file of %s".formatted(path, what));
    }
    try (InputStream in = Files.newInputStream(path)) {
      if (Files.isRegularFile(path) && Files.size(path) > YamlLimits.DEFAULT.totalBytes()) {
        throw new GpuSpecException(
            "file.too-long",
            "file: '%s' has %s bytes; at most %s are read at once, so split it"
                .formatted(path, Files.size(path), YamlLimits.DEFAULT.totalBytes()));
      }
      return reading.of(in);
    } catch (NoSuchFileException e) {
      throw new GpuSpecException(
          "file.unreadable",
          "file: '%s' does not exist; give a file of %s".formatted(path, what),
          e);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable",
          "file: '%s' cannot be read (%s); give a file of %s".formatted(path, e.getMessage(), what),
          e);
    }
  }
}
