package io.gpuspec.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.value.UnknownNameException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A schema, or the part of it that is about one value: a check for each keyword, made once from the
 * JSON.
 */
final class SchemaRules {

  /** What a keyword says of a value. */
  private interface Rule {
    void check(JsonNode value, SchemaWalk walk);
  }

  /** Makes the rule of a keyword from the rules around it. */
  private interface Keyword {
    Rule of(Schema schema, JsonNode rules);
  }

  private static final Set<String> ANNOTATIONS =
      Set.of("$schema", "$id", "$defs", "title", "description", "default", "examples");

  private static final Map<String, Keyword> KEYWORDS =
      ImmutableMap.<String, Keyword>builder()
          .put("$ref", SchemaRules::reference)
          .put("type", SchemaRules::type)
          .put("enum", SchemaRules::enumeration)
          .put("pattern", SchemaRules::pattern)
          .put("minimum", SchemaRules::minimum)
          .put("maximum", SchemaRules::maximum)
          .put("required", SchemaRules::required)
          .put("properties", SchemaRules::properties)
          .put("additionalProperties", SchemaRules::otherProperties)
          .put("propertyNames", SchemaRules::propertyNames)
          .put("minProperties", SchemaRules::minProperties)
          .put("items", SchemaRules::items)
          .put("minItems", SchemaRules::minItems)
          .put("maxItems", SchemaRules::maxItems)
          .put("uniqueItems", SchemaRules::uniqueItems)
          .buildOrThrow();

  private final List<Rule> rules;

  private SchemaRules(List<Rule> rules) {
    this.rules = rules;
  }

  static SchemaRules of(Schema schema, JsonNode json) {
    ImmutableList.Builder<Rule> rules = ImmutableList.builder();
    for (Map.Entry<String, JsonNode> rule : json.properties()) {
      Keyword keyword = KEYWORDS.get(rule.getKey());
      if (keyword != null) {
        rules.add(keyword.of(schema, json));
      } else if (!ANNOTATIONS.contains(rule.getKey())) {
        throw new IllegalStateException("the keyword '" + rule.getKey() + "' is not known");
      }
    }
    return new SchemaRules(rules.build());
  }

  /** Reports what is wrong with a value. */
  void check(JsonNode value, SchemaWalk walk) {
    for (int i = 0; i < rules.size(); i++) {
      rules.get(i).check(value, walk);
    }
  }

  private static Rule reference(Schema schema, JsonNode rules) {
    String reference = rules.path("$ref").asText();
    int hash = reference.indexOf('#');
    Schema other = schema.named(reference.substring(0, hash));
    String pointer = reference.substring(hash + 1);
    // Looked up when it is needed, because a schema may refer to itself.
    return (value, walk) -> other.rulesAt(pointer).check(value, walk);
  }

  private static Rule type(Schema schema, JsonNode rules) {
    List<String> types = texts(rules, "type");
    return (value, walk) -> {
      for (int i = 0; i < types.size(); i++) {
        if (JsonWords.isOf(types.get(i), value)) {
          return;
        }
      }
      walk.problem(JsonWords.insteadOf(types, value));
    };
  }

  private static Rule enumeration(Schema schema, JsonNode rules) {
    List<String> words = texts(rules, "enum");
    return (value, walk) -> {
      if (!value.isTextual() || !words.contains(value.textValue())) {
        walk.problem(JsonWords.quoted(value) + " is not known; write " + JsonWords.or(words));
      }
    };
  }

  private static Rule pattern(Schema schema, JsonNode rules) {
    String text = rules.path("pattern").asText();
    // To a schema, $ is the very end; to Java it is also the place before a last line feed.
    Pattern pattern =
        Pattern.compile(text.endsWith("$") ? text.replaceFirst("\\$$", "\\\\z") : text);
    List<String> examples = texts(rules, "examples");
    return (value, walk) -> {
      if (value.isTextual() && !walk.finds(pattern, value.textValue())) {
        walk.problem(
            JsonWords.quoted(value) + " is not allowed; write it like " + JsonWords.or(examples));
      }
    };
  }

  private static Rule minimum(Schema schema, JsonNode rules) {
    BigDecimal least = rules.path("minimum").decimalValue();
    return (value, walk) -> {
      if (value.isNumber() && value.decimalValue().compareTo(least) < 0) {
        walk.problem(outOfRange(rules, value));
      }
    };
  }

  private static Rule maximum(Schema schema, JsonNode rules) {
    BigDecimal most = rules.path("maximum").decimalValue();
    return (value, walk) -> {
      if (value.isNumber() && value.decimalValue().compareTo(most) > 0) {
        walk.problem(outOfRange(rules, value));
      }
    };
  }

