package io.gpuspec.judges;

import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.value.Finding;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why no node takes a pod, counted by reason as the scheduler's message counts: {@code 0/3 nodes
 * are available: 1 Insufficient cpu, 2 node(s) had untolerated taint(s). ...}.
 */
final class Verdicts {
  private static final Pattern MESSAGE = Pattern.compile("^0/\\d+ nodes are available: (.*?)\\. ");
  private static final Pattern COUNTED = Pattern.compile("(\\d+) (.*)");

  /** Which reasons one filter of the scheduler gives; the first that has one has the last word. */
  private static final List<List<String>> FILTERS =
      List.of(
          List.of("node.unschedulable"),
          List.of("node.taint"),
          List.of("node.selector", "node.affinity"),
          List.of("node.pods", "node.resource"));

  private Verdicts() {}

  static Map<String, Integer> said(String message) {
    Map<String, Integer> counts = new TreeMap<>();
    Matcher reasons = MESSAGE.matcher(message);
    if (reasons.find()) {
      for (String part : reasons.group(1).split(", ")) {
        Matcher counted = COUNTED.matcher(part);
        if (counted.matches()) {
          counts.merge(words(counted.group(2)), Integer.parseInt(counted.group(1)), Integer::sum);
        }
      }
    }
    return counts;
  }

  static Map<String, Integer> expected(List<NodeFit> fits) {
    Map<String, Integer> counts = new TreeMap<>();
    for (NodeFit fit : fits) {
      FILTERS.stream()
          .map(kinds -> fit.reasons().stream().filter(r -> kinds.contains(r.id())).toList())
          .filter(reasons -> !reasons.isEmpty())
          .findFirst()
          .stream()
          .flatMap(
              reasons -> reasons.stream().map(Finding::message).map(Verdicts::words).distinct())
          .forEach(words -> counts.merge(words, 1, Integer::sum));
    }
    return counts;
  }

  /** The reason without its figures; Kubernetes 1.34 still names the taint. */
  private static String words(String reason) {
    return reason.replaceAll(":.*", "").replaceAll("untolerated taint.*", "untolerated taint");
  }
}
