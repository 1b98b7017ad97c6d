package io.gpuspec.manifest.gang;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a gang with the names of an intent file; settings that were not chosen are left
 * out.
 */
final class GangSettings {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Returns the settings that every gang has. */
  static GangSettings of(String controller, GangJob gang) {
    GangSettings settings =
        new GangSettings().with("controller", controller).with("workers", gang.workers());
    gang.script()
        .ifPresent(
            script ->
                settings.with("pytorch", script.isEmpty() ? Map.of() : Map.of("script", script)));
    return settings;
  }

  GangSettings with(String field, Object value) {
    fields.put(field, value);
    return this;
  }

  GangSettings with(String field, Optional<?> value) {
    value.ifPresent(given -> fields.put(field, given));
    return this;
  }

  Map<String, Object> fields() {
    return Collections.unmodifiableMap(fields);
  }
}
