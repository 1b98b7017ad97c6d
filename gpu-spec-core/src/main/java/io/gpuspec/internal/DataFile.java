package io.gpuspec.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import io.gpuspec.value.Citation;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** A data file in the jar, with the documents that its rows come from. */
public final class DataFile {
  private final String name;
  private final JsonNode root;
  private final Citations citations;

  /** Reads the file next to a class. */
  public DataFile(Class<?> owner, String name) {
    this.name = name;
    this.root = Json.resource(owner, name);
    this.citations = Citations.of(root);
  }

  /** Returns a text outside the rows. */
  public String text(String field) {
    return text(root, field);
  }

  /** Returns a part of the file. */
  public JsonNode part(String field) {
    return root.path(field);
  }

  /** Returns what the rows of an array are read as. */
  public <T> ImmutableList<T> rows(String field, Function<JsonNode, T> read) {
    return rows(root.path(field), read);
  }

  /** Returns what the rows of an array are read as. */
  public static <T> ImmutableList<T> rows(JsonNode array, Function<JsonNode, T> read) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(read)
        .collect(ImmutableList.toImmutableList());
  }

  /** Returns the document that a row cites. */
  public Citation cited(JsonNode row) {
    return citations.get(text(row, "citation"));
  }

  /** Returns a required text of a row. */
  public String text(JsonNode row, String field) {
    return maybe(row, field)
        .orElseThrow(() -> new IllegalStateException(name + ": no '" + field + "' in " + row));
  }

  /** Returns a text of a row, or empty. */
  public Optional<String> maybe(JsonNode row, String field) {
    return Optional.ofNullable(row.get(field)).map(JsonNode::asText);
  }
}
