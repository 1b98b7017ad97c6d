package io.gpuspec.internal.yaml;

import io.gpuspec.value.Note;

/**
 * A key that is ignored, because the same mapping contains it again.
 *
 * @param line the line of the key that is ignored, from 1
 * @param column its column, from 1
 * @param counts the line of the key that counts
 */
public record YamlDuplicate(String source, String key, int line, int column, int counts) {

  /** Returns the note for a reader of the file. */
  public Note note() {
    return Note.of(
        "yaml.duplicate-key",
        "%s:%s:%s: the key '%s' is ignored, for it is a duplicate and the one on line %s counts, as in Kubernetes without strict validation; %s"
            .formatted(
                source,
                line,
                column,
                YamlText.shown(key),
                counts,
                key.equals("apiVersion")
                    ? "if two files were joined here, write a line --- between them"
                    : "keep one of them"));
  }
}
