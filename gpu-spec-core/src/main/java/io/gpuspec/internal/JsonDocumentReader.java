package io.gpuspec.internal;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON with the location of all parts. */
final class JsonDocumentReader {
  private final String source;
  private final String text;
  private final Map<String, Document.Place> places = new HashMap<>();

  JsonDocumentReader(String source, String text) {
    this.source = source;
    this.text = text;
  }

  Document read() {
    try (JsonParser parser = Json.parser(text)) {
      parser.nextToken();
      JsonNode root = value(parser, "");
      if (parser.nextToken() != null) {
        throw problem(
            parser.currentTokenLocation(), "something follows the document; take it away");
      }
      return new Document(source, root, places);
    } catch (JsonProcessingException e) {
      throw problem(e.getLocation(), "not JSON: " + Json.said(e));
    } catch (IOException e) {
      throw new IllegalStateException("a text can always be read", e);
    }
  }

  private GpuSpecException problem(@Nullable JsonLocation at, String message) {
    // Jackson does not say where its own limits are met.
    String place = at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
    return new GpuSpecException(source + place + ": " + message);
  }

  private JsonNode value(JsonParser parser, String pointer) throws IOException {
    JsonLocation at = parser.currentTokenLocation();
    places.put(pointer, new Document.Place(at.getLineNr(), at.getColumnNr()));
    if (parser.hasToken(JsonToken.START_OBJECT)) {
      return object(parser, pointer);
    }
    return parser.hasToken(JsonToken.START_ARRAY) ? array(parser, pointer) : scalar(parser);
  }

  private ObjectNode object(JsonParser parser, String pointer) throws IOException {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      object.set(name, value(parser, Pointers.field(pointer, name)));
    }
    return object;
  }

  private ArrayNode array(JsonParser parser, String pointer) throws IOException {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser, Pointers.item(pointer, array.size())));
    }
    return array;
  }

  private JsonNode scalar(JsonParser parser) throws IOException {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (parser.currentToken()) {
      case VALUE_STRING -> nodes.textNode(parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> nodes.booleanNode(parser.getBooleanValue());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
      default -> nodes.nullNode();
    };
  }

  private JsonNode number(JsonParser parser) throws IOException {
    try {
      return Json.number(parser.getText());
    } catch (NumberFormatException e) {
      throw problem(
          parser.currentTokenLocation(),
          Quoted.of(parser.getText()) + " is not a decimal number; write it like 1.006");
    }
  }
}
