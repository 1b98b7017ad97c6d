package io.gpuspec.internal.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Json;
import io.gpuspec.internal.Place;
import io.gpuspec.internal.Problem;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.GpuSpecException;
import java.io.StringReader;
import java.util.Optional;

/** A JSON or YAML document, with the location of all of its parts in the file. */
public final class Document {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final String source;
  private final Optional<YamlNode> written;
  private final JsonNode root;

  private Document(String source, Optional<YamlNode> written, JsonNode root) {
    this.source = source;
    this.written = written;
    this.root = root;
  }

  /** A document that was not read from a text; its parts have no place. */
  public static Document of(String source, JsonNode root) {
    return new Document(source, Optional.empty(), root);
  }

  /**
   * Reads a text: JSON where it begins with a brace, else YAML by its core schema.
   *
   * @throws GpuSpecException with file, line and column if it is neither
   */
  public static Document parse(String text, String source) {
    String content = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    YamlNode written =
        content.stripLeading().startsWith("{")
            ? new JsonReader(source, content).read()
            : yaml(content, source);
    return new Document(source, Optional.of(written), json(written, source));
  }

  private static YamlNode yaml(String text, String source) {
    YamlReader documents =
        new YamlReader(source, new StringReader(text), YamlDialect.CORE, Optional.empty());
    if (!documents.hasNext()) {
      throw new GpuSpecException(
          "yaml.empty", source + ":1:1: the document is empty; write a YAML or JSON object");
    }
    YamlNode first = documents.next();
    if (documents.hasNext()) {
      throw problem(source, documents.next(), "a second document follows; one file holds one");
    }
    return first;
  }

  private static GpuSpecException problem(String source, YamlNode at, String message) {
    return new GpuSpecException("yaml.malformed", source + place(at) + ": " + message);
  }

  private static JsonNode json(YamlNode node, String source) {
    if (node instanceof YamlMapping mapping) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      mapping.entries().forEach((key, entry) -> object.set(key, json(entry.value(), source)));
      return object;
    }
    if (node instanceof YamlSequence sequence) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      sequence.items().forEach(item -> array.add(json(item, source)));
      return array;
    }
    YamlScalar scalar = (YamlScalar) node;
    return switch (scalar.kind()) {
      case STRING -> JsonNodeFactory.instance.textNode(scalar.text());
      case BOOL -> JsonNodeFactory.instance.booleanNode(scalar.text().equalsIgnoreCase("true"));
      case NULL -> JsonNodeFactory.instance.nullNode();
      case INT, FLOAT -> number(scalar, source);
    };
  }

  /** A number with all its decimal digits. */
  private static JsonNode number(YamlScalar scalar, String source) {
    String text = scalar.text();
    try {
      if (text.startsWith("0x")) {
        return Json.number(String.valueOf(Long.parseLong(text.substring(2), 16)));
      }
      if (text.startsWith("0o")) {
        return Json.number(String.valueOf(Long.parseLong(text.substring(2), 8)));
      }
      return Json.number(text);
    } catch (NumberFormatException e) {
      throw problem(
          source, scalar, Quoted.of(text) + " is not a decimal number; write it like 1.006");
    }
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
    return source
        + written.map(top -> place(nearest(top, problem.place()))).orElse("")
        + ": "
        + problem;
  }

  private static String place(YamlNode node) {
    return ":" + node.line() + ":" + node.column();
  }

  /** Returns what is at a place; where that is missing, what it is missing in. */
  private static YamlNode nearest(YamlNode top, Place place) {
    YamlNode here = top;
    for (String step : place.steps()) {
      Optional<YamlNode> next = part(here, step);
      if (next.isEmpty()) {
        return here;
      }
      here = next.get();
    }
    return here;
  }

  private static Optional<YamlNode> part(YamlNode node, String step) {
    if (node instanceof YamlMapping mapping) {
      return mapping.get(step);
    }
    return node instanceof YamlSequence sequence
        ? sequence.items().stream().skip(Integer.parseInt(step)).findFirst()
        : Optional.empty();
  }
}
