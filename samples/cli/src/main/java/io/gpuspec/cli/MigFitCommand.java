package io.gpuspec.cli;

import io.gpuspec.json.GpuJson;
import io.gpuspec.mig.MigFit;
import io.gpuspec.mig.MigPartedConfig;
import io.gpuspec.value.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpuspec mig fit}. */
@Command(
    name = "fit",
    description = "Checks whether cards can hold instances of these profiles together, and where.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec mig fit --gpu A100-40GB 3g.20gb 2g.10gb 2g.10gb",
      "  gpuspec mig fit --gpu H100-80GB --gpus 2 4g.40gb 4g.40gb 3g.40gb -o json",
      "  gpuspec mig fit --gpu A100-40GB --gpus 2 7g.40gb 4g.20gb --mig-parted training",
      "  gpuspec mig fit --gpu A100-40GB 4g.20gb 2g.10gb --svg > card.svg",
      "",
      "Exit status: 0 they fit, 1 they do not, 2 invalid input."
    })
final class MigFitCommand implements Callable<Integer> {
  /** Another form of a layout; the two exclude each other. */
  static final class Form {
    @Option(
        names = "--mig-parted",
        paramLabel = "NAME",
        description = "Print the layouts as a mig-parted config of this name instead.")
    private @Nullable String config;

    @Option(names = "--svg", description = "Print the layouts as a drawing instead.")
    private boolean svg;

    String option() {
      return config == null ? "--svg" : "--mig-parted";
    }

    Text of(MigFit fit) {
      return config == null ? fit.svg() : MigPartedConfig.of(config, fit.layouts()).yaml();
    }
  }

  private final Console console;

  @Mixin private final MigGpuOption product = new MigGpuOption();

  @Option(names = "--gpus", paramLabel = "N", description = "Number of cards; the default is 1.")
  private int gpus = 1;

  @Parameters(
      arity = "1..*",
      paramLabel = "PROFILE",
      description = "A profile for each instance, for example 3g.20gb.")
  private List<String> profiles = new ArrayList<>();

  @ArgGroup private @Nullable Form form;

  @Mixin private final OutputOption output = new OutputOption();

  MigFitCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (form != null) {
      output.requireTextWith(form.option());
    }
    MigFit fit = product.gpu().cards(gpus).fit(listed());
    if (form == null) {
      output.answer(console, () -> GpuJson.write(fit), fit::explain);
    } else if (fit.fits()) {
      console.answer(form.of(fit));
    } else {
      // What is written to a file is a drawing or a config, or nothing.
      console.message(fit.explain());
    }
    return fit.fits() ? Main.YES : Main.NO;
  }

  /** With commas or blanks between them; other options have commas. */
  private List<String> listed() {
    return profiles.stream()
        .flatMap(each -> Stream.of(each.split(",")))
        .filter(each -> !each.isBlank())
        .toList();
  }
}
