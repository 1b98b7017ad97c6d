package io.gpuspec.spi;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * An option of a target, with its name, default, meaning and source. Java code, intent files and
 * the command line share it.
 *
 * <pre>{@code
 * Option<Boolean> pinned = Option.flag("pinned", "select the machine, not its GPU", citation);
 * pinned.defaultValue();    // false
 * pinned.parse("true");     // true
 * pinned.parse("yes");
 *     // InvalidValueException: option pinned: 'yes' is not allowed; write true or false ...
 * }</pre>
 *
 * @param <T> what its values are
 */
public final class Option<T> {
  private final String name;
  private final T defaultValue;
  private final Function<String, T> parser;
  private final UnaryOperator<T> check;
  private final String allowed;
  private final List<String> words;
  private final String text;
  private final Citation citation;

  private Option(
      String name,
      T defaultValue,
      Function<String, T> parser,
      UnaryOperator<T> check,
      String allowed,
      List<String> words,
      String text,
      Citation citation) {
    this.name = Arguments.required("name", name, "the option's name");
    this.defaultValue = defaultValue;
    this.parser = Arguments.required("parser", parser, "a function that reads a value");
    this.check = check;
    this.allowed = Arguments.required("allowed", allowed, "what may be written");
    this.words = words;
    this.text = Arguments.required("text", text, "a sentence");
    this.citation = Arguments.required("citation", citation, "a Citation");
  }

  /** A choice between yes and no; no by default. */
  public static Option<Boolean> flag(String name, String text, Citation citation) {
    return new Option<>(
        name,
        false,
        Option::parseFlag,
        UnaryOperator.identity(),
        "true or false",
        List.of("true", "false"),
        text,
        citation);
  }

  private static Boolean parseFlag(String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("write true or false");
    };
  }

  /** A choice between the constants of an enum, written in lower case with hyphens. */
  public static <E extends Enum<E>> Option<E> choice(
      String name, E defaultValue, String text, Citation citation) {
    Arguments.required("defaultValue", defaultValue, "a constant");
    E[] all = defaultValue.getDeclaringClass().getEnumConstants();
    List<String> words = Arrays.stream(all).map(Option::spell).toList();
    return new Option<>(
        name,
        defaultValue,
        value -> all[indexOf(value, words)],
        UnaryOperator.identity(),
        String.join(", ", words),
        words,
        text,
        citation);
  }

  /** Returns a choice between words. */
  static Option<String> word(
      String name, String defaultValue, List<String> words, String text, Citation citation) {
    UnaryOperator<String> check = value -> words.get(indexOf(value, words));
    return new Option<>(
        name, defaultValue, check, check, String.join(", ", words), words, text, citation);
  }

  private static int indexOf(String value, List<String> words) {
    int at = words.indexOf(value);
    if (at < 0) {
      throw new IllegalArgumentException("write one of " + String.join(", ", words));
    }
    return at;
  }

  private static String spell(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * A value with a default.
   *
   * @param allowed what may be written, for messages
   * @param parser reads it, and what a value's {@code toString} gives; throws {@link
   *     IllegalArgumentException} or {@link InvalidValueException} with what is wrong
   */
  public static <T> Option<T> value(
      String name,
      T defaultValue,
      String allowed,
      Function<String, T> parser,
      String text,
      Citation citation) {
    Arguments.required("parser", parser, "a function that reads a value");
    return new Option<>(
        name,
        Arguments.required("defaultValue", defaultValue, "a value"),
        parser,
        given -> parser.apply(given.toString()),
        allowed,
        List.of(),
        text,
        citation);
  }

  /**
   * A value that need not be given.
   *
   * @param allowed what may be written, for messages
   * @param parser reads it, and what a value's {@code toString} gives; throws {@link
   *     IllegalArgumentException} or {@link InvalidValueException} with what is wrong
   */
  public static <T> Option<Optional<T>> optional(
      String name, String allowed, Function<String, T> parser, String text, Citation citation) {
    Arguments.required("parser", parser, "a function that reads a value");
    return new Option<>(
        name,
        Optional.empty(),
        value -> Optional.of(parser.apply(value)),
        given -> given.map(value -> parser.apply(value.toString())),
        allowed,
        List.of(),
        text,
        citation);
  }

  /** The name, such as {@code image-cache}. */
  public String name() {
    return name;
  }

  /** The value that holds when nothing is chosen. */
  public T defaultValue() {
    return defaultValue;
  }

  /** Returns what may be written, for help and messages. */
  public String allowed() {
    return allowed;
  }

  /** Returns every valid word, if the option is a choice between a few; empty otherwise. */
  public List<String> words() {
    return words;
  }

  /** Returns what it means, in a sentence. */
  public String text() {
    return text;
  }

  /** Returns where it comes from. */
  public Citation citation() {
    return citation;
  }

  /**
   * Reads a value from text.
   *
   * @throws InvalidValueException if the value is not valid for this option
   */
  public T parse(String value) {
    return allowed(value, parser);
  }

  /**
   * The value, if it is one of this option's.
   *
   * @throws InvalidValueException if it is not
   */
  public T checked(T value) {
    return allowed(value, check);
  }

  private <V> T allowed(V value, Function<V, T> reading) {
    Arguments.required("option " + name, value, allowed);
    try {
      return reading.apply(value);
    } catch (InvalidValueException | IllegalArgumentException e) {
      throw new InvalidValueException(
          "option.malformed",
          "option %s: '%s' is not allowed; %s".formatted(name, value, e.getMessage()));
    }
  }

  /** Returns text such as {@code spot (true or false): run on spot capacity}. */
  @Override
  public String toString() {
    return name + " (" + allowed + "): " + text;
  }
}