  private static String outOfRange(JsonNode rules, JsonNode value) {
    return "%s is out of range; write a number from %s to %s"
        .formatted(
            JsonWords.quoted(value),
            rules.path("minimum").decimalValue().toPlainString(),
            rules.path("maximum").decimalValue().toPlainString());
  }

  private static Rule required(Schema schema, JsonNode rules) {
    List<String> names = texts(rules, "required");
    return (value, walk) -> {
      if (value.isObject() && !hasAll(value, names)) {
        List<String> missing = names.stream().filter(name -> !value.has(name)).toList();
        walk.problem(
            "'%s' %s missing; add %s"
                .formatted(
                    String.join("', '", missing),
                    missing.size() == 1 ? "is" : "are",
                    missing.size() == 1 ? "it" : "them"));
      }
    };
  }

  private static boolean hasAll(JsonNode value, List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      if (!value.has(names.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static Rule properties(Schema schema, JsonNode rules) {
    ImmutableMap<String, SchemaRules> known =
        rules.path("properties").properties().stream()
            .collect(
                ImmutableMap.toImmutableMap(
                    Map.Entry::getKey, each -> of(schema, each.getValue())));
    // Most values have few of the fields that they may have.
    return (value, walk) -> {
      for (Map.Entry<String, JsonNode> property : value.properties()) {
        SchemaRules rule = known.get(property.getKey());
        if (rule != null) {
          walk.field(property.getKey(), rule, property.getValue());
        }
      }
    };
  }

  private static Rule otherProperties(Schema schema, JsonNode rules) {
    List<String> known = names(rules.path("properties"));
    Set<String> names = Set.copyOf(known);
    JsonNode others = rules.path("additionalProperties");
    if (others.isObject()) {
      SchemaRules rule = of(schema, others);
      return (value, walk) -> {
        for (Map.Entry<String, JsonNode> property : value.properties()) {
          if (!names.contains(property.getKey())) {
            walk.field(property.getKey(), rule, property.getValue());
          }
        }
      };
    }
    return (value, walk) -> {
      for (Map.Entry<String, JsonNode> property : value.properties()) {
        String name = property.getKey();
        if (!names.contains(name)) {
          walk.problemOf(
              name, new UnknownNameException("catalog.unknown", "field", name, known).getMessage());
        }
      }
    };
  }

  private static Rule propertyNames(Schema schema, JsonNode rules) {
    SchemaRules rule = of(schema, rules.path("propertyNames"));
    return (value, walk) -> {
      for (Map.Entry<String, JsonNode> property : value.properties()) {
        walk.field(property.getKey(), rule, TextNode.valueOf(property.getKey()));
      }
    };
  }

  private static List<String> names(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }

  private static Rule minProperties(Schema schema, JsonNode rules) {
    int least = rules.path("minProperties").asInt();
    return (value, walk) -> {
      if (value.isObject() && value.size() < least) {
        walk.problem(tooFew(value));
      }
    };
  }

  private static Rule minItems(Schema schema, JsonNode rules) {
    int least = rules.path("minItems").asInt();
    return (value, walk) -> {
      if (value.isArray() && value.size() < least) {
        walk.problem(tooFew(value));
      }
    };
  }

  private static String tooFew(JsonNode value) {
    return value.isEmpty() ? "is empty; fill it, or remove it" : "has too few entries";
  }

  private static Rule maxItems(Schema schema, JsonNode rules) {
    int most = rules.path("maxItems").asInt();
    return (value, walk) -> {
      if (value.isArray() && value.size() > most) {
        walk.problem("has %s entries; write %s at most".formatted(value.size(), most));
      }
    };
  }

  private static Rule uniqueItems(Schema schema, JsonNode rules) {
    return (value, walk) -> {
      if (value.isArray() && value.size() > 1) {
        Set<JsonNode> seen = new HashSet<>();
        for (JsonNode item : value) {
          if (!seen.add(item)) {
            walk.problem(JsonWords.quoted(item) + " is a duplicate; remove one");
          }
        }
      }
    };
  }

  private static Rule items(Schema schema, JsonNode rules) {
    SchemaRules rule = of(schema, rules.path("items"));
    return (value, walk) -> {
      if (value.isArray()) {
        for (int i = 0; i < value.size(); i++) {
          walk.item(i, rule, value.get(i));
        }
      }
    };
  }

  private static List<String> texts(JsonNode rules, String keyword) {
    JsonNode some = rules.path(keyword);
    List<String> texts = new ArrayList<>();
    if (some.isArray()) {
      some.forEach(text -> texts.add(text.asText()));
    } else {
      texts.add(some.asText());
    }
    return List.copyOf(texts);
  }
}
