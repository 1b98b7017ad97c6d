package io.gpuspec.manifest;

import io.gpuspec.value.Note;

/**
 * A key that is ignored, because the same mapping contains it again.
 *
 * @param line the line of the key that is ignored, from 1
 * @param column its column, from 1
 * @param counts the line of the key that counts
 */
record YamlDuplicate(String source, String key, int line, int column, int counts) {

  /** Returns the note for a reader of the file. */
  Note note() {
    return Note.of(
        "yaml.duplicate-key",
        "%s:%d:%d: the key '%s' is ignored, for it is a duplicate and the one on line %d counts, as in Kubernetes without strict validation; keep one of them"
            .formatted(source, line, column, YamlText.shown(key), counts));
  }

  /** Returns the loss for a migrated manifest. */
  MigrationResult.Loss loss() {
    return new MigrationResult.Loss(
        source,
        line,
        column,
        "the key '%s'".formatted(YamlText.shown(key)),
        "it is a duplicate, and the one on line %d counts".formatted(counts),
        "it was left out",
        false,
        true);
  }
}
