package io.gpuspec.spi;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.internal.Arguments;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The chosen edition of a target's catalog, and a value for each option.
 *
 * <pre>{@code
 * Option<Boolean> pinned = Option.flag("pinned", "select the machine, not its GPU", citation);
 * Options chosen = Options.of("2026-03").with(pinned, true);    // 2026-03 {pinned=true}
 * chosen.get(pinned);                                           // true
 * }</pre>
 */
public final class Options {
  private final String edition;
  private final ImmutableMap<Option<?>, Object> chosen;
  private final ImmutableMap<Option<?>, Object> defaults;

  private Options(
      String edition,
      ImmutableMap<Option<?>, Object> chosen,
      ImmutableMap<Option<?>, Object> defaults) {
    this.edition = Arguments.required("edition", edition, "the name of an edition");
    this.chosen = chosen;
    this.defaults = defaults;
  }

  /** Returns this edition, with every option at its default. */
  public static Options of(String edition) {
    return new Options(edition, ImmutableMap.of(), ImmutableMap.of());
  }

  /** The edition of the catalog. */
  public String edition() {
    return edition;
  }

  /** The value of an option, its default where none was chosen. */
  @SuppressWarnings("unchecked") // with(...) is the only way in, and takes an Option<T> with its T
  public <T> T get(Option<T> option) {
    Object value = chosen.getOrDefault(option, defaults.get(option));
    return value == null ? required(option).defaultValue() : (T) value;
  }

  /** Returns whether a value was chosen, be it the default. */
  public boolean isChosen(Option<?> option) {
    return chosen.containsKey(required(option));
  }

  /** The same choices in another edition. */
  public Options edition(String edition) {
    return new Options(edition, chosen, defaults);
  }

  /**
   * The same choices with one more.
   *
   * @throws io.gpuspec.value.InvalidValueException if the option does not take the value
   */
  public <T> Options with(Option<T> option, T value) {
    return new Options(edition, and(chosen, option, value), defaults);
  }

  /**
   * The same choices, where an option has this value as long as none is chosen for it.
   *
   * @throws io.gpuspec.value.InvalidValueException if the option does not take the value
   */
  public <T> Options withDefault(Option<T> option, T value) {
    return new Options(edition, chosen, and(defaults, option, value));
  }

  private static <T> ImmutableMap<Option<?>, Object> and(
      ImmutableMap<Option<?>, Object> values, Option<T> option, T value) {
    return ImmutableMap.<Option<?>, Object>builder()
        .putAll(values)
        .put(required(option), option.checked(value))
        .buildKeepingLast();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Options that
        && edition.equals(that.edition)
        && chosen.equals(that.chosen)
        && defaults.equals(that.defaults);
  }

  @Override
  public int hashCode() {
    return Objects.hash(edition, chosen, defaults);
  }

  private static <T> Option<T> required(Option<T> option) {
    return Arguments.required("option", option, "an Option");
  }

  /** The edition, and what was chosen or has another default: {@code 2026-01 {spot=true}}. */
  @Override
  public String toString() {
    return Stream.concat(
            chosen.entrySet().stream(),
            defaults.entrySet().stream().filter(each -> !chosen.containsKey(each.getKey())))
        .map(each -> each.getKey().name() + "=" + text(each.getValue()))
        .collect(Collectors.joining(", ", edition + " {", "}"));
  }

  private static Object text(Object value) {
    return value instanceof Optional<?> stated ? stated.<Object>map(it -> it).orElse("") : value;
  }
}
