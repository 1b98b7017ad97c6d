package io.gpuspec.cli;

import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.UnknownNameException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpuspec man}. */
@Command(
    name = "man",
    description = "Writes the manual page of a command, for man(1).",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec man mig fit > gpuspec-mig-fit.1",
      "  gpuspec man match | man -l -",
      "  gpuspec man --folder ~/.local/share/man/man1"
    })
final class ManCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The command, for example mig fit; gpuspec itself by default.")
  private List<String> command = new ArrayList<>();

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Writes the pages of the command and of all below it to files of a folder.")
  private @Nullable Path folder;

  ManCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine at = Main.commandLine(console);
    for (String word : command) {
      CommandLine below = at.getSubcommands().get(word);
      if (below == null) {
        throw new UnknownNameException(
            "usage.unknown", "command", word, at.getSubcommands().keySet());
      }
      at = below;
    }
    if (folder == null) {
      console.answer(page(at.getCommandSpec()));
    } else {
      write(at, folder);
    }
    return Main.YES;
  }

  private String page(CommandSpec spec) {
    return ManPage.of(spec, console.phrases()::words);
  }

  private void write(CommandLine command, Path into) {
    Path file = into.resolve(ManPage.name(command.getCommandSpec()) + ".1");
    try {
      Files.createDirectories(into);
      Files.writeString(file, page(command.getCommandSpec()));
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unwritable",
          "--folder: '%s' cannot be written (%s); name a folder that can"
              .formatted(file, e.getMessage()),
          e);
    }
    command.getSubcommands().values().forEach(below -> write(below, into));
  }
}
