package io.gpuspec.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON Schema (draft 2020-12) in a file of the library, which validates documents.
 *
 * <p>It knows the keywords that the library's own schemas use, and refuses a schema with another so
 * that none is ignored. Tests hold its verdicts to those of a validator by somebody else.
 */
public final class Schema {
  private final JsonNode root;
  private final Map<String, Schema> byId;

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
    return problems(root, document, "");
  }

  /** Returns what is wrong with a part of a document, by a definition under {@code $defs}. */
  public List<Problem> problems(String definition, JsonNode part, String pointer) {
    return problems(root.required("$defs").required(definition), part, pointer);
  }

  private List<Problem> problems(JsonNode rules, JsonNode value, String pointer) {
    List<Problem> problems = new ArrayList<>();
    new SchemaCheck(this, rules, value, pointer, problems).run();
    return problems;
  }

  /** Returns the check of a value against the target of a {@code $ref}. */
  SchemaCheck referred(String reference, JsonNode value, String pointer, List<Problem> problems) {
    int hash = reference.indexOf('#');
    Schema schema = byId.get(reference.substring(0, hash));
    if (schema == null) {
      throw new IllegalStateException("no schema is known for " + reference);
    }
    return new SchemaCheck(
        schema, schema.root.requiredAt(reference.substring(hash + 1)), value, pointer, problems);
  }
}
