package io.gpuspec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.Arch;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Share;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A property of a request in JSON: its name, how it is read, and how an answer repeats it under
 * {@code requested}. {@link #ALL} is the only list of them.
 *
 * @param read returns the request with the value
 * @param written returns the value that a match answers, if it is worth repeating
 */
record RequestField(
    String name,
    BiFunction<GpuRequest, JsonNode, GpuRequest> read,
    Function<Match, Optional<?>> written) {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int SHOWN = 60;

  /** Every property, in the order in which they are read and written. */
  static final List<RequestField> ALL =
      List.of(
          names("gpu", Devices::of, Devices::isOrdered),
          names("anyOf", Devices::anyOf, devices -> !devices.isOrdered()),
          quantity(
              "minGpuMemory",
              (request, least) -> request.devices(Devices.withMemory(least)),
              match -> devices(match).memoryAtLeast()),
          quantity(
              "minTotalGpuMemory",
              (request, least) ->
                  on(request, devices -> devices.totalMemoryAtLeast(MemorySize.parse(least))),
              match -> devices(match).totalMemoryAtLeast()),
          new RequestField(
              "share",
              (request, part) -> on(request, devices -> devices.shared(share(part))),
              match -> devices(match).share().map(RequestField::node)),
          word(
              "gpuArchitecture",
              "\"Ampere\"",
              (request, name) -> on(request, devices -> devices.architecture(name)),
              match -> devices(match).architecture()),
          word(
              "minComputeCapability",
              "\"8.0\"",
              (request, least) -> on(request, devices -> devices.computeCapabilityAtLeast(least)),
              match -> devices(match).computeCapabilityAtLeast()),
          whole(
              "gpus",
              "GPUs",
              (request, count) -> on(request, devices -> devices.count(count)),
              match -> Optional.of(devices(match).count())),
          quantity("cpu", GpuRequest::cpu, match -> Optional.of(match.request().cpu())),
          quantity("memory", GpuRequest::memory, match -> Optional.of(match.request().memory())),
          word(
              "arch",
              "\"amd64\" or \"arm64\"",
              (request, name) -> request.arch(Arch.parse(name)),
              match -> Optional.of(arch(match))),
          word(
              "prefer",
              "\"smallest\" or \"cheapest\"",
              RequestField::prefer,
              match -> Optional.of(match.request().isCheapest() ? "cheapest" : "smallest")),
          new RequestField(
              "resources", RequestField::resources, match -> resources(match.request())),
          whole(
              "replicas",
              "pods",
              GpuRequest::replicas,
              match -> Optional.of(match.request().replicas()).filter(pods -> pods > 1)),
          word(
              "capacityType",
              "\"on-demand\", \"spot\" or \"reserved\"",
              (request, name) -> request.capacityType(CapacityType.parse(name)),
              match ->
                  Optional.of(match.request().capacityType())
                      .filter(type -> type != CapacityType.ON_DEMAND)),
          flag("explicit", GpuRequest::explicit, GpuRequest::isExplicit),
          flag("exactGpus", GpuRequest::exactGpus, GpuRequest::isExactGpus),
          flag("includeRetired", GpuRequest::includeRetired, GpuRequest::isIncludeRetired));

  /** Returns a request with every property that the question has. */
  static GpuRequest request(JsonNode question) {
    GpuRequest request = GpuRequest.of(Devices.any());
    for (RequestField field : ALL) {
      if (question.has(field.name)) {
        request = field.read.apply(request, question.get(field.name));
      }
    }
    return request;
  }

  /** Returns what a match answers, with the names of a question. */
  static ObjectNode requested(Match match) {
    ObjectNode node = NODES.objectNode();
    ALL.forEach(
        field -> field.written.apply(match).ifPresent(value -> node.set(field.name, node(value))));
    return node;
  }

  /** Returns a value as it is in the question, or the beginning of it. */
  static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
  }

  private static RequestField names(
      String name, Function<String[], Devices> read, Predicate<Devices> written) {
    return new RequestField(
        name,
        (request, list) -> request.devices(read.apply(strings(name, list))),
        match ->
            Optional.of(devices(match))
                .filter(devices -> !devices.names().isEmpty() && written.test(devices))
                .map(Devices::names));
  }

  private static RequestField quantity(
      String name,
      BiFunction<GpuRequest, String, GpuRequest> read,
      Function<Match, Optional<?>> written) {
    return new RequestField(
        name, (request, value) -> read.apply(request, quantity(name, value)), written);
  }

  private static RequestField word(
      String name,
      String example,
      BiFunction<GpuRequest, String, GpuRequest> read,
      Function<Match, Optional<?>> written) {
    return new RequestField(
        name,
        (request, value) -> {
          check(value.isTextual(), name, value, "a string; write " + example);
          return read.apply(request, value.asText());
        },
        written);
  }

  private static RequestField whole(
      String name,
      String things,
      BiFunction<GpuRequest, Integer, GpuRequest> read,
      Function<Match, Optional<?>> written) {
    return new RequestField(
        name, (request, value) -> read.apply(request, whole(name, things, value)), written);
  }

  private static RequestField flag(
      String name, UnaryOperator<GpuRequest> read, Predicate<GpuRequest> written) {
    return new RequestField(
        name,
        (request, value) -> {
          check(value.isBoolean(), name, value, "true or false; write one of them");
          return value.asBoolean() ? read.apply(request) : request;
        },
        match -> Optional.of(true).filter(given -> written.test(match.request())));
  }

  private static String[] strings(String name, JsonNode list) {
    check(list.isArray(), name, list, "a list; write [\"T4\", \"V100\"]");
    List<String> strings = new ArrayList<>();
    for (JsonNode each : list) {
      check(each.isTextual(), name, each, "a string; name a GPU, such as \"T4\"");
      strings.add(each.asText());
    }
    return strings.toArray(String[]::new);
  }

  private static int whole(String name, String things, JsonNode value) {
    check(value.canConvertToExactIntegral(), name, value, "a whole number; write it like 2");
    if (!value.canConvertToInt()) {
      throw new InvalidValueException(
          "json.out-of-range",
          "%s: '%s' is not a number of %s; write it like 2".formatted(name, shown(value), things));
    }
    return value.intValue();
  }

  /** A quantity is a string, or a plain number as Kubernetes takes one. */
  private static String quantity(String name, JsonNode value) {
    check(
        value.isTextual() || value.isNumber(),
        name,
        value,
        "a quantity; write it like \"4\" or \"16Gi\"");
    return value.asText();
  }

  private static void check(boolean isValid, String name, JsonNode value, String wanted) {
    if (!isValid) {
      throw new InvalidValueException(
          "json.malformed", "%s: '%s' is not %s".formatted(name, shown(value), wanted));
    }
  }

  private static GpuRequest prefer(GpuRequest request, String order) {
    return switch (order) {
      case "smallest" -> request.smallest();
      case "cheapest" -> request.cheapest();
      default ->
          throw new UnknownNameException(
              "json.unknown", "prefer", order, List.of("smallest", "cheapest"));
    };
  }

  private static Share share(JsonNode part) {
    check(part.isObject(), "share", part, "an object; write {\"memory\": \"4Gi\"}");
    checkNames(part, Set.of("memory", "compute"));
    check(part.has("memory"), "share", part, "complete; add its memory, such as \"4Gi\"");
    String memory = quantity("share.memory", part.get("memory"));
    return part.has("compute")
        ? Share.of(memory, whole("share.compute", "percent", part.get("compute")))
        : Share.of(memory);
  }

  /** Throws an exception for a field with any other name. */
  static void checkNames(JsonNode object, Set<String> known) {
    object
        .fieldNames()
        .forEachRemaining(
            field -> {
              if (!known.contains(field)) {
                throw new UnknownNameException("json.unknown", "field", field, known);
              }
            });
  }

  private static GpuRequest resources(GpuRequest before, JsonNode amounts) {
    check(
        amounts.isObject(),
        "resources",
        amounts,
        "an object; write {\"vpc.amazonaws.com/efa\": 4}");
    GpuRequest request = before;
    for (var amount : amounts.properties()) {
      String name = amount.getKey();
      String text = quantity("resources." + name, amount.getValue());
      request = request.resource(name, MemorySize.parse(text).toBytes());
    }
    return request;
  }

  private static Optional<ObjectNode> resources(GpuRequest request) {
    ObjectNode node = NODES.objectNode();
    request
        .resources()
        .forEach((name, amount) -> node.put(name, ExtendedResources.text(name, amount)));
    return Optional.of(node).filter(amounts -> !amounts.isEmpty());
  }

  private static ObjectNode node(Share share) {
    ObjectNode node = NODES.objectNode().put("memory", share.memory().toString());
    share.compute().ifPresent(percent -> node.put("compute", percent));
    return node;
  }

  private static JsonNode node(Object value) {
    if (value instanceof List<?> names) {
      ArrayNode list = NODES.arrayNode();
      names.forEach(name -> list.add(name.toString()));
      return list;
    }
    if (value instanceof JsonNode node) {
      return node;
    }
    if (value instanceof Integer whole) {
      return NODES.numberNode(whole);
    }
    return value instanceof Boolean flag
        ? NODES.booleanNode(flag)
        : NODES.textNode(value.toString());
  }

  private static Devices devices(Match match) {
    return match.request().devices();
  }

  private static GpuRequest on(GpuRequest request, UnaryOperator<Devices> change) {
    return request.devices(change.apply(request.devices()));
  }

  /** Returns the requested architecture, otherwise that of the match, otherwise amd64. */
  private static Arch arch(Match match) {
    return match
        .request()
        .arch()
        .or(() -> match.found().map(found -> found.shape().spec().arch()))
        .orElse(Arch.AMD64);
  }
}
