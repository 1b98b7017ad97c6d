package io.gpuspec.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gpuspec mig}, which has the questions below it. */
@Command(
    name = "mig",
    description = "What MIG instances a GPU can be cut into, what fits, and how to get there.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class MigCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      throw Main.noCommand(spec);
    }
  }
}
