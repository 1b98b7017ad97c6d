package io.gpuspec.manifest.internal.tree;

import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A note about local disk that pods request: catalogs do not say how much a node has. */
public final class StorageNotes {
  private static final String STORAGE = "ephemeral-storage";

  private StorageNotes() {}

  /**
   * Returns the note.
   *
   * @param spec the specification of one of the pods
   */
  public static List<Note> of(Map<String, Object> spec) {
    return YamlTree.maps(spec, "containers").stream()
        .flatMap(container -> amount(container).stream())
        .limit(1)
        .map(
            amount ->
                Note.of(
                    "storage.not-judged",
                    "ephemeral-storage %s is not judged, because the disk of a node is chosen with its pool; give the nodes a disk that has that free in addition to images and logs"
                        .formatted(amount)))
        .toList();
  }

  private static Optional<Object> amount(Map<String, Object> container) {
    return Stream.of("requests", "limits")
        .flatMap(part -> Stream.ofNullable(YamlTree.map(container, "resources", part).get(STORAGE)))
        .findFirst();
  }
}
