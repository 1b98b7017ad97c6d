package io.gpuspec.cli;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --provider}, {@code --edition} and {@code --set}: where pods land. */
final class TargetOptions {
  @Option(
      names = "--provider",
      paramLabel = "P",
      description = "Where pods land, such as tke; every cloud unless given.")
  private @Nullable String provider;

  @Option(
      names = "--edition",
      paramLabel = "E",
      description = "Edition of the provider's catalog, such as 2023-06; the newest unless given.")
  private @Nullable String edition;

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description = "An option of the provider, such as spot=true; may be repeated.")
  private Map<String, String> options = new LinkedHashMap<>();

  boolean isNamed() {
    return provider != null;
  }

  /** The named target, or empty when every cloud is meant. */
  Optional<Target> target(Gpus gpus) {
    return Optional.ofNullable(provider).map(id -> chosen(gpus.in(id)));
  }

  /** The named target, or every cloud's own. */
  List<Target> targets(Gpus gpus) {
    return provider == null
        ? gpus.clouds().stream().map(this::chosen).toList()
        : List.of(chosen(gpus.in(provider)));
  }

  private Target chosen(Target target) {
    Target chosen = edition == null ? target : target.edition(edition);
    for (Map.Entry<String, String> option : options.entrySet()) {
      chosen = chosen.with(option.getKey(), option.getValue());
    }
    return chosen;
  }
}
