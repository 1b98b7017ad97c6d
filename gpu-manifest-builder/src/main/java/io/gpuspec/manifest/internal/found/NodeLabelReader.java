package io.gpuspec.manifest.internal.found;

import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.internal.kube.KubeTypes;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.NodeTerms;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.value.InvalidValueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the node requirements of a pod in a file. What the API server refuses is a problem, and so
 * is a {@code Gt} or {@code Lt} that no node meets.
 *
 * <p>Source: Kubernetes 1.36, pkg/apis/core/validation, ValidateNodeSelectorTerm; for integers
 * {@code k8s.io/apimachinery/pkg/labels}, NewRequirement.
 */
public final class NodeLabelReader {
  private static final List<String> OPERATORS =
      KubeTypes.all().words("NodeSelectorRequirement", "operator");

  /** The only field of a node that a pod selects on. */
  private static final String NAME = "metadata.name";

  private static final List<String> OPERATORS_OF_NAMES = List.of("In", "NotIn");

  private NodeLabelReader() {}

  /** The labels of a pod's node selector. */
  static Map<String, String> selector(YamlPlace spec) {
    Map<String, String> labels = new LinkedHashMap<>();
    spec.find("nodeSelector")
        .ifPresent(
            all ->
                all.fields()
                    .forEach(
                        (key, value) -> {
                          key(all.key(key));
                          labels.put(key, value(key, value));
                        }));
    return labels;
  }

  /** Refuses what the API server refuses of a node affinity, and parts of a template. */
  static void check(YamlPlace spec) {
    requiredTerms(spec).forEach(NodeLabelReader::checkTerm);
    affinity(spec)
        .flatMap(node -> node.find(NodeTerms.PREFERRED))
        .map(YamlPlace::items)
        .orElse(List.of())
        .stream()
        .peek(each -> each.find("weight").ifPresent(YamlPlace::integer))
        .flatMap(each -> each.find("preference").stream())
        .forEach(NodeLabelReader::checkTerm);
  }

  private static List<YamlPlace> requiredTerms(YamlPlace spec) {
    return affinity(spec)
        .flatMap(node -> node.find(NodeTerms.REQUIRED))
        .flatMap(required -> required.find("nodeSelectorTerms"))
        .map(YamlPlace::items)
        .orElse(List.of());
  }

  /** Returns all requirements on a node's labels, each with its location. */
  public static Map<NodeRequirement, YamlPlace> places(YamlPlace spec) {
    Map<NodeRequirement, YamlPlace> places = new LinkedHashMap<>();
    spec.find("nodeSelector")
        .ifPresent(
            all ->
                all.fields()
                    .forEach(
                        (key, value) ->
                            places.put(NodeRequirement.in(key, value.string()), value)));
    for (YamlPlace term : requiredTerms(spec)) {
      for (YamlPlace requirement : items(term, "matchExpressions")) {
        places.putIfAbsent(ofLabel(requirement), requirement);
      }
    }
    return places;
  }

  private static Optional<YamlPlace> affinity(YamlPlace spec) {
    return spec.find("affinity").flatMap(affinity -> affinity.find("nodeAffinity"));
  }

  private static void checkTerm(YamlPlace term) {
    items(term, "matchExpressions").forEach(NodeLabelReader::ofLabel);
    items(term, "matchFields").forEach(NodeLabelReader::checkName);
  }

  private static List<YamlPlace> items(YamlPlace place, String list) {
    return place.find(list).map(YamlPlace::items).orElse(List.of());
  }

  private static NodeRequirement ofLabel(YamlPlace requirement) {
    YamlPlace key = requirement.require("key");
    key(key);
    String operator = operator(requirement, OPERATORS);
    List<YamlPlace> values = items(requirement, "values");
    checkCount(requirement, operator, values.size());
    boolean isNumber = operator.equals("Gt") || operator.equals("Lt");
    values.forEach(value -> checkValue(isNumber, key.string(), value));
    return NodeRequirement.of(requirement);
  }

  private static void checkName(YamlPlace requirement) {
    YamlPlace key = requirement.require("key");
    if (!key.rendered().equals(NAME)) {
      throw key.problem(
          "'%s' is not a field of a node that a pod can select on; write %s"
              .formatted(YamlText.shown(key.string()), NAME));
    }
    String operator = operator(requirement, OPERATORS_OF_NAMES);
    List<YamlPlace> values = items(requirement, "values");
    if (values.size() != 1) {
      throw requirement.problem(
          "'%s' of %s needs exactly one value, found %s; give the name of one node"
              .formatted(operator, NAME, values.size()));
    }
    values.get(0).rendered();
  }

  private static String operator(YamlPlace requirement, List<String> allowed) {
    YamlPlace operator = requirement.require("operator");
    if (!allowed.contains(operator.rendered())) {
      throw operator.problem(
          "'%s' is not a valid operator; write %s"
              .formatted(YamlText.shown(operator.string()), String.join(", ", allowed)));
    }
    return operator.string();
  }

  private static void checkCount(YamlPlace requirement, String operator, int values) {
    switch (operator) {
      case "In", "NotIn" -> {
        if (values == 0) {
          throw requirement.problem("'%s' needs values; add them".formatted(operator));
        }
      }
      case "Gt", "Lt" -> {
        if (values != 1) {
          throw requirement.problem(
              "'%s' needs exactly one value, found %s; give one integer"
                  .formatted(operator, values));
        }
      }
      default -> {
        if (values > 0) {
          throw requirement.problem(
              "'%s' has no values, found %s; remove them, or write In".formatted(operator, values));
        }
      }
    }
  }

  private static void checkValue(boolean isNumber, String key, YamlPlace value) {
    if (!isNumber) {
      value(key, value);
      return;
    }
    String text = value.rendered();
    try {
      Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw value.problem(
          "'%s' is not an integer, so no node meets it; write a whole number in quotes, such as '8'"
              .formatted(YamlText.shown(text)));
    }
  }

  private static String value(String key, YamlPlace value) {
    return checked(value, () -> Checks.labelValue(YamlText.shown(key), value.rendered()));
  }

  private static void key(YamlPlace key) {
    checked(key, () -> Checks.key("node label", key.rendered()));
  }

  private interface Check {
    String read();
  }

  private static String checked(YamlPlace place, Check check) {
    try {
      return check.read();
    } catch (InvalidValueException e) {
      throw place.problem(e);
    }
  }
}
