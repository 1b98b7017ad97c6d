package io.gpuspec.cli;

import io.gpuspec.Target;
import io.gpuspec.fleet.ClusterState;
import io.gpuspec.fleet.Consolidation;
import io.gpuspec.json.GpuJson;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec fleet consolidate}. */
@Command(
    name = "consolidate",
    description = "Finds nodes to drain, where their pods go, and what that saves.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  kubectl get nodes,pods,poddisruptionbudgets -A -o json > cluster.json",
      "  gpuspec fleet consolidate --provider eks --nodes cluster.json --moves 20",
      "  gpuspec fleet consolidate --provider eks --nodes cluster.json -o json",
      "",
      "Exit status: 0 something can be saved, 1 nothing can, 2 invalid input."
    })
final class FleetConsolidateCommand implements Callable<Integer> {
  private final Console console;

  @Mixin
  private final TargetOptions where = new TargetOptions("Target of the nodes, for example eks.");

  @Option(
      names = "--nodes",
      required = true,
      paramLabel = "FILE",
      description =
          "The output of kubectl get nodes,pods,poddisruptionbudgets -A -o json; - is standard input.")
  private String nodes = "";

  @Option(
      names = "--moves",
      paramLabel = "N",
      description = "Move at most N pods; any number by default.")
  private int moves = Integer.MAX_VALUE;

  @Mixin private final OutputOption output = new OutputOption();

  FleetConsolidateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Target target = where.required(where.gpus(console), "fleet consolidate");
    ClusterState state = ClusterInput.read(nodes, List.of());
    Consolidation less =
        console.during("consolidating " + nodes, () -> Consolidation.of(target, state, moves));
    output.answer(console, () -> GpuJson.write(less), less::explain);
    return less.isUseful() ? Main.YES : Main.NO;
  }
}
