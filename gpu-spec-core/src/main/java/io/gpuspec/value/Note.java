package io.gpuspec.value;

import io.gpuspec.internal.text.MessageText;
import java.util.Optional;

/**
 * Information that is not an error: a name was resolved, a count was defaulted.
 *
 * <pre>{@code
 * gpus.in("tke").match(GpuRequest.of("V100")).notes();
 *     // gpu.ambiguous: V100 can mean V100-16G or V100-32G; in tke 2026-01 it is V100-16G
 * }</pre>
 *
 * @param id a stable name for the kind of note, such as {@code gpu.alias}
 * @param message what should be known
 * @param citation where the rule behind it comes from
 */
public record Note(String id, String message, Optional<Citation> citation) implements Answer {

  /** Refuses null. */
  public Note {
    InvalidValueException.requireNonNull("id", id, "a name, such as gpu.alias");
    InvalidValueException.requireNonNull("message", message, "a text");
    InvalidValueException.requireNonNull("citation", citation, "an Optional, empty for none");
    message = MessageText.of(message);
  }

  /** Returns a note without a source. */
  public static Note of(String id, String message) {
    return new Note(id, message, Optional.empty());
  }

  /** A note with the source of the rule behind it. */
  public static Note of(String id, String message, Citation citation) {
    return new Note(
        id,
        message,
        Optional.of(InvalidValueException.requireNonNull("citation", citation, "a Citation")));
  }

  /** Adds {@code "id", "message", "citation"?}. */
  @Override
  public void describe(Facts out) {
    out.put("id", id).put("message", message).put("citation", citation);
  }

  @Override
  public String toString() {
    return id + ": " + message;
  }
}
