package io.gpuspec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Json;
import io.gpuspec.value.InvalidValueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shortens answers: lists are cut, and each source is written once. */
final class BriefJson {
  private static final List<String> CUT = List.of("alternatives", "rejected");

  private final int most;
  private final Map<JsonNode, Integer> citations = new LinkedHashMap<>();

  private BriefJson(int most) {
    this.most = most;
  }

  static String write(String text, int most) {
    if (most < 0) {
      throw new InvalidValueException(
          "json.out-of-range",
          "most: '%s' is negative; give how many alternatives to keep, such as 3".formatted(most));
    }
    if (!(Json.parse(text) instanceof ObjectNode answer)) {
      throw new InvalidValueException(
          "json.malformed", "the answer is not a JSON object; give what GpuJson.write returns");
    }
    BriefJson brief = new BriefJson(most);
    brief.shorten(answer);
    ArrayNode listed = answer.putArray("citations");
    brief.citations.keySet().forEach(listed::add);
    return Json.pretty(answer);
  }

  private void shorten(JsonNode node) {
    if (node instanceof ObjectNode object) {
      CUT.forEach(list -> cut(object, list));
      if (object.path("citation").isObject()) {
        object.set("citation", index(object.get("citation")));
      }
    }
    node.forEach(this::shorten);
  }

  private void cut(ObjectNode node, String list) {
    if (node.get(list) instanceof ArrayNode all && all.size() > most) {
      node.withObject("/omitted").put(list, all.size() - most);
      while (all.size() > most) {
        all.remove(all.size() - 1);
      }
    }
  }

  private IntNode index(JsonNode citation) {
    citations.putIfAbsent(citation, citations.size());
    return IntNode.valueOf(citations.get(citation));
  }
}
