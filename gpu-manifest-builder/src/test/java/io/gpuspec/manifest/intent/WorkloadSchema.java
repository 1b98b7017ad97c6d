package io.gpuspec.manifest.intent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.tree.Json;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JSON Schema of every kind of intent, as the jar has it. To write it anew after a change, run
 * {@code WorkloadSchemaTest} and take what it shows.
 */
final class WorkloadSchema {
  private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

  /** A word such as {@code 15s} in {@code How often it is scraped; 15s unless given.} */
  private static final Pattern DEFAULT = Pattern.compile("(?:^|; )([A-Za-z0-9-]+) unless given");

  private final Map<String, ObjectNode> definitions = new TreeMap<>();

  private WorkloadSchema() {}

  /** The schema, indented, ending with a line break. */
  static String text() {
    WorkloadSchema schema = new WorkloadSchema();
    ObjectNode root = object();
    root.put("$schema", DRAFT);
    root.put("$id", "urn:io.gpuspec:gpu-workload");
    root.put("title", "GPU workloads and platform objects, independent of any cloud");
    ArrayNode kinds = root.putArray("oneOf");
    IntentKind.ALL.values().forEach(kind -> kinds.add(schema.reference(kind.schema())));
    ObjectNode definitions = root.putObject("$defs");
    schema.definitions.forEach(definitions::set);
    try {
      return Json.MAPPER.writer(Json.pretty()).writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode object() {
    return Json.MAPPER.createObjectNode();
  }

  private static ObjectNode type(String type) {
    return object().put("type", type);
  }

  private ObjectNode of(Schema shape) {
    if (shape instanceof Schema.Words words) {
      ObjectNode text = type("string");
      return words.words().isEmpty() ? text : text.set("enum", array(words.words()));
    }
    if (shape instanceof Schema.Whole whole) {
      return type("integer").put("minimum", whole.least()).put("maximum", whole.most());
    }
    if (shape instanceof Schema.Truth) {
      return type("boolean");
    }
    if (shape instanceof Schema.Items items) {
      ObjectNode list = type("array");
      if (items.least() > 0) {
        list.put("minItems", items.least());
      }
      return list.set("items", of(items.item()));
    }
    if (shape instanceof Schema.Entries entries) {
      return type("object").set("additionalProperties", of(entries.value()));
    }
    if (shape instanceof Schema.Either either) {
      ArrayNode shapes = Json.MAPPER.createArrayNode();
      either.shapes().forEach(one -> shapes.add(of(one)));
      return object().set("anyOf", shapes);
    }
    if (shape instanceof Schema.Fields fields) {
      return reference(fields);
    }
    return object().set("type", Json.MAPPER.createArrayNode().add("string").add("number"));
  }

  private ObjectNode reference(Schema.Fields fields) {
    ObjectNode definition = definition(fields);
    ObjectNode before = definitions.put(fields.name(), definition);
    if (before != null && !before.equals(definition)) {
      throw new IllegalStateException("two definitions of " + fields.name());
    }
    return object().put("$ref", "#/$defs/" + fields.name());
  }

  private ObjectNode definition(Schema.Fields fields) {
    ObjectNode definition = type("object");
    if (!fields.required().isEmpty()) {
      definition.set("required", array(fields.required().stream().sorted().toList()));
    }
    definition.put("additionalProperties", false);
    ObjectNode properties = definition.putObject("properties");
    new TreeMap<>(fields.fields())
        .forEach(
            (name, shape) ->
                properties.set(name, described(fields.texts().getOrDefault(name, ""), shape)));
    return definition;
  }

  private ObjectNode described(String text, Schema shape) {
    ObjectNode rules = object();
    if (!text.isEmpty()) {
      rules.put("description", text);
      byDefault(text, shape).ifPresent(value -> rules.set("default", value));
    }
    return rules.setAll(of(shape));
  }

  /** What counts unless the field is given, where its description says one value. */
  private static Optional<JsonNode> byDefault(String text, Schema shape) {
    Matcher found = DEFAULT.matcher(text);
    if (!found.find()) {
      return Optional.empty();
    }
    String value = found.group(1);
    if (shape instanceof Schema.Whole) {
      return Optional.of(value)
          .filter(number -> number.matches("[0-9]+"))
          .map(number -> IntNode.valueOf(Integer.parseInt(number)));
    }
    if (shape instanceof Schema.Truth) {
      return Optional.of(BooleanNode.valueOf(Boolean.parseBoolean(value)));
    }
    boolean isText = shape instanceof Schema.Words || shape instanceof Schema.Amount;
    return isText ? Optional.of(TextNode.valueOf(value)) : Optional.empty();
  }

  private static ArrayNode array(Collection<String> words) {
    ArrayNode array = Json.MAPPER.createArrayNode();
    words.forEach(array::add);
    return array;
  }
}
