package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import com.google.common.collect.Sets;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.internal.Place;
import io.gpuspec.internal.Problems;
import io.gpuspec.internal.Schema;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.ReferencePrice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Converts the tree of a catalog file into a catalog. The tree is first validated against the
 * schema ({@code catalog.schema.json}); what a schema cannot express is checked here.
 */
final class CatalogReader {
  static final Schema SCHEMA = Schema.resource(CatalogReader.class, "catalog.schema.json");

  private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  private static final MemorySize ANY_STEP = MemorySize.ofBytes(1);

  private final JsonNode file;
  private final Problems problems = new Problems();
  private final Map<String, GpuType> types = new LinkedHashMap<>();
  private final Map<String, GpuSpec> rows = new LinkedHashMap<>();

  /** The types by the names that rows have written, which are few. */
  private final Map<String, GpuType> named = new HashMap<>();

  private Citations citations = Citations.NONE;
  private GpuSpec.Unit unit = GpuSpec.Unit.POD;
  private Set<CapacityType> capacityTypes = Set.of();
  private Optional<String> unitOfPrice = Optional.empty();

  private CatalogReader(JsonNode file) {
    this.file = file;
  }

  /**
   * Reads a catalog.
   *
   * @throws MalformedCatalogException with everything that is wrong
   */
  static SpecCatalog read(JsonNode file) {
    return new CatalogReader(file).catalog();
  }

  /** The name of a row that conforms to the schema. */
  static String nameOf(JsonNode row) {
    return row.has("name")
        ? text(row, "name")
        : DeviceName.parse(text(row, "gpu")) + " x" + row.path("gpus").asInt();
  }

  private SpecCatalog catalog() {
    problems.addAll(SCHEMA.problems(file));
    refuseProblems();
    citations = Citations.of(file);
    unit = unit();
    capacityTypes = capacityTypes(file);
    readEach("gpus", this::addType);
    // A row whose GPU cannot be read would only be reported a second time.
    refuseProblems();
    readEach("specs", this::addRow);
    collect(() -> Place.ROOT, () -> head(file));
    refuseProblems();
    return new SpecCatalog(new CatalogRows(file, head(file), types.values(), rows));
  }

  private void refuseProblems() {
    if (!problems.isEmpty()) {
      throw new MalformedCatalogException(problems.all());
    }
  }

  private void readEach(String list, Consumer<JsonNode> reader) {
    JsonNode entries = file.path(list);
    Place place = Place.ROOT.field(list);
    for (int i = 0; i < entries.size(); i++) {
      JsonNode entry = entries.get(i);
      int index = i;
      collect(() -> place.item(index), () -> reader.accept(entry));
    }
  }

  private void collect(Supplier<Place> place, Runnable reader) {
    try {
      reader.run();
    } catch (GpuSpecException e) {
      problems.add(place.get(), e.getMessage());
    }
  }

  private CatalogRows.Head head(JsonNode file) {
    Citation citation = cited(text(file, "citation"));
    return new CatalogRows.Head(
        text(file, "target"),
        text(file, "edition"),
        unit,
        citation,
        optional(file, "escalation").map(this::cited).orElse(citation));
  }

  private GpuSpec.Unit unit() {
    return optional(file, "unit")
        .map(word -> constant(GpuSpec.Unit.class, word))
        .orElse(GpuSpec.Unit.POD);
  }

  /** Returns the constant for a word of the schema. */
  private static <E extends Enum<E>> E constant(Class<E> type, String word) {
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
  }

  private void addType(JsonNode node) {
    GpuType type = type(node);
    if (types.putIfAbsent(type.name().toString(), type) != null) {
      throw new GpuSpecException(
          "catalog.duplicate", "GPU '" + type.name() + "' is a duplicate; remove one");
    }
  }

  private static GpuType type(JsonNode node) {
    Optional<GpuModel> card = optional(node, "card").map(CatalogReader::card);
    List<String> aliases = new ArrayList<>();
    node.path("aliases").forEach(alias -> aliases.add(alias.asText()));
    DeviceName name = DeviceName.parse(text(node, "name"));
    return new GpuType(
        name,
        List.copyOf(aliases),
        card,
        memory(node, name.fraction(), card),
        new GpuType.Software(optional(node, "cuda"), optional(node, "driver")),
        optional(node, "arch").map(Arch::parse),
        node.path("identified").asBoolean(true),
        texts(node, "attributes"));
  }

  private static GpuType.Memory memory(JsonNode node, Fraction share, Optional<GpuModel> card) {
    return new GpuType.Memory(
        optional(node, "memory")
            .map(MemorySize::parse)
            .or(() -> card.map(model -> share.shareOf(model.memory()))),
        optional(node, "memoryReported")
            .map(MemorySize::parse)
            .or(() -> card.flatMap(GpuModel::memoryReported).filter(m -> share.isWhole())));
  }

