package io.gpuspec.spi;

import io.gpuspec.internal.Arguments;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One alternative of a pod's required node affinity: requirements that must all hold.
 *
 * <pre>{@code
 * NodeTerm term = new NodeTerm(List.of(NodeRequirement.in("kubernetes.io/arch", "amd64")));
 * term.admits(Map.of("kubernetes.io/arch", "arm64"));    // false
 * }</pre>
 *
 * @param requirements what must hold; a term without any admits no node, as in the scheduler
 */
public record NodeTerm(List<NodeRequirement> requirements) {

  /** Keeps an unmodifiable copy. */
  public NodeTerm {
    requirements = Arguments.copied("requirements", requirements, "NodeRequirements");
  }

  /** Whether a node with these labels meets every requirement. */
  public boolean admits(Map<String, String> labels) {
    Arguments.required("labels", labels, "a map");
    return admits(requirement -> requirement.admits(labels));
  }

  /** Whether a node that meets what the predicate says meets every requirement. */
  boolean admits(Predicate<NodeRequirement> meets) {
    return !requirements.isEmpty() && requirements.stream().allMatch(meets);
  }
}
