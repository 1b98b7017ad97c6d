package io.gpuspec.cli;

import io.gpuspec.Gpus;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.value.Arch;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec catalog}. */
@Command(
    name = "catalog",
    description = "Lists the available GPU shapes.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec catalog --provider tke",
      "  gpuspec catalog --provider tke --edition 2023-06 --gpu T4",
      "  gpuspec catalog --min-gpu-memory 20Gi -o json",
      "  gpuspec catalog --provider eks --gpu-architecture Ampere --arch amd64",
      "  gpuspec catalog --provider tke --overlay prices.yaml",
      "  gpuspec catalog diff tke:2023-06 tke",
      "",
      "Exit status: 0 there are rows, 1 there are none, 2 invalid input."
    })
final class CatalogCommand implements Callable<Integer> {
  private final Console console;

  @Mixin
  private final TargetOptions where =
      new TargetOptions("Target, for example tke; by default every cloud.");

  @Mixin private final OutputOption output = new OutputOption();

  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      description = "Only this GPU, for example T4 or 1/4*T4.")
  private @Nullable String gpu;

  @Option(
      names = "--min-gpu-memory",
      paramLabel = "Q",
      description = "Only GPUs with at least this nominal memory, for example 20Gi.")
  private @Nullable String minGpuMemory;

  @Option(
      names = "--min-total-gpu-memory",
      paramLabel = "Q",
      description = "Only shapes whose GPUs together have at least this nominal memory.")
  private @Nullable String minTotalGpuMemory;

  @Option(
      names = "--gpu-architecture",
      paramLabel = "NAME",
      description = "Only GPUs of this architecture, for example Ampere.")
  private @Nullable String gpuArchitecture;

  @Option(
      names = "--min-compute-capability",
      paramLabel = "X.Y",
      description = "Only GPUs of at least this CUDA compute capability, for example 8.0.")
  private @Nullable String minComputeCapability;

  @Option(names = "--gpus", paramLabel = "N", description = "Only shapes with exactly N GPUs.")
  private @Nullable Integer gpus;

  @Option(
      names = "--arch",
      paramLabel = "A",
      description = "Only this CPU architecture: amd64 or arm64.")
  private @Nullable String arch;

  @Option(
      names = "--include-retired",
      description = "Also list shapes that the provider has retired.")
  private boolean includeRetired;

  @Option(
      names = "--sort",
      paramLabel = "size|price",
      description = "Order of the rows: by GPU and size (default), or the cheapest first.")
  private Order sort = Order.SIZE;

  /** The order of the rows. */
  enum Order {
    /** As in the catalog: by GPU, the smallest first. */
    SIZE,
    /** The cheapest on-demand price first. */
    PRICE
  }

  CatalogCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Gpus gpus = where.gpus(console);
    List<Target> targets = where.target(gpus).map(List::of).orElseGet(gpus::clouds);
    List<SpecCatalog> catalogs =
        targets.stream().map(target -> narrowed(target.catalog())).toList();
    if (output.isJson()) {
      console.json(GpuJson.write(SpecCatalog.together(catalogs)));
    } else {
      for (SpecCatalog catalog : catalogs) {
        console.say(catalog.table());
        catalog.notes().forEach(console::message);
      }
    }
    return catalogs.stream().allMatch(catalog -> catalog.specs().isEmpty()) ? Main.NO : Main.YES;
  }

  private SpecCatalog narrowed(SpecCatalog catalog) {
    SpecCatalog narrowed = catalog;
    if (gpu != null) {
      narrowed = narrowed.gpu(gpu);
    }
    if (minGpuMemory != null) {
      narrowed = narrowed.gpuMemoryAtLeast(minGpuMemory);
    }
    if (minTotalGpuMemory != null) {
      narrowed = narrowed.totalGpuMemoryAtLeast(minTotalGpuMemory);
    }
    if (gpuArchitecture != null) {
      narrowed = narrowed.architecture(gpuArchitecture);
    }
    if (minComputeCapability != null) {
      narrowed = narrowed.computeCapabilityAtLeast(minComputeCapability);
    }
    if (gpus != null) {
      narrowed = narrowed.gpus(gpus);
    }
    if (arch != null) {
      narrowed = narrowed.arch(Arch.parse(arch));
    }
    narrowed = sort == Order.PRICE ? narrowed.cheapestFirst() : narrowed;
    return includeRetired ? narrowed.includeRetired() : narrowed;
  }
}
