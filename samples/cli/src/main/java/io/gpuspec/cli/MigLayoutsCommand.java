package io.gpuspec.cli;

import io.gpuspec.json.GpuJson;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayouts;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec mig layouts}. */
@Command(
    name = "layouts",
    description = "Lists the layouts of a GPU to which no instance can be added.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec mig layouts --gpu A30",
      "  gpuspec mig layouts --gpu A100-40GB \\",
      "      --profiles 1g.5gb,2g.10gb,3g.20gb,4g.20gb,7g.40gb",
      "  gpuspec mig layouts --gpu A30 --all -o json",
      "",
      "Exit status: 0 there are some, 1 no placement is known, 2 invalid input."
    })
final class MigLayoutsCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private final MigGpuOption product = new MigGpuOption();

  @Option(
      names = "--profiles",
      paramLabel = FieldOptions.LIST,
      description = "Only these profiles, for example 1g.5gb,2g.10gb; maximal among them.")
  private @Nullable String profiles;

  @Option(names = "--all", description = "List every legal layout, including the empty one.")
  private boolean all;

  @Mixin private final OutputOption output = new OutputOption();

  MigLayoutsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    MigGpu gpu = product.gpu();
    MigLayouts layouts =
        profiles == null ? gpu.layouts() : gpu.layouts(NameList.of("--profiles", profiles));
    boolean isKnown = gpu.memorySlices() > 0;
    if (output.isJson()) {
      console.json(GpuJson.write(all ? layouts.everyLegal() : layouts));
    } else if (isKnown) {
      console.say((all ? layouts.all() : layouts.maximal()).all());
    }
    if (gpu.geometry() != MigGpu.Geometry.VERIFIED) {
      console.message("geometry %s: %s".formatted(gpu.geometry(), gpu.placementsFrom()));
    }
    return isKnown ? Main.YES : Main.NO;
  }
}
