package io.gpuspec.fleet;

import io.gpuspec.value.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** A plan as an HTML page of its own, without scripts and without anything from elsewhere. */
final class FleetReport {
  private static final int WIDTH = 232;
  private static final int MARGIN = 10;
  private static final int CARD = 22;
  private static final int STEP = 26;
  private static final int BAR = 8;
  private static final int MOST_CARDS = 64;

  /** Neighbouring pods differ in colour; there are more pods than colours. */
  private static final List<String> COLOURS =
      List.of(
          "#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2", "#b07aa1", "#edc948", "#9c755f");

  private final FleetPlan plan;

  private FleetReport(FleetPlan plan) {
    this.plan = plan;
  }

  static Text of(FleetPlan plan) {
    return Text.of(new FleetReport(plan).page());
  }

  private String page() {
    return template()
        .replace("{{title}}", escaped("Fleet on " + plan.target()))
        .replace("{{summary}}", escaped(summary()))
        .replace("{{types}}", types())
        .replace(
            "{{nodes}}", plan.nodes().stream().map(this::node).collect(Collectors.joining("\n")))
        .replace("{{unplaced}}", unplaced())
        .replace("{{notes}}", notes());
  }

  private static String template() {
    // By a class of this module: packages of a module hide their files from others.
    try (InputStream in = FleetReport.class.getResourceAsStream("report.html")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String summary() {
    return "%s. Bound: %s. Unused: %s."
        .formatted(FleetText.summary(plan), plan.lowerBound(), plan.waste());
  }

  private String types() {
    Map<String, List<FleetNode>> byType =
        plan.nodes().stream()
            .collect(Collectors.groupingBy(FleetNode::spec, TreeMap::new, Collectors.toList()));
    List<String> rows = new ArrayList<>();
    byType.forEach(
        (type, nodes) ->
            rows.add(
                "<tr><td>%s</td>%s%s%s%s%s%s</tr>"
                    .formatted(
                        escaped(type),
                        cell(plan.cost(type).map(cost -> escaped(cost.toString())).orElse("")),
                        cell(String.valueOf(nodes.size())),
                        cell(String.valueOf(nodes.stream().mapToInt(n -> n.pods().size()).sum())),
                        cell(part(nodes, FleetNode.Resources::devices)),
                        cell(part(nodes, room -> room.cpu().toMillicores())),
                        cell(part(nodes, room -> room.memory().toBytes())))));
    return String.join("\n", rows);
  }

  private static String cell(String text) {
    return "<td class=\"number\">" + text + "</td>";
  }

  private static String part(List<FleetNode> nodes, ToLongFunction<FleetNode.Resources> amount) {
    long used = nodes.stream().mapToLong(node -> amount.applyAsLong(node.used())).sum();
    long room = nodes.stream().mapToLong(node -> amount.applyAsLong(node.room())).sum();
    return room == 0 ? "" : Math.round(100.0 * used / room) + " %";
  }

  private String node(FleetNode node) {
    int cards = (int) Math.min(MOST_CARDS, node.room().devices());
    int inRow = (WIDTH - 2 * MARGIN) / STEP;
    int rows = Math.max(1, (cards + inRow - 1) / inRow);
    int bars = 2 * MARGIN + 16 + rows * STEP;
    StringBuilder out = new StringBuilder();
    out.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\" role=\"img\" font-size=\"12\">"
            .formatted(WIDTH, bars + 2 * (BAR + 6) + 4));
    out.append(
        "<title>%s</title><text x=\"%s\" y=\"%s\">%s</text>"
            .formatted(escaped(node.toString()), MARGIN, MARGIN + 10, escaped(node.name())));
    List<String> pods = podsByCard(node, cards);
    for (int card = 0; card < cards; card++) {
      out.append(
          card(
              card < pods.size() ? pods.get(card) : "",
              MARGIN + card % inRow * STEP,
              MARGIN + 18 + card / inRow * STEP,
              node));
    }
    out.append(
        bar("CPU", bars, node.used().cpu().toMillicores(), node.room().cpu().toMillicores()));
    out.append(
        bar(
            "memory",
            bars + BAR + 6,
            node.used().memory().toBytes(),
            node.room().memory().toBytes()));
    return out.append("</svg>").toString();
  }

  private List<String> podsByCard(FleetNode node, int cards) {
    List<String> pods = new ArrayList<>();
    for (String pod : node.pods()) {
      for (int i = 0; i < plan.devices(pod) && pods.size() < cards; i++) {
        pods.add(pod);
      }
    }
    return pods;
  }

  private static String card(String pod, int left, int top, FleetNode node) {
    String fill =
        pod.isEmpty()
            ? "#ffffff"
            : COLOURS.get(Math.floorMod(node.pods().indexOf(pod), COLOURS.size()));
    return "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"3\" fill=\"%s\" stroke=\"#7a8594\"><title>%s</title></rect>"
        .formatted(left, top, CARD, CARD, fill, pod.isEmpty() ? "free" : escaped(pod));
  }

  private static String bar(String what, int top, long used, long room) {
    if (room == 0) {
      return "";
    }
    int width = WIDTH - 2 * MARGIN;
    return "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"#e7ebf0\"/><rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"#5b6b80\"><title>%s %s %%</title></rect>"
        .formatted(
            MARGIN,
            top,
            width,
            BAR,
            MARGIN,
            top,
            Math.min(width, width * used / room),
            BAR,
            what,
            Math.round(100.0 * used / room));
  }

  private String unplaced() {
    if (plan.isComplete()) {
      return "";
    }
    List<String> rows = new ArrayList<>();
    FleetText.byReasons(plan)
        .forEach(
            (reasons, pods) ->
                rows.add(
                    "<tr><td>%s</td><td>%s</td></tr>"
                        .formatted(
                            escaped(String.join(", ", pods)),
                            reasons.stream()
                                .map(reason -> escaped(reason.toString()))
                                .collect(Collectors.joining("<br/>")))));
    return "<h2>Pods without a node</h2>\n<table>\n" + String.join("\n", rows) + "\n</table>";
  }

  private String notes() {
    return plan.notes().isEmpty()
        ? ""
        : plan.notes().stream()
            .map(note -> "<li>" + escaped(note.message()) + "</li>")
            .collect(Collectors.joining("\n", "<h2>Notes</h2>\n<ul>\n", "\n</ul>"));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
