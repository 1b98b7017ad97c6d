package io.gpuspec.cli;

import io.gpuspec.Target;
import io.gpuspec.cuda.CudaFit;
import io.gpuspec.cuda.CudaImage;
import io.gpuspec.cuda.Driver;
import io.gpuspec.json.GpuJson;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec cuda-fit}. */
@Command(
    name = "cuda-fit",
    description = "Checks whether the CUDA of an image runs on a driver, with reasons.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec cuda-fit --image pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime \\",
      "      --driver 470.182.03",
      "  gpuspec cuda-fit --image nvidia/cuda:12.4.0-base-ubuntu22.04 \\",
      "      --provider tke --gpu T4",
      "  gpuspec cuda-fit --image vllm/vllm-openai:v0.9 --cuda 12.8 --driver 550",
      "  gpuspec cuda-fit --cuda 12.4 --gpu L40S --driver 535",
      "",
      "Exit status: 0 it runs, 1 it does not, 2 invalid input."
    })
final class CudaFitCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--image",
      paramLabel = "I",
      description = "Image, for example r/llm:v1-cu121; its tag contains the CUDA version.")
  private @Nullable String image;

  @Option(
      names = "--cuda",
      paramLabel = "V",
      description = "CUDA version (12.4), without an image or if its tag has none.")
  private @Nullable String cuda;

  @Mixin
  private final TargetOptions where =
      new TargetOptions(
          "Target whose nodes have the driver, for example tke; instead of --driver.");

  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      description = "GPU; with --provider, the driver documented for it is used.")
  private @Nullable String gpu;

  @Option(
      names = "--driver",
      paramLabel = "V",
      description = "Driver (470.182.03) or its branch (470), instead of --provider.")
  private @Nullable String driver;

  @Mixin private final OutputOption output = new OutputOption();

  CudaFitCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CudaFit fit = fit(image());
    output.answer(console, () -> GpuJson.write(fit), fit::explain);
    return fit.fits() ? Main.YES : Main.NO;
  }

  private CudaImage image() {
    if (image == null) {
      if (cuda == null) {
        throw new InvalidValueException(
            "usage.missing",
            "cuda-fit: no image is given; add --image I, or --cuda V such as 12.4");
      }
      return CudaImage.ofCuda(cuda);
    }
    return cuda == null ? CudaImage.of(image) : CudaImage.of(image, cuda);
  }

  private CudaFit fit(CudaImage asked) {
    Optional<Target> target = where.target(where.gpus(console));
    if (driver == null) {
      if (target.isEmpty() || gpu == null) {
        throw new InvalidValueException(
            "usage.missing",
            "cuda-fit: no driver is given; add --driver V, or --provider P --gpu G");
      }
      return asked.on(target.get().catalog().gpu(gpu));
    }
    if (target.isPresent()) {
      throw new InvalidValueException(
          "usage.conflict",
          "cuda-fit: --provider and '--driver %s' are given; remove one of them".formatted(driver));
    }
    return gpu == null ? asked.on(Driver.of(driver)) : asked.on(Driver.of(driver), gpu);
  }
}
