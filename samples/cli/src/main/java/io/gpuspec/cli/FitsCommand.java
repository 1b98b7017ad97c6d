package io.gpuspec.cli;

import io.gpuspec.fleet.ClusterState;
import io.gpuspec.json.GpuJson;
import io.gpuspec.manifest.read.DeviceFile;
import io.gpuspec.manifest.read.NodeFits;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.NodeView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec fits}. */
@Command(
    name = "fits",
    description =
        "Shows which existing nodes can run the pods of a file, on which devices, and why the others"
            + " cannot.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec fits -f pod.yaml --nodes cluster.json",
      "  gpuspec fits -f claimed.yaml --nodes cluster.json --slices devices.yaml",
      "",
      "Exit status: 0 each workload fits a node, 1 one fits none, 2 invalid input,",
      "3 yes, but something that requests a GPU was not judged."
    })
final class FitsCommand implements Callable<Integer> {
  /** Notes on room that may not be there. */
  private static final Set<String> OF_ROOM = Set.of("fleet.no-pods", "fleet.no-node-name");

  private final Console console;

  @Option(
      names = {"-f", "--filename", "--file"},
      required = true,
      paramLabel = "PATH",
      description =
          "Files and folders of manifests, with their claims; repeatable; - is standard input.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--nodes",
      required = true,
      paramLabel = "FILE",
      description =
          "Nodes that exist: the output of kubectl get nodes,pods -A -o json; - is standard input.")
  private String nodes = "";

  @Option(
      names = "--slices",
      paramLabel = "FILE",
      description =
          "Their devices: the output of kubectl get"
              + " resourceslices,resourceclaims,deviceclasses,devicetaintrules -A -o yaml (the last"
              + " since Kubernetes 1.37), or of gpuspec slices.")
  private @Nullable Path slices;

  @Mixin private final OutputOption output = new OutputOption();

  FitsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    ClusterInput.requireOnce(nodes, files);
    WorkloadFile workloads = WorkloadInput.read(files);
    ClusterState state = ClusterInput.read(nodes, files);
    state.notes().stream().filter(note -> OF_ROOM.contains(note.id())).forEach(console::message);
    return print(
        console.during(
            "judging " + String.join(", ", files),
            () -> fits(workloads, List.copyOf(state.views()))));
  }

  private NodeFits fits(WorkloadFile workloads, List<NodeView> views) {
    if (slices == null) {
      return workloads.fits(views);
    }
    DeviceFile devices = DeviceFile.read(slices);
    devices.problems().forEach(problem -> console.message(String.valueOf(problem.getMessage())));
    return workloads.fits(views, devices);
  }

  private int print(NodeFits fits) throws IOException {
    if (output.isJson()) {
      GpuJson.write(fits, console.json());
      console.answer("");
    } else {
      console.say(fits.explain());
      fits.notes().forEach(console::message);
    }
    fits.problems().forEach(problem -> console.problem(String.valueOf(problem.getMessage())));
    if (!fits.problems().isEmpty()) {
      return Main.BAD;
    }
    if (!fits.isFound()) {
      return Main.NO;
    }
    return fits.isJudged() ? Main.YES : Main.NOT_JUDGED;
  }
}
