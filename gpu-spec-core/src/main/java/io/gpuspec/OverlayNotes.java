package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Notes about rows that an overlay affects, and about overlays that are out of date. */
final class OverlayNotes {
  static final String CHANGED = "overlay.changed";
  static final String ADDED = "overlay.added";
  static final String UNAVAILABLE = "overlay.unavailable";
  static final String NOT_AVAILABLE = "not available here";
  private static final String STALE = "overlay.stale";

  private static final Set<String> PROVENANCE = Set.of(CHANGED, ADDED);

  private OverlayNotes() {}

  static String changed(Collection<String> fields, Citation citation) {
    return String.join(", ", fields) + " as in " + citation + ", not as in the catalog";
  }

  static String added(Citation citation) {
    return "the row is from " + citation + ", not from the catalog";
  }

  /** Returns that a file was not taken, and why. */
  static Note stale(OverlayException problem) {
    return Note.of(
        STALE,
        "the overlay's last good content is used; what it says now is not taken: "
            + String.join("; ", problem.problems()));
  }

  /** Returns whether it only says where other facts come from. */
  static boolean isProvenance(Note note) {
    return PROVENANCE.contains(note.id());
  }

  /** Returns whether a row's price is from an overlay. */
  static boolean isPriced(GpuSpec row, CapacityType capacityType) {
    Optional<Citation> source = row.price(capacityType).map(Price::citation);
    return source.isPresent()
        && row.notes().stream()
            .anyMatch(note -> isProvenance(note) && note.citation().equals(source));
  }

  /** Returns whether an overlay added the row that a file describes. */
  static boolean isAdded(JsonNode row) {
    for (JsonNode note : row.path("notes")) {
      if (note.path("id").asText().equals(ADDED)) {
        return true;
      }
    }
    return false;
  }

  /** Returns why a row is unavailable, with the source. */
  static String whyUnavailable(GpuSpec row) {
    String why =
        row.notes().stream()
            .filter(note -> note.id().equals(UNAVAILABLE))
            .map(OverlayNotes::withSource)
            .collect(Collectors.joining("; "));
    return why.isEmpty() ? NOT_AVAILABLE : why;
  }

  private static String withSource(Note note) {
    return note.message() + note.citation().map(source -> " [" + source + "]").orElse("");
  }
}
