package io.gpuspec.cli;

import io.gpuspec.Devices;
import io.gpuspec.InvalidValueException;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
      "      --comments"
    })
final class BuildCommand implements Callable<Integer> {
  /** What runs the pods. */
  enum Kind {
    /** A single pod. */
    POD,
    /** Pods that are kept running. */
    DEPLOYMENT,
    /** A pod that runs to its end. */
    JOB
  }

  private final Console console;

  @Mixin private final TargetOptions where = new TargetOptions();
  @Mixin private final OutputOption output = new OutputOption();

  @Option(
      names = "--kind",
      required = true,
      paramLabel = "pod|deployment|job",
      description = "What runs the pods.")
  private Kind kind = Kind.POD;

  @Option(names = "--name", required = true, paramLabel = "N", description = "The workload's name.")
  private String name = "";

  @Option(names = "--namespace", paramLabel = "NS", description = "The workload's namespace.")
  private @Nullable String namespace;

  @Option(names = "--image", required = true, paramLabel = "I", description = "The image to run.")
  private String image = "";

  @Option(
      names = "--gpu",
      paramLabel = RequestOptions.LIST,
      description = "GPUs in order of preference, such as T4,V100; any whole GPU unless given.")
  private @Nullable String gpu;

  @Option(names = "--gpus", paramLabel = "N", description = "How many GPUs; 1 unless given.")
  private int gpus = 1;

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

  @Option(names = "--replicas", paramLabel = "N", description = "Pods of a deployment.")
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

  @Option(names = "--comments", description = "Say above each entry why it is there.")
  private boolean comments;

  @Option(
      names = "--command",
      arity = "1..*",
      paramLabel = "WORD",
      description = "What to run instead of the image's entry point; also after --.")
  private List<String> command = new ArrayList<>();

  @Parameters(paramLabel = "WORD", hidden = true)
  private List<String> trailing = new ArrayList<>();

  BuildCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Target target = where.required(where.gpus(console), "build");
    Manifests manifests;
    try {
      manifests = workload().on(target);
    } catch (NoMatchException e) {
      console.message(e.getMessage());
      return Main.NO;
    }
    console.answer(
        output.isJson()
            ? manifests.json()
            : comments ? manifests.yamlWithComments() : manifests.yaml());
    console.message(manifests.match());
    manifests.match().notes().forEach(console::message);
    return Main.YES;
  }

  private GpuWorkload workload() {
    Devices devices = gpu == null ? Devices.any() : Devices.parse(gpu);
    GpuWorkload workload =
        switch (kind) {
          case POD -> GpuWorkload.pod(name, image);
          case DEPLOYMENT -> GpuWorkload.deployment(name, image);
          case JOB -> GpuWorkload.job(name, image);
        };
    workload = workload.devices(devices.count(gpus));
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
    List<String> words = new ArrayList<>(command);
    words.addAll(trailing);
    if (!words.isEmpty()) {
      workload = workload.command(words.toArray(String[]::new));
    }
    return workload.matched(wishes::apply);
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
