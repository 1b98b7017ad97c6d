package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Pointers;
import io.gpuspec.internal.Problem;
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
  private final CatalogRows base;
  private final Overlay overlay;
  private final ObjectNode merged;

  /** The overlay's keys of citations, and what they are listed under in the merged tree. */
  private final Map<String, String> keys = new HashMap<>();

  /** The location in the overlay of each entry of the merged tree. */
  private final Map<String, String> origins = new HashMap<>();

  private final List<Problem> problems = new ArrayList<>();

  private final OverlayChanges changes;

  private OverlayMerge(CatalogRows base, Overlay overlay, OverlayChanges changes) {
    this.base = base;
    this.overlay = overlay;
    this.changes = changes;
    this.merged = base.file().deepCopy();
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
    JsonNode gpus = overlay.root().path("gpus");
    for (int i = 0; i < gpus.size(); i++) {
      mergeGpu((ObjectNode) gpus.get(i), Pointers.item("/gpus", i));
    }
    JsonNode rows = overlay.root().path("specs");
    for (int i = 0; i < rows.size(); i++) {
      mergeRow((ObjectNode) rows.get(i), Pointers.item("/specs", i));
    }
    overlay.refuse(problems);
    SpecCatalog usable =
        new SpecCatalog(
            read()
                .rows()
                .withAllocatableOf(base, this::refuse)
                .withSharesOf(base)
                .withPartsOf(base));
    overlay.refuse(problems);
    return usable;
  }

  private void refuse(GpuSpec row, GpuSpecException why) {
    problems.add(new Problem(placeOf(row), "row '" + row.name() + "': " + why.getMessage()));
  }

  /** Returns the place in the overlay that states something about a row, or else about its GPU. */
  private String placeOf(GpuSpec row) {
    return OverlayRows.pointer(overlay.root(), "specs", row.name())
        .or(() -> OverlayRows.pointer(overlay.root(), "gpus", row.gpu()))
        .orElse("");
  }

  private SpecCatalog read() {
    try {
      return CatalogReader.read(merged);
    } catch (MalformedCatalogException e) {
      overlay.refuse(
          e.problems().stream()
              .map(problem -> problem.at(origins.getOrDefault(problem.pointer(), "")))
              .toList());
      throw e;
    }
  }

  private void mergeGpu(ObjectNode gpu, String pointer) {
    ArrayNode gpus = merged.withArray("/gpus");
    String name = gpu.path("name").asText();
    for (int i = 0; i < gpus.size(); i++) {
      if (OverlayRows.isNamed(gpus.get(i), name)) {
        origins.put(Pointers.item("/gpus", i), pointer);
        List<String> changed = change((ObjectNode) gpus.get(i), gpu);
        noteOnRowsOf(gpus.get(i).path("name").asText(), changed);
        return;
      }
    }
    origins.put(Pointers.item("/gpus", gpus.size()), pointer);
    gpus.add(gpu.deepCopy());
  }

  private void noteOnRowsOf(String gpu, List<String> changed) {
    List<String> fields = changed.stream().map(field -> field + " of " + gpu).toList();
    for (JsonNode row : merged.path("specs")) {
      if (!changed.isEmpty() && row.path("gpu").asText().equals(gpu)) {
        noteChanged((ObjectNode) row, fields);
      }
    }
  }

  private void mergeRow(ObjectNode stated, String pointer) {
    ObjectNode row = withCitations(stated);
    checkUnits(row, pointer);
    ArrayNode rows = merged.withArray("/specs");
    Optional<GpuSpec> known = base.named(row.path("name").asText());
    if (known.isEmpty()) {
      origins.put(Pointers.item("/specs", rows.size()), pointer);
      rows.add(added(row, pointer));
      return;
    }
    String name = known.get().name();
    for (int i = 0; i < rows.size(); i++) {
      if (CatalogReader.nameOf(rows.get(i)).equals(name)) {
        origins.put(Pointers.item("/specs", i), pointer);
        changeRow((ObjectNode) rows.get(i), row, name);
        return;
      }
    }
  }

  private void changeRow(ObjectNode row, ObjectNode stated, String name) {
    List<String> changed = change(row, stated);
    if (!CatalogReader.nameOf(row).equals(name)) {
      row.put("name", name);
    }
    // A note speaks for itself.
    changed.remove("notes");
    if (!changed.isEmpty()) {
      noteChanged(row, changed);
    }
    if (changed.contains("lifecycle")) {
      noteWhyUnavailable(row, stated);
    }
  }

  /** Adds a note that explains why the row does not match, for as long as it does not. */
  private void noteWhyUnavailable(ObjectNode row, ObjectNode stated) {
    if (!row.path("lifecycle").asText().equals(GpuSpec.Lifecycle.UNAVAILABLE.toString())) {
      OverlayRows.removeNotes(row, OverlayMerge::saysWhyUnavailable);
      return;
    }
    if (!stated.path("notes").valueStream().anyMatch(OverlayMerge::saysWhyUnavailable)) {
      note(row, OverlayNotes.UNAVAILABLE, OverlayNotes.NOT_AVAILABLE);
    }
  }

  private static boolean saysWhyUnavailable(JsonNode note) {
    return note.path("id").asText().equals(OverlayNotes.UNAVAILABLE);
  }

  private ObjectNode added(ObjectNode row, String pointer) {
    if (!row.has("citation")) {
      row.put("citation", ownKey());
    }
    CatalogReader.SCHEMA
        .problems("spec", row, pointer)
        .forEach(problem -> problems.add(new Problem(pointer, incomplete(row, problem))));
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
  private ObjectNode withCitations(ObjectNode stated) {
    ObjectNode row = stated.deepCopy();
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

  private void checkUnits(ObjectNode row, String pointer) {
    Optional<String> unit = base.unitOfPrice();
    JsonNode prices = row.path("prices");
    for (int i = 0; i < prices.size(); i++) {
      JsonNode price = prices.get(i);
      String stated = price.path("currency").asText() + " per " + price.path("per").asText();
      if (unit.filter(known -> !known.equals(stated)).isPresent()) {
        problems.add(
            new Problem(
                Pointers.item(pointer + "/prices", i),
                "a price in '%s'; those of %s %s are in %s, so convert it"
                    .formatted(stated, base.target(), base.edition(), unit.get())));
      }
    }
  }

  /** Changes an entry by what is stated; returns the names of the fields that are different now. */
  private static List<String> change(ObjectNode entry, ObjectNode stated) {
    List<String> changed = new ArrayList<>();
    stated
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
      case "notes" -> value.forEach(note -> OverlayRows.addNote(entry, note));
      default -> entry.set(field, value);
    }
  }

  private void noteChanged(ObjectNode row, List<String> fields) {
    changes.note(row, fields, overlay.citation(), ownKey());
  }

  private void note(ObjectNode row, String id, String message) {
    OverlayRows.addNote(row, OverlayRows.note(row, id, message, ownKey()));
  }
}
