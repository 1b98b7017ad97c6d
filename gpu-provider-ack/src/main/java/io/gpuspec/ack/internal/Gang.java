package io.gpuspec.ack.internal;

import io.gpuspec.ack.Ack;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;

/** The labels by which ACK's scheduler starts pods together or not at all. */
record Gang(Optional<String> name, Optional<Integer> minAvailable) {
  private static final String PREFIX = "pod-group.scheduling.sigs.k8s.io/";

  Gang {
    if (name.isPresent() != minAvailable.isPresent()) {
      throw new InvalidValueException(
          "option.conflict",
          name.isPresent()
              ? "gang-name: '%s' was given without gang-min-available; say how many pods must find room together"
                  .formatted(name.get())
              : "gang-min-available: '%s' was given without gang-name; name the group of pods"
                  .formatted(minAvailable.get()));
    }
  }

  static Gang of(Options options) {
    return new Gang(options.get(Ack.GANG_NAME), options.get(Ack.GANG_MIN_AVAILABLE));
  }

  Placement on(Placement before) {
    return name.isEmpty()
        ? before
        : before
            .with(
                PodField.label(PREFIX + "name"),
                name.get(),
                "the group that starts together or not at all; ACK's scheduler makes it by this"
                    + " name",
                Documents.GANG)
            .with(
                PodField.label(PREFIX + "min-available"),
                minAvailable.map(String::valueOf).orElse(""),
                "how many of the group must find room before any starts",
                Documents.GANG)
            .requireScheduler(
                Documents.SCHEDULER, "no other knows groups by these labels", Documents.GANG);
  }
}
