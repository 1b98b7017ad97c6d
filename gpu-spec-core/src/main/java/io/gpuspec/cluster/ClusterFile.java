package io.gpuspec.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.Citation;
import io.gpuspec.internal.Json;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** A file of data in the jar, with the documents that its rows come from. */
final class ClusterFile {
  private final String name;
  private final JsonNode root;
  private final ImmutableMap<String, Citation> citations;

  private ClusterFile(String name) {
    this.name = name;
    this.root = Json.resource(ClusterFile.class, name);
    this.citations =
        root.path("citations").properties().stream()
            .collect(
                ImmutableMap.toImmutableMap(
                    each -> each.getKey(), each -> citation(each.getValue())));
  }

  static ClusterFile of(String name) {
    return new ClusterFile(name);
  }

  /** A text beside the rows. */
  String text(String field) {
    return text(root, field);
  }

  JsonNode part(String field) {
    return root.path(field);
  }

  <T> ImmutableList<T> rows(String field, Function<JsonNode, T> read) {
    return rows(root.path(field), read);
  }

  static <T> ImmutableList<T> rows(JsonNode array, Function<JsonNode, T> read) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(read)
        .collect(ImmutableList.toImmutableList());
  }

  /** The document that a row cites. */
  Citation cited(JsonNode row) {
    String key = text(row, "citation");
    return Optional.ofNullable(citations.get(key))
        .orElseThrow(() -> new IllegalStateException(name + ": no citation '" + key + "'"));
  }

  String text(JsonNode row, String field) {
    return maybe(row, field)
        .orElseThrow(() -> new IllegalStateException(name + ": no '" + field + "' in " + row));
  }

  Optional<String> maybe(JsonNode row, String field) {
    return Optional.ofNullable(row.get(field)).map(JsonNode::asText);
  }

  /** A word of an enumeration, as it is written in files: {@code seed-only}. */
  <E extends Enum<E>> E word(JsonNode row, String field, Class<E> type) {
    return Enum.valueOf(type, constant(text(row, field)));
  }

  private static Citation citation(JsonNode row) {
    return new Citation(
        row.path("title").asText(),
        row.path("date").asText(),
        Citation.Status.valueOf(constant(row.path("status").asText())));
  }

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
