package io.gpuspec.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec nodes restore}. */
@Command(
    name = "restore",
    description = "Writes the script that restores a backup; it deletes nothing.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec nodes restore -f backup.yaml | sh",
      "  gpuspec nodes restore -f backup.yaml --compare now.json",
      "",
      "Exit status: 0 yes, 1 the cluster of --compare differs, 2 invalid input."
    })
final class NodesRestoreCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private final BackupFile file = new BackupFile();

  @Option(
      names = "--compare",
      paramLabel = "FILE",
      description = "Output of kubectl for the current cluster: show the differences instead.")
  private @Nullable Path now;

  @Mixin private final OutputOption output = new OutputOption();

  NodesRestoreCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    ClusterBackup backup = file.read();
    if (now == null) {
      if (output.isJson()) {
        console.json(backup.restoreJson());
      } else {
        console.answer(backup.script());
      }
      backup.notes().forEach(console::message);
      return Main.YES;
    }
    ClusterBackup there = ClusterBackup.read(now);
    List<String> differences = backup.differences(there);
    output.answer(
        console,
        () -> PrettyJson.write(Map.of("differences", differences)),
        () -> differences.isEmpty() ? "all is as in the backup" : String.join("\n", differences));
    return differences.isEmpty() ? Main.YES : Main.NO;
  }
}
