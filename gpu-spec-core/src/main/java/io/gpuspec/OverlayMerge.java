package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import io.gpuspec.internal.Place;
import io.gpuspec.internal.Problem;
import io.gpuspec.internal.Problems;
import io.gpuspec.internal.text.Spelling;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Applies an overlay to a catalog: merges the trees and reads the result like any catalog, with the
 * same checks.
 */
final class OverlayMerge {
  private static final Place GPUS = Place.ROOT.field("gpus");
  private static final Place SPECS = Place.ROOT.field("specs");

  private final CatalogRows base;

  /** The unit of the prices of the catalog below. */
  private final Optional<String> unit;

  private final Overlay overlay;
  private final ObjectNode merged;

  /** The overlay's keys of citations, and what they are listed under in the merged tree. */
  private final Map<String, String> keys = new HashMap<>();

  /** The location in the overlay of each entry of the merged tree. */
  private final Map<Place, Place> origins = new HashMap<>();

  private final Problems problems = new Problems();

  private final OverlayChanges changes;

  /** The entries of the overlay, and of the base as far as they are merged, by name. */
  private final Map<String, Integer> stated;

  private final Map<String, Integer> statedGpus;
  private final Map<String, Integer> gpus;
  private final Map<String, ObjectNode> rows = new HashMap<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final ListMultimap<String, ObjectNode> rowsOfGpu = ArrayListMultimap.create();

  private OverlayMerge(CatalogRows base, Overlay overlay, OverlayChanges changes) {
    this.base = base;
    this.unit = base.unitOfPrice();
    this.overlay = overlay;
    this.changes = changes;
    this.merged = base.file().deepCopy();
    this.stated = OverlayRows.byName(overlay.root().path("specs"));
    this.statedGpus = OverlayRows.byName(overlay.root().path("gpus"));
    this.gpus = OverlayRows.byName(merged.path("gpus"));
    for (JsonNode each : merged.path("specs")) {
      ObjectNode row = (ObjectNode) each;
      String name = CatalogReader.nameOf(row);
      numbers.putIfAbsent(name, numbers.size());
      rows.putIfAbsent(name, row);
      rowsOfGpu.put(row.path("gpu").asText(), row);
    }
  }

  /**
   * The catalog with the overlays over it, the first undermost.
   *
   * @throws OverlayException if one does not fit
   */
  static SpecCatalog merge(SpecCatalog base, List<Overlay> overlays) {
    OverlayChanges changes = new OverlayChanges(base.rows());
    SpecCatalog merged = base;
    for (Overlay overlay : overlays) {
      merged = new OverlayMerge(merged.rows(), overlay, changes).merge();
    }
    return merged;
  }

  private SpecCatalog merge() {
    overlay
        .root()
        .path("citations")
        .properties()
        .forEach(
            entry ->
                keys.put(
                    entry.getKey(),
                    OverlayRows.addCitation(merged, entry.getKey(), entry.getValue())));
    JsonNode ownGpus = overlay.root().path("gpus");
    for (int i = 0; i < ownGpus.size(); i++) {
      mergeGpu((ObjectNode) ownGpus.get(i), GPUS.item(i));
    }
    JsonNode ownRows = overlay.root().path("specs");
    for (int i = 0; i < ownRows.size(); i++) {
      mergeRow((ObjectNode) ownRows.get(i), SPECS.item(i));
    }
    overlay.refuse(problems.all());
    SpecCatalog usable =
        new SpecCatalog(
            read()
                .rows()
                .withAllocatableOf(base, this::refuse)
                .withSharesOf(base)
                .withPartsOf(base)
                .withPodsOf(base));
    overlay.refuse(problems.all());
    return usable;
  }

  private void refuse(GpuSpec row, GpuSpecException why) {
    problems.add(placeOf(row), "row '" + row.name() + "': " + why.getMessage());
  }

  /** Returns the place in the overlay that states something about a row, or else about its GPU. */
  private Place placeOf(GpuSpec row) {
    return Optional.ofNullable(stated.get(OverlayRows.key(row.name())))
        .map(SPECS::item)
        .or(() -> Optional.ofNullable(statedGpus.get(OverlayRows.key(row.gpu()))).map(GPUS::item))
        .orElse(Place.ROOT);
  }

  private SpecCatalog read() {
    try {
      return CatalogReader.read(merged);
    } catch (MalformedCatalogException e) {
      overlay.refuse(
          e.problems().stream()
              .map(problem -> problem.at(origins.getOrDefault(problem.place(), Place.ROOT)))
              .toList());
      throw e;
    }
  }

  private void mergeGpu(ObjectNode gpu, Place place) {
    ArrayNode all = merged.withArray("/gpus");
    Integer known = gpus.get(OverlayRows.key(gpu.path("name").asText()));
    if (known == null) {
      origins.put(GPUS.item(all.size()), place);
      all.add(gpu.deepCopy());
      return;
    }
    origins.put(GPUS.item(known), place);
    List<String> changed = change((ObjectNode) all.get(known), gpu);
    noteOnRowsOf(all.get(known).path("name").asText(), changed);
  }

  private void noteOnRowsOf(String gpu, List<String> changed) {
    if (!changed.isEmpty()) {
      List<String> fields = changed.stream().map(field -> field + " of " + gpu).toList();
      rowsOfGpu.get(gpu).forEach(row -> noteChanged(row, fields));
    }
  }

