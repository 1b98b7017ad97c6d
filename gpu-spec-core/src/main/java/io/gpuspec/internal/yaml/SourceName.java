package io.gpuspec.internal.yaml;

import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.InvalidValueException;

/** What a text is called in messages, which callers pass next to the text. */
public final class SourceName {
  private SourceName() {}

  /**
   * Refuses a name and a text that are in each other's place: both are strings, so the compiler
   * takes them, and a name is valid YAML, of no object. A file's name may have a line break.
   */
  public static void check(String source, String text) {
    if (source.lines().count() > 1 && text.lines().count() == 1) {
      throw new InvalidValueException(
          "value.malformed",
          "source: %s has several lines and the text %s has one, so they are swapped; give what to call the text first, and then the text"
              .formatted(Quoted.of(source), Quoted.of(text)));
    }
  }
}
