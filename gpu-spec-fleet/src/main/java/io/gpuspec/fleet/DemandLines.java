package io.gpuspec.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Json;
import io.gpuspec.internal.JsonValues;
import io.gpuspec.json.GpuJson;
import io.gpuspec.json.RequestField;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Reads demands of a fleet from JSON lines.
 *
 * <pre>{@code
 * String line = "{\"name\": \"api\", \"replicas\": 4, \"gpu\": [\"A10G\", \"L4\"], \"cpu\": 3}";
 * List<GpuSpecException> problems = new ArrayList<>();
 * List<Demand> demands = DemandLines.read(line, problems::add);    // [4 x api: A10G,L4 x1, 3 cores]
 *
 * DemandLines.write(demands.get(0), gpus.in("eks"));    // {"name":"api",...}
 * }</pre>
 *
 * <p>A line is {@code {"name", "replicas"?, "gpu"|"anyOf"|"minGpuMemory"?, "gpus"?, "cpu"?,
 * "memory"?, "maxPerNode"?, "maxPerZone"?, "spread"?, "zone"?, "pool"?, ...}}, with any other
 * property of a request; {@code "spread": "node"} is {@code "maxPerNode": 1}, and {@code "spread":
 * "zone"} spreads pods evenly over zones. A pool is a name, or an object of the labels of its
 * nodes.
 */
public final class DemandLines {
  private static final String NAME = "name";
  private static final String MAX_PER_NODE = "maxPerNode";
  private static final String SPREAD = "spread";
  private static final String POOL = "pool";
  private static final String MAX_PER_ZONE = "maxPerZone";
  private static final String ZONE = "zone";
  private static final Set<String> FIELDS = fields();

  private DemandLines() {}

  private static Set<String> fields() {
    Set<String> fields = new TreeSet<>();
    RequestField.all().forEach(field -> fields.add(field.name()));
    fields.addAll(List.of(NAME, MAX_PER_NODE, MAX_PER_ZONE, SPREAD, POOL, ZONE));
    return fields;
  }

  /**
   * Returns whether a text is such lines: its first line is a JSON object without Kubernetes' kind,
   * or cannot be read, and others begin like objects too.
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
      return !node.has("kind") && !node.has("apiVersion");
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
              new GpuSpecException(e.id(), "line %s: %s".formatted(number, e.getMessage()), e));
        }
      }
    }
    return demands;
  }

  /**
   * Returns a demand as such a line, which {@link #read} reads as an equal one: so a demand can be
   * stored, or sent to another machine. How its pods select existing nodes ({@link Demand#pod}) is
   * not written.
   *
   * @param target where a demand that was not made of a match is matched
   */
  public static String write(Demand demand, Target target) {
    Arguments.notNull("demand, target", demand, target);
    ObjectNode line = JsonNodeFactory.instance.objectNode().put(NAME, demand.name());
    line.setAll(requested(demand.match().orElseGet(() -> target.match(demand.request()))));
    demand.maxPerNode().ifPresent(most -> line.put(MAX_PER_NODE, most));
    demand.maxPerZone().ifPresent(most -> line.put(MAX_PER_ZONE, most));
    if (demand.isEvenlyOverZones()) {
      line.put(SPREAD, ZONE);
    }
    demand.zone().ifPresent(zone -> line.put(ZONE, zone));
    if (!demand.poolLabels().isEmpty()) {
      ObjectNode labels = line.putObject(POOL);
      demand.poolLabels().forEach(labels::put);
    } else if (!demand.pool().isEmpty()) {
      line.put(POOL, demand.pool());
    }
    return line.toString();
  }

  /** Returns what a match answers, as an answer in JSON has it. */
  private static ObjectNode requested(Match match) {
    GpuRequest request = match.requested().arch(match.arch());
    return (ObjectNode)
        Json.parse(GpuJson.write(out -> out.put("requested", request))).path("requested");
  }

  private static Demand demand(JsonNode line) {
    if (!line.isObject()) {
      throw new InvalidValueException(
          "json.malformed",
          "'%s' is not an object; write {\"name\": \"api\", \"gpu\": [\"T4\"], \"cpu\": \"4\"}"
              .formatted(JsonValues.shown(line)));
    }
    JsonValues.checkNames(line, FIELDS);
    String name = string(NAME, line.path(NAME), "{\"name\": \"api\", ...}");
    Demand demand = Demand.of(name, request(line));
    if (line.has(MAX_PER_NODE)) {
      demand = demand.maxPerNode(JsonValues.whole(MAX_PER_NODE, line.get(MAX_PER_NODE)));
    }
    if (line.has(MAX_PER_ZONE)) {
      demand = demand.maxPerZone(JsonValues.whole(MAX_PER_ZONE, line.get(MAX_PER_ZONE)));
    }
    if (line.has(ZONE)) {
      demand = demand.inZone(string(ZONE, line.get(ZONE), "\"zone\": \"us-east-1a\""));
    }
    if (line.has(POOL)) {
      demand =
          line.get(POOL).isObject()
              ? demand.pool(labels(line.get(POOL)))
              : demand.pool(
                  string(
                      POOL,
                      line.get(POOL),
                      "\"pool\": \"team-a\", or the labels of its nodes, such as {\"team\": \"a\"}"));
    }
    return line.has(SPREAD) ? spread(demand, line.get(SPREAD)) : demand;
  }

  private static GpuRequest request(JsonNode line) {
    Map<String, JsonNode> values = new TreeMap<>();
    RequestField.all().stream()
        .map(RequestField::name)
        .filter(line::has)
        .forEach(name -> values.put(name, line.get(name)));
    return RequestField.request(
        GpuRequest.of(Devices.any()),
        values,
        problem -> {
          throw problem;
        });
  }

  private static Map<String, String> labels(JsonNode pool) {
    Map<String, String> labels = new TreeMap<>();
    pool.properties()
        .forEach(
            label ->
                labels.put(
                    label.getKey(),
                    string(
                        POOL + ", label " + label.getKey(),
                        label.getValue(),
                        "\"pool\": {\"team\": \"a\"}")));
    return labels;
  }

  private static String string(String field, JsonNode value, String example) {
    JsonValues.check(value.isTextual(), field, value, "a string; write " + example);
    return value.asText();
  }

  private static Demand spread(Demand demand, JsonNode by) {
    return switch (by.asText()) {
      case "node" -> demand.maxPerNode(1);
      case "zone" -> demand.evenlyOverZones();
      default ->
          throw new InvalidValueException(
              "fleet.unsupported",
              "spread: '%s' is not planned; write \"node\" or \"zone\", or leave it out"
                  .formatted(JsonValues.shown(by)));
    };
  }
}
