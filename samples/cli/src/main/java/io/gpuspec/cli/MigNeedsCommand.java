package io.gpuspec.cli;

import io.gpuspec.json.GpuJson;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigSizing;
import io.gpuspec.value.MemorySize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpuspec mig needs}. */
@Command(
    name = "needs",
    description = "Finds the profiles for models of these memory sizes, and where they fit.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec mig needs --gpu A100-40GB 4G 9G 18G",
      "  gpuspec mig needs --gpu H200 --gpus 2 17Gi 17Gi -o json",
      "",
      "Exit status: 0 they fit, 1 they do not, 2 invalid input."
    })
final class MigNeedsCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private final MigGpuOption product = new MigGpuOption();

  @Option(names = "--gpus", paramLabel = "N", description = "Number of cards; the default is 1.")
  private int gpus = 1;

  @Option(
      names = "--profile-memory",
      paramLabel = "PROFILE=SIZE",
      description =
          "What the driver reports of a profile's memory, for example 1g.12gb=11Gi; repeatable.")
  private List<Assignment> memories = new ArrayList<>();

  @Parameters(
      arity = "1..*",
      paramLabel = "MEMORY",
      description = "Memory that a model needs, for example 9Gi.")
  private List<String> needs = new ArrayList<>();

  @Mixin private final OutputOption output = new OutputOption();

  MigNeedsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    MigGpu gpu = product.gpu();
    for (Assignment memory : memories) {
      gpu = gpu.withMemory(memory.key(), MemorySize.parse(memory.value()));
    }
    MigSizing sizing = gpu.cards(gpus).forMemory(needs.toArray(String[]::new));
    output.answer(console, () -> GpuJson.write(sizing), sizing::explain);
    return sizing.fits() ? Main.YES : Main.NO;
  }
}
