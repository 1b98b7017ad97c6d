package io.gpuspec.manifest.internal.tree;

import io.gpuspec.Match;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A note about replicas that keep each other off a node, or want to be on one: a number of nodes,
 * and what they cost together, counts what pods request and not how the scheduler spreads them.
 */
public final class SpreadNotes {
  private static final String HOST = "kubernetes.io/hostname";

  private SpreadNotes() {}

  /**
   * Returns the note, where fewer nodes than pods are counted, or more than one.
   *
   * @param spec the specification of one of the pods
   */
  public static List<Note> of(Match.Found found, Map<String, Object> spec) {
    return of(found, cause(spec), together(spec));
  }

  /**
   * Returns the notes.
   *
   * @param apart what can keep pods on different nodes
   * @param together what can keep them on one
   */
  public static List<Note> of(
      Match.Found found, Optional<String> apart, Optional<String> together) {
    int replicas = found.request().replicas();
    int nodes = found.plan().nodes();
    return Stream.of(
            apart.filter(cause -> nodes < replicas).map(cause -> note(cause, nodes, replicas)),
            together.filter(cause -> nodes > 1).map(cause -> onOne(cause, nodes, replicas)))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> together(Map<String, Object> spec) {
    return requires(spec, "podAffinity") ? Optional.of("required podAffinity") : Optional.empty();
  }

  private static Note onOne(String cause, int nodes, int replicas) {
    return Note.of(
        "plan.spread",
        "%s can keep pods on one node, which the number of nodes does not count: %s nodes hold what the %s pods request"
            .formatted(cause, nodes, replicas));
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
    return requires(spec, "podAntiAffinity")
        ? Optional.of("required podAntiAffinity")
        : Optional.empty();
  }

  private static boolean requires(Map<String, Object> spec, String affinity) {
    Map<String, Object> terms = YamlTree.map(spec, "affinity", affinity);
    return isOfHosts(YamlTree.maps(terms, "requiredDuringSchedulingIgnoredDuringExecution"));
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
