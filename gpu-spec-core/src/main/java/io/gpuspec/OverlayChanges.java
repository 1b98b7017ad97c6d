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
import java.util.stream.Collectors;

/**
 * The changes that overlays made to each row, as the row's notes report them: for each field only
 * the last overlay that changed it, and the lifecycle only if it differs from the published one.
 */
final class OverlayChanges {

  /** The changes of one overlay to a row; the key is that of the citation. */
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
    Set<JsonNode> before =
        changes.stream().map(change -> change.note(row)).collect(Collectors.toSet());
    OverlayRows.removeNotes(row, before::contains);
    for (Change change : changes) {
      change.fields().removeIf(field -> fields.contains(field) && !isAddedTo(field));
    }
    changes.add(new Change(new LinkedHashSet<>(fields), citation, key));
    if (hasPublishedLifecycle(row, name)) {
      changes.forEach(change -> change.fields().remove("lifecycle"));
    }
    changes.removeIf(change -> change.fields().isEmpty());
    OverlayRows.addNotes(row, changes.stream().<JsonNode>map(change -> change.note(row)).toList());
  }

  /**
   * Returns whether a field is merged: an earlier overlay's prices and attributes are kept in
   * addition to a later one's.
   */
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
