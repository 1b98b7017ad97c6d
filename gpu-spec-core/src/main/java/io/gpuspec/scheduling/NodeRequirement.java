package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.kube.Tree;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A pod's requirement on one label of a node, as in a {@code matchExpressions} entry, or on its
 * name, as in {@code matchFields}.
 *
 * <pre>{@code
 * NodeRequirement many = new NodeRequirement("gpus", "Gt", List.of("1"));
 * many.matches(Map.of("gpus", "4"));    // true
 * }</pre>
 *
 * @param key the label's key, or {@code metadata.name}
 * @param operator {@code In}, {@code NotIn}, {@code Exists}, {@code DoesNotExist}, {@code Gt} or
 *     {@code Lt}
 * @param values what the operator compares with
 */
public record NodeRequirement(String key, String operator, List<String> values) {
  private static final int LONGEST_VALUE = 63;

  /** Keeps an unmodifiable copy of the values. */
  public NodeRequirement {
    Arguments.notNull("key, operator", key, operator);
    values = Arguments.copied("values", values, "label values, none for Exists");
  }

  /** Returns the requirement of an entry of {@code matchExpressions} or {@code matchFields}. */
  public static NodeRequirement of(Tree entry) {
    Arguments.required("entry", entry, "a Tree");
    return new NodeRequirement(
        entry.get("key").text(),
        entry.get("operator").text(),
        entry.get("values").items().stream().map(Tree::text).toList());
  }

  /** The label must have one of these values. */
  public static NodeRequirement in(String key, String... values) {
    return new NodeRequirement(
        key, "In", Arrays.asList(Arguments.required("values", values, "label values")));
  }

  /**
   * Returns whether a node with these labels meets it, as the scheduler decides. No node meets what
   * the API server would refuse: an operator that is not known, values where there must be none or
   * none where there must be some, and a value that no label can have.
   *
   * <p>Source: Kubernetes, {@code k8s.io/apimachinery/pkg/labels}.
   */
  public boolean matches(Map<String, String> labels) {
    return matchesValue(Arguments.required("labels", labels, "a map").get(key));
  }

  /** Returns whether a node with this value of the label meets it; null means no such label. */
  public boolean matchesValue(@Nullable String value) {
    if (!hasItsValues() || !holds(value)) {
      return false;
    }
    for (String each : values) {
      if (!isLabelValue(each)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a node with this name meets the requirement, if it is in {@code matchFields}.
   */
  boolean admitsName(String name) {
    return key.equals("metadata.name")
        && values.size() == 1
        && switch (operator) {
          case "In" -> values.contains(name);
          case "NotIn" -> !values.contains(name);
          default -> false;
        };
  }

  private boolean hasItsValues() {
    return switch (operator) {
      case "In", "NotIn" -> !values.isEmpty();
      case "Exists", "DoesNotExist" -> values.isEmpty();
      default -> values.size() == 1;
    };
  }

  private static boolean isLabelValue(String text) {
    // By hand, as a pod's selector is held against every row of a catalog.
    for (int i = 0; i < text.length(); i++) {
      boolean isInside = i > 0 && i < text.length() - 1;
      if (!isAlphanumeric(text.charAt(i)) && !(isInside && "-_.".indexOf(text.charAt(i)) >= 0)) {
        return false;
      }
    }
    return text.length() <= LONGEST_VALUE;
  }

  private static boolean isAlphanumeric(char character) {
    return ('a' <= character && character <= 'z')
        || ('A' <= character && character <= 'Z')
        || ('0' <= character && character <= '9');
  }

  private boolean holds(@Nullable String value) {
    return switch (operator) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> compared(value) > 0;
      case "Lt" -> compared(value) < 0;
      default -> false;
    };
  }

  /**
   * Compares the label with the value; returns 0, which neither operator accepts, if it cannot be
   * compared.
   */
  private int compared(@Nullable String value) {
    try {
      return value == null ? 0 : Long.compare(Long.parseLong(value), Long.parseLong(values.get(0)));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Returns text such as {@code kubernetes.io/arch In [amd64]}. */
  @Override
  public String toString() {
    return key + " " + operator + (values.isEmpty() ? "" : " [" + valuesText() + "]");
  }

  /** Returns the values with commas between, and '' for the empty one. */
  public String valuesText() {
    return values.stream()
        .map(value -> value.isEmpty() ? "''" : value)
        .collect(Collectors.joining(", "));
  }
}
