package io.gpuspec.mig;

import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.InvalidValueException;

/** Reads {@code 3g.20gb@4}. */
final class PlacementText {
  private PlacementText() {}

  /** The number of the placement that a text names. */
  static int parse(MigGpu gpu, String text) {
    int at = text.indexOf('@');
    if (at < 0) {
      throw new InvalidValueException(
          "mig.malformed",
          "layout: %s does not say where the instance starts; write it like 3g.20gb@4"
              .formatted(Quoted.of(text)));
    }
    MigProfile profile = gpu.profile(text.substring(0, at));
    String start = text.substring(at + 1).strip();
    for (int number = 0; number < gpu.grid().size(); number++) {
      MigPlacement placement = gpu.grid().placement(number);
      if (placement.profile().equals(profile.name())
          && String.valueOf(placement.start()).equals(start)) {
        return number;
      }
    }
    throw new InvalidValueException(
        "mig.malformed",
        "layout: %s is not a placement of %s; a %s can start at %s"
            .formatted(
                Quoted.of(text),
                gpu.name(),
                profile.name(),
                profile.placements().isEmpty()
                    ? "slices that are not known"
                    : MigText.starts(profile.placements())));
  }
}
