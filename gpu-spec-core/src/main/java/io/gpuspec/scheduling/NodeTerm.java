package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One alternative of a pod's required node affinity: requirements that must all be met.
 *
 * <pre>{@code
 * NodeTerm term = new NodeTerm(List.of(NodeRequirement.in("kubernetes.io/arch", "amd64")));
 * term.matches(Map.of("kubernetes.io/arch", "arm64"));    // false
 * }</pre>
 *
 * <p>A term without any requirement admits no node, as in the scheduler.
 *
 * @param expressions what must hold of the node's labels: {@code matchExpressions}
 * @param fields what must hold of its name: {@code matchFields}, with the key {@code metadata.name}
 */
public record NodeTerm(List<NodeRequirement> expressions, List<NodeRequirement> fields) {

  /** Keeps unmodifiable copies. */
  public NodeTerm {
    expressions = Arguments.copied("expressions", expressions, "NodeRequirements");
    fields = Arguments.copied("fields", fields, "NodeRequirements");
  }

  /** A term about labels alone. */
  public NodeTerm(List<NodeRequirement> expressions) {
    this(expressions, List.of());
  }

  /** Returns all that must hold, of labels first. */
  public List<NodeRequirement> requirements() {
    return Stream.concat(expressions.stream(), fields.stream()).toList();
  }

  /**
   * Returns whether a node with these labels meets every requirement; its name is looked up among
   * them, as {@code metadata.name}.
   */
  public boolean matches(Map<String, String> labels) {
    Arguments.required("labels", labels, "a map");
    return matches(requirement -> requirement.matches(labels));
  }

  /** Returns whether a node that meets what the predicate says meets every requirement. */
  boolean matches(Predicate<NodeRequirement> meets) {
    return !isEmpty() && expressions.stream().allMatch(meets) && fields.stream().allMatch(meets);
  }

  /** The same with each requirement changed, or removed. */
  NodeTerm changed(Function<NodeRequirement, Optional<NodeRequirement>> change) {
    return new NodeTerm(changed(expressions, change), changed(fields, change));
  }

  private static List<NodeRequirement> changed(
      List<NodeRequirement> all, Function<NodeRequirement, Optional<NodeRequirement>> change) {
    return all.stream().flatMap(each -> change.apply(each).stream()).toList();
  }

  /** Returns what a node of this name and with these labels does not meet. */
  List<NodeRequirement> unmet(String name, Map<String, String> labels) {
    return Stream.concat(
            expressions.stream().filter(label -> !label.matches(labels)),
            fields.stream().filter(field -> !field.admitsName(name)))
        .toList();
  }

  /** Returns whether nothing is required, which no node meets. */
  boolean isEmpty() {
    return expressions.isEmpty() && fields.isEmpty();
  }

  /** Returns text such as {@code gpus Gt [1] and metadata.name In [gpu-1]}. */
  @Override
  public String toString() {
    return isEmpty()
        ? "nothing, which admits no node"
        : requirements().stream()
            .map(NodeRequirement::toString)
            .collect(Collectors.joining(" and "));
  }
}