  private static GpuModel card(String name) {
    return GpuModel.all().stream()
        .filter(model -> model.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new GpuSpecException(
                    "catalog.unknown",
                    "card '" + name + "' is not a canonical name of a GPU model"));
  }

  private void addRow(JsonNode node) {
    GpuSpec row = row(node);
    if (rows.putIfAbsent(CatalogRows.key(row.name()), row) != null) {
      throw new GpuSpecException(
          "catalog.duplicate", "row '" + row.name() + "' is a duplicate; give one its own name");
    }
    for (int i = 0; i < row.prices().size(); i++) {
      checkUnit(row.prices().get(i));
    }
  }

  private GpuSpec row(JsonNode row) {
    GpuType type =
        named.computeIfAbsent(text(row, "gpu"), gpu -> types.get(DeviceName.parse(gpu).toString()));
    if (type == null) {
      throw new GpuSpecException(
          "catalog.unknown",
          "a row names the GPU '" + text(row, "gpu") + "', which 'gpus' does not list");
    }
    int gpus = row.path("gpus").asInt();
    String name = nameOf(row);
    if (gpus > 1 && !type.name().fraction().isWhole()) {
      throw new GpuSpecException(
          "catalog.conflict",
          "row '%s' has %s GPUs; a row of a fraction has exactly 1".formatted(name, gpus));
    }
    List<GpuSpec.Size> sizes = list(row, "upward", CatalogReader::size);
    Optional<GpuSpec.MemoryRange> stated =
        Optional.ofNullable(row.get("memory")).map(CatalogReader::memoryRange);
    if (sizes.isEmpty() && unit != GpuSpec.Unit.NODE) {
      throw new GpuSpecException(
          "catalog.missing",
          "row '%s' has no 'upward'; only of a node CPU and memory may be unknown, so add them"
              .formatted(name));
    }
    checkSizes(name, sizes, stated);
    if (stated.isPresent() && unit == GpuSpec.Unit.NODE) {
      throw new GpuSpecException(
          "catalog.conflict",
          "row '%s' has 'memory', and no pod can state the shape of a node; remove it"
              .formatted(name));
    }
    if (row.has("labels") && unit == GpuSpec.Unit.POD) {
      throw new GpuSpecException(
          "catalog.conflict",
          "row '%s' has 'labels', and a shape that is made for one pod is not a node; remove them"
              .formatted(name));
    }
    return new GpuSpec(
        text(file, "target"),
        text(file, "edition"),
        name,
        type,
        gpus,
        optional(row, "arch").map(Arch::parse).orElse(Arch.AMD64),
        sizes,
        stated,
        Optional.ofNullable(row.get("typical")).map(CatalogReader::size),
        offer(name, row),
        about(name, row),
        Shape::allocatable,
        Optional.empty(),
        Optional.empty());
  }

  private static GpuSpec.MemoryRange memoryRange(JsonNode memory) {
    return new GpuSpec.MemoryRange(
        MemorySize.parse(text(memory, "min")),
        MemorySize.parse(text(memory, "max")),
        optional(memory, "step").map(MemorySize::parse).orElse(ANY_STEP));
  }

  private GpuSpec.Offer offer(String name, JsonNode row) {
    List<Price> prices = list(row, "prices", this::price);
    if (prices.size() > 1
        && prices.stream().map(Price::capacityType).distinct().count() < prices.size()) {
      throw new GpuSpecException(
          "catalog.duplicate",
          "row '" + name + "' has two prices of one capacity type; remove one");
    }
    Set<CapacityType> own = capacityTypes(row);
    return new GpuSpec.Offer(
        optional(row, "lifecycle")
            .map(word -> constant(GpuSpec.Lifecycle.class, word))
            .orElse(GpuSpec.Lifecycle.CURRENT),
        own.isEmpty() ? capacityTypes : own,
        prices,
        Optional.ofNullable(row.get("referencePrice")).map(this::referencePrice));
  }

  private static Set<CapacityType> capacityTypes(JsonNode of) {
    List<CapacityType> types = list(of, "capacityTypes", each -> CapacityType.parse(each.asText()));
    return Sets.immutableEnumSet(types);
  }

  private GpuSpec.About about(String name, JsonNode row) {
    return new GpuSpec.About(
        citation(row),
        text(row, "policy"),
        texts(row, "attributes"),
        resources(row),
        labels(name, row),
        new GpuSpec.OwnNode(
            texts(row, "nodeLabels"),
            taints(row),
            row.has("nodes") ? OptionalInt.of(row.path("nodes").asInt()) : OptionalInt.empty(),
            hostNames(row)),
        list(row, "notes", this::note));
  }

  /** By the names of the nodes; a host name is stated where it is another. */
  private static Map<String, String> hostNames(JsonNode row) {
    List<String> names = list(row, "nodeNames", JsonNode::asText);
    Map<String, String> others = texts(row, "hostNames");
    // Most rows have none, and a catalog can have 100,000 rows.
    return names.isEmpty() ? Map.of() : Maps.toMap(names, name -> others.getOrDefault(name, name));
  }

