package io.gpuspec.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.fleet.FixedFleet;
import io.gpuspec.fleet.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec fleet place}. */
@Command(
    name = "place",
    description = "Places the pods of a trace one by one on nodes that are there.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec fleet place --nodes nodes.csv --pods pods.csv --policy fragmentation",
      "  gpuspec fleet place --nodes nodes.csv --pods pods.csv --together -o json",
      "",
      "Exit status: 0 every pod has a node, 1 some have none, 2 invalid input."
    })
final class FleetPlaceCommand implements Callable<Integer> {
  private static final int LISTED = 10;

  private final Console console;

  @Option(
      names = "--nodes",
      required = true,
      paramLabel = "CSV",
      description = "Nodes, with the columns sn,cpu_milli,memory_mib,gpu,model.")
  private Path nodes = Path.of("");

  @Option(
      names = "--pods",
      required = true,
      paramLabel = "CSV",
      description =
          "Pods in order, with name,cpu_milli,memory_mib,num_gpu,gpu_milli and perhaps gpu_spec.")
  private Path pods = Path.of("");

  @Option(
      names = "--policy",
      paramLabel = "P",
      description = "binpack, spread, best-fit or fragmentation, which is the default.")
  private String policy = FixedFleet.Policy.FRAGMENTATION.toString();

  @Option(
      names = "--together",
      description =
          "Place as if all pods were known before the first, so that most of the cards is given"
              + " out.")
  private boolean together;

  @Mixin private final OutputOption output = new OutputOption();

  FleetPlaceCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    List<FixedFleet.Pod> all = TraceFile.pods(pods);
    FixedFleet fleet = FixedFleet.of(TraceFile.nodes(nodes), FixedFleet.Policy.parse(policy), all);
    Map<String, FixedFleet.Assignment> placed =
        console.during("placing %s pods".formatted(all.size()), () -> placed(fleet, all));
    List<String> unplaced =
        all.stream().map(FixedFleet.Pod::name).filter(pod -> !placed.containsKey(pod)).toList();
    output.answer(
        console, () -> json(fleet, placed, unplaced), () -> text(fleet, placed, unplaced));
    return unplaced.isEmpty() ? Main.YES : Main.NO;
  }

  private Map<String, FixedFleet.Assignment> placed(FixedFleet fleet, List<FixedFleet.Pod> all) {
    if (together) {
      return fleet.placeTogether(all);
    }
    Map<String, FixedFleet.Assignment> placed = new LinkedHashMap<>();
    for (FixedFleet.Pod pod : all) {
      fleet.place(pod).ifPresent(found -> placed.put(pod.name(), found));
    }
    return placed;
  }

  private static String text(
      FixedFleet fleet, Map<String, FixedFleet.Assignment> placed, List<String> unplaced) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s (%.2f %%)",
            fleet,
            100.0 * fleet.allocated() / Math.max(1, fleet.capacity())));
    lines.add(
        "  %s %s a node, %s %s none"
            .formatted(
                placed.size(),
                placed.size() == 1 ? "pod has" : "pods have",
                unplaced.size(),
                unplaced.size() == 1 ? "has" : "have"));
    unplaced.stream().limit(LISTED).forEach(pod -> lines.add("  not       " + pod));
    if (unplaced.size() > LISTED) {
      lines.add("  ... and %s more; -o json has all".formatted(unplaced.size() - LISTED));
    }
    return String.join("\n", lines);
  }

  private static String json(
      FixedFleet fleet, Map<String, FixedFleet.Assignment> placed, List<String> unplaced) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("allocated", fleet.allocated()).put("capacity", fleet.capacity());
    ArrayNode assignments = root.putArray("placed");
    placed.forEach(
        (pod, assignment) -> {
          ObjectNode node = assignments.addObject().put("pod", pod).put("node", assignment.node());
          assignment.cards().forEach(node.withArray("/cards")::add);
        });
    unplaced.forEach(root.putArray("unplaced")::add);
    return PrettyJson.write(root);
  }
}
