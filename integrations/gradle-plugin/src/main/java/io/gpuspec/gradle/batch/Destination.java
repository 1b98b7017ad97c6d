package io.gpuspec.gradle.batch;

import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The default target of pods, and what is different there.
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

  /** Returns every target, with the overlays as far as they can be read. */
  Gpus gpus(Problems problems) {
    Gpus gpus = Gpus.load();
    for (Source overlay : overlays) {
      Gpus before = gpus;
      gpus =
          problems
              .of(() -> before.overlay(Overlay.parse(overlay.name(), overlay.text())))
              .orElse(before);
    }
    return gpus;
  }

  /** The target, or nothing where the build names none. */
  Optional<Target> target(Gpus gpus) {
    return target(gpus, gpus::in);
  }

  /**
   * The same, where something else configures targets too.
   *
   * @param in finds a target by its id, before the edition and options of the build
   */
  Optional<Target> target(Gpus gpus, Function<String, Target> in) {
    if (provider.isEmpty() && (edition.isPresent() || !options.isEmpty())) {
      throw new InvalidValueException(
          "provider.missing",
          "gpuspec: an edition or options are given without a provider, to whom they belong; "
              + fix(gpus));
    }
    return provider.map(id -> chosen(in.apply(id)));
  }

  private Target chosen(Target before) {
    List<GpuSpecException> problems = new ArrayList<>();
    Target target =
        edition.map(name -> step(before, t -> t.edition(name), problems)).orElse(before);
    for (Map.Entry<String, String> option : options.entrySet()) {
      target = step(target, t -> t.with(option.getKey(), option.getValue()), problems);
    }
    if (!problems.isEmpty()) {
      throw new InvalidWorkloadException(problems);
    }
    return target;
  }

  private static Target step(
      Target before, UnaryOperator<Target> step, List<GpuSpecException> problems) {
    try {
      return step.apply(before);
    } catch (GpuSpecException e) {
      problems.add(e);
      return before;
    }
  }

  /** Returns where an intent runs: where it says itself, or else here. */
  Target of(Gpus gpus, Intent intent) {
    return intent
        .target(gpus)
        .or(() -> target(gpus))
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "provider.missing",
                    "no provider is given; write spec.target, or " + fix(gpus)));
  }

  /** The target, for what cannot do without. */
  Target required(Gpus gpus) {
    return target(gpus)
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "provider.missing", "no provider is given; " + fix(gpus)));
  }

  private static String fix(Gpus gpus) {
    return "set gpuspec.provider to "
        + gpus.targets().stream().map(Target::id).collect(Collectors.joining(" or "));
  }
}
