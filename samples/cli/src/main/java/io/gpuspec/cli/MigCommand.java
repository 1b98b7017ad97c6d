package io.gpuspec.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gpuspec mig}, which has the questions below it. */
@Command(
    name = "mig",
    description = "Shows which MIG instances fit on a GPU, and how to get there.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  gpuspec mig profiles --gpu A100-40GB",
      "  gpuspec mig fit --gpu A100-40GB 3g.20gb 2g.10gb 2g.10gb",
      "  gpuspec mig plan --gpu A100-40GB --current 2g.10gb@0,3g.20gb@4 --in-use 4 \\",
      "      4g.20gb 3g.20gb"
    })
final class MigCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      throw Main.noCommand(spec);
    }
  }
}
