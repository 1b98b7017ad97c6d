package io.gpuspec.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.value.GpuSpecException;
import java.util.Map;

/** A JSON or YAML document, with the location of all of its parts in the file. */
public final class Document {
  /** A line and a column, both starting at 1. */
  record Place(int line, int column) {}

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final String source;
  private final JsonNode root;
  private final ImmutableMap<String, Place> places;

  /**
   * @param places by JSON pointer
   */
  Document(String source, JsonNode root, Map<String, Place> places) {
    this.source = source;
    this.root = root;
    this.places = ImmutableMap.copyOf(places);
  }

  /** A document that was not read from a text; its parts have no place. */
  public static Document of(String source, JsonNode root) {
    return new Document(source, root, ImmutableMap.of());
  }

  /**
   * Reads a text: JSON where it begins with a brace, else YAML.
   *
   * @throws GpuSpecException with file, line and column if it is neither
   */
  public static Document parse(String text, String source) {
    String content = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    return content.stripLeading().startsWith("{")
        ? new JsonDocumentReader(source, content).read()
        : new YamlDocumentReader(source, content).read();
  }

  /** Returns what to call it in messages. */
  public String source() {
    return source;
  }

  /** Its content. */
  public JsonNode root() {
    return root;
  }

  /** A problem with its place, such as {@code a.yaml:3:5: /specs/0: 'name' is missing; add it}. */
  public String located(Problem problem) {
    return source + place(problem.pointer()) + ": " + problem;
  }

  /** Returns the location of the nearest part that has one. */
  private String place(String pointer) {
    Place place = places.get(pointer);
    if (place != null) {
      return ":" + place.line() + ":" + place.column();
    }
    return pointer.isEmpty() ? "" : place(Pointers.parent(pointer));
  }
}
