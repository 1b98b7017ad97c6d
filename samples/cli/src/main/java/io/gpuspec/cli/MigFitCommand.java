package io.gpuspec.cli;

import io.gpuspec.GpuJson;
import io.gpuspec.mig.MigFit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpuspec mig fit}. */
@Command(
    name = "fit",
    description = "Says whether cards can hold instances of these profiles together, and where.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec mig fit --gpu A100-40GB 3g.20gb 2g.10gb 2g.10gb",
      "  gpuspec mig fit --gpu H100-80GB --gpus 2 4g.40gb 4g.40gb 3g.40gb -o json",
      "",
      "Exit status: 0 they fit, 1 they do not, 2 the question itself is bad."
    })
final class MigFitCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private final MigGpuOption product = new MigGpuOption();

  @Option(names = "--gpus", paramLabel = "N", description = "How many cards; 1 unless given.")
  private int gpus = 1;

  @Parameters(
      arity = "1..*",
      paramLabel = "PROFILE",
      description = "A profile for each instance, such as 3g.20gb.")
  private List<String> profiles = new ArrayList<>();

  @Mixin private final OutputOption output = new OutputOption();

  MigFitCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    MigFit fit = product.gpu().cards(gpus).fit(profiles);
    console.answer(output.isJson() ? GpuJson.write(fit) : fit.explain());
    return fit.fits() ? Main.YES : Main.NO;
  }
}
