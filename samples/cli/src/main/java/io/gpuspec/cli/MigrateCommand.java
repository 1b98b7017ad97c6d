package io.gpuspec.cli;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.migrate.MigrationResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gpuspec migrate}. */
@Command(
    name = "migrate",
    description = "Rewrites the manifests of one provider for another, and reports what is lost.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec migrate --from tke --to eks -f deployment.yaml | kubectl apply -f -",
      "  gpuspec migrate --from eks --to tke --set image-cache=auto -f job.yaml",
      "  gpuspec migrate --from tke --from-edition 2023-06 --to ack -f deployment.yaml",
      "",
      "What cannot be carried over is listed on standard error, one item per line:",
      "file:line:column: what: why; what instead.",
      "",
      "Exit status: 0 nothing or only settings lost, 1 a workload gets something else,",
      "2 invalid input, 3 something that requests a GPU was not judged."
    })
final class MigrateCommand implements Callable<Integer> {
  private static final String CLAIMS = "claims";

  private final Console console;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "P",
      description =
          "Provider that the manifests are for, for example tke; claims to write the resource of a "
              + "device plugin for pods with resource claims.")
  private String from = "";

  @Option(
      names = "--to",
      required = true,
      paramLabel = "P",
      description =
          "Provider to rewrite them for, for example eks; claims to ask for GPUs by resource claims.")
  private String to = "";

  @Option(
      names = "--from-edition",
      paramLabel = "E",
      description = "Catalog edition the manifests were written for; the newest by default.")
  private @Nullable String fromEdition;

  @Option(
      names = "--from-set",
      paramLabel = "OPTION=VALUE",
      description = "Option of the provider that the manifests are for; repeatable.")
  private List<Assignment> fromOptions = new ArrayList<>();

  @Option(
      names = "--edition",
      paramLabel = "E",
      description = "Catalog edition to rewrite them for; the newest by default.")
  private @Nullable String edition;

  @Option(
      names = "--overlay",
      paramLabel = "FILE",
      description = "Your own rows, prices and availability for either catalog; repeatable.")
  private List<Path> overlays = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description = "Option of the provider to rewrite for; repeatable.")
  private List<Assignment> options = new ArrayList<>();

  @Option(
      names = {"-f", "--filename", "--file"},
      required = true,
      paramLabel = "PATH",
      description =
          "Files and folders of manifests, as YAML or JSON; repeatable; - is standard input.")
  private List<String> files = new ArrayList<>();

  MigrateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    boolean isToClaims = to.equals(CLAIMS);
    boolean isFromClaims = from.equals(CLAIMS);
    to = isToClaims ? from : to;
    from = isFromClaims ? to : from;
    Gpus gpus =
        TargetOptions.overlaid(
            overlays, (all, target) -> target.equals(from) || target.equals(to), console);
    Target source = in(gpus.in(from), fromEdition, fromOptions);
    Target target = in(gpus.in(to), edition, options);
    Migration migration = Migration.from(source).to(target);
    migration = isToClaims ? migration.toClaims() : migration;
    migration = isFromClaims ? migration.fromClaims() : migration;
    Migration wanted = migration;
    MigrationResult migrated = WorkloadInput.read(files, wanted::read, wanted::read, wanted::read);
    migrated.losses().forEach(this::tell);
    if (!migrated.problems().isEmpty()) {
      // Half of the manifests is nothing to apply.
      migrated.problems().forEach(problem -> console.problem(problem.getMessage()));
      return Main.BAD;
    }
    if (!migrated.yaml().toString().isEmpty()) {
      console.answer(migrated.yaml());
    }
    if (!migrated.isComplete()) {
      return Main.NO;
    }
    return migrated.isJudged() ? Main.YES : Main.NOT_JUDGED;
  }

  private void tell(MigrationResult.Loss loss) {
    console
        .about("migrate")
        .told(
            "{place}: {what}: {why}; {instead}",
            Map.of(
                "place",
                "%s:%s:%s".formatted(loss.source(), loss.line(), loss.column()),
                "what",
                loss.what(),
                "why",
                loss.why(),
                "instead",
                loss.instead()));
  }

  private static Target in(Target any, @Nullable String edition, List<Assignment> options) {
    Target target = edition == null ? any : any.edition(edition);
    for (Assignment option : options) {
      target = target.with(option.key(), option.value());
    }
    return target;
  }
}
