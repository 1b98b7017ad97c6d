package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.gpuspec.CudaTables.Branches;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** The parts of {@code cuda.json}: rows, and the citations that they name. */
final class CudaFile {
  private final JsonNode file;
  private final Citations citations;

  CudaFile(JsonNode file) {
    this.file = file;
    this.citations = Citations.of(file);
  }

  JsonNode part(String name) {
    return file.path(name);
  }

  /** The rows of a part, in the file's order. */
  <T> ImmutableList<T> rows(String part, Function<JsonNode, T> read) {
    return rows(part(part), read);
  }

  private static <T> ImmutableList<T> rows(JsonNode array, Function<JsonNode, T> read) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(read)
        .collect(ImmutableList.toImmutableList());
  }

  /** Driver branches per release of CUDA. */
  Branches branches(String part) {
    return new Branches(
        part(part).path("byCuda").properties().stream()
            .collect(
                ImmutableMap.toImmutableMap(
                    entry -> CudaVersion.parse(entry.getKey()),
                    entry -> numbers(entry.getValue()))),
        cited(part(part)));
  }

  static ImmutableSet<Integer> numbers(JsonNode array) {
    return ImmutableSet.copyOf(rows(array, JsonNode::asInt));
  }

  static ImmutableSet<String> words(JsonNode array) {
    return ImmutableSet.copyOf(rows(array, JsonNode::asText));
  }

  static Driver driver(JsonNode row) {
    return Driver.of(text(row, "driver"));
  }

  static String text(JsonNode row, String field) {
    return row.path(field).asText();
  }

  Citation cited(String part) {
    return cited(part(part));
  }

  Citation cited(JsonNode row) {
    return citations.get(text(row, "citation"));
  }
}
