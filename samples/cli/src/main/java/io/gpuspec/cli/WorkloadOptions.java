package io.gpuspec.cli;

import io.gpuspec.Devices;
import io.gpuspec.InvalidValueException;
import io.gpuspec.manifest.GpuWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A workload in options, for who has no file of it. */
final class WorkloadOptions {
  /** What runs the pods. */
  enum Kind {
    /** A single pod. */
    POD,
    /** Pods that are kept running. */
    DEPLOYMENT,
    /** Pods with names and volumes of their own. */
    STATEFULSET,
    /** A pod on every node that takes it. */
    DAEMONSET,
    /** A pod that runs to its end. */
    JOB,
    /** A job again and again. */
    CRONJOB
  }

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--kind",
      paramLabel = "pod|deployment|statefulset|daemonset|job|cronjob",
      description = "What runs the pods.")
  private @Nullable Kind kind;

  @Option(names = "--name", paramLabel = "N", description = "The workload's name.")
  private @Nullable String name;

  @Option(names = "--namespace", paramLabel = "NS", description = "The workload's namespace.")
  private @Nullable String namespace;

  @Option(names = "--image", paramLabel = "I", description = "The image to run.")
  private @Nullable String image;

  @Option(
      names = "--gpu",
      paramLabel = RequestOptions.LIST,
      description = "GPUs in order of preference, such as T4,V100; any whole GPU unless given.")
  private @Nullable String gpu;

  @Option(names = "--gpus", paramLabel = "N", description = "How many GPUs; 1 unless given.")
  private int gpus = 1;

  @Mixin private final ShareOption share = new ShareOption();

  @Option(
      names = "--cpu",
      paramLabel = "REQ[,LIM]",
      description = "CPU that is requested, and the limit, such as 4,8.")
  private @Nullable String cpu;

  @Option(
      names = "--memory",
      paramLabel = "REQ[,LIM]",
      description = "Memory that is requested, and the limit, such as 16Gi,32Gi.")
  private @Nullable String memory;

  @Option(
      names = "--schedule",
      paramLabel = "CRON",
      description = "When a cronjob runs, such as '30 2 * * *' or @daily.")
  private @Nullable String schedule;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Pods of a deployment or statefulset.")
  private @Nullable Integer replicas;

  @Option(names = "--port", paramLabel = "N", description = "Port that a Service leads to.")
  private @Nullable Integer port;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "Environment variable; may be repeated.")
  private List<Assignment> env = new ArrayList<>();

  @Option(
      names = "--label",
      paramLabel = "KEY=VALUE",
      description = "Label of the pods; may be repeated.")
  private List<Assignment> labels = new ArrayList<>();

  @Mixin private final WishOptions wishes = new WishOptions();

  @Option(
      names = "--command",
      arity = "1..*",
      paramLabel = "WORD",
      description = "What to run instead of the image's entry point; also after --.")
  private List<String> words = new ArrayList<>();

  @Parameters(paramLabel = "WORD", hidden = true)
  private List<String> trailing = new ArrayList<>();

  /** The workload that is asked for. */
  GpuWorkload workload() {
    if (kind == null || name == null || image == null) {
      throw missing();
    }
    Devices devices = gpu == null ? Devices.any() : Devices.parse(gpu);
    GpuWorkload workload = bare(kind, name, image).devices(share.on(devices.count(gpus)));
    String[] cpus = pair("--cpu", cpu);
    String[] memories = pair("--memory", memory);
    workload = workload.requests(cpus[0], memories[0]).limits(cpus[1], memories[1]);
    if (namespace != null) {
      workload = workload.namespace(namespace);
    }
    if (replicas != null) {
      workload = workload.replicas(replicas);
    }
    if (port != null) {
      workload = workload.port(port);
    }
    for (Assignment variable : env) {
      workload = workload.env(variable.key(), variable.value());
    }
    for (Assignment label : labels) {
      workload = workload.label(label.key(), label.value());
    }
    List<String> all = new ArrayList<>(words);
    all.addAll(trailing);
    if (!all.isEmpty()) {
      workload = workload.command(all.toArray(String[]::new));
    }
    return workload.matched(wishes::apply);
  }

  private GpuWorkload bare(Kind kind, String name, String image) {
    if ((kind == Kind.CRONJOB) != (schedule != null)) {
      throw new InvalidValueException(
          schedule == null
              ? "--kind cronjob: no schedule is given; add --schedule, such as --schedule '30 2 * * *'"
              : "--schedule: '%s' goes with --kind cronjob; leave it out".formatted(schedule));
    }
    return switch (kind) {
      case POD -> GpuWorkload.pod(name, image);
      case DEPLOYMENT -> GpuWorkload.deployment(name, image);
      case STATEFULSET -> GpuWorkload.statefulSet(name, image);
      case DAEMONSET -> GpuWorkload.daemonSet(name, image);
      case JOB -> GpuWorkload.job(name, image);
      case CRONJOB -> GpuWorkload.cronJob(name, Objects.requireNonNull(schedule), image);
    };
  }

  /** Without a file these are needed. */
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
  private static String[] pair(String option, @Nullable String text) {
    if (text == null) {
      return new String[] {"0", "0"};
    }
    String[] parts = text.split(",", -1);
    if (parts.length > 2) {
      throw new InvalidValueException(
          "%s: '%s' has %d amounts; give a request, or a request and a limit"
              .formatted(option, text, parts.length));
    }
    return parts.length == 2 ? parts : new String[] {parts[0], "0"};
  }
}
