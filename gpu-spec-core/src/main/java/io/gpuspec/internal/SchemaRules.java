package io.gpuspec.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The validation of one value against one schema, with a method for each keyword.
 *
 * @param rules the schema, or the part of it that is about the value
 * @param problems where what is wrong goes
 */
record SchemaCheck(
    Schema schema, JsonNode rules, JsonNode value, String pointer, List<Problem> problems) {

  private static final Set<String> ANNOTATIONS =
      Set.of("$schema", "$id", "$defs", "title", "description", "examples");

  private static final Map<String, Consumer<SchemaCheck>> KEYWORDS =
      ImmutableMap.<String, Consumer<SchemaCheck>>builder()
          .put("$ref", SchemaCheck::reference)
          .put("type", SchemaCheck::type)
          .put("enum", SchemaCheck::enumeration)
          .put("pattern", SchemaCheck::pattern)
          .put("minimum", SchemaCheck::minimum)
          .put("maximum", SchemaCheck::maximum)
          .put("required", SchemaCheck::required)
          .put("properties", SchemaCheck::properties)
          .put("additionalProperties", SchemaCheck::otherProperties)
          .put("propertyNames", SchemaCheck::propertyNames)
          .put("minProperties", SchemaCheck::minProperties)
          .put("items", SchemaCheck::items)
          .put("minItems", SchemaCheck::minItems)
          .put("maxItems", SchemaCheck::maxItems)
          .put("uniqueItems", SchemaCheck::uniqueItems)
          .buildOrThrow();

  private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

  void run() {
    for (Map.Entry<String, JsonNode> rule : rules.properties()) {
      Consumer<SchemaCheck> keyword = KEYWORDS.get(rule.getKey());
      if (keyword != null) {
        keyword.accept(this);
      } else if (!ANNOTATIONS.contains(rule.getKey())) {
        throw new IllegalStateException("the keyword '" + rule.getKey() + "' is not known");
      }
    }
  }

  private void problem(String message) {
    problems.add(new Problem(pointer, message));
  }

  private void check(JsonNode otherRules, JsonNode part, String place) {
    new SchemaCheck(schema, otherRules, part, place, problems).run();
  }

  private void reference() {
    schema.referred(rules.path("$ref").asText(), value, pointer, problems).run();
  }

  private void type() {
    List<String> types = texts("type");
    if (types.stream().noneMatch(type -> JsonWords.isOf(type, value))) {
      problem(JsonWords.insteadOf(types, value));
    }
  }

  private void enumeration() {
    if (!value.isTextual() || !texts("enum").contains(value.textValue())) {
      problem(JsonWords.quoted(value) + " is not known; write " + JsonWords.or(texts("enum")));
    }
  }

  private void pattern() {
    if (value.isTextual() && !compiled().matcher(value.textValue()).find()) {
      problem(
          JsonWords.quoted(value)
              + " is not allowed; write it like "
              + JsonWords.or(texts("examples")));
    }
  }

  private Pattern compiled() {
    // To a schema, $ is the very end; to Java it is also the place before a last line feed.
    return PATTERNS.computeIfAbsent(
        rules.path("pattern").asText(),
        text -> Pattern.compile(text.endsWith("$") ? text.replaceFirst("\\$$", "\\\\z") : text));
  }

  private void minimum() {
    if (value.isNumber()
        && value.decimalValue().compareTo(rules.path("minimum").decimalValue()) < 0) {
      outOfRange();
    }
  }

  private void maximum() {
    if (value.isNumber()
        && value.decimalValue().compareTo(rules.path("maximum").decimalValue()) > 0) {
      outOfRange();
    }
  }

  private void outOfRange() {
    problem(
        "%s is out of range; write a number from %s to %s"
            .formatted(
                JsonWords.quoted(value),
                rules.path("minimum").decimalValue().toPlainString(),
                rules.path("maximum").decimalValue().toPlainString()));
  }

  private void required() {
    List<String> missing = texts("required").stream().filter(name -> !value.has(name)).toList();
    if (value.isObject() && !missing.isEmpty()) {
      problem(
          "'%s' %s missing; add %s"
              .formatted(
                  String.join("', '", missing),
                  missing.size() == 1 ? "is" : "are",
                  missing.size() == 1 ? "it" : "them"));
    }
  }

  private void properties() {
    for (Map.Entry<String, JsonNode> property : rules.path("properties").properties()) {
      JsonNode part = value.get(property.getKey());
      if (part != null) {
        check(property.getValue(), part, Pointers.field(pointer, property.getKey()));
      }
    }
  }

  private void otherProperties() {
    JsonNode known = rules.path("properties");
    JsonNode rule = rules.path("additionalProperties");
    for (Map.Entry<String, JsonNode> property : value.properties()) {
      String name = property.getKey();
      if (known.has(name)) {
        continue;
      }
      if (rule.isObject()) {
        check(rule, property.getValue(), Pointers.field(pointer, name));
      } else {
        problems.add(
            new Problem(
                Pointers.field(pointer, name),
                new UnknownNameException("catalog.unknown", "field", name, names(known))
                    .getMessage()));
      }
    }
  }

  private void propertyNames() {
    for (String name : names(value)) {
      check(rules.path("propertyNames"), TextNode.valueOf(name), Pointers.field(pointer, name));
    }
  }

  private static List<String> names(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }

  private void minProperties() {
    if (value.isObject() && value.size() < rules.path("minProperties").asInt()) {
      tooFew();
    }
  }

  private void minItems() {
    if (value.isArray() && value.size() < rules.path("minItems").asInt()) {
      tooFew();
    }
  }

  private void tooFew() {
    problem(value.isEmpty() ? "is empty; fill it, or remove it" : "has too few entries");
  }

  private void maxItems() {
    int most = rules.path("maxItems").asInt();
    if (value.isArray() && value.size() > most) {
      problem("has %d entries; write %d at most".formatted(value.size(), most));
    }
  }

  private void uniqueItems() {
    Set<JsonNode> seen = new HashSet<>();
    if (value.isArray()) {
      value.forEach(
          item -> {
            if (!seen.add(item)) {
              problem(JsonWords.quoted(item) + " is a duplicate; remove one");
            }
          });
    }
  }

  private void items() {
    if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        check(rules.path("items"), value.get(i), Pointers.item(pointer, i));
      }
    }
  }

  private List<String> texts(String keyword) {
    JsonNode some = rules.path(keyword);
    List<String> texts = new ArrayList<>();
    if (some.isArray()) {
      some.forEach(text -> texts.add(text.asText()));
    } else {
      texts.add(some.asText());
    }
    return texts;
  }
}
