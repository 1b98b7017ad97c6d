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

  /** Reads a document as far as it can be read; nothing comes of one with problems. */
  Optional<Intent> read(Part document) {
    Part said = document.orEmpty("spec");
    Optional<Function<Gpus, PlatformObjects>> made =
        said.step(
            Optional.empty(),
            none -> {
              T read = metadata.read(document.orEmpty("metadata"), start.apply(said));
              return Optional.of(objects.apply(spec.read(said, read), document));
            });
    return made.filter(all -> document.problems().isEmpty())
        .map(
            all -> Intent.platform(name, document.require("metadata").require("name").text(), all));
  }

  /**
   * Returns objects that are the same for everyone; what they refuse is a problem of the spec,
   * unless it follows from another.
   */
  static Function<Gpus, PlatformObjects> made(Part document, Supplier<PlatformObjects> objects) {
    if (document.problems().isEmpty()) {
      document.require("spec").check(() -> Objects.requireNonNull(objects.get()));
    }
    return gpus -> objects.get();
  }
}
