package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns a file of uses into the lines of its table. The file's shape is the JSON Schema's business
 * ({@code uses.schema.json}, checked in tests).
 */
final class UsesReader {
  private final String source;
  private final Map<String, Citation> citations = new HashMap<>();

  UsesReader(String source) {
    this.source = source;
  }

  List<GpuUses.Line> read(JsonNode file) {
    required(file, "citations")
        .properties()
        .forEach(entry -> citations.put(entry.getKey(), citation(entry.getValue())));
    List<GpuUses.Line> lines = new ArrayList<>();
    for (JsonNode line : required(file, "uses")) {
      for (JsonNode use : required(line, "for")) {
        lines.add(line(Use.parse(use.asText()), line));
      }
    }
    return lines;
  }

  private GpuUses.Line line(Use use, JsonNode node) {
    return new GpuUses.Line(
        use,
        DeviceName.parse(text(node, "gpu")),
        Optional.ofNullable(node.get("gpus")).map(JsonNode::asInt),
        Optional.ofNullable(node.get("size")).map(this::size),
        text(node, "reason"),
        cited(text(node, "citation")));
  }

  private GpuSpec.Size size(JsonNode node) {
    return new GpuSpec.Size(
        CpuAmount.parse(text(node, "cpu")), MemorySize.parse(text(node, "memory")));
  }

  private Citation citation(JsonNode node) {
    return new Citation(
        text(node, "title"), text(node, "date"), Citation.Status.parse(text(node, "status")));
  }

  private Citation cited(String key) {
    Citation citation = citations.get(key);
    if (citation == null) {
      throw malformed("citation '" + key + "' is not listed under 'citations'");
    }
    return citation;
  }

  private JsonNode required(JsonNode node, String field) {
    JsonNode value = node.get(field);
    if (value == null || value.isNull()) {
      throw malformed("'" + field + "' is missing");
    }
    return value;
  }

  private String text(JsonNode node, String field) {
    return required(node, field).asText();
  }

  private GpuSpecException malformed(String problem) {
    return new GpuSpecException(source + ": not a table of uses: " + problem);
  }
}
