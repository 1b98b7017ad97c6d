package io.gpuspec.cli;

import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.OverlayException;
import io.gpuspec.Target;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options {@code --provider}, {@code --edition}, {@code --set} and {@code --overlay}: the
 * target, and what is different there.
 */
final class TargetOptions {
  @Option(names = "--provider", paramLabel = "P", description = "Target, for example tke.")
  private @Nullable String provider;

  @Option(
      names = "--edition",
      paramLabel = "E",
      description =
          "Edition of the provider's catalog, for example 2023-06; the newest by default.")
  private @Nullable String edition;

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description = "Option of the provider, for example node-selection=none; repeatable.")
  private List<Assignment> options = new ArrayList<>();

  @Option(
      names = "--overlay",
      paramLabel = "FILE",
      description =
          "Your own rows, prices and availability for a catalog, as YAML or JSON; "
              + "repeatable, later ones win.")
  private List<Path> overlays = new ArrayList<>();

  private final String what;

  /**
   * The options of a command.
   *
   * @param what its description of {@code --provider}
   */
  TargetOptions(String what) {
    this.what = what;
  }

  /** Returns the description of {@code --provider}, which differs from command to command. */
  String what() {
    return what;
  }

  /**
   * Returns every target, with the overlays; an overlay for a target that is not requested is
   * reported.
   */
  Gpus gpus(Console console) {
    return overlaid(overlays, this::isAsked, console);
  }

  /** The same where any target of a cloud can answer for it. */
  Gpus gpusOfClouds(Console console) {
    return overlaid(
        overlays,
        (gpus, target) -> isAsked(gpus, provider == null ? gpus.in(target).cloud() : target),
        console);
  }

  /**
   * Returns every target, with the overlays; an overlay for a target that is not requested is
   * reported.
   */
  static Gpus overlaid(List<Path> overlays, BiPredicate<Gpus, String> asked, Console console) {
    Gpus gpus = Gpus.load();
    for (Path file : overlays) {
      Overlay overlay = read(file);
      gpus = gpus.overlay(overlay);
      if (!asked.test(gpus, overlay.target())) {
        console.message(
            "%s is for '%s', which is not asked for; it changes nothing here"
                .formatted(file, overlay.target()));
      }
    }
    return gpus;
  }

  /** A table of node pools says which nodes you have, as an overlay does. */
  private static Overlay read(Path file) {
    try {
      return Overlay.read(file);
    } catch (OverlayException e) {
      return pools(file).map(GpuPools::overlay).orElseThrow(() -> e);
    }
  }

  private static Optional<GpuPools> pools(Path file) {
    try {
      IntentFile intents = IntentFile.read(file);
      return intents.problems().isEmpty()
          ? intents.platform().stream().flatMap(each -> each.pools().stream()).findFirst()
          : Optional.empty();
    } catch (GpuSpecException e) {
      return Optional.empty();
    }
  }

  /**
   * Takes the provider's target of a kind, such as {@code tke/qgpu}, unless it is named already.
   *
   * @param what what cannot do without
   */
  void kind(@Nullable String kind, String what) {
    if (provider == null || provider.endsWith("/" + kind)) {
      return;
    }
    if (kind != null) {
      provider = provider + "/" + kind;
    } else if (!provider.contains("/")) {
      throw new InvalidValueException(
          "usage.missing",
          "%s: --provider '%s' does not say how cards are shared; add --tech qgpu or --tech cgpu, or write the target, such as tke/qgpu"
              .formatted(what, provider));
    }
  }

  /** Returns whether an option of this name is among {@code --set}. */
  boolean isSet(String option) {
    return options.stream().anyMatch(each -> each.key().equals(option));
  }

  /** Returns whether any of these options is given. */
  boolean isGiven() {
    return provider != null || edition != null || !options.isEmpty() || !overlays.isEmpty();
  }

  private boolean isAsked(Gpus gpus, String target) {
    return provider == null
        ? gpus.clouds().stream().anyMatch(cloud -> cloud.id().equals(target))
        : provider.equals(target);
  }

  /** Returns the named target, or empty if every cloud is meant. */
  Optional<Target> target(Gpus gpus) {
    return target(gpus, Optional.empty(), gpus::in);
  }

  /**
   * Returns the named target, or empty if every cloud is meant.
   *
   * @param otherwise the provider that counts if none is given here
   * @param known returns a target with what is set elsewhere, where the options given here win
   */
  Optional<Target> target(Gpus gpus, Optional<String> otherwise, Function<String, Target> known) {
    Optional<String> name = Optional.ofNullable(provider).or(() -> otherwise);
    if (name.isEmpty()) {
      requireNothingOfOneProvider(gpus);
    }
    return name.map(known).map(this::chosen);
  }

  /**
   * Returns where an intent runs: on the target that it names, unless {@code --provider} names
   * another one.
   */
  Target of(Gpus gpus, Intent intent) {
    boolean isOwn = provider == null || intent.provider().filter(provider::equals).isPresent();
    Optional<Target> own = isOwn ? intent.target(gpus) : Optional.empty();
    if (provider == null) {
      requireNothingOfOneProvider(gpus);
    }
    return own.map(this::chosen)
        .or(() -> target(gpus))
        .orElseThrow(() -> new InvalidValueException("provider.missing", noProvider(gpus)));
  }

  private Target chosen(Target before) {
    Problems problems = new Problems();
    Target target =
        edition == null ? before : problems.step(before, there -> there.edition(edition));
    for (Assignment option : options) {
      target = problems.step(target, there -> there.with(option.key(), option.value()));
    }
    problems.orThrow();
    return target;
  }

  /** The named target; {@code what} is what cannot do without. */
  Target required(Gpus gpus, String what) {
    return target(gpus)
        .orElseThrow(
            () -> new InvalidValueException("provider.missing", what + ": " + noProvider(gpus)));
  }

  /**
   * Returns the same provider's target whose cards are shared with a technology, with those of the
   * options given that it has, too.
   */
  Target sharing(Gpus gpus, Target target, String tech) {
    String id = target.cloud() + "/" + tech;
    if (gpus.targets().stream().noneMatch(each -> each.id().equals(id))) {
      throw new InvalidValueException(
          "usage.conflict",
          "--with-share: '%s' is no way in which cards of %s are shared; it is cgpu on ack, and qgpu on tke"
              .formatted(tech, target.cloud()));
    }
    Target sharing = gpus.in(id);
    List<String> known = sharing.options().stream().map(each -> each.name()).toList();
    for (Assignment option : options) {
      if (known.contains(option.key())) {
        sharing = sharing.with(option.key(), option.value());
      }
    }
    return sharing;
  }

  private static String noProvider(Gpus gpus) {
    return "no provider is given; add --provider " + providers(gpus);
  }

  /** Editions and options belong to one provider each. */
  private void requireNothingOfOneProvider(Gpus gpus) {
    String given =
        edition != null
            ? "--edition " + edition
            : options.stream()
                .map(o -> "--set " + o.key() + "=" + o.value())
                .findFirst()
                .orElse("");
    if (!given.isEmpty()) {
      throw goesWithProvider(gpus, given);
    }
  }

  /** Returns the exception for what means something on one target only. */
  static InvalidValueException goesWithProvider(Gpus gpus, String given) {
    return new InvalidValueException(
        "usage.missing",
        "'%s' requires --provider; add --provider %s".formatted(given, providers(gpus)));
  }

  private static String providers(Gpus gpus) {
    return gpus.targets().stream().map(Target::id).collect(Collectors.joining(" or "));
  }
}
