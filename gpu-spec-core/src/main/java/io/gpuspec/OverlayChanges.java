package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.value.Citation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What overlays have changed of each row, as the row's notes tell it: of a field, only the overlay
 * that changed it last, and a lifecycle only where it is not the published one.
 */
final class OverlayChanges {

  /** What one overlay has changed of a row; the key is what the citation is listed under. */
  private record Change(Set<String> fields, Citation citation, String key) {
    JsonNode note(ObjectNode row) {
      return OverlayRows.note(
          row, OverlayNotes.CHANGED, OverlayNotes.changed(fields, citation), key);
    }
  }

  private final CatalogRows published;
  private final Map<String, List<Change>> byRow = new HashMap<>();

  OverlayChanges(CatalogRows published) {
    this.published = published;
  }

  /** Notes that these fields of a row are from this document now, listed under the key. */
  void note(ObjectNode row, Collection<String> fields, Citation citation, String key) {
    String name = CatalogReader.nameOf(row);
    List<Change> changes =
        byRow.computeIfAbsent(OverlayRows.key(name), unused -> new ArrayList<>());
    changes.forEach(change -> OverlayRows.removeNotes(row, change.note(row)::equals));
    for (Change change : changes) {
      change.fields().removeIf(field -> fields.contains(field) && !isAddedTo(field));
    }
    changes.add(new Change(new LinkedHashSet<>(fields), citation, key));
    if (hasPublishedLifecycle(row, name)) {
      changes.forEach(change -> change.fields().remove("lifecycle"));
    }
    changes.removeIf(change -> change.fields().isEmpty());
    changes.forEach(change -> OverlayRows.addNote(row, change.note(row)));
  }

  /** Prices and attributes of an earlier overlay stay beside those of a later one. */
  private static boolean isAddedTo(String field) {
    return field.equals("prices") || field.startsWith("attributes");
  }

  private boolean hasPublishedLifecycle(ObjectNode row, String name) {
    String lifecycle = row.path("lifecycle").asText(GpuSpec.Lifecycle.CURRENT.toString());
    return published
        .named(name)
        .filter(before -> before.lifecycle().toString().equals(lifecycle))
        .isPresent();
  }
}
