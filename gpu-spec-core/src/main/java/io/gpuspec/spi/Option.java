package io.gpuspec.spi;

import io.gpuspec.Citation;
import io.gpuspec.CpuAmount;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import io.gpuspec.internal.Arguments;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Something that can be chosen about a target, with its name, default, meaning and source. Java
 * code, intent files and the command line share it.
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
  private static final String CPU = "a quantity, such as 250m";
  private static final String MEMORY = "a quantity, such as 512Mi";

  private final String name;
  private final T defaultValue;
  private final Function<String, T> parser;
  private final UnaryOperator<T> check;
  private final String allowed;
  private final String text;
  private final Citation citation;

  private Option(
      String name,
      T defaultValue,
      Function<String, T> parser,
      UnaryOperator<T> check,
      String allowed,
      String text,
      Citation citation) {
    this.name = Arguments.required("name", name, "the option's name");
    this.defaultValue = defaultValue;
    this.parser = Arguments.required("parser", parser, "a function that reads a value");
    this.check = check;
    this.allowed = Arguments.required("allowed", allowed, "what may be written");
    this.text = Arguments.required("text", text, "a sentence");
    this.citation = Arguments.required("citation", citation, "a Citation");
  }

  /** A choice between yes and no; no by default. */
  public static Option<Boolean> flag(String name, String text, Citation citation) {
    return new Option<>(
        name, false, Option::parseFlag, UnaryOperator.identity(), "true or false", text, citation);
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
    String allowed = Arrays.stream(all).map(Option::spell).collect(Collectors.joining(", "));
    return new Option<>(
        name,
        defaultValue,
        value ->
            Arrays.stream(all)
                .filter(constant -> spell(constant).equals(value))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("write one of " + allowed)),
        UnaryOperator.identity(),
        allowed,
        text,
        citation);
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
        text,
        citation);
  }

  /** An amount of CPU, 0 or more. */
  public static Option<CpuAmount> cpu(
      String name, CpuAmount defaultValue, String text, Citation citation) {
    return value(name, defaultValue, CPU, Option::parseCpu, text, citation);
  }

  /** An amount of CPU, 0 or more, that need not be given. */
  public static Option<Optional<CpuAmount>> optionalCpu(
      String name, String text, Citation citation) {
    return optional(name, CPU, Option::parseCpu, text, citation);
  }

  private static CpuAmount parseCpu(String value) {
    CpuAmount cpu = CpuAmount.parse(value);
    if (cpu.isNegative()) {
      throw new IllegalArgumentException("write 0 or more, such as 250m");
    }
    return cpu;
  }

  /** An amount of memory, 0 or more. */
  public static Option<MemorySize> memory(
      String name, MemorySize defaultValue, String text, Citation citation) {
    return value(name, defaultValue, MEMORY, Option::parseMemory, text, citation);
  }

  /** An amount of memory, 0 or more, that need not be given. */
  public static Option<Optional<MemorySize>> optionalMemory(
      String name, String text, Citation citation) {
    return optional(name, MEMORY, Option::parseMemory, text, citation);
  }

  /** An amount of memory from the least one on, that need not be given. */
  public static Option<Optional<MemorySize>> optionalMemoryFrom(
      String name, MemorySize least, String text, Citation citation) {
    Arguments.required("least", least, "a size, such as 1Gi");
    String allowed = "a quantity from %s on, such as 15109Mi".formatted(least);
    return optional(name, allowed, value -> parseMemory(value, least), text, citation);
  }

  private static MemorySize parseMemory(String value, MemorySize least) {
    MemorySize memory = parseMemory(value);
    if (!memory.isAtLeast(least)) {
      throw new IllegalArgumentException("write %s or more, such as 15109Mi".formatted(least));
    }
    return memory;
  }

  private static MemorySize parseMemory(String value) {
    MemorySize memory = MemorySize.parse(value);
    if (memory.isNegative()) {
      throw new IllegalArgumentException("write 0 or more, such as 512Mi");
    }
    return memory;
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

  /** What may be written, for help and messages. */
  public String allowed() {
    return allowed;
  }

  /** What it means, in a sentence. */
  public String text() {
    return text;
  }

  /** Where it comes from. */
  public Citation citation() {
    return citation;
  }

  /**
   * Reads a value from text.
   *
   * @throws InvalidValueException if it is none of this option's
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
          "option %s: '%s' is not allowed; %s".formatted(name, value, e.getMessage()));
    }
  }

  /** Such as {@code spot (true or false): run on spot capacity}. */
  @Override
  public String toString() {
    return name + " (" + allowed + "): " + text;
  }
}
