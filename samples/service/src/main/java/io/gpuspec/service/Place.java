package io.gpuspec.service;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.value.InvalidValueException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The target of pods; without a provider, every cloud. */
record Place(
    @Nullable String provider, @Nullable String edition, @Nullable Map<String, String> options) {
  Optional<Target> in(Gpus gpus) {
    if (provider == null) {
      if (edition != null || options != null) {
        throw new InvalidValueException(
            "body.conflict",
            "edition and options: '%s' goes with provider; add it, such as \"provider\": \"tke\""
                .formatted(edition == null ? options : edition));
      }
      return Optional.empty();
    }
    Target target = gpus.in(provider);
    if (edition != null) {
      target = target.edition(edition);
    }
    if (options != null) {
      for (Map.Entry<String, String> option : options.entrySet()) {
        target = target.with(option.getKey(), option.getValue());
      }
    }
    return Optional.of(target);
  }
}
