package io.gpuspec.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.GpuRequest;
import io.gpuspec.fleet.Demand;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Json;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Reads demands of a fleet from JSON lines.
 *
 * <pre>{@code
 * String line = "{\"name\": \"api\", \"replicas\": 4, \"gpu\": [\"A10G\", \"L4\"], \"cpu\": 3}";
 * List<GpuSpecException> problems = new ArrayList<>();
 * DemandLines.read(line, problems::add);    // [4 x api: A10G,L4 x1, 3 cores]
 * }</pre>
 *
 * <p>A line is {@code {"name", "replicas"?, "gpu"|"anyOf"|"minGpuMemory"?, "gpus"?, "cpu"?,
 * "memory"?, "maxPerNode"?, "spread"?, "pool"?, ...}}, with any other property of a request; {@code
 * "spread": "node"} is {@code "maxPerNode": 1}.
 */
public final class DemandLines {
  private static final String NAME = "name";
  private static final String MAX_PER_NODE = "maxPerNode";
  private static final String SPREAD = "spread";
  private static final String POOL = "pool";
  private static final Set<String> FIELDS = fields();

  private DemandLines() {}

  private static Set<String> fields() {
    Set<String> fields = new TreeSet<>(RequestField.names());
    fields.addAll(List.of(NAME, MAX_PER_NODE, SPREAD, POOL));
    return fields;
  }

  /**
   * Returns whether a text is such lines: its first line is a JSON object with a name and without
   * Kubernetes' kind.
   */
  public static boolean isOne(String text) {
    String first =
        Arguments.required("text", text, "a text")
            .lines()
            .filter(line -> !line.isBlank())
            .findFirst()
            .orElse("");
    if (!first.strip().startsWith("{")) {
      return false;
    }
    try {
      JsonNode node = Json.parse(first);
      return node.isObject() && !node.has("kind") && !node.has("apiVersion");
    } catch (GpuSpecException e) {
      return text.lines().filter(line -> line.strip().startsWith("{\"")).count() > 1
          && !text.contains("\"apiVersion\"");
    }
  }

  /**
   * Returns the demands of the lines that can be read, and reports the others.
   *
   * @param problems receives what is wrong, with the number of the line
   */
  public static List<Demand> read(String text, Consumer<GpuSpecException> problems) {
    Arguments.required("problems", problems, "a consumer of errors");
    List<Demand> demands = new ArrayList<>();
    int number = 0;
    for (String line : Arguments.required("text", text, "a text").lines().toList()) {
      number++;
      if (!line.isBlank()) {
        try {
          demands.add(demand(Json.parse(line)));
        } catch (GpuSpecException e) {
          problems.accept(
              new GpuSpecException(e.id(), "line %d: %s".formatted(number, e.getMessage()), e));
        }
      }
    }
    return demands;
  }

  private static Demand demand(JsonNode line) {
    if (!line.isObject()) {
      throw new InvalidValueException(
          "json.malformed",
          "'%s' is not an object; write {\"name\": \"api\", \"gpu\": [\"T4\"], \"cpu\": \"4\"}"
              .formatted(RequestField.shown(line)));
    }
    RequestField.checkNames(line, FIELDS);
    if (!line.path(NAME).isTextual()) {
      throw new InvalidValueException(
          "json.malformed",
          "name: '%s' is not a string; write {\"name\": \"api\", ...}"
              .formatted(RequestField.shown(line.path(NAME))));
    }
    GpuRequest request = RequestField.request(line);
    Demand demand = Demand.of(line.get(NAME).asText(), request);
    if (line.has(MAX_PER_NODE)) {
      demand = demand.maxPerNode(RequestField.whole(MAX_PER_NODE, "pods", line.get(MAX_PER_NODE)));
    }
    if (line.has(POOL)) {
      demand = demand.pool(line.get(POOL).asText());
    }
    return line.has(SPREAD) ? spread(demand, line.get(SPREAD)) : demand;
  }

  private static Demand spread(Demand demand, JsonNode by) {
    if (!by.asText().equals("node")) {
      throw new InvalidValueException(
          "fleet.unsupported",
          "spread: '%s' is not planned; write \"node\", or leave it out: zones are not known here"
              .formatted(by.asText()));
    }
    return demand.maxPerNode(1);
  }
}
