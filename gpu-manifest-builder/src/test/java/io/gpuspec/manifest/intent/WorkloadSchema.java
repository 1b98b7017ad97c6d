package io.gpuspec.manifest.intent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.tree.Json;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * The JSON Schema of every kind of intent, as the jar has it. To write it anew after a change, run
 * {@code WorkloadSchemaTest} and take what it shows.
 */
final class WorkloadSchema {
  private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

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
    }
    return rules.setAll(of(shape));
  }

  private static ArrayNode array(Collection<String> words) {
    ArrayNode array = Json.MAPPER.createArrayNode();
    words.forEach(array::add);
    return array;
  }
}
