package io.gpuspec.json;

import static io.gpuspec.spi.ObjectField.amount;
import static io.gpuspec.spi.ObjectField.amounts;
import static io.gpuspec.spi.ObjectField.object;
import static io.gpuspec.spi.ObjectField.text;
import static io.gpuspec.spi.ObjectField.texts;
import static io.gpuspec.spi.ObjectField.truth;
import static io.gpuspec.spi.ObjectField.whole;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Share;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.internal.Json;
import io.gpuspec.spi.ObjectField;
import io.gpuspec.spi.ObjectValues;
import io.gpuspec.value.Arch;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.UnknownNameException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

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
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** The ways to name GPUs, which are mutually exclusive. */
  private static final List<String> GPUS = List.of("gpu", "anyOf", "minGpuMemory");

  private static final List<RequestField> ALL =
      List.of(
          ofDevices(
              texts(
                  "gpu",
                  "GPUs in order of preference, for example T4,V100; any whole GPU by default."),
              (Devices any, List<String> names) -> Devices.of(names.toArray(String[]::new)),
              devices -> devices.isOrdered() ? devices.names() : List.of()),
          ofDevices(
              texts("anyOf", "GPUs without a preference between them; instead of %s."),
              (Devices any, List<String> names) -> Devices.anyOf(names.toArray(String[]::new)),
              devices -> devices.isOrdered() ? List.of() : devices.names()),
          ofDevices(
              amount(
                  "minGpuMemory",
                  "Any whole GPU with at least this nominal memory (20Gi); instead of %s."),
              (Devices devices, String least) -> devices.memoryAtLeast(least),
              Devices::memoryAtLeast),
          ofDevices(
              amount(
                  "minTotalGpuMemory",
                  "As many GPUs as together have this nominal memory, for example 160Gi."),
              (Devices devices, String least) ->
                  devices.totalMemoryAtLeast(MemorySize.parse(least)),
              Devices::totalMemoryAtLeast),
          ofDevices(
              object(
                  "share",
                  "Only this much memory, and optionally compute, of each card.",
                  amount("memory", "The amount of a card's memory, for example 5Gi.").required(),
                  whole("compute", "The percentage of a card's compute.").between(1, 100)),
              (Devices devices, Map<String, Object> part) -> devices.shared(share(part)),
              devices -> devices.share().map(RequestField::tree)),
          ofDevices(
              text(
                  "mig",
                  "MIG instances of this profile, for example 1g.5gb, in place of whole cards."),
              Devices::mig,
              Devices::migProfile),
          ofDevices(
              text(
                  "migConfig",
                  "Only MIG instances on cards that this configuration divides: all-balanced.",
                  "all-balanced"),
              (Devices devices, String name) -> devices.migConfig(name),
              Devices::migConfig),
          ofDevices(
              truth(
                  "replica", "Replicas of cards, by time slicing or MPS, in place of whole cards."),
              (Devices devices, Boolean isOne) -> isOne ? devices.replica() : devices,
              Devices::isReplica),
          ofDevices(
              text("gpuArchitecture", "Only GPUs of this architecture, for example Ampere."),
              (Devices devices, String name) -> devices.architecture(name),
              Devices::architecture),
          ofDevices(
              text(
                  "minComputeCapability",
                  "Only GPUs of at least this CUDA compute capability, for example 8.0."),
              (Devices devices, String least) -> devices.computeCapabilityAtLeast(least),
              Devices::computeCapabilityAtLeast),
          ofDevices(
              whole("gpus", "Number of GPUs; the default is 1.").between(1, Integer.MAX_VALUE),
              (Devices devices, Integer count) -> devices.count(count),
              devices -> devices.count()),
          of(
              Kind.NEED,
              amount("cpu", "Minimum CPU, for example 6 or 500m."),
              (GpuRequest request, String least) -> request.cpu(least),
              request -> request.cpu()),
          of(
              Kind.NEED,
              amount("memory", "Minimum memory, for example 32Gi."),
              (GpuRequest request, String least) -> request.memory(least),
              request -> request.memory()),
          of(
              Kind.PREFERENCE,
              text(
                  "arch",
                  "CPU architecture: arm64 or amd64; amd64 by default, unless the GPU has no other.",
                  words(Arch.values())),
              (GpuRequest request, String name) -> request.arch(Arch.parse(name)),
              GpuRequest::arch),
          of(
              Kind.PREFERENCE,
              text(
                  "prefer",
                  "smallest or cheapest first; the default depends on the target.",
                  "smallest",
                  "cheapest"),
              RequestField::prefer,
              RequestField::preferred),
          of(
              Kind.NEED,
              amounts("resources", "Amounts of other extended resources, by name."),
              RequestField::resources,
              RequestField::requestedResources),
          of(
              Kind.NEED,
              whole(
                  "replicas", "Number of identical pods, which can share nodes; the default is 1."),
              (GpuRequest request, Integer pods) -> request.replicas(pods),
              request -> Optional.of(request.replicas()).filter(pods -> pods > 1)),
          of(
              Kind.PREFERENCE,
              text(
                  "capacityType",
                  "on-demand, spot or reserved: which price counts, and, if stated, which nodes built"
                      + " pods run on; by default on-demand prices, and any nodes.",
                  words(CapacityType.values())),
              (GpuRequest request, String name) -> request.capacityType(CapacityType.parse(name)),
              request ->
                  Optional.of(request.capacityType())
                      .filter(type -> request.isCapacityTypeStated())),
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

  /** What a property is about. */
  private enum Kind {
    DEVICES,
    NEED,
    PREFERENCE
  }

  private final ObjectField field;
  private final Kind kind;
  private final BiFunction<GpuRequest, Object, GpuRequest> step;
  private final Function<GpuRequest, ?> value;

  private RequestField(
      ObjectField field,
      Kind kind,
      BiFunction<GpuRequest, Object, GpuRequest> step,
      Function<GpuRequest, ?> value) {
    this.field = field;
    this.kind = kind;
    this.step = step;
    this.value = value;
  }

  /**
   * A property of a request.
   *
   * @param step returns the request with a value of the field's form
   * @param value returns the value that a request has, if it is worth repeating
   */
  @SuppressWarnings("unchecked") // V is the type of the values of the field's form.
  private static <V> RequestField of(
      Kind kind,
      ObjectField field,
      BiFunction<GpuRequest, V, GpuRequest> step,
      Function<GpuRequest, ?> value) {
    return new RequestField(field, kind, (request, plain) -> step.apply(request, (V) plain), value);
  }

  private static <V> RequestField ofDevices(
      ObjectField field, BiFunction<Devices, V, Devices> step, Function<Devices, ?> value) {
    return of(
        Kind.DEVICES,
        field,
        (GpuRequest request, V plain) -> request.devices(step.apply(request.devices(), plain)),
        request -> value.apply(request.devices()));
  }

  private static RequestField flag(
      String name, String help, UnaryOperator<GpuRequest> step, Predicate<GpuRequest> value) {
    return of(
        Kind.PREFERENCE,
        truth(name, help),
        (GpuRequest request, Boolean isGiven) -> isGiven ? step.apply(request) : request,
        value::test);
  }

  private static String[] words(Object[] constants) {
    return Stream.of(constants).map(Object::toString).toArray(String[]::new);
  }

  /** Returns every property, in the order in which they are read and written. */
  public static List<RequestField> all() {
    return ALL;
  }

  /** Returns the name, in lower camel case. */
  public String name() {
    return field.name();
  }

  /** Returns the field that has it, with the form of its values. */
  public ObjectField field() {
    return field;
  }

  /**
   * Returns one sentence that describes the property.
   *
   * @param gpu the name of the property {@code gpu} for the reader, such as {@code --gpu}
   */
  public String help(String gpu) {
    return field.meaning().formatted(gpu);
  }

  /** Returns whether the property says which GPUs are requested, and how many. */
  public boolean isOfDevices() {
    return kind == Kind.DEVICES;
  }

  /**
   * Returns whether the property says which of the shapes that serve is chosen, and not what is
   * needed; it can then hold for many requests at once.
   */
  public boolean isPreference() {
    return kind == Kind.PREFERENCE;
  }

  /**
   * Returns the request with this property.
   *
   * @param value in the field's form: a text, which a quantity is too, an {@link Integer}, a {@link
   *     Boolean}, or a list or map of them
   * @throws GpuSpecException if it is no valid value
   */
  public GpuRequest with(GpuRequest before, Object value) {
    return step.apply(
        Arguments.required("before", before, "a GpuRequest"),
        Arguments.required("value", value, "a value of " + this));
  }

  /** Returns the value that a request has, in the field's form; empty if it says nothing of it. */
  public Optional<Object> of(GpuRequest request) {
    return said(value.apply(Arguments.required("request", request, "a GpuRequest")));
  }

  private static Optional<Object> said(Object value) {
    if (value instanceof Optional<?> known) {
      return known.flatMap(RequestField::said);
    }
    boolean isNothing = value.equals(false) || value.equals(List.of()) || value.equals(Map.of());
    boolean isPlain =
        value instanceof List<?>
            || value instanceof Map<?, ?>
            || value instanceof Integer
            || value instanceof Boolean;
    return isNothing ? Optional.empty() : Optional.of(isPlain ? value : value.toString());
  }

  /** Returns text such as {@code minGpuMemory (amount)}. */
  @Override
  public String toString() {
    return name() + " (" + field.form().name().toLowerCase(Locale.ROOT) + ")";
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
      if (ALL.stream().noneMatch(field -> field.name().equals(name))) {
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
    for (RequestField each : ALL) {
      JsonNode json = question.get(each.name());
      if (json != null) {
        try {
          request = each.with(request, FieldJson.read(each.name(), each.field, json));
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
    for (RequestField each : ALL) {
      each.of(request)
          // An answer says which shape comes first, stated or not.
          .or(() -> Optional.of("smallest").filter(first -> each.name().equals("prefer")))
          .ifPresent(plain -> node.set(each.name(), Json.tree(plain)));
    }
    return node;
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

  private static Optional<String> preferred(GpuRequest request) {
    return request.isSmallest()
        ? Optional.of("smallest")
        : Optional.of("cheapest").filter(first -> request.isCheapest());
  }

  private static Share share(Map<String, Object> part) {
    ObjectValues values = ObjectValues.of(part);
    String memory = values.text("memory");
    return values.has("compute") ? Share.of(memory, values.whole("compute")) : Share.of(memory);
  }

  private static GpuRequest resources(GpuRequest before, Map<String, String> amounts) {
    GpuRequest request = before;
    for (Map.Entry<String, String> amount : amounts.entrySet()) {
      request = request.resource(amount.getKey(), MemorySize.parse(amount.getValue()).toBytes());
    }
    return request;
  }

  private static Map<String, String> requestedResources(GpuRequest request) {
    Map<String, String> amounts = new LinkedHashMap<>();
    request
        .resources()
        .forEach((name, amount) -> amounts.put(name, ExtendedResources.text(name, amount)));
    return amounts;
  }

  static ObjectNode node(Share share) {
    return (ObjectNode) Json.tree(tree(share));
  }

  private static Map<String, Object> tree(Share share) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("memory", share.memory().toString());
    share.compute().ifPresent(percent -> tree.put("compute", percent));
    return tree;
  }
}
