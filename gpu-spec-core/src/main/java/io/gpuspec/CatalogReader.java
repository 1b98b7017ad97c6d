package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Sets;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns a catalog file into a catalog. The file's shape is the JSON Schema's business ({@code
 * catalog.schema.json}, checked in tests); what no schema can say is checked here.
 */
final class CatalogReader {
  private static final MemorySize ANY_STEP = MemorySize.ofBytes(1);

  private final String source;
  private final Map<String, Citation> citations = new HashMap<>();
  private final Map<String, GpuType> types = new HashMap<>();

  CatalogReader(String source) {
    this.source = source;
  }

  SpecCatalog read(JsonNode file) {
    try {
      return catalog(file);
    } catch (InvalidValueException e) {
      // A quantity or a word that cannot be read: its own message does not say in which file.
      throw new GpuSpecException(source + ": not a catalog: " + e.getMessage(), e);
    }
  }

  private SpecCatalog catalog(JsonNode file) {
    String target = text(file, "target");
    String edition = text(file, "edition");
    required(file, "citations")
        .properties()
        .forEach(entry -> citations.put(entry.getKey(), citation(entry.getValue())));
    List<GpuType> ordered = new ArrayList<>();
    for (JsonNode gpu : required(file, "gpus")) {
      GpuType type = type(gpu);
      if (types.put(type.name().toString(), type) != null) {
        throw malformed("GPU '" + type.name() + "' stands there twice");
      }
      ordered.add(type);
    }
    List<GpuSpec> rows = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (JsonNode row : required(file, "specs")) {
      GpuSpec spec = spec(target, edition, row);
      if (!names.add(spec.name())) {
        throw malformed("row '" + spec.name() + "' stands there twice; give one a name of its own");
      }
      rows.add(spec);
    }
    if (rows.isEmpty()) {
      throw malformed("'specs' is empty; a catalog has at least one row");
    }
    checkPrices(rows);
    Citation citation = cited(text(file, "citation"));
    return new SpecCatalog(
        new CatalogRows(
            target,
            edition,
            unit(optional(file, "unit").orElse("pod")),
            citation,
            optional(file, "escalation").map(this::cited).orElse(citation),
            ordered,
            rows));
  }

  private static SpecCatalog.Unit unit(String word) {
    return switch (word) {
      case "pod" -> SpecCatalog.Unit.POD;
      case "node" -> SpecCatalog.Unit.NODE;
      default ->
          throw new InvalidValueException("unit: '" + word + "' is not known; write pod or node");
    };
  }

  private Citation citation(JsonNode node) {
    return new Citation(
        text(node, "title"), text(node, "date"), Citation.Status.parse(text(node, "status")));
  }

  private GpuType type(JsonNode node) {
    Optional<GpuModel> card = optional(node, "card").map(this::card);
    List<String> aliases = new ArrayList<>();
    node.path("aliases").forEach(alias -> aliases.add(alias.asText()));
    DeviceName name = DeviceName.parse(text(node, "name"));
    return new GpuType(
        name,
        List.copyOf(aliases),
        card,
        optional(node, "memory")
            .map(MemorySize::parse)
            .or(() -> card.map(model -> name.fraction().shareOf(model.memory()))),
        optional(node, "memoryReported")
            .map(MemorySize::parse)
            .or(
                () ->
                    card.flatMap(GpuModel::memoryReported)
                        .filter(reported -> name.fraction().isWhole())),
        optional(node, "cuda"),
        optional(node, "driver"),
        node.path("identified").asBoolean(true),
        attributes(node));
  }

  private GpuModel card(String name) {
    return GpuModel.all().stream()
        .filter(model -> model.name().equals(name))
        .findFirst()
        .orElseThrow(() -> malformed("card '" + name + "' is no canonical name of a GPU model"));
  }

  private GpuSpec spec(String target, String edition, JsonNode row) {
    GpuType type = types.get(text(row, "gpu"));
    if (type == null) {
      throw malformed("a row names the GPU '" + text(row, "gpu") + "', which 'gpus' does not list");
    }
    int gpus = required(row, "gpus").asInt();
    String name = optional(row, "name").orElse(type.name() + " x" + gpus);
    if (gpus < 1 || (gpus > 1 && !type.name().fraction().isWhole())) {
      throw malformed(
          "row '%s' has %s GPUs; a row has 1 or more, and a fraction exactly 1"
              .formatted(name, required(row, "gpus")));
    }
    List<GpuSpec.Size> sizes = new ArrayList<>();
    for (JsonNode size : required(row, "upward")) {
      sizes.add(size(size));
    }
    Optional<GpuSpec.MemoryRange> stated =
        Optional.ofNullable(row.get("memory")).map(this::memoryRange);
    checkSizes(name, sizes, stated);
    return new GpuSpec(
        target,
        edition,
        name,
        type,
        gpus,
        optional(row, "arch").map(Arch::parse).orElse(Arch.AMD64),
        sizes,
        stated,
        Optional.ofNullable(row.get("typical")).map(this::size),
        offer(name, row),
        about(row),
        Shape::allocatable);
  }

