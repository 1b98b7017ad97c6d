package io.gpuspec.cli;

import io.gpuspec.CatalogDiff;
import io.gpuspec.Gpus;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code gpuspec catalog diff}. */
@Command(
    name = "diff",
    description = "Shows how catalog B differs from A: rows, and facts of rows, including prices.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "A and B are each a provider (its newest edition), provider:edition, or a file.",
      "",
      "Examples:",
      "  gpuspec catalog diff tke:2023-06 tke:2026-01",
      "  gpuspec catalog diff tke:2023-06 tke -o json",
      "  gpuspec catalog diff tke next-edition.json",
      "",
      "Exit status: 0 compared, with or without differences, 2 invalid input."
    })
final class CatalogDiffCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(index = "0", paramLabel = "A", description = "The first catalog.")
  private String from = "";

  @Parameters(index = "1", paramLabel = "B", description = "The second catalog.")
  private String to = "";

  @Mixin private final OutputOption output = new OutputOption();

  CatalogDiffCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Gpus gpus = Gpus.load();
    CatalogDiff diff = catalog(gpus, from).diff(catalog(gpus, to));
    output.answer(console, () -> GpuJson.write(diff), diff::text);
    return Main.YES;
  }

  private static SpecCatalog catalog(Gpus gpus, String name) {
    for (Target target : gpus.targets()) {
      if (name.equals(target.id())) {
        return target.catalog();
      }
      if (name.startsWith(target.id() + ":")) {
        return target.edition(name.substring(target.id().length() + 1)).catalog();
      }
    }
    Path file = Path.of(name);
    if (Files.exists(file)) {
      return SpecCatalog.read(file);
    }
    throw new GpuSpecException(
        "catalog.unknown",
        "catalog: '%s' is no provider and no file; write PROVIDER or PROVIDER:EDITION (%s), or the path of a catalog file"
            .formatted(
                name, gpus.targets().stream().map(Target::id).collect(Collectors.joining(", "))));
  }
}
