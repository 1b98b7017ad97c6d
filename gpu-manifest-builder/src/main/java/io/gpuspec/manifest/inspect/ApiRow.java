package io.gpuspec.manifest.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.manifest.internal.tree.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/**
 * What the API server checks of one type, in the words of JSON Schema: a row of {@code
 * api-values.json}.
 *
 * <p>Source: Kubernetes 1.36, pkg/apis/{core,apps,batch,policy,autoscaling}/validation.
 */
record ApiRow(JsonNode row) {
  private static final JsonNode ALL = read();

  private static JsonNode read() {
    try (InputStream in = ApiRow.class.getResourceAsStream("api-values.json")) {
      return Json.MAPPER.readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the row of a type; an empty one if nothing of it is checked. */
  static ApiRow of(String type) {
    return new ApiRow(ALL.path(type));
  }

  /** Returns the fields that must be there. */
  List<String> required() {
    return words("required");
  }

  /** Returns the fields that must be there unless another field has a value, with those. */
  JsonNode requiredUnless() {
    return row.path("requiredUnless");
  }

  /** Returns fields of which exactly one must be there; none if there are no such fields. */
  List<String> one() {
    return words("one");
  }

  /** Returns the fields of a type that fabric8's modules of this library lack, with their types. */
  JsonNode fields() {
    return row.path("fields");
  }

  /** Returns what is checked of the value of a field. */
  JsonNode field(String name) {
    return row.path(name);
  }

  private List<String> words(String field) {
    return row.path(field).valueStream().map(JsonNode::asText).toList();
  }
}
