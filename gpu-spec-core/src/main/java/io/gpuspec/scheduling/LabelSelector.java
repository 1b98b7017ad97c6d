package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.kube.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Selects objects, such as pods, by their labels.
 *
 * <pre>{@code
 * LabelSelector web = LabelSelector.of(Map.of("app", "web"));
 * web.selects(Map.of("app", "web", "tier", "1"));    // true
 * }</pre>
 *
 * <p>One without any requirement selects everything.
 *
 * <p>Source: Kubernetes, {@code LabelSelector} of meta/v1.
 *
 * @param labels the labels that an object must have: {@code matchLabels}
 * @param expressions what must also hold of its labels: {@code matchExpressions}
 */
public record LabelSelector(Map<String, String> labels, List<NodeRequirement> expressions) {

  /** Keeps unmodifiable copies. */
  public LabelSelector {
    labels = Arguments.sorted("labels", labels, "a map of texts");
    expressions = Arguments.copied("expressions", expressions, "requirements on labels");
  }

  /** Returns a selector of these labels alone. */
  public static LabelSelector of(Map<String, String> labels) {
    return new LabelSelector(labels, List.of());
  }

  /** Returns the selector of a field; empty if the field is missing, which selects nothing. */
  public static Optional<LabelSelector> of(Tree selector) {
    return Arguments.required("selector", selector, "a Tree").kind() == Tree.Kind.NULL
        ? Optional.empty()
        : Optional.of(
            new LabelSelector(
                selector.get("matchLabels").texts(),
                PodViews.requirements(selector.get("matchExpressions"))));
  }

  /** Returns whether it selects an object with these labels. */
  public boolean selects(Map<String, String> all) {
    Arguments.required("labels", all, "a map of texts");
    return labels.entrySet().stream()
            .allMatch(each -> each.getValue().equals(all.get(each.getKey())))
        && expressions.stream().allMatch(each -> each.matches(all));
  }
}