  private void mergeRow(ObjectNode written, Place place) {
    ObjectNode row = withCitations(written);
    checkUnits(row, place);
    ArrayNode all = merged.withArray("/specs");
    Optional<GpuSpec> known = base.named(row.path("name").asText());
    if (known.isEmpty()) {
      origins.put(SPECS.item(all.size()), place);
      all.add(added(row, place));
      return;
    }
    String name = known.get().name();
    ObjectNode changed = rows.get(name);
    Integer number = numbers.get(name);
    if (changed != null && number != null) {
      origins.put(SPECS.item(number), place);
      changeRow(changed, row, name);
    }
  }

  private void changeRow(ObjectNode row, ObjectNode written, String name) {
    List<String> changed = change(row, written);
    if (!CatalogReader.nameOf(row).equals(name)) {
      row.put("name", name);
    }
    // A note speaks for itself.
    changed.remove("notes");
    if (!changed.isEmpty()) {
      noteChanged(row, changed);
    }
    if (changed.contains("lifecycle")) {
      noteWhyUnavailable(row, written);
    }
  }

  /** Adds a note that explains why the row does not match, for as long as it does not. */
  private void noteWhyUnavailable(ObjectNode row, ObjectNode written) {
    if (!row.path("lifecycle").asText().equals(GpuSpec.Lifecycle.UNAVAILABLE.toString())) {
      OverlayRows.removeNotes(row, OverlayMerge::saysWhyUnavailable);
      return;
    }
    if (!written.path("notes").valueStream().anyMatch(OverlayMerge::saysWhyUnavailable)) {
      note(row, OverlayNotes.UNAVAILABLE, OverlayNotes.NOT_AVAILABLE);
    }
  }

  private static boolean saysWhyUnavailable(JsonNode note) {
    return note.path("id").asText().equals(OverlayNotes.UNAVAILABLE);
  }

  private ObjectNode added(ObjectNode row, Place place) {
    if (!row.has("citation")) {
      row.put("citation", ownKey());
    }
    CatalogReader.SCHEMA
        .problems("spec", row, place)
        .forEach(problem -> problems.add(place, () -> incomplete(row, problem)));
    note(row, OverlayNotes.ADDED, OverlayNotes.added(overlay.citation()));
    return row;
  }

  private String incomplete(ObjectNode row, Problem problem) {
    String name = row.path("name").asText();
    List<String> near = Spelling.near(name, base.all().stream().map(GpuSpec::name).toList());
    return "%s %s has no row '%s'%s, and to add one it has to be whole: %s"
        .formatted(
            base.target(),
            base.edition(),
            name,
            near.isEmpty() ? "" : " (did you mean " + String.join(" or ", near) + "?)",
            problem.message());
  }

  /** A copy whose parts cite what they cite by the keys of the merged tree. */
  private ObjectNode withCitations(ObjectNode written) {
    ObjectNode row = written.deepCopy();
    if (row.has("citation")) {
      row.put("citation", keys.get(row.path("citation").asText()));
    }
    for (ObjectNode part : OverlayRows.citingParts(row)) {
      String key = part.path("citation").asText();
      part.put("citation", key.isEmpty() ? ownKey() : keys.get(key));
    }
    for (JsonNode price : row.path("prices")) {
      JsonNode amount = price.path("amount");
      if (amount.isNumber()) {
        ((ObjectNode) price).put("amount", amount.decimalValue().toPlainString());
      }
    }
    return row;
  }

  private String ownKey() {
    return keys.getOrDefault(overlay.root().path("citation").asText(), "");
  }

  private void checkUnits(ObjectNode row, Place place) {
    JsonNode prices = row.path("prices");
    for (int i = 0; i < prices.size(); i++) {
      JsonNode price = prices.get(i);
      String written = price.path("currency").asText() + " per " + price.path("per").asText();
      if (unit.filter(known -> !known.equals(written)).isPresent()) {
        problems.add(
            place.field("prices").item(i),
            "a price in '%s'; those of %s %s are in %s, so convert it"
                .formatted(written, base.target(), base.edition(), unit.get()));
      }
    }
  }

  /** Changes an entry by what is stated; returns the names of the fields that are different now. */
  private static List<String> change(ObjectNode entry, ObjectNode written) {
    List<String> changed = new ArrayList<>();
    written
        .properties()
        .forEach(
            field -> {
              JsonNode before = entry.path(field.getKey()).deepCopy();
              if (!field.getKey().equals("name")) {
                set(entry, field.getKey(), field.getValue());
              }
              if (!entry.path(field.getKey()).equals(before)) {
                changed.add(field.getKey());
              }
            });
    return changed;
  }

  /**
   * Prices are merged by capacity type; attributes, resources and labels by name; notes are added;
   * all other fields are replaced.
   */
  private static void set(ObjectNode entry, String field, JsonNode value) {
    switch (field) {
      case "prices" -> value.forEach(price -> OverlayRows.putPrice(entry, price));
      case "attributes", "resources", "labels", "nodeLabels" ->
          entry.withObject("/" + field).setAll((ObjectNode) value);
      case "notes" -> OverlayRows.addNotes(entry, value);
      default -> entry.set(field, value);
    }
  }

  private void noteChanged(ObjectNode row, List<String> fields) {
    changes.note(row, fields, overlay.citation(), ownKey());
  }

  private void note(ObjectNode row, String id, String message) {
    OverlayRows.addNotes(row, List.of(OverlayRows.note(row, id, message, ownKey())));
  }
}
