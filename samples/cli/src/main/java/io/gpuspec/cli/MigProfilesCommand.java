package io.gpuspec.cli;

import io.gpuspec.json.GpuJson;
import io.gpuspec.mig.MigGpu;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code gpuspec mig profiles}. */
@Command(
    name = "profiles",
    description = "Lists the profiles of a GPU, with the placements of their instances.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec mig profiles --gpu A100-40GB",
      "  gpuspec mig profiles --gpu 'H100 80GB HBM3' -o json"
    })
final class MigProfilesCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private final MigGpuOption product = new MigGpuOption();
  @Mixin private final OutputOption output = new OutputOption();

  MigProfilesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    MigGpu gpu = product.gpu();
    if (output.isJson()) {
      console.json(GpuJson.write(gpu));
    } else {
      console.say(gpu);
      console.say(gpu.table());
      gpu.notes().forEach(console::message);
    }
    return Main.YES;
  }
}
