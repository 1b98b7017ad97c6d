package io.gpuspec.cli;

import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code -f} with kubectl's output for a cluster, or with a backup. */
final class BackupFile {
  private static final String STANDARD_INPUT = "-";

  @Option(
      names = {"-f", "--filename", "--file"},
      paramLabel = "FILE",
      description = "Output of kubectl for the cluster, or a backup; - is standard input.")
  private @Nullable String file;

  ClusterBackup read() throws IOException {
    if (file == null) {
      throw new InvalidValueException(
          "usage.missing",
          "no file is given; add -f FILE with what this prints: " + ClusterBackup.command());
    }
    return file.equals(STANDARD_INPUT)
        ? ClusterBackup.parse(
            "standard input", new String(System.in.readAllBytes(), StandardCharsets.UTF_8))
        : ClusterBackup.read(Path.of(file));
  }
}
