package io.gpuspec.cli;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.Port;
import io.gpuspec.manifest.Ported;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gpuspec port}. */
@Command(
    name = "port",
    description = "Rewrites the manifests of one provider for another, and says what is lost.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec port --from tke --to eks -f deployment.yaml | kubectl apply -f -",
      "  gpuspec port --from eks --to tke --set image-cache=auto -f job.yaml",
      "  gpuspec port --from tke --from-edition 2023-06 --to ack -f deployment.yaml",
      "",
      "What cannot be carried over is told on standard error, one thing a line:",
      "file:line:column: what: why; what instead."
    })
final class PortCommand implements Callable<Integer> {
  private static final String STANDARD_INPUT = "-";

  private final Console console;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "P",
      description = "Whose manifests they are, such as tke.")
  private String from = "";

  @Option(
      names = "--to",
      required = true,
      paramLabel = "P",
      description = "Where the workloads shall land, such as eks.")
  private String to = "";

  @Option(
      names = "--from-edition",
      paramLabel = "E",
      description = "Edition of the catalog that they were written by; the newest unless given.")
  private @Nullable String fromEdition;

  @Option(
      names = "--edition",
      paramLabel = "E",
      description = "Edition of the catalog of where they shall land; the newest unless given.")
  private @Nullable String edition;

  @Option(
      names = "--overlay",
      paramLabel = "FILE",
      description =
          "Rows, prices and availability of your own, over the catalog of either; may be"
              + " repeated.")
  private List<Path> overlays = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description = "An option of where they shall land; may be repeated.")
  private List<Assignment> options = new ArrayList<>();

  @Option(
      names = {"-f", "--file"},
      required = true,
      paramLabel = "FILE",
      description = "The manifests, as YAML or JSON; - is standard input.")
  private String file = "";

  PortCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Gpus gpus =
        TargetOptions.overlaid(
            overlays, (all, target) -> target.equals(from) || target.equals(to), console);
    Target source = in(gpus.in(from), fromEdition);
    Target target = in(gpus.in(to), edition);
    for (Assignment option : options) {
      target = target.with(option.key(), option.value());
    }
    Port port = Port.from(source).to(target);
    Ported ported =
        file.equals(STANDARD_INPUT)
            ? port.read("standard input", System.in)
            : port.read(Path.of(file));
    ported.losses().forEach(console::message);
    if (!ported.problems().isEmpty()) {
      // Half of the manifests is nothing to apply.
      ported.problems().forEach(problem -> console.problem(problem.getMessage()));
      return Main.BAD;
    }
    if (!ported.yaml().toString().isEmpty()) {
      console.answer(ported.yaml());
    }
    if (!ported.isComplete()) {
      return Main.NO;
    }
    return ported.isJudged() ? Main.YES : Main.NOT_JUDGED;
  }

  private static Target in(Target target, @Nullable String edition) {
    return edition == null ? target : target.edition(edition);
  }
}
