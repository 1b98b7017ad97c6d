package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of an answer in their order, such as {@code {name, pods[{cards}], notes[]}}: of a list
 * the keys of its first entry, {@code [.]} where that is a plain value.
 */
public final class JsonShape {
  private JsonShape() {}

  /** The keys of a text. */
  public static String of(String json) {
    return of(Json.parse(json));
  }

  /** The keys of a tree. */
  public static String of(JsonNode node) {
    if (node.isObject()) {
      List<String> keys = new ArrayList<>();
      node.properties().forEach(each -> keys.add(each.getKey() + of(each.getValue())));
      return "{" + String.join(", ", keys) + "}";
    }
    if (node.isArray()) {
      return node.isEmpty()
          ? "[]"
          : "[" + (node.get(0).isContainerNode() ? of(node.get(0)) : ".") + "]";
    }
    return "";
  }
}
