package io.gpuspec.manifest;

import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.Citation;

/**
 * The reason for a field of an object that no target requires: {@code Job spec.minAvailable # all 4
 * workers start together, or none}.
 *
 * <pre>{@code
 * KueueQueue queue = KueueQueue.of("gpu").quota(gpus.in("eks"), "g5.xlarge", 16);
 * queue.objects().reasons().get(0);
 *     // ResourceFlavor spec.nodeLabels  # the labels that jobs select these nodes by, ...
 * }</pre>
 *
 * @param kind the kind of the object
 * @param field the field's path, such as {@code spec.tasks[0].replicas}; empty for the whole object
 * @param text the reason, in a sentence or two
 * @param citation where the rule comes from
 */
public record Reason(String kind, String field, String text, Citation citation) {

  /** Refuses null. */
  public Reason {
    Checks.given("kind", kind);
    Checks.given("field", field);
    Checks.given("text", text);
    Checks.given("citation", citation);
  }

  @Override
  public String toString() {
    return kind + (field.isEmpty() ? "" : " " + field) + "  # " + text;
  }
}
