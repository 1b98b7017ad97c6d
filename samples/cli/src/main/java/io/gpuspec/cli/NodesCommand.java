package io.gpuspec.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gpuspec nodes}, which has the questions below it. */
@Command(
    name = "nodes",
    description = "Plans, backs up and restores labels and taints of node pools.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  gpuspec nodes plan -f pools.yaml",
      "  gpuspec nodes plan -f pools.yaml --reached-by train.yaml",
      "  gpuspec nodes backup -f cluster.json > backup.yaml",
      "  gpuspec nodes restore -f backup.yaml | sh"
    })
final class NodesCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      throw Main.noCommand(spec);
    }
  }
}
