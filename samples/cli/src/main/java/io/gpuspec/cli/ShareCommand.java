package io.gpuspec.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gpuspec share}, which has the questions below it. */
@Command(
    name = "share",
    description = "Packs pods onto shared cards, compares ways of sharing, and computes costs.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  gpuspec share pack --provider tke --tech qgpu --gpu T4 4Gi:25 4Gi:25",
      "  gpuspec share node --provider tke/qgpu --gpu T4 --share 5Gi:30",
      "  gpuspec share replicas --gpu T4 --replicas 4 --cards 2",
      "  gpuspec share choose --for inference --isolated --provider ack"
    })
final class ShareCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      throw Main.noCommand(spec);
    }
  }
}
