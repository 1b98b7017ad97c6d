package io.gpuspec.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Json;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON inside a string, as in some annotations.
 *
 * <pre>{@code
 * JsonText.parse("{\"InternetMaxBandwidthOut\": 50}");    // {InternetMaxBandwidthOut=50}
 * }</pre>
 */
public final class JsonText {
  private JsonText() {}

  /**
   * Returns what the text says: a {@link Map}, a {@link List}, a {@link String}, a {@link Number}
   * or a {@link Boolean}.
   *
   * @throws InvalidValueException if it is no JSON, has a key twice, or holds null
   */
  public static Object parse(String text) {
    Arguments.required("text", text, "JSON");
    try {
      return value(Json.parse(text));
    } catch (GpuSpecException e) {
      throw new InvalidValueException(
          "json.malformed",
          "%s is no JSON that can be taken: %s"
              .formatted(Quoted.of(text), String.valueOf(e.getMessage())),
          e);
    }
  }

  private static Object value(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> map = new LinkedHashMap<>();
      node.properties().forEach(field -> map.put(field.getKey(), value(field.getValue())));
      return Collections.unmodifiableMap(map);
    }
    if (node.isArray()) {
      List<Object> list = new ArrayList<>();
      node.forEach(item -> list.add(value(item)));
      return Collections.unmodifiableList(list);
    }
    if (node.isNumber()) {
      return node.numberValue();
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    if (node.isTextual()) {
      return node.textValue();
    }
    throw new InvalidValueException("value.missing", "'null' is not a value; leave the entry out");
  }
}
