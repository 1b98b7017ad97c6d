package io.gpuspec.cli;

import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.manifest.read.Workload;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec nodes plan}. */
@Command(
    name = "plan",
    description = "Writes the kubectl commands that label and taint the nodes of pools.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "With --reached-by or --everywhere, answers that instead of the commands.",
      "",
      "Examples:",
      "  gpuspec nodes plan -f pools.yaml",
      "  gpuspec nodes plan -f pools.yaml --reached-by train.yaml",
      "",
      "Exit status: 0 yes, 1 a workload reaches no pool or misses a node, 2 invalid."
    })
final class NodesPlanCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = {"-f", "--filename", "--file"},
      paramLabel = "FILE",
      description = "A file with a GpuNodePools document.")
  private @Nullable Path file;

  @Option(
      names = "--reached-by",
      paramLabel = "FILE",
      description = "Manifests whose pods must each reach some pool.")
  private List<Path> workloads = new ArrayList<>();

  @Option(
      names = "--everywhere",
      paramLabel = "FILE",
      description = "Manifests whose pods must run on every node, such as a device plugin.")
  private List<Path> everywhere = new ArrayList<>();

  @Mixin private final OutputOption output = new OutputOption();

  NodesPlanCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (file == null) {
      throw new InvalidValueException("usage.missing", "nodes plan: no file is given; add -f FILE");
    }
    IntentFile intents = IntentFile.read(file);
    List<ManifestException> problems = intents.problems();
    problems.forEach(problem -> console.problem(problem.getMessage()));
    if (!problems.isEmpty()) {
      return Main.BAD;
    }
    List<Intent> tables =
        intents.platform().stream().filter(each -> each.pools().isPresent()).toList();
    if (tables.size() != 1) {
      throw new InvalidValueException(
          "usage.ambiguous",
          "%s: has %s tables of node pools; give a file with one GpuNodePools"
              .formatted(file, tables.size()));
    }
    GpuPools pools = tables.get(0).pools().orElseThrow();
    if (workloads.isEmpty() && everywhere.isEmpty()) {
      return commands(pools, tables.get(0).commands());
    }
    return reach(pools);
  }

  private int commands(GpuPools pools, Text commands) throws IOException {
    pools.notes().forEach(console::message);
    if (output.isJson()) {
      console.json(NodesJson.write(pools));
    } else {
      console.answer(commands);
    }
    return Main.YES;
  }

  private int reach(GpuPools pools) throws IOException {
    Map<String, PodView> some = pods(workloads);
    Map<String, PodView> all = pods(everywhere);
    pools.notes().forEach(console::message);
    pools.withoutFailover(some).forEach(console::message);
    pools.withAddedTolerations(some).forEach(console::message);
    pools.withAddedTolerations(all).forEach(console::message);
    List<Note> lacks = new ArrayList<>(pools.unplaced(some));
    lacks.addAll(pools.agentsMissing(all));
    output.answer(
        console,
        () -> NodesJson.write(pools, some, all),
        () ->
            lacks.isEmpty()
                ? reached(pools, some, all)
                : lacks.stream().map(Note::message).collect(Collectors.joining("\n")));
    return lacks.isEmpty() ? Main.YES : Main.NO;
  }

  private static String reached(
      GpuPools pools, Map<String, PodView> some, Map<String, PodView> all) {
    List<String> lines = new ArrayList<>();
    some.forEach(
        (name, pod) -> lines.add(name + " reaches " + String.join(", ", pools.poolsFor(pod))));
    all.keySet().forEach(name -> lines.add(name + " runs on every node"));
    return String.join("\n", lines);
  }

  private static Map<String, PodView> pods(List<Path> files) {
    Map<String, PodView> pods = new LinkedHashMap<>();
    for (Path path : files) {
      WorkloadFile manifests = WorkloadFile.read(path);
      if (!manifests.problems().isEmpty()) {
        throw manifests.problems().get(0);
      }
      if (manifests.workloads().isEmpty()) {
        throw new InvalidValueException(
            "usage.missing",
            "%s: has no workload that runs pods; give manifests, of an intent those that gpuspec build -f prints"
                .formatted(path));
      }
      for (Workload workload : manifests.workloads()) {
        pods.put(workload.kind() + " " + workload.name(), workload.pod());
      }
    }
    return pods;
  }
}
