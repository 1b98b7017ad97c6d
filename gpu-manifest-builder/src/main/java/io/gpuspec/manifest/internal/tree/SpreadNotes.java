package io.gpuspec.manifest.internal.tree;

import io.gpuspec.Match;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A note about replicas that keep each other off a node: a number of nodes, and what they cost
 * together, counts what pods request and not how the scheduler spreads them.
 */
public final class SpreadNotes {
  private static final String HOST = "kubernetes.io/hostname";

  private SpreadNotes() {}

  /**
   * Returns the note, where fewer nodes than pods are counted.
   *
   * @param spec the specification of one of the pods
   */
  public static List<Note> of(Match.Found found, Map<String, Object> spec) {
    int replicas = found.request().replicas();
    int nodes = found.plan().nodes();
    return nodes >= replicas
        ? List.of()
        : cause(spec).map(cause -> note(cause, nodes, replicas)).stream().toList();
  }

  private static Note note(String cause, int nodes, int replicas) {
    return Note.of(
        "plan.spread",
        "%s can keep pods on different nodes, which the number of nodes does not count: %s what the %s pods request, and up to %s are needed"
            .formatted(
                cause, nodes == 1 ? "1 node holds" : nodes + " nodes hold", replicas, replicas));
  }

  private static Optional<String> cause(Map<String, Object> spec) {
    return Stream.of(antiAffinity(spec), spread(spec), hostPort(spec))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> antiAffinity(Map<String, Object> spec) {
    Map<String, Object> terms = YamlTree.map(spec, "affinity", "podAntiAffinity");
    return isOfHosts(YamlTree.maps(terms, "requiredDuringSchedulingIgnoredDuringExecution"))
        ? Optional.of("required podAntiAffinity")
        : Optional.empty();
  }

  private static Optional<String> spread(Map<String, Object> spec) {
    List<Map<String, Object>> strict =
        YamlTree.maps(spec, "topologySpreadConstraints").stream()
            .filter(each -> "DoNotSchedule".equals(each.get("whenUnsatisfiable")))
            .toList();
    return isOfHosts(strict) ? Optional.of("topologySpreadConstraints") : Optional.empty();
  }

  private static boolean isOfHosts(List<Map<String, Object>> terms) {
    return terms.stream().anyMatch(term -> HOST.equals(term.get("topologyKey")));
  }

  private static Optional<String> hostPort(Map<String, Object> spec) {
    boolean isOfHost = Boolean.TRUE.equals(spec.get("hostNetwork"));
    return YamlTree.maps(spec, "containers").stream()
        .flatMap(container -> YamlTree.maps(container, "ports").stream())
        .filter(port -> isOfHost || port.get("hostPort") != null)
        .map(port -> isOfHost ? "hostNetwork" : "a hostPort")
        .findFirst();
  }
}
