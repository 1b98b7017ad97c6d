package io.gpuspec.cli;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.json.RequestField;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command-line options that describe a workload when no intent file is given. */
final class WorkloadOptions {
  /** The kind of the object that runs the pods, by its Kubernetes name. */
  record Kind(String word) {}

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--kind",
      paramLabel = "pod|deployment|statefulset|daemonset|job|cronjob",
      description = "Kind of workload.")
  private @Nullable Kind kind;

  @Option(names = "--name", paramLabel = "N", description = "Name of the workload.")
  private @Nullable String name;

  @Option(names = "--namespace", paramLabel = "NS", description = "Namespace of the workload.")
  private @Nullable String namespace;

  @Option(names = "--image", paramLabel = "I", description = "Image to run.")
  private @Nullable String image;

  @Option(
      names = "--gpu",
      paramLabel = FieldOptions.LIST,
      description = "GPUs in order of preference, for example T4,V100; any whole GPU by default.")
  private @Nullable String gpu;

  @Option(names = "--gpus", paramLabel = "N", description = "Number of GPUs; the default is 1.")
  private int gpus = 1;

  @Mixin private final ShareOption share = new ShareOption();

  @Mixin
  private final FieldOptions parts =
      new FieldOptions(field -> Set.of("mig", "migConfig", "replica").contains(field.name()));

  @Option(
      names = "--claims",
      description = "Ask for the GPUs by a resource claim (Dynamic Resource Allocation).")
  private boolean claims;

  @Option(
      names = "--cpu",
      paramLabel = "REQ[,LIM]",
      description = "CPU request and optional limit, for example 4,8.")
  private @Nullable String cpu;

  @Option(
      names = "--memory",
      paramLabel = "REQ[,LIM]",
      description = "Memory request and optional limit, for example 16Gi,32Gi.")
  private @Nullable String memory;

  @Option(
      names = "--schedule",
      paramLabel = "CRON",
      description = "Schedule of a cronjob, for example '30 2 * * *' or @daily.")
  private @Nullable String schedule;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Number of pods of a deployment or statefulset.")
  private @Nullable Integer replicas;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port of the container, and of a Service for it.")
  private @Nullable Integer port;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "Environment variable; repeatable.")
  private List<Assignment> env = new ArrayList<>();

  @Option(
      names = "--label",
      paramLabel = "KEY=VALUE",
      description = "Label of the pods; repeatable.")
  private List<Assignment> labels = new ArrayList<>();

  @Mixin private final FieldOptions preferences = new FieldOptions(RequestField::isPreference);

  @Option(
      names = "--command",
      arity = "1..*",
      paramLabel = "WORD",
      description = "Command instead of the image's entry point; also after --.")
  private List<String> words = new ArrayList<>();

  @Parameters(paramLabel = "WORD", hidden = true)
  private List<String> trailing = new ArrayList<>();

  /** Returns the requested workload, without the options that are problems. */
  GpuWorkload workload(Problems problems, Supplier<Optional<Target>> where) {
    if (kind == null || name == null || image == null) {
      throw missing();
    }
    Kind of = kind;
    GpuWorkload bare = GpuWorkload.of(of.word(), name, image, Optional.empty());
    GpuWorkload workload =
        schedule == null
            ? bare
            : problems.step(
                bare, any -> GpuWorkload.of(of.word(), name, image, Optional.of(schedule)));
    problems.addAll(workload.problems());
    workload = workload.devices(devices(problems, where));
    workload = claims ? workload.claims() : workload;
    String[] cpus = pair("--cpu", cpu, problems);
    String[] memories = pair("--memory", memory, problems);
    workload = problems.step(workload, w -> w.requests(cpus[0], memories[0]));
    workload = problems.step(workload, w -> w.limits(cpus[1], memories[1]));
    if (namespace != null) {
      workload = problems.step(workload, w -> w.namespace(namespace));
    }
    if (replicas != null) {
      workload = problems.step(workload, w -> w.replicas(replicas));
    }
    if (port != null) {
      workload = problems.step(workload, w -> w.port(port));
    }
    for (Assignment variable : env) {
      workload = problems.step(workload, w -> w.env(variable.key(), variable.value()));
    }
    for (Assignment label : labels) {
      workload = problems.step(workload, w -> w.label(label.key(), label.value()));
    }
    List<String> all = new ArrayList<>(words);
    all.addAll(trailing);
    if (!all.isEmpty()) {
      workload = problems.step(workload, w -> w.command(all.toArray(String[]::new)));
    }
    return workload.matched(request -> preferences.request(request, problems));
  }

  private Devices devices(Problems problems, Supplier<Optional<Target>> where) {
    Devices devices =
        gpu == null ? Devices.any() : problems.step(Devices.any(), any -> Devices.parse(gpu));
    devices = problems.step(devices, d -> d.count(gpus));
    devices = parts.request(GpuRequest.of(devices), problems).devices();
    return problems.step(devices, d -> share.on(d, where));
  }

  /** Without a file, these are required. */
  private ParameterException missing() {
    CommandSpec spec = Objects.requireNonNull(command);
    String missing =
        Stream.of("--kind", "--name", "--image")
            .map(spec::findOption)
            .filter(option -> !spec.commandLine().getParseResult().hasMatchedOption(option))
            .map(option -> option.longestName() + " " + option.paramLabel())
            .collect(Collectors.joining(" "));
    return new ParameterException(
        spec.commandLine(), "required options are missing; add " + missing + ", or -f FILE");
  }

  /** Request and limit; an amount that is not given is zero, which the library leaves out. */
  private static String[] pair(String option, @Nullable String text, Problems problems) {
    String[] none = {"0", "0"};
    if (text == null) {
      return none;
    }
    String[] parts = text.split(",", -1);
    if (parts.length > 2) {
      problems.check(
          () -> {
            throw new InvalidValueException(
                "usage.malformed",
                "%s: '%s' has %s amounts; give a request, or a request and a limit"
                    .formatted(option, text, parts.length));
          });
      return none;
    }
    return parts.length == 2 ? parts : new String[] {parts[0], "0"};
  }
}
