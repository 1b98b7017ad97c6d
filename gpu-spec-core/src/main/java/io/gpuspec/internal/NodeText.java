package io.gpuspec.internal;

import io.gpuspec.value.Text;
import java.util.Map;
import java.util.TreeMap;

/** The lines of {@code kubectl describe node} with a node's labels and resources. */
public final class NodeText {
  private static final String LABELS = "Labels:             ";

  private NodeText() {}

  /** Labels, and amounts by resource, in alphabetical order. */
  public static Text of(
      Map<String, String> labels, Map<String, ?> capacity, Map<String, ?> allocatable) {
    return Text.of(
        LABELS
            + (labels.isEmpty() ? "<none>" : lines(labels))
            + "\nCapacity:"
            + amounts(capacity)
            + "\nAllocatable:"
            + amounts(allocatable));
  }

  private static String lines(Map<String, String> labels) {
    StringBuilder out = new StringBuilder();
    new TreeMap<>(labels)
        .forEach(
            (key, value) ->
                out.append(out.isEmpty() ? "" : "\n" + " ".repeat(LABELS.length()))
                    .append(key)
                    .append('=')
                    .append(value));
    return out.toString();
  }

  private static String amounts(Map<String, ?> amounts) {
    int width = amounts.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder out = new StringBuilder();
    new TreeMap<>(amounts)
        .forEach(
            (resource, amount) ->
                out.append(
                    "\n  %s:%s  %s"
                        .formatted(resource, " ".repeat(width - resource.length()), amount)));
    return out.toString();
  }
}
