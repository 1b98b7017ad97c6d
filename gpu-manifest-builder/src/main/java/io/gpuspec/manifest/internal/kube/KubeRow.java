package io.gpuspec.manifest.internal.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gpuspec.manifest.internal.tree.KubeTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the API server checks of one type, in the words of JSON Schema: a row of {@code
 * kube-types.json} or of a file of another owner, compiled once.
 */
final class KubeRow {
  /** Nothing of the type is checked. */
  static final KubeRow NONE = new KubeRow("", MissingNode.getInstance());

  /** What a row says of the type as a whole; everything else is said of a field of that name. */
  static final Set<String> OF_TYPE =
      Set.of(
          "citation", "fields", "required", "stated", "one", "any", "together", "requiredUnless");

  private final JsonNode row;
  private final List<KubeRule> rules = new ArrayList<>();
  private final Map<String, KubeValues.Check> checks = new HashMap<>();

  /**
   * @param type its name, by which {@link KubeRules} has further rules
   */
  KubeRow(String type, JsonNode row) {
    this.row = row;
    words("required").forEach(field -> rules.add(KubeRule.required(field)));
    words("stated").forEach(field -> rules.add(KubeRule.stated(field)));
    if (row.has("any")) {
      rules.add(KubeRule.any(words("any")));
    }
    if (row.has("together")) {
      rules.add(KubeRule.together(words("together")));
    }
    row.path("requiredUnless")
        .properties()
        .forEach(field -> rules.add(KubeRule.requiredUnless(field.getKey(), field.getValue())));
    if (row.has("one")) {
      rules.add(KubeRule.one(words("one")));
    }
    rules.addAll(KubeRules.of(type));
    row.properties().stream()
        .filter(field -> !OF_TYPE.contains(field.getKey()))
        .forEach(field -> checks.put(field.getKey(), KubeValues.of(field.getValue())));
  }

  /** Returns the rules for its fields together. */
  List<KubeRule> rules() {
    return rules;
  }

  /** Returns the fields of a type that fabric8's modules of this library lack, with their types. */
  JsonNode fields() {
    return row.path("fields");
  }

  /** Returns what is checked of the value of a field. */
  KubeValues.Check field(String name) {
    return checks.getOrDefault(name, KubeValues.Check.NONE);
  }

  /** Returns the words that a field may be; none if it may be any text. */
  List<String> words(String field, String list) {
    return row.path(field).path(list).valueStream().map(JsonNode::asText).toList();
  }

  private List<String> words(String field) {
    return row.path(field).valueStream().map(JsonNode::asText).toList();
  }

  /** Returns whether an item of a list has a field, or a field one of some values. */
  static boolean has(KubeTree mapping, String field, JsonNode values) {
    if (values.has("item")) {
      String key = values.path("item").asText();
      return mapping.elements(field).stream().anyMatch(item -> item.has(key));
    }
    String text = mapping.text(field);
    return values.valueStream().anyMatch(each -> each.asText().equals(text));
  }
}
