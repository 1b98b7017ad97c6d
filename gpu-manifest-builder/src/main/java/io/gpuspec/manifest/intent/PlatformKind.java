package io.gpuspec.manifest.intent;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A kind of document for objects that a cluster needs once.
 *
 * @param page the page that explains it
 * @param start what a document says before any of its fields is read, given its spec
 * @param objects what becomes of a document without problems, given what it says; what they refuse
 *     at once is a problem of its spec
 */
record PlatformKind<T>(
    String name,
    String page,
    Table<T> metadata,
    Table<T> spec,
    Function<Part, T> start,
    BiFunction<T, Part, Function<Gpus, PlatformObjects>> objects) {

  Schema.Fields schema() {
    return Table.document(name, metadata.schema(), spec.schema());
  }

  /** Reads a document that has the schema; nothing comes of one with problems. */
  Optional<Intent> read(Part document) {
    if (!document.problems().isEmpty()) {
      return Optional.empty();
    }
    T said = start.apply(document.require("spec"));
    said = metadata.read(document.require("metadata"), said);
    said = spec.read(document.require("spec"), said);
    Function<Gpus, PlatformObjects> made = objects.apply(said, document);
    String written = document.require("metadata").require("name").text();
    return document.problems().isEmpty()
        ? Optional.of(Intent.platform(name, written, made))
        : Optional.empty();
  }

  /** Returns objects that are the same for everyone; what they refuse is a problem of the spec. */
  static Function<Gpus, PlatformObjects> made(Part document, Supplier<PlatformObjects> objects) {
    document.require("spec").check(() -> Objects.requireNonNull(objects.get()));
    return gpus -> objects.get();
  }
}
