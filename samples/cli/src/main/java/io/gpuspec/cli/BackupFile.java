package io.gpuspec.cli;

import io.gpuspec.value.InvalidValueException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code -f} with kubectl's output for a cluster, or with a backup. */
final class BackupFile {
  @Option(
      names = {"-f", "--filename", "--file"},
      paramLabel = "FILE",
      description = "Output of kubectl for the cluster, or a backup; - is standard input.")
  private @Nullable String file;

  ClusterBackup read() {
    if (file == null) {
      throw new InvalidValueException(
          "usage.missing",
          "no file is given; add -f FILE with what this prints: " + ClusterBackup.command());
    }
    return StandardInput.orFile(file, ClusterBackup::parse, ClusterBackup::read);
  }
}
