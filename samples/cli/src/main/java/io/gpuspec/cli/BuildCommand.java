package io.gpuspec.cli;

import io.gpuspec.Gpus;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.ManifestSet;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gpuspec build}. */
@Command(
    name = "build",
    description = "Writes the manifests of a workload, ready for kubectl apply -f -.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec build --provider tke --kind deployment --name llm --image r/llm:v1 \\",
      "      --gpu T4,V100 --cpu 4,8 --memory 16Gi,32Gi --replicas 3 --port 8080",
      "  gpuspec build --provider tke --kind job --name train --image r/train:v1 \\",
      "      --gpu 'A10*PNV4' --gpus 4 --cpu 112 --memory 466Gi --explicit \\",
      "      -- python3 train.py",
      "  gpuspec build --provider tke --kind pod --name try --image r/try:v1 \\",
      "      --gpu '1/4*T4' --set image-cache=auto --set image-cache-disk=200 \\",
      "      --comments",
      "  gpuspec build --provider ack --kind cronjob --schedule '30 2 * * *' \\",
      "      --name nightly --image r/train:v1 --gpu V100",
      "  gpuspec build -f intent.yaml",
      "  gpuspec build --provider eks -f intent.yaml --verify",
      "",
      "Exit status: 0 built, 1 a workload has no match, 2 invalid input."
    })
final class BuildCommand implements Callable<Integer> {

  /** The options that can be combined with a file; everything else is in the file itself. */
  private static final Set<String> WITH_FILE =
      Set.of(
          "--filename",
          "--provider",
          "--edition",
          "--set",
          "--overlay",
          "--output",
          "--comments",
          "--verify",
          "--verify-all",
          "--lang");

  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Mixin
  private final TargetOptions where =
      new TargetOptions("Target, for example tke; by default the one that the intents of -f name.");

  @Mixin private final OutputOption output = new OutputOption();

  @Option(
      names = {"-f", "--filename", "--file"},
      paramLabel = "FILE",
      description =
          "Build every intent of a file instead of the options below; - is standard " + "input.")
  private @Nullable String file;

  @Mixin private final WorkloadOptions what = new WorkloadOptions();

  @Option(names = "--comments", description = "Write the reason above each entry.")
  private boolean comments;

  @Option(
      names = "--verify",
      description = "Print the commands that check the result instead of the manifests.")
  private boolean verify;

  @Option(
      names = "--verify-all",
      description = "The same with variables, utilization, processes, and the GPUs of the cluster.")
  private boolean verifyAll;

  BuildCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if ((verify || verifyAll) && (comments || output.isJson())) {
      throw new InvalidValueException(
          "usage.conflict",
          "%s: commands have neither comments nor JSON; leave --comments and -o out"
              .formatted(verify ? "--verify" : "--verify-all"));
    }
    Gpus gpus = where.gpus(console);
    if (file != null) {
      return buildFile(gpus, file);
    }
    Problems problems = new Problems();
    GpuWorkload workload = what.workload(problems, () -> where.target(gpus));
    Optional<Target> target = problems.of(() -> where.required(gpus, "build"));
    if (!problems.isEmpty()) {
      target.ifPresent(there -> problems.check(() -> workload.on(there)));
    }
    problems.orThrow();
    return print(List.of(), List.of(new Ask(Optional.empty(), workload::on, target.orElseThrow())));
  }

  private int buildFile(Gpus gpus, String name) throws IOException {
    requireNothingOfAWorkload();
    IntentFile intents =
        name.equals(StandardInput.DASH)
            ? IntentFile.read(StandardInput.NAME, System.in)
            : IntentFile.read(Path.of(name));
    // Invalid flags are reported as such, not once for each intent.
    where.target(gpus);
    List<ManifestException> problems = intents.problemsOn(intent -> where.of(gpus, intent));
    problems.forEach(problem -> console.problem(problem.getMessage()));
    if (!problems.isEmpty()) {
      return Main.BAD;
    }
    if (intents.intents().isEmpty() && intents.platform().isEmpty()) {
      console.message(name + " has no intents");
    }
    List<Ask> asks = new ArrayList<>();
    for (Intent intent : intents.intents()) {
      asks.add(
          new Ask(
              Optional.of(intent.kind() + " " + intent.name()),
              intent::on,
              where.of(gpus, intent)));
    }
    return print(intents.platform().stream().map(needed -> needed.objects(gpus)).toList(), asks);
  }

  private void requireNothingOfAWorkload() {
    for (OptionSpec given :
        Objects.requireNonNull(spec).commandLine().getParseResult().matchedOptions()) {
      if (!WITH_FILE.contains(given.longestName())) {
        throw new InvalidValueException(
            "usage.conflict",
            "-f and %s: both are given; write it in the file, or leave -f out"
                .formatted(given.longestName()));
      }
    }
  }

  /**
   * A workload to build, with its target.
   *
   * @param name what a file calls it
   */
  private record Ask(Optional<String> name, Function<Target, Manifests> workload, Target target) {}

  /** Returns all or nothing: what is piped into kubectl must not be half of what was meant. */
  private int print(List<PlatformObjects> platform, List<Ask> asks) throws IOException {
    List<Manifests> built = new ArrayList<>();
    for (Ask ask : asks) {
      try {
        built.add(ask.workload().apply(ask.target()));
      } catch (NoMatchException e) {
        ask.name().ifPresent(console::message);
        console.message(e.getMessage());
      }
    }
    if (built.size() < asks.size()) {
      return Main.NO;
    }
    ManifestSet manifests = ManifestSet.of(built).after(platform);
    if (verify || verifyAll) {
      console.commands(verifyAll ? manifests.verifyAll() : manifests.verify());
    } else if (output.isJson()) {
      console.json(manifests.json());
    } else {
      console.answer(comments ? manifests.yamlWithComments() : manifests.yaml());
    }
    for (PlatformObjects each : platform) {
      console.message(each);
      each.notes().forEach(console::message);
    }
    for (Manifests each : built) {
      console.message(each.match());
      each.match().notes().forEach(console::message);
    }
    manifests.notes().forEach(console::message);
    return Main.YES;
  }
}
