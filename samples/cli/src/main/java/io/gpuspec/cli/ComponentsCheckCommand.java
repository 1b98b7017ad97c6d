package io.gpuspec.cli;

import io.gpuspec.cluster.ClusterVersions;
import io.gpuspec.cluster.ComponentReport;
import io.gpuspec.json.GpuJson;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec components check}. */
@Command(
    name = "check",
    description = "Checks each version against its minimum, with reasons.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec components check --kubernetes 1.29 --driver 550.90.07 --cuda 12.4 \\",
      "      --container-toolkit 1.16 --dcgm 3.3.5",
      "  gpuspec components check --driver 470.182.03 --cuda 12.4 --gpu H100",
      "",
      "Exit status: 0 everything works, 1 something does not, 2 invalid input."
    })
final class ComponentsCheckCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--kubernetes",
      paramLabel = "V",
      description = "Kubernetes version, for example 1.29.")
  private @Nullable String kubernetes;

  @Option(
      names = "--driver",
      paramLabel = "V",
      description = "NVIDIA driver version (550.90.07), or its branch (550).")
  private @Nullable String driver;

  @Option(
      names = "--cuda",
      paramLabel = "V",
      description = "CUDA version of images, for example 12.4.")
  private @Nullable String cuda;

  @Option(
      names = "--container-toolkit",
      paramLabel = "V",
      description = "NVIDIA Container Toolkit version, for example 1.16.0.")
  private @Nullable String containerToolkit;

  @Option(
      names = "--dcgm",
      paramLabel = "V",
      description = "NVIDIA DCGM version, for example 3.3.5.")
  private @Nullable String dcgm;

  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      description = "GPU of the nodes, which may need newer versions.")
  private @Nullable String gpu;

  @Mixin private final OutputOption output = new OutputOption();

  ComponentsCheckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Problems problems = new Problems();
    ClusterVersions versions = ClusterVersions.of();
    versions = with(problems, versions, kubernetes, ClusterVersions::kubernetes);
    versions = with(problems, versions, driver, ClusterVersions::driver);
    versions = with(problems, versions, cuda, ClusterVersions::cuda);
    versions = with(problems, versions, containerToolkit, ClusterVersions::containerToolkit);
    versions = with(problems, versions, dcgm, ClusterVersions::dcgm);
    versions = with(problems, versions, gpu, ClusterVersions::gpu);
    problems.orThrow();
    ComponentReport report = versions.check();
    output.answer(console, () -> GpuJson.write(report), report::explain);
    return report.isOk() ? Main.YES : Main.NO;
  }

  private static ClusterVersions with(
      Problems problems,
      ClusterVersions versions,
      @Nullable String given,
      BiFunction<ClusterVersions, String, ClusterVersions> step) {
    return given == null ? versions : problems.step(versions, before -> step.apply(before, given));
  }
}
