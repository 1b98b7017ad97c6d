package io.gpuspec.cli;

import io.gpuspec.cluster.ClusterVersions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code gpuspec components commands}. */
@Command(
    name = "commands",
    description = "Prints the commands that read the versions for components check.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  gpuspec components commands",
      "  gpuspec components commands --lang zh"
    })
final class ComponentsCommandsCommand implements Callable<Integer> {
  private final Console console;

  ComponentsCommandsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    console.commands(ClusterVersions.commands());
    return Main.YES;
  }
}
