package io.gpuspec.tke.internal;

import static io.gpuspec.tke.internal.rules.Documents.OPTIONS;

import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.tke.Tke;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The rules for annotations of a super node pod that exclude each other, have no effect alone, or
 * are only for some kinds of workload: {@code excludes}, {@code needs} and {@code kinds} of {@code
 * options.json}, and rules beyond these.
 *
 * <p>Source: TKE, annotations (product doc 457/44173), 2023-06-30; for kinds TKE, image cache
 * (product doc 457/44484), 2022-11-11, TKE, running DaemonSets on super nodes (product doc
 * 457/98730), 2025-07-01, and the TKE guide. That a system disk cannot be both reused by key and
 * not reused is inferred.
 */
final class AnnotationRules {
  private static final int DEFAULT_IMAGE_GC_HIGH = 80;
  private static final String DAEMON_SET = "DaemonSet";
  private static final String NO_DAEMON_SETS =
      "a 'DaemonSet' has no pods of its own on super nodes; add ds-injection with true, which runs"
          + " it beside the pods there, or use a Deployment, or tke/qgpu, whose nodes run"
          + " DaemonSets";

  private final Function<Option<?>, String> names;
  private final Map<Option<?>, String> values = new LinkedHashMap<>();

  /**
   * @param names what to call an option in messages
   */
  AnnotationRules(Function<Option<?>, String> names) {
    this.names = names;
  }

  /** Adds an option with its value as written. */
  void put(Option<?> option, String value) {
    values.put(option, value);
  }

  /** Returns every rule that is broken. */
  List<String> broken() {
    List<String> broken = new ArrayList<>();
    for (Option<?> option : values.keySet()) {
      if (has(option)) {
        other(option, "excludes", true).ifPresent(broken::add);
      }
      other(option, "needs", false).ifPresent(broken::add);
    }
    portsAreForTheSourceHash().ifPresent(broken::add);
    cleanupEndsBelowItsStart().ifPresent(broken::add);
    return broken;
  }

  private Optional<String> value(Option<?> option) {
    return Optional.ofNullable(values.get(option));
  }

  private boolean has(Option<?> option) {
    return value(option).filter(value -> !value.equals("false")).isPresent();
  }

  private String problem(Option<?> option, String problem) {
    return "%s: '%s' %s".formatted(names.apply(option), values.get(option), problem);
  }

  /** Returns the problem with another option that is present, or is missing. */
  private Optional<String> other(Option<?> option, String rule, boolean isThere) {
    List<String> said = OPTIONS.details(option, rule);
    return Tke.options().stream()
        .filter(other -> said.contains(other.name()) && has(other) == isThere)
        .map(other -> problem(option, said.get(1).formatted(names.apply(other))))
        .findFirst();
  }

  private Optional<String> portsAreForTheSourceHash() {
    boolean hashes = value(Tke.IPVS_SCHEDULER).filter("sh"::equals).isPresent();
    return has(Tke.IPVS_SH_PORT) && !hashes
        ? Optional.of(
            problem(
                Tke.IPVS_SH_PORT,
                "has an effect only where connections are spread by source; set %s to sh"
                    .formatted(names.apply(Tke.IPVS_SCHEDULER))))
        : Optional.empty();
  }

  private Optional<String> cleanupEndsBelowItsStart() {
    int high =
        value(Tke.IMAGE_GC_HIGH_THRESHOLD).map(Integer::valueOf).orElse(DEFAULT_IMAGE_GC_HIGH);
    return value(Tke.IMAGE_GC_LOW_THRESHOLD)
        .filter(low -> Integer.parseInt(low) >= high)
        .map(
            low ->
                problem(
                    Tke.IMAGE_GC_LOW_THRESHOLD,
                    "must be below the %s percent at which images are cleaned up; lower it, or raise %s"
                        .formatted(high, names.apply(Tke.IMAGE_GC_HIGH_THRESHOLD))));
  }

  /** Returns why a pod of a workload of its kind never gets to a super node. */
  static Optional<Rejection> refusal(PodView pod, Options options) {
    boolean isInjected =
        options.get(Tke.DS_INJECTION)
            || Annotations.of(Tke.DS_INJECTION)
                .flatMap(field -> pod.annotation(field.key()))
                .filter("true"::equals)
                .isPresent();
    return pod.workloadKind().filter(DAEMON_SET::equals).isPresent() && !isInjected
        ? Optional.of(Rejection.of(DAEMON_SET, "kind", NO_DAEMON_SETS))
        : Optional.empty();
  }

  /** Throws an exception for the first option that is not for this kind. */
  static void checkKind(String kind, Options options) {
    for (Option<?> option : Tke.options()) {
      List<String> kinds = OPTIONS.details(option, "kinds");
      if (!kinds.isEmpty() && !kinds.contains(kind) && options.get(option).equals(true)) {
        throw new InvalidValueException(
            "option.unsupported",
            "%s: 'true' %s"
                .formatted(
                    option.name(), OPTIONS.details(option, "otherKinds").get(0).formatted(kind)));
      }
    }
    if (kind.equals(DAEMON_SET) && !options.get(Tke.DS_INJECTION)) {
      throw new InvalidValueException("workload.unsupported", "kind: " + NO_DAEMON_SETS);
    }
    if (kind.equals(DAEMON_SET) && options.get(Tke.IMAGE_CACHE).equals(Optional.of("auto"))) {
      throw new InvalidValueException(
          "option.conflict",
          "image-cache: 'auto' does not match the images of a DaemonSet; name a cache by its id,"
              + " such as imc-abc123xyz");
    }
  }
}
