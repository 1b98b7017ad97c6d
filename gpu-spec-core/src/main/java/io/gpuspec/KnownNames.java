package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableSet;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.internal.GpuSpelling;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Every name of a GPU or a row, used to detect misspelled names.
 *
 * @param gpus as {@link GpuSpelling} writes them, without the share
 * @param rows as they are written
 * @param rowKeys in lower case
 */
record KnownNames(Set<String> gpus, Set<String> rows, Set<String> rowKeys) {

  /** Returns the names in some catalogs. */
  static KnownNames of(List<CatalogRows> catalogs) {
    Builder names = new Builder();
    for (CatalogRows catalog : catalogs) {
      catalog.types().forEach(type -> names.gpus.addAll(type.spellings()));
      catalog.all().forEach(row -> names.rows.add(row.name()));
    }
    return names.build();
  }

  /** Returns the names that an overlay states, whether or not it fits. */
  static KnownNames of(Overlay overlay) {
    Builder names = new Builder();
    for (JsonNode gpu : overlay.root().path("gpus")) {
      names.gpus.add(DeviceName.parse(gpu.path("name").asText()).spelling());
      gpu.path("aliases").forEach(alias -> names.gpus.add(GpuSpelling.of(alias.asText())));
    }
    overlay.root().path("specs").forEach(row -> names.rows.add(row.path("name").asText()));
    return names.build();
  }

  private static final class Builder {
    private final ImmutableSet.Builder<String> gpus = ImmutableSet.builder();
    private final ImmutableSet.Builder<String> rows = ImmutableSet.builder();

    KnownNames build() {
      ImmutableSet<String> names = rows.build();
      return new KnownNames(
          gpus.build(),
          names,
          names.stream().map(KnownNames::key).collect(ImmutableSet.toImmutableSet()));
    }
  }

  private static String key(String row) {
    return row.toLowerCase(Locale.ROOT);
  }

  /** Returns whether this is the name of a row, or of a GPU in any fraction. */
  boolean has(DeviceName name) {
    return gpus.contains(name.spelling()) || rowKeys.contains(key(name.toString()));
  }
}
