package io.gpuspec.internal.yaml;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.gpuspec.internal.Json;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON, with tabs too, which no YAML may have before a value. */
final class JsonReader {
  private final String source;
  private final String text;
  private int values;

  JsonReader(String source, String text) {
    this.source = source;
    this.text = text;
  }

  YamlNode read() {
    try (JsonParser parser = Json.parser(text)) {
      parser.nextToken();
      YamlNode root = value(parser);
      if (parser.nextToken() != null) {
        throw problem(
            parser.currentTokenLocation(), "something follows the document; take it away");
      }
      return root;
    } catch (JsonProcessingException e) {
      throw problem(e.getLocation(), "not JSON: " + Json.said(e));
    } catch (IOException e) {
      throw new IllegalStateException("a text can always be read", e);
    }
  }

  private GpuSpecException problem(@Nullable JsonLocation at, String message) {
    // Jackson does not say where its own limits are met.
    String place = at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
    return new GpuSpecException("json.malformed", source + place + ": " + message);
  }

  private YamlNode value(JsonParser parser) throws IOException {
    JsonLocation at = parser.currentTokenLocation();
    values++;
    if (values > YamlLimits.DEFAULT.nodes()) {
      throw problem(
          at,
          "found more than "
              + YamlLimits.DEFAULT.nodes()
              + " values, the most that is read; split the file");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, at);
      case START_ARRAY -> array(parser, at);
      case VALUE_STRING -> scalar(parser, YamlKind.STRING);
      case VALUE_TRUE, VALUE_FALSE -> scalar(parser, YamlKind.BOOL);
      case VALUE_NUMBER_INT -> scalar(parser, YamlKind.INT);
      case VALUE_NUMBER_FLOAT -> scalar(parser, YamlKind.FLOAT);
      default -> scalar(parser, YamlKind.NULL);
    };
  }

  private YamlNode object(JsonParser parser, JsonLocation at) throws IOException {
    Map<String, YamlEntry> entries = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      YamlScalar key = scalar(parser, YamlKind.STRING);
      if (key.text().length() > YamlLimits.KEY) {
        throw problem(
            parser.currentTokenLocation(),
            "found a key of %s characters; a key has at most %s, so write a shorter one"
                .formatted(key.text().length(), YamlLimits.KEY));
      }
      parser.nextToken();
      entries.put(key.text(), new YamlEntry(key, value(parser)));
    }
    return new YamlMapping(Collections.unmodifiableMap(entries), at.getLineNr(), at.getColumnNr());
  }

  private YamlNode array(JsonParser parser, JsonLocation at) throws IOException {
    List<YamlNode> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(parser));
    }
    return new YamlSequence(List.copyOf(items), at.getLineNr(), at.getColumnNr());
  }

  private static YamlScalar scalar(JsonParser parser, YamlKind kind) throws IOException {
    JsonLocation at = parser.currentTokenLocation();
    return new YamlScalar(
        parser.getText(), kind != YamlKind.STRING, kind, at.getLineNr(), at.getColumnNr());
  }
}
