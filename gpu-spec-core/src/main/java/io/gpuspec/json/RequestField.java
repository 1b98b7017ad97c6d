package io.gpuspec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Share;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.internal.Json;
import io.gpuspec.internal.JsonValues;
import io.gpuspec.value.Arch;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A property of a request, by the name that it has in JSON, such as {@code minGpuMemory}: a front
 * end that derives its parameters from {@link #all()} accepts every property, with the same errors.
 *
 * <pre>{@code
 * List<GpuSpecException> problems = new ArrayList<>();
 * GpuRequest request =
 *     RequestField.request(
 *         GpuRequest.of(Devices.any()), Map.of("gpu", List.of("T4"), "cpu", "4"), problems::add);
 * }</pre>
 */
public final class RequestField {
  /** The form of a value. */
  public enum Form {
    /** A list of strings. */
    NAMES,
    /** A string that Kubernetes reads as a quantity, or a number. */
    QUANTITY,
    /** A string. */
    WORD,
    /** A whole number. */
    WHOLE,
    /** True or false; false is the same as absent. */
    FLAG,
    /** An object with fields of its own. */
    OBJECT
  }

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** The ways to name GPUs, which are mutually exclusive. */
  private static final List<String> GPUS = List.of("gpu", "anyOf", "minGpuMemory");

  private static final List<RequestField> ALL =
      List.of(
          names(
              "gpu",
              "GPUs in order of preference, for example T4,V100; any whole GPU by default.",
              Devices::of,
              Devices::isOrdered),
          names(
              "anyOf",
              "GPUs without a preference between them; instead of %s.",
              Devices::anyOf,
              devices -> !devices.isOrdered()),
          quantity(
              "minGpuMemory",
              "Any whole GPU with at least this nominal memory (20Gi); instead of %s.",
              (request, least) -> request.devices(Devices.any().memoryAtLeast(least)),
              asked -> asked.devices().memoryAtLeast()),
          quantity(
              "minTotalGpuMemory",
              "As many GPUs as together have this nominal memory, for example 160Gi.",
              (request, least) ->
                  on(request, devices -> devices.totalMemoryAtLeast(MemorySize.parse(least))),
              asked -> asked.devices().totalMemoryAtLeast()),
          new RequestField(
              "share",
              Form.OBJECT,
              "Only this much memory, and optionally compute, of each card.",
              (request, part) -> on(request, devices -> devices.shared(share(part))),
              asked -> asked.devices().share().map(RequestField::node)),
          word(
              "mig",
              "MIG instances of this profile, for example 1g.5gb, in place of whole cards.",
              "\"1g.5gb\"",
              (request, profile) -> on(request, devices -> devices.mig(profile)),
              asked -> asked.devices().migProfile()),
          flag(
                  "replica",
                  "Replicas of cards, by time slicing or MPS, in place of whole cards.",
                  request -> on(request, Devices::replica),
                  request -> request.devices().isReplica())
              .asNeed(),
          word(
              "gpuArchitecture",
              "Only GPUs of this architecture, for example Ampere.",
              "\"Ampere\"",
              (request, name) -> on(request, devices -> devices.architecture(name)),
              asked -> asked.devices().architecture()),
          word(
              "minComputeCapability",
              "Only GPUs of at least this CUDA compute capability, for example 8.0.",
              "\"8.0\"",
              (request, least) -> on(request, devices -> devices.computeCapabilityAtLeast(least)),
              asked -> asked.devices().computeCapabilityAtLeast()),
          whole(
              "gpus",
              "Number of GPUs; the default is 1.",
              "GPUs",
              (request, count) -> on(request, devices -> devices.count(count)),
              asked -> Optional.of(asked.devices().count())),
          quantity(
              "cpu",
              "Minimum CPU, for example 6 or 500m.",
              GpuRequest::cpu,
              asked -> Optional.of(asked.cpu())),
          quantity(
              "memory",
              "Minimum memory, for example 32Gi.",
              GpuRequest::memory,
              asked -> Optional.of(asked.memory())),
          word(
                  "arch",
                  "CPU architecture: arm64 or amd64; amd64 by default, unless the GPU has no"
                      + " other.",
                  "\"amd64\" or \"arm64\"",
                  (request, name) -> request.arch(Arch.parse(name)),
                  GpuRequest::arch)
              .asPreference(),
          word(
                  "prefer",
                  "smallest or cheapest first; the default depends on the target.",
                  "\"smallest\" or \"cheapest\"",
                  RequestField::prefer,
                  asked -> Optional.of(asked.isCheapest() ? "cheapest" : "smallest"))
              .asPreference(),
          new RequestField(
              "resources",
              Form.OBJECT,
              "Amounts of other extended resources, by name.",
              RequestField::resources,
              asked -> resources(asked)),
          whole(
              "replicas",
              "Number of identical pods, which can share nodes; the default is 1.",
              "pods",
              GpuRequest::replicas,
              asked -> Optional.of(asked.replicas()).filter(pods -> pods > 1)),
          word(
                  "capacityType",
                  "on-demand, spot or reserved: which price counts, and, if stated, which nodes built"
                      + " pods run on; by default on-demand prices, and any nodes.",
                  "\"on-demand\", \"spot\" or \"reserved\"",
                  (request, name) -> request.capacityType(CapacityType.parse(name)),
                  asked ->
                      Optional.of(asked)
                          .filter(GpuRequest::isCapacityTypeStated)
                          .map(GpuRequest::capacityType))
              .asPreference(),
          flag(
              "explicit",
              "Match exactly this shape; nothing is rounded up.",
              GpuRequest::explicit,
              GpuRequest::isExplicit),
          flag(
              "exactGpus",
              "Exclude shapes with more GPUs than requested.",
              GpuRequest::exactGpus,
              GpuRequest::isExactGpus),
          flag(
              "includeRetired",
              "Also match shapes that the provider has retired.",
              GpuRequest::includeRetired,
              GpuRequest::isIncludeRetired));

  private final String name;
  private final Form form;
  private final String help;
  private final boolean isPreference;
  private final BiFunction<GpuRequest, JsonNode, GpuRequest> read;
  private final Function<GpuRequest, Optional<?>> written;

  private RequestField(
      String name,
      Form form,
      String help,
      boolean isPreference,
      BiFunction<GpuRequest, JsonNode, GpuRequest> read,
      Function<GpuRequest, Optional<?>> written) {
    this.name = name;
    this.form = form;
    this.help = help;
    this.isPreference = isPreference;
    this.read = read;
    this.written = written;
  }

  /**
   * A property that describes the need.
   *
   * @param read returns the request with the value
   * @param written returns the value that is answered, if it is worth repeating
   */
  private RequestField(
      String name,
      Form form,
      String help,
      BiFunction<GpuRequest, JsonNode, GpuRequest> read,
      Function<GpuRequest, Optional<?>> written) {
    this(name, form, help, false, read, written);
  }

  private RequestField asPreference() {
    return new RequestField(name, form, help, true, read, written);
  }

  private RequestField asNeed() {
    return new RequestField(name, form, help, false, read, written);
  }

  /** Returns every property, in the order in which they are read and written. */
  public static List<RequestField> all() {
    return ALL;
  }

  /** Returns the name, in lower camel case. */
  public String name() {
    return name;
  }

  /** Returns the form of the value. */
  public Form form() {
    return form;
  }

  /**
   * Returns one sentence that describes the property.
   *
   * @param gpu the name of the property {@code gpu} for the reader, such as {@code --gpu}
   */
  public String help(String gpu) {
    return help.formatted(gpu);
  }

  /**
   * Returns whether the property says which of the shapes that serve is chosen, and not what is
   * needed; it can then hold for many requests at once.
   */
  public boolean isPreference() {
    return isPreference;
  }

  /** Returns text such as {@code minGpuMemory (quantity)}. */
  @Override
  public String toString() {
    return name + " (" + form.name().toLowerCase(Locale.ROOT) + ")";
  }

  /**
   * Returns a request with every property that is valid, and reports the others.
   *
   * @param before the request to start with, such as {@code GpuRequest.of(Devices.any())}
   * @param values JSON as Java's own types: strings, numbers, booleans, lists and maps, by name
   * @param problems receives what is wrong with each property, including an unknown name
   */
  public static GpuRequest request(
      GpuRequest before, Map<String, ?> values, Consumer<? super GpuSpecException> problems) {
    Arguments.required("before", before, "a GpuRequest");
    JsonNode question = Json.tree(Arguments.required("values", values, "a map"));
    Arguments.required("problems", problems, "a consumer");
    for (String name : values.keySet()) {
      if (ALL.stream().noneMatch(field -> field.name.equals(name))) {
        problems.accept(new UnknownNameException("json.unknown", "field", name, names()));
      }
    }
    return request(before, question, problems);
  }

  /**
   * Returns a request with every property that the question has.
   *
   * @throws GpuSpecException the first problem
   */
  static GpuRequest request(JsonNode question) {
    return request(
        GpuRequest.of(Devices.any()),
        question,
        problem -> {
          throw problem;
        });
  }

  private static GpuRequest request(
      GpuRequest before, JsonNode question, Consumer<? super GpuSpecException> problems) {
    if (GPUS.stream().filter(question::has).count() > 1) {
      problems.accept(
          new InvalidValueException(
              "json.conflict",
              "gpu, anyOf and minGpuMemory are mutually exclusive; give one of them"));
    }
    GpuRequest request = before;
    for (RequestField field : ALL) {
      JsonNode value = question.get(field.name);
      if (value != null) {
        try {
          request = field.read.apply(request, value);
        } catch (GpuSpecException e) {
          problems.accept(e);
        }
      }
    }
    return request;
  }

  /** Returns the names of all properties. */
  static List<String> names() {
    return ALL.stream().map(RequestField::name).toList();
  }

  /** Returns a request, with the names of a question. */
  static ObjectNode node(GpuRequest request) {
    ObjectNode node = NODES.objectNode();
    ALL.forEach(
        field ->
            field.written.apply(request).ifPresent(value -> node.set(field.name, node(value))));
    return node;
  }

  private static RequestField names(
      String name, String help, Function<String[], Devices> read, Predicate<Devices> written) {
    return new RequestField(
        name,
        Form.NAMES,
        help,
        (request, list) -> request.devices(read.apply(strings(name, list))),
        asked ->
            Optional.of(asked.devices())
                .filter(devices -> !devices.names().isEmpty() && written.test(devices))
                .map(Devices::names));
  }

  private static RequestField quantity(
      String name,
      String help,
      BiFunction<GpuRequest, String, GpuRequest> read,
      Function<GpuRequest, Optional<?>> written) {
    return new RequestField(
        name,
        Form.QUANTITY,
        help,
        (request, value) -> read.apply(request, quantity(name, value)),
        written);
  }

  private static RequestField word(
      String name,
      String help,
      String example,
      BiFunction<GpuRequest, String, GpuRequest> read,
      Function<GpuRequest, Optional<?>> written) {
    return new RequestField(
        name,
        Form.WORD,
        help,
        (request, value) -> {
          JsonValues.check(value.isTextual(), name, value, "a string; write " + example);
          return read.apply(request, value.asText());
        },
        written);
  }

  private static RequestField whole(
      String name,
      String help,
      String things,
      BiFunction<GpuRequest, Integer, GpuRequest> read,
      Function<GpuRequest, Optional<?>> written) {
    return new RequestField(
        name,
        Form.WHOLE,
        help,
        (request, value) -> read.apply(request, JsonValues.whole(name, things, value)),
        written);
  }

  private static RequestField flag(
      String name, String help, UnaryOperator<GpuRequest> read, Predicate<GpuRequest> written) {
    return new RequestField(
        name,
        Form.FLAG,
        help,
        true,
        (request, value) -> {
          JsonValues.check(value.isBoolean(), name, value, "true or false; write one of them");
          return value.asBoolean() ? read.apply(request) : request;
        },
        asked -> Optional.of(true).filter(given -> written.test(asked)));
  }

  private static String[] strings(String name, JsonNode list) {
    JsonValues.check(list.isArray(), name, list, "a list; write [\"T4\", \"V100\"]");
    List<String> strings = new ArrayList<>();
    for (JsonNode each : list) {
      JsonValues.check(each.isTextual(), name, each, "a string; name a GPU, such as \"T4\"");
      strings.add(each.asText());
    }
    return strings.toArray(String[]::new);
  }

  /** A quantity is a string, or a plain number as Kubernetes takes one. */
  private static String quantity(String name, JsonNode value) {
    JsonValues.check(
        value.isTextual() || value.isNumber(),
        name,
        value,
        "a quantity; write it like \"4\" or \"16Gi\"");
    return value.asText();
  }

  private static GpuRequest prefer(GpuRequest request, String order) {
    return switch (order.toLowerCase(Locale.ROOT)) {
      case "smallest" -> request.smallest();
      case "cheapest" -> request.cheapest();
      default ->
          throw new UnknownNameException(
              "json.unknown", "prefer", order, List.of("smallest", "cheapest"));
    };
  }

  private static Share share(JsonNode part) {
    JsonValues.check(part.isObject(), "share", part, "an object; write {\"memory\": \"4Gi\"}");
    JsonValues.checkNames(part, Set.of("memory", "compute"));
    JsonValues.check(
        part.has("memory"), "share", part, "complete; add its memory, such as \"4Gi\"");
    String memory = quantity("share.memory", part.get("memory"));
    return part.has("compute")
        ? Share.of(memory, JsonValues.whole("share.compute", "percent", part.get("compute")))
        : Share.of(memory);
  }

  private static GpuRequest resources(GpuRequest before, JsonNode amounts) {
    JsonValues.check(
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

  static ObjectNode node(Share share) {
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

  private static GpuRequest on(GpuRequest request, UnaryOperator<Devices> change) {
    return request.devices(change.apply(request.devices()));
  }
}