  /** The schema has checked their form: {@code key=value:Effect}. */
  private static List<Taint> taints(JsonNode row) {
    return list(row, "taints", each -> taint(each.asText()));
  }

  private static Taint taint(String text) {
    int effect = text.lastIndexOf(':');
    int value = text.indexOf('=');
    return new Taint(
        text.substring(0, value < 0 ? effect : value),
        value < 0 ? "" : text.substring(value + 1, effect),
        Stream.of(Taint.Effect.values())
            .filter(each -> each.toString().equals(text.substring(effect + 1)))
            .findFirst()
            .orElseThrow());
  }

  private Map<String, String> labels(String name, JsonNode row) {
    Map<String, String> stated = texts(row, "labels");
    return stated.isEmpty() && unit == GpuSpec.Unit.NODE && OverlayNotes.isAdded(row)
        ? Map.of(INSTANCE_TYPE, name)
        : stated;
  }

  private static Map<String, Long> resources(JsonNode row) {
    if (!row.has("resources")) {
      return Map.of();
    }
    ImmutableMap.Builder<String, Long> resources = ImmutableMap.builder();
    row.path("resources")
        .properties()
        .forEach(
            each ->
                resources.put(each.getKey(), MemorySize.parse(each.getValue().asText()).toBytes()));
    return resources.buildOrThrow();
  }

  private static Map<String, String> texts(JsonNode node, String field) {
    if (!node.has(field)) {
      return Map.of();
    }
    ImmutableMap.Builder<String, String> texts = ImmutableMap.builder();
    node.path(field)
        .properties()
        .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
    return texts.buildOrThrow();
  }

  /** The entries of a list; empty if it is missing, as in most rows. */
  private static <T> List<T> list(JsonNode node, String field, Function<JsonNode, T> entry) {
    JsonNode entries = node.path(field);
    if (entries.isEmpty()) {
      return List.of();
    }
    ImmutableList.Builder<T> list = ImmutableList.builderWithExpectedSize(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      list.add(entry.apply(entries.get(i)));
    }
    return list.build();
  }

  private static GpuSpec.Size size(JsonNode node) {
    return new GpuSpec.Size(
        CpuAmount.parse(text(node, "cpu")), MemorySize.parse(text(node, "memory")));
  }

  /** Matching relies on it: a larger size of a row has at least as much of both. */
  private static void checkSizes(
      String name, List<GpuSpec.Size> sizes, Optional<GpuSpec.MemoryRange> stated) {
    if (stated.filter(range -> range.min().compareTo(range.max()) > 0).isPresent()) {
      throw new GpuSpecException(
          "catalog.conflict", "row '" + name + "' has more memory at least than at most");
    }
    MemorySize least = stated.map(GpuSpec.MemoryRange::min).orElse(MemorySize.ZERO);
    GpuSpec.Size before = new GpuSpec.Size(CpuAmount.ZERO, least);
    for (GpuSpec.Size size : sizes) {
      if (size.cpu().compareTo(before.cpu()) <= 0
          || size.memory().compareTo(before.memory()) < 0
          || stated.filter(range -> size.memory().compareTo(range.max()) > 0).isPresent()) {
        throw new GpuSpecException(
            "catalog.conflict",
            "row '%s' offers %s cores with %s after %s cores with %s; sizes ascend within the memory range"
                .formatted(name, size.cpu(), size.memory(), before.cpu(), before.memory()));
      }
      before = size;
    }
  }

  /** Returns the document of a row or a price; by default that of the edition. */
  private Citation citation(JsonNode part) {
    return cited(text(part.has("citation") ? part : file, "citation"));
  }

  private Price price(JsonNode node) {
    return new Price(
        amount(node),
        text(node, "currency"),
        text(node, "per"),
        text(node, "region"),
        CapacityType.parse(text(node, "capacityType")),
        citation(node));
  }

  private ReferencePrice referencePrice(JsonNode node) {
    return new ReferencePrice(
        amount(node), text(node, "currency"), text(node, "per"), citation(node));
  }

  private static BigDecimal amount(JsonNode node) {
    return new BigDecimal(text(node, "amount"));
  }

  /** Prices are compared, so they must be comparable. */
  private void checkUnit(Price price) {
    String unit = price.unit();
    if (unitOfPrice.filter(first -> !first.equals(unit)).isPresent()) {
      throw new GpuSpecException(
          "catalog.conflict",
          "prices are in %s and %s; one catalog has one unit of price"
              .formatted(unitOfPrice.get(), unit));
    }
    unitOfPrice = Optional.of(unit);
  }

  private Note note(JsonNode node) {
    return new Note(
        text(node, "id"), text(node, "message"), optional(node, "citation").map(this::cited));
  }

  private Citation cited(String key) {
    return citations.get(key);
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asText();
  }

  private static Optional<String> optional(JsonNode node, String field) {
    return Optional.ofNullable(node.get(field)).map(JsonNode::asText);
  }
}
