package io.gpuspec.fleet;

import io.gpuspec.internal.TextTable;
import io.gpuspec.internal.Words;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The text form of a plan. */
final class FleetText {
  private static final int NODES = 40;
  private static final int PODS = 6;
  private static final int REASONS = 4;
  private static final int BAR = 8;

  private FleetText() {}

  static String summary(FleetPlan plan) {
    String left =
        plan.isComplete() ? "" : ", %s without a node".formatted(pods(plan.unplaced().size()));
    return "%s on %s, %s: %s%s"
        .formatted(
            plan.cost(),
            plan.target().id(),
            gap(plan),
            Words.count(plan.nodes().size(), "node"),
            left);
  }

  static String gap(FleetPlan plan) {
    String least =
        plan.isPartlyCounted() ? "the least possible of what is counted" : "the least possible";
    return plan.gap()
        .map(
            gap ->
                gap.signum() == 0
                    ? least
                    : "at most %s %% above %s"
                        .formatted(
                            gap.movePointRight(2).stripTrailingZeros().toPlainString(), least))
        .orElse("the least possible is not known");
  }

  static Text of(FleetPlan plan) {
    List<String> lines = new ArrayList<>();
    lines.add(summary(plan));
    lines.add("  bound     " + plan.lowerBound());
    lines.add("  unused    " + plan.waste());
    bySpec(plan).forEach((spec, nodes) -> lines.add("  " + row(spec, nodes)));
    if (!plan.nodes().isEmpty()) {
      lines.add(nodes(plan).indent(2).stripTrailing());
    }
    int more = plan.nodes().size() - NODES;
    if (more > 0) {
      lines.add(
          "  ... and %s more %s; -o json has all".formatted(more, more == 1 ? "node" : "nodes"));
    }
    byReasons(plan).forEach((reasons, pods) -> lines.addAll(unplaced(reasons, pods)));
    plan.notes().forEach(note -> lines.add("  note      " + note.message()));
    return Text.of(String.join("\n", lines));
  }

  static Text table(List<FleetPlan> plans) {
    TextTable table = new TextTable("PROVIDER", "COST", "NODES", "WITHOUT", "GAP");
    for (FleetPlan plan : plans) {
      table.row(
          plan.target().id(),
          plan.cost().toString(),
          String.valueOf(plan.nodes().size()),
          pods(plan.unplaced().size()),
          gap(plan));
    }
    return Text.of(table.toString());
  }

  private static Map<String, List<FleetNode>> bySpec(FleetPlan plan) {
    return plan.nodes().stream()
        .collect(
            Collectors.groupingBy(
                node -> node.spec() + (node.isExisting() ? ", existing" : ""),
                TreeMap::new,
                Collectors.toList()));
  }

  private static String row(String spec, List<FleetNode> nodes) {
    int pods = nodes.stream().mapToInt(node -> node.pods().size()).sum();
    return "%-9s %s: %s".formatted(nodes.size(), spec, pods(pods));
  }

  private static String nodes(FleetPlan plan) {
    boolean isZoned = plan.nodes().stream().anyMatch(node -> node.zone().isPresent());
    List<String> head = new ArrayList<>(List.of("NODE", "GPUS", "CPU", "MEMORY", "PODS"));
    if (isZoned) {
      head.add(1, "ZONE");
    }
    TextTable table = new TextTable(head.toArray(String[]::new));
    for (FleetNode node : plan.nodes().stream().limit(NODES).toList()) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  node.name(),
                  bar(node.used().devices(), node.room().devices()),
                  bar(node.used().cpu().toMillicores(), node.room().cpu().toMillicores()),
                  bar(node.used().memory().toBytes(), node.room().memory().toBytes()),
                  pods(node)));
      if (isZoned) {
        cells.add(1, node.zone().orElse(""));
      }
      table.row(cells.toArray(String[]::new));
    }
    return table.toString();
  }

  private static String bar(long used, long room) {
    if (room == 0) {
      return "";
    }
    int full = (int) Math.min(BAR, Math.round((double) BAR * used / room));
    return "#".repeat(full) + ".".repeat(BAR - full) + " " + Math.round(100.0 * used / room) + "%";
  }

  static String pods(int count) {
    return Words.count(count, "pod");
  }

  private static String pods(FleetNode node) {
    return names(node.pods());
  }

  static String names(List<String> pods) {
    return pods.stream().limit(PODS).collect(Collectors.joining(", "))
        + (pods.size() > PODS ? " and %s more".formatted(pods.size() - PODS) : "");
  }

  static Map<List<Rejection>, List<String>> byReasons(FleetPlan plan) {
    return plan.unplaced().stream()
        .collect(
            Collectors.groupingBy(
                Unplaced::reasons,
                LinkedHashMap::new,
                Collectors.mapping(Unplaced::pod, Collectors.toList())));
  }

  private static List<String> unplaced(List<Rejection> reasons, List<String> pods) {
    List<String> lines = new ArrayList<>();
    lines.add("  not       " + names(pods));
    reasons.stream().limit(REASONS).forEach(reason -> lines.add("              " + reason));
    int more = reasons.size() - REASONS;
    if (more > 0) {
      lines.add("              ... and %s more %s".formatted(more, more == 1 ? "row" : "rows"));
    }
    return lines;
  }
}
