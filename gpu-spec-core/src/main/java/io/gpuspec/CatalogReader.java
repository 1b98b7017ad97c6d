package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
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
        target,
        edition,
        citation,
        optional(file, "escalation").map(this::cited).orElse(citation),
        ordered,
        rows);
  }

  private Citation citation(JsonNode node) {
    return new Citation(text(node, "title"), text(node, "date"), status(text(node, "status")));
  }

  private static Citation.Status status(String word) {
    for (Citation.Status status : Citation.Status.values()) {
      if (status.toString().equals(word)) {
        return status;
      }
    }
    throw new InvalidValueException(
        "citation status: '"
            + word
            + "' is not known; write documented, seed-only, example-only or third-party");
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
        card.flatMap(GpuModel::memoryReported).filter(reported -> name.fraction().isWhole()),
        optional(node, "cuda"),
        optional(node, "driver"));
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
    JsonNode memory = required(row, "memory");
    MemorySize min = MemorySize.parse(text(memory, "min"));
    MemorySize max = MemorySize.parse(text(memory, "max"));
    MemorySize step = optional(memory, "step").map(MemorySize::parse).orElse(ANY_STEP);
    checkSizes(name, sizes, min, max);
    List<Note> notes = new ArrayList<>();
    row.path("notes").forEach(note -> notes.add(note(note)));
    return new GpuSpec(
        target,
        edition,
        name,
        type,
        gpus,
        optional(row, "arch").map(Arch::parse).orElse(Arch.AMD64),
        lifecycle(optional(row, "lifecycle").orElse("current")),
        sizes,
        min,
        max,
        step,
        Optional.ofNullable(row.get("typical")).map(this::size),
        Optional.ofNullable(row.get("price")).map(this::price),
        cited(text(row, "citation")),
        text(row, "policy"),
        notes);
  }

  private static GpuSpec.Lifecycle lifecycle(String word) {
    return switch (word) {
      case "current" -> GpuSpec.Lifecycle.CURRENT;
      case "retired" -> GpuSpec.Lifecycle.RETIRED;
      default ->
          throw new InvalidValueException(
              "lifecycle: '" + word + "' is not known; write current or retired");
    };
  }

  private GpuSpec.Size size(JsonNode node) {
    return new GpuSpec.Size(
        CpuAmount.parse(text(node, "cpu")), MemorySize.parse(text(node, "memory")));
  }

  /** Matching relies on it: a larger size of a row has at least as much of both. */
  private void checkSizes(String name, List<GpuSpec.Size> sizes, MemorySize min, MemorySize max) {
    if (sizes.isEmpty() || min.compareTo(max) > 0) {
      throw malformed("row '" + name + "' has no size, or more memory at least than at most");
    }
    GpuSpec.Size before = new GpuSpec.Size(CpuAmount.ZERO, min);
    for (GpuSpec.Size size : sizes) {
      if (size.cpu().compareTo(before.cpu()) <= 0
          || size.memory().compareTo(before.memory()) < 0
          || size.memory().compareTo(max) > 0) {
        throw malformed(
            "row '%s' offers %s cores with %s after %s cores with %s; sizes ascend within the memory range"
                .formatted(name, size.cpu(), size.memory(), before.cpu(), before.memory()));
      }
      before = size;
    }
  }

  private Price price(JsonNode node) {
    String amount = text(node, "amount");
    try {
      return new Price(
          new BigDecimal(amount),
          text(node, "currency"),
          text(node, "per"),
          text(node, "region"),
          CapacityType.parse(text(node, "capacityType")),
          cited(text(node, "citation")));
    } catch (NumberFormatException e) {
      throw malformed("price '" + amount + "' is no number; write it like 1.006");
    }
  }

  /** Prices are compared, so they must be comparable. */
  private void checkPrices(List<GpuSpec> rows) {
    List<String> units =
        rows.stream()
            .flatMap(row -> row.price().stream())
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
