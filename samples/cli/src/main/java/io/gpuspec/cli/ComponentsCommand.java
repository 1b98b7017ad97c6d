package io.gpuspec.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gpuspec components}, which has the questions below it. */
@Command(
    name = "components",
    description = "Checks whether component versions of GPU nodes work together.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  gpuspec components commands",
      "  gpuspec components check --kubernetes 1.29 --driver 550.90.07 --cuda 12.4"
    })
final class ComponentsCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      throw Main.noCommand(spec);
    }
  }
}
