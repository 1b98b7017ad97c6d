package io.gpuspec.share.dialect;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request for parts of cards in another dialect.
 *
 * <pre>{@code
 * ShareTranslation inKai =
 *     DialectShare.read(Map.of("nvidia.com/gpu", "1", "nvidia.com/gpumem", "3000"))
 *         .to(ShareDialect.of("kai"), MemorySize.parse("16Gi"));
 * inKai.isExact();    // true
 * }</pre>
 *
 * @param asked the request
 * @param dialect the other dialect
 * @param resources the limits of the container, by name
 * @param annotations the annotations of the pod, by name
 * @param notes what was rounded, or cannot be kept
 */
public record ShareTranslation(
    DialectShare asked,
    ShareDialect dialect,
    Map<String, String> resources,
    Map<String, String> annotations,
    List<Note> notes)
    implements Answer {

  /** Copies the amounts, in their order. */
  public ShareTranslation {
    Arguments.notNull("asked, dialect", asked, dialect);
    resources = copied("resources", resources);
    annotations = copied("annotations", annotations);
    notes = Listing.copyOf(notes);
  }

  private static Map<String, String> copied(String what, Map<String, String> amounts) {
    return Collections.unmodifiableMap(
        new LinkedHashMap<>(Arguments.required(what, amounts, "amounts by name")));
  }

  /** Returns whether the pod gets exactly what it requested. */
  public boolean isExact() {
    return notes.isEmpty();
  }

  /**
   * Adds {@code "from", "to", "cards", "memory"?, "part"?, "compute"?, "resources", "annotations",
   * "exact", "notes"}: memory of each card as a quantity, or parts such as {@code 1/2}.
   */
  @Override
  public void describe(Facts out) {
    out.put("from", asked.dialect().id())
        .put("to", dialect.id())
        .put("cards", asked.cards())
        .put("memory", asked.memory())
        .put("part", asked.partOfMemory())
        .put("compute", asked.compute())
        .put("resources", resources)
        .put("annotations", annotations)
        .put("exact", isExact())
        .put(
            "notes",
            notes,
            (note, item) -> item.put("id", note.id()).put("message", note.message()));
  }

  /** Returns text such as {@code volcano-vgpu: {volcano.sh/vgpu-number=1, ...}}. */
  @Override
  public String toString() {
    return dialect + ": " + (resources.isEmpty() ? annotations : resources);
  }
}
