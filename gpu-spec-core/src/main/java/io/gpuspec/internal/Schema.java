package io.gpuspec.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A JSON Schema (draft 2020-12) in a file of the library, which validates documents.
 *
 * <p>It knows the keywords that the library's own schemas use, and refuses a schema with another so
 * that none is ignored. Tests hold its verdicts to those of a validator by somebody else.
 */
public final class Schema {
  private final JsonNode root;
  private final Map<String, Schema> byId;

  /** The rules by the JSON pointer to them in the schema, each made on first use. */
  private final Map<String, SchemaRules> rules = new ConcurrentHashMap<>();

  private Schema(JsonNode root, Map<String, Schema> others) {
    this.root = root;
    this.byId = new HashMap<>(others);
    byId.put("", this);
  }

  /** Reads the schema in a file next to a class; {@code others} are those that it refers to. */
  public static Schema resource(Class<?> owner, String name, Schema... others) {
    Map<String, Schema> known = new HashMap<>();
    for (Schema other : others) {
      known.put(other.root.path("$id").asText(), other);
    }
    return new Schema(Json.resource(owner, name), known);
  }

  /** Returns what is wrong with a document; empty where it conforms. */
  public List<Problem> problems(JsonNode document) {
    return problems(rulesAt(""), document, Place.ROOT);
  }

  /** Returns what is wrong with a part of a document, by a definition under {@code $defs}. */
  public List<Problem> problems(String definition, JsonNode part, Place place) {
    return problems(rulesAt("/$defs/" + definition), part, place);
  }

  private static List<Problem> problems(SchemaRules rules, JsonNode value, Place place) {
    SchemaWalk walk = new SchemaWalk(place);
    rules.check(value, walk);
    return walk.problems();
  }

  /** Returns the rules at a place of this schema. */
  SchemaRules rulesAt(String pointer) {
    SchemaRules known = rules.get(pointer);
    return known == null
        ? rules.computeIfAbsent(pointer, place -> SchemaRules.of(this, root.requiredAt(place)))
        : known;
  }

  /** Returns the schema that a {@code $ref} leads to, without what is after the hash. */
  Schema named(String id) {
    Schema schema = byId.get(id);
    if (schema == null) {
      throw new IllegalStateException("no schema is known for '" + id + "'");
    }
    return schema;
  }
}
