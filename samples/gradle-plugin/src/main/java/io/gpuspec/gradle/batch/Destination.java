package io.gpuspec.gradle.batch;

import io.gpuspec.Gpus;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.manifest.Intent;
import io.gpuspec.manifest.IntentTarget;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where pods land that do not say it themselves, and what is different there.
 *
 * @param provider the target's id, such as {@code tke}
 * @param edition the edition of its catalog; the newest unless given
 * @param options what is chosen of the target's options
 * @param overlays rows, prices and availability of the build's own; later ones win
 */
public record Destination(
    Optional<String> provider,
    Optional<String> edition,
    Map<String, String> options,
    List<Source> overlays) {

  /** Every target, with the overlays as far as they can be read. */
  Gpus gpus(Problems problems) {
    Gpus gpus = Gpus.load();
    for (Source overlay : overlays) {
      Gpus before = gpus;
      gpus =
          problems
              .of(() -> before.overlay(Overlay.parse(overlay.text(), overlay.name())))
              .orElse(before);
    }
    return gpus;
  }

  /** The target, or nothing where the build names none. */
  Optional<Target> target(Gpus gpus) {
    if (provider.isEmpty() && (edition.isPresent() || !options.isEmpty())) {
      throw new InvalidValueException(
          "gpuspec: an edition or options are given without a provider, to whom they belong; "
              + fix(gpus));
    }
    return provider.map(id -> chosen(id).in(gpus));
  }

  private IntentTarget chosen(String id) {
    IntentTarget target = IntentTarget.of(id);
    if (edition.isPresent()) {
      target = target.edition(edition.get());
    }
    for (Map.Entry<String, String> option : options.entrySet()) {
      target = target.with(option.getKey(), option.getValue());
    }
    return target;
  }

  /** Where an intent runs: where it says itself, or else here. */
  Target of(Gpus gpus, Intent intent) {
    return intent
        .target()
        .map(own -> own.in(gpus))
        .or(() -> target(gpus))
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "no provider is given; write spec.target, or " + fix(gpus)));
  }

  /** The target, for what cannot do without. */
  Target required(Gpus gpus) {
    return target(gpus)
        .orElseThrow(() -> new InvalidValueException("no provider is given; " + fix(gpus)));
  }

  private static String fix(Gpus gpus) {
    return "set gpuspec.provider to "
        + gpus.targets().stream().map(Target::id).collect(Collectors.joining(" or "));
  }
}
