package io.gpuspec.manifest.internal.fields;

import com.google.common.collect.Maps;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.internal.tree.Checks;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The target of an intent. Its names are looked up by {@link #in}. */
public final class IntentTarget {
  public static final Table<IntentTarget> FIELDS =
      Table.<IntentTarget>of("target", "provider")
          .field("provider", Schema.text(), "A target's id, for example tke/qgpu.")
          .as(IntentTarget::provider)
          .text("edition", "Of its catalog; the newest unless given.", IntentTarget::edition)
          .as(target -> target.edition().orElse(null))
          .entries(
              "options",
              Schema.either(
                  Schema.text(),
                  new Schema.Truth(),
                  new Schema.Whole(Long.MIN_VALUE, Long.MAX_VALUE)),
              "Options of the target, by name.",
              (target, option, value) -> target.with(option, value.text()))
          .as(target -> Maps.transformValues(target.options(), IntentTarget::plain));

  private final String provider;
  private final Optional<String> edition;
  private final Map<String, String> options;

  private IntentTarget(String provider, Optional<String> edition, Map<String, String> options) {
    this.provider = provider;
    this.edition = edition;
    this.options = options;
  }

  /** Reads the target that a part of a document says. */
  public static IntentTarget read(Part part) {
    return FIELDS.read(part, of(part.require("provider").text()));
  }

  /** A truth value or a number as itself; people would not quote it. */
  private static Object plain(String value) {
    return value.equals("true") || value.equals("false")
        ? Boolean.valueOf(value)
        : Table.numberOrText(value);
  }

  /** A target by its id, such as {@code tke/qgpu}. */
  public static IntentTarget of(String provider) {
    return new IntentTarget(Checks.notBlank("provider", provider), Optional.empty(), Map.of());
  }

  /** The same in another edition of its catalog. */
  public IntentTarget edition(String name) {
    return new IntentTarget(provider, Optional.of(Checks.notBlank("edition", name)), options);
  }

  /** Returns a copy with this option; options are ordered by name. */
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
   * @throws io.gpuspec.value.UnknownNameException if the target, edition or option does not exist
   * @throws io.gpuspec.value.InvalidValueException if an option does not take its value
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

  /** Returns what is chosen of its options, in the order of their names. */
  public Map<String, String> options() {
    return options;
  }

  /** Returns text such as {@code tke 2026-01 spot=true}. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder(provider);
    edition.ifPresent(name -> out.append(' ').append(name));
    options.forEach((option, value) -> out.append(' ').append(option).append('=').append(value));
    return out.toString();
  }
}
