package io.gpuspec.manifest;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where an intent is to run.
 *
 * <pre>{@code
 * IntentTarget.of("tke").edition("2026-01").with("spot", "true").in(gpus);    // tke 2026-01
 * }</pre>
 *
 * <p>It is immutable. The names are looked up by {@link #in}.
 */
public final class IntentTarget {
  private final String provider;
  private final Optional<String> edition;
  private final Map<String, String> options;

  private IntentTarget(String provider, Optional<String> edition, Map<String, String> options) {
    this.provider = provider;
    this.edition = edition;
    this.options = options;
  }

  /** A target by its id, such as {@code tke/qgpu}. */
  public static IntentTarget of(String provider) {
    return new IntentTarget(Checks.notBlank("provider", provider), Optional.empty(), Map.of());
  }

  /** The same in another edition of its catalog. */
  public IntentTarget edition(String name) {
    return new IntentTarget(provider, Optional.of(Checks.notBlank("edition", name)), options);
  }

  /** The same with an option chosen; options stand in the order of their names. */
  public IntentTarget with(String option, String value) {
    Checks.notBlank("option", option);
    Checks.given("option " + option, value);
    Map<String, String> more = new TreeMap<>(options);
    more.put(option, value);
    return new IntentTarget(provider, edition, Collections.unmodifiableMap(more));
  }

  /**
   * The target itself.
   *
   * @throws io.gpuspec.UnknownNameException if there is no such target, edition or option
   * @throws io.gpuspec.InvalidValueException if an option does not take its value
   * @throws InvalidWorkloadException if several of these are wrong
   */
  public Target in(Gpus gpus) {
    Target bare = Checks.given("gpus", gpus).in(provider);
    Problems problems = new Problems();
    Target target = edition.flatMap(name -> problems.of(() -> bare.edition(name))).orElse(bare);
    for (Map.Entry<String, String> option : options.entrySet()) {
      Target before = target;
      target = problems.of(() -> before.with(option.getKey(), option.getValue())).orElse(before);
    }
    problems.orThrow();
    return target;
  }

  /** The target's id. */
  public String provider() {
    return provider;
  }

  /** The edition of its catalog, where one is chosen. */
  public Optional<String> edition() {
    return edition;
  }

  /** What is chosen of its options, in the order of their names. */
  public Map<String, String> options() {
    return options;
  }

  /** Such as {@code tke 2026-01 spot=true}. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder(provider);
    edition.ifPresent(name -> out.append(' ').append(name));
    options.forEach((option, value) -> out.append(' ').append(option).append('=').append(value));
    return out.toString();
  }
}