  private GpuSpec.MemoryRange memoryRange(JsonNode memory) {
    return new GpuSpec.MemoryRange(
        MemorySize.parse(text(memory, "min")),
        MemorySize.parse(text(memory, "max")),
        optional(memory, "step").map(MemorySize::parse).orElse(ANY_STEP));
  }

  private GpuSpec.Offer offer(String name, JsonNode row) {
    List<Price> prices = new ArrayList<>();
    row.path("prices").forEach(price -> prices.add(price(price)));
    if (prices.stream().map(Price::capacityType).distinct().count() < prices.size()) {
      throw malformed("row '" + name + "' has two prices of one capacity type; leave one out");
    }
    Set<CapacityType> capacityTypes = EnumSet.noneOf(CapacityType.class);
    row.path("capacityTypes").forEach(type -> capacityTypes.add(CapacityType.parse(type.asText())));
    return new GpuSpec.Offer(
        lifecycle(optional(row, "lifecycle").orElse("current")),
        Sets.immutableEnumSet(capacityTypes),
        List.copyOf(prices),
        Optional.ofNullable(row.get("referencePrice")).map(this::referencePrice));
  }

  private GpuSpec.About about(JsonNode row) {
    List<Note> notes = new ArrayList<>();
    row.path("notes").forEach(note -> notes.add(note(note)));
    return new GpuSpec.About(
        cited(text(row, "citation")), text(row, "policy"), attributes(row), List.copyOf(notes));
  }

  private static Map<String, String> attributes(JsonNode node) {
    ImmutableMap.Builder<String, String> attributes = ImmutableMap.builder();
    node.path("attributes")
        .properties()
        .forEach(entry -> attributes.put(entry.getKey(), entry.getValue().asText()));
    return attributes.build();
  }

  private static GpuSpec.Lifecycle lifecycle(String word) {
    return switch (word) {
      case "current" -> GpuSpec.Lifecycle.CURRENT;
      case "retired" -> GpuSpec.Lifecycle.RETIRED;
      case "unavailable" -> GpuSpec.Lifecycle.UNAVAILABLE;
      default ->
          throw new InvalidValueException(
              "lifecycle: '" + word + "' is not known; write current, retired or unavailable");
    };
  }

  private GpuSpec.Size size(JsonNode node) {
    return new GpuSpec.Size(
        CpuAmount.parse(text(node, "cpu")), MemorySize.parse(text(node, "memory")));
  }

  /** Matching relies on it: a larger size of a row has at least as much of both. */
  private void checkSizes(
      String name, List<GpuSpec.Size> sizes, Optional<GpuSpec.MemoryRange> stated) {
    if (sizes.isEmpty()
        || stated.filter(range -> range.min().compareTo(range.max()) > 0).isPresent()) {
      throw malformed("row '" + name + "' has no size, or more memory at least than at most");
    }
    MemorySize least = stated.map(GpuSpec.MemoryRange::min).orElse(MemorySize.ZERO);
    GpuSpec.Size before = new GpuSpec.Size(CpuAmount.ZERO, least);
    for (GpuSpec.Size size : sizes) {
      if (size.cpu().compareTo(before.cpu()) <= 0
          || size.memory().compareTo(before.memory()) < 0
          || stated.filter(range -> size.memory().compareTo(range.max()) > 0).isPresent()) {
        throw malformed(
            "row '%s' offers %s cores with %s after %s cores with %s; sizes ascend within the memory range"
                .formatted(name, size.cpu(), size.memory(), before.cpu(), before.memory()));
      }
      before = size;
    }
  }

  private Price price(JsonNode node) {
    return new Price(
        amount(node),
        text(node, "currency"),
        text(node, "per"),
        text(node, "region"),
        CapacityType.parse(text(node, "capacityType")),
        cited(text(node, "citation")));
  }

  private ReferencePrice referencePrice(JsonNode node) {
    return new ReferencePrice(
        amount(node), text(node, "currency"), text(node, "per"), cited(text(node, "citation")));
  }

  private BigDecimal amount(JsonNode node) {
    String amount = text(node, "amount");
    try {
      return new BigDecimal(amount);
    } catch (NumberFormatException e) {
      throw malformed("price '" + amount + "' is no number; write it like 1.006");
    }
  }

  /** Prices are compared, so they must be comparable. */
  private void checkPrices(List<GpuSpec> rows) {
    List<String> units =
        rows.stream()
            .flatMap(row -> row.prices().stream())
            .map(price -> price.currency() + " per " + price.per())
            .distinct()
            .toList();
    if (units.size() > 1) {
      throw malformed(
          "prices are in " + String.join(" and ", units) + "; one catalog has one unit of price");
    }
  }

  private Note note(JsonNode node) {
    return new Note(
        text(node, "id"), text(node, "message"), optional(node, "citation").map(this::cited));
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

  private static Optional<String> optional(JsonNode node, String field) {
    return Optional.ofNullable(node.get(field)).map(JsonNode::asText);
  }

  private GpuSpecException malformed(String problem) {
    return new GpuSpecException(source + ": not a catalog: " + problem);
  }
}
