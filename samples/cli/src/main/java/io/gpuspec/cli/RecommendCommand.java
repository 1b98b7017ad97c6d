package io.gpuspec.cli;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.Use;
import io.gpuspec.json.GpuJson;
import io.gpuspec.recommend.Need;
import io.gpuspec.recommend.Precision;
import io.gpuspec.recommend.Recommendations;
import io.gpuspec.value.Arch;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec recommend}. */
@Command(
    name = "recommend",
    description = "Recommends GPU shapes for a use, with reasons.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec recommend --for inference --gpu-memory 10Gi --provider tke",
      "  gpuspec recommend --for inference --model-params 8B --precision int8",
      "  gpuspec recommend --for training --gpus 4 --provider tke -o json",
      "",
      "Exit status: 0 something is recommended, 1 nothing is, 2 invalid input."
    })
final class RecommendCommand implements Callable<Integer> {
  /** The preferred order of matching shapes. */
  enum Prefer {
    /** The smallest. */
    SMALLEST,
    /** The cheapest, then the smallest. */
    CHEAPEST
  }

  private final Console console;

  @Mixin
  private final TargetOptions where =
      new TargetOptions("Target, for example tke; by default every cloud.");

  @Mixin private final OutputOption output = new OutputOption();

  @Option(
      names = "--for",
      required = true,
      paramLabel = "inference|training|graphics|video|hpc|dev",
      description = "Purpose of the GPUs.")
  private String use = "";

  @Option(
      names = "--gpu-memory",
      paramLabel = "Q",
      description = "Minimum nominal memory of each GPU, for example 20Gi.")
  private @Nullable String gpuMemory;

  @Option(
      names = "--model-params",
      paramLabel = "N",
      description = "Parameters of a model that must fit, for example 8B.")
  private @Nullable String modelParams;

  @Option(
      names = "--precision",
      paramLabel = "P",
      description = "Format of its weights: fp32, fp16 (default), bf16, fp8, int8 or int4.")
  private @Nullable String precision;

  @Option(
      names = "--gpus",
      paramLabel = "N",
      description =
          "Minimum number of whole GPUs; by default any number, and also shares of a GPU.")
  private @Nullable Integer gpus;

  @Option(
      names = "--budget",
      paramLabel = "PRICE",
      description = "Maximum price per hour, for example 5USD.")
  private @Nullable String budget;

  @Option(
      names = "--arch",
      paramLabel = "A",
      description = "CPU architecture: amd64 (default) or arm64.")
  private @Nullable String arch;

  @Option(
      names = "--prefer",
      paramLabel = "smallest|cheapest",
      description = "Order of the results; the default is smallest.")
  private Prefer prefer = Prefer.SMALLEST;

  RecommendCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Gpus all = where.gpus(console);
    Need need = need();
    Optional<Target> target = where.target(all);
    Recommendations answer = target.isPresent() ? need.on(target.get()) : need.on(all);
    output.answer(console.about("recommend"), () -> GpuJson.write(answer), answer::explain);
    return answer.isEmpty() ? Main.NO : Main.YES;
  }

  private Need need() {
    Need need = Need.of(Use.parse(use));
    if (gpus != null) {
      need = need.gpus(gpus);
    }
    if (gpuMemory != null) {
      need = need.gpuMemory(gpuMemory);
    }
    if (modelParams != null) {
      need = need.model(modelParams, Precision.parse(precision == null ? "fp16" : precision));
    } else if (precision != null) {
      throw new InvalidValueException(
          "usage.conflict",
          "precision: '" + precision + "' is of a model; add --model-params, such as 8B");
    }
    if (budget != null) {
      need = need.budget(budget);
    }
    if (arch != null) {
      need = need.arch(Arch.parse(arch));
    }
    return prefer == Prefer.CHEAPEST ? need.cheapest() : need;
  }
}
