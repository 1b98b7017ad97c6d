package io.gpuspec.tke.internal;

import io.gpuspec.spi.Option;
import io.gpuspec.tke.Tke;
import io.gpuspec.tke.TkeDisk;
import io.gpuspec.tke.TkeImages;
import io.gpuspec.tke.TkeLifetime;
import io.gpuspec.tke.TkeNetwork;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Which annotations of a super node pod do not go together, or have no effect alone.
 *
 * <p>Source: TKE, annotations (product doc 457/44173), 2023-06-30. That a system disk cannot be
 * both reused by key and not reused is inferred.
 */
final class AnnotationRules {
  private static final int DEFAULT_IMAGE_GC_HIGH = 80;

  /** What was given, by option, and what to call an option. */
  private record Given(Map<Option<?>, String> values, Function<Option<?>, String> names) {
    Optional<String> value(Option<?> option) {
      return Optional.ofNullable(values.get(option));
    }

    boolean has(Option<?> option) {
      return value(option).filter(value -> !value.equals("false")).isPresent();
    }

    String problem(Option<?> option, String problem) {
      return "%s: '%s' %s".formatted(names.apply(option), values.get(option), problem);
    }
  }

  /** Says what is wrong, if anything is. */
  private interface Rule extends Function<Given, Optional<String>> {}

  private static final List<Rule> RULES =
      List.of(
          excludes(
              TkeNetwork.EIP_ID_LIST,
              TkeNetwork.EIP_ATTRIBUTES,
              "has addresses that are there already, and %s makes a new one; leave one of the two out"),
          excludes(
              TkeImages.NOT_REUSE_CBS,
              TkeImages.CBS_REUSE_KEY,
              "takes a new disk always, and %s one that was used; leave one of the two out"),
          needs(
              TkeNetwork.EIP_CLAIM_DELETE_POLICY,
              TkeNetwork.EIP_ATTRIBUTES,
              "is about the address that %s makes; add that, empty for the defaults"),
          needs(
              TkeNetwork.RETAIN_IP_HOURS,
              TkeNetwork.RETAIN_IP,
              "is for an address that is kept; add %s with true"),
          needs(
              TkeImages.IMAGE_CACHE_DISK_TYPE,
              Tke.IMAGE_CACHE,
              "is about the disk made from an image cache; add %s, such as auto"),
          needs(
              TkeImages.IMAGE_CACHE_DISK_RETAIN_MINUTE,
              Tke.IMAGE_CACHE,
              "is about the disk made from an image cache; add %s, such as auto"),
          needs(
              Tke.IMAGE_CACHE_DISK,
              Tke.IMAGE_CACHE,
              "is about the disk made from an image cache; add %s, such as auto"),
          needs(
              TkeLifetime.RESERVE_SUCCEEDED_SANDBOX,
              TkeLifetime.RESERVE_SANDBOX_DURATION,
              "is about pods that are kept; add %s, such as 1m"),
          needs(
              TkeLifetime.RESERVE_TASK_SHORTER_THAN,
              TkeLifetime.RESERVE_SANDBOX_DURATION,
              "is about pods that are kept; add %s, such as 1m"),
          needs(
              TkeLifetime.DS_INJECT_BY_LABEL,
              TkeLifetime.DS_INJECTION,
              "is about a DaemonSet that is injected; add %s with true"),
          AnnotationRules::portsAreForTheSourceHash,
          AnnotationRules::cleanupEndsBelowItsStart);

  private AnnotationRules() {}

  /**
   * Every rule that is broken.
   *
   * @param values what each of the options says, as it is written
   * @param names what to call an option in messages
   */
  static List<String> broken(Map<Option<?>, String> values, Function<Option<?>, String> names) {
    Given given = new Given(values, names);
    return RULES.stream().map(rule -> rule.apply(given)).flatMap(Optional::stream).toList();
  }

  private static Rule excludes(Option<?> option, Option<?> other, String problem) {
    return given ->
        given.has(option) && given.has(other)
            ? Optional.of(given.problem(option, problem.formatted(given.names().apply(other))))
            : Optional.empty();
  }

  private static Rule needs(Option<?> option, Option<?> other, String problem) {
    return given ->
        given.value(option).isPresent() && !given.has(other)
            ? Optional.of(given.problem(option, problem.formatted(given.names().apply(other))))
            : Optional.empty();
  }

  private static Optional<String> portsAreForTheSourceHash(Given given) {
    boolean hashes = given.value(TkeNetwork.IPVS_SCHEDULER).filter("sh"::equals).isPresent();
    return given.has(TkeNetwork.IPVS_SH_PORT) && !hashes
        ? Optional.of(
            given.problem(
                TkeNetwork.IPVS_SH_PORT,
                "has an effect only where connections are spread by source; set %s to sh"
                    .formatted(given.names().apply(TkeNetwork.IPVS_SCHEDULER))))
        : Optional.empty();
  }

  private static Optional<String> cleanupEndsBelowItsStart(Given given) {
    int high =
        given
            .value(TkeDisk.IMAGE_GC_HIGH_THRESHOLD)
            .map(Integer::valueOf)
            .orElse(DEFAULT_IMAGE_GC_HIGH);
    return given
        .value(TkeDisk.IMAGE_GC_LOW_THRESHOLD)
        .filter(low -> Integer.parseInt(low) >= high)
        .map(
            low ->
                given.problem(
                    TkeDisk.IMAGE_GC_LOW_THRESHOLD,
                    "must be below the %d percent at which images are cleaned up; lower it, or raise %s"
                        .formatted(high, given.names().apply(TkeDisk.IMAGE_GC_HIGH_THRESHOLD))));
  }
}
