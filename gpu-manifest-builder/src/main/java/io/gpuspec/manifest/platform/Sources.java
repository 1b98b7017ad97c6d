package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.value.Citation;
import java.util.Objects;

/** The sources that the data files and templates of this package refer to by key. */
final class Sources {
  private static final JsonNode ALL = PlatformData.read("sources.json").path("sources");

  private Sources() {}

  static Citation of(String key) {
    return PlatformData.citation(Objects.requireNonNull(ALL.get(key), key));
  }
}
