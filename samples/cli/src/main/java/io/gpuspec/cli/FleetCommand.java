package io.gpuspec.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gpuspec fleet}, which has the questions below it. */
@Command(
    name = "fleet",
    description = "Plans nodes for many workloads, consolidates them, and replays traces.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  gpuspec fleet plan --provider eks -f workloads.yaml",
      "  gpuspec fleet plan --provider eks -f pods.jsonl --limit g5.xlarge=4 -o json",
      "  gpuspec fleet consolidate --provider eks --nodes cluster.json --moves 20",
      "  gpuspec fleet place --nodes nodes.csv --pods pods.csv --policy best-fit"
    })
final class FleetCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      throw Main.noCommand(spec);
    }
  }
}
