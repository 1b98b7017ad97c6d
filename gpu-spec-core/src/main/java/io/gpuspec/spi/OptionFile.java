package io.gpuspec.spi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.Json;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The options of a provider as a data file of its jar, with the documents that they and the
 * provider's rules come from.
 *
 * <pre>{@code
 * InputStream in = Files.newInputStream(Path.of("options.json"));
 * OptionFile file = OptionFile.read("rack/options.json", in);
 * Option<Boolean> pinned = file.flag("pinned");
 *     // pinned (true or false): select the machine, not its GPU
 * Option<Optional<Integer>> shelf = file.optional("shelf", Integer::valueOf);
 * shelf.parse("9");
 *     // InvalidValueException: option shelf: '9' is not allowed; write a shelf, 1 to 4
 * file.citation("handbook");    // Handbook of the server room, 2026-03 (documented)
 * }</pre>
 *
 * <p>The file has {@code citations} by id, {@code forms} that several options have in common, and
 * {@code options}. Each option has a {@code name}, a {@code text}, the id of its {@code source},
 * and the {@code targets} that have it if not all do. What may be written says {@code allowed};
 * {@code words}, a {@code pattern}, a {@code list} of a pattern with commas between, {@code from}
 * and {@code to} or {@code least} restrict the values, and {@code fix} is for messages, "write" and
 * {@code allowed} by default. Other fields are the provider's own: {@link #details}.
 */
public final class OptionFile {
  private static final Pattern WHOLE = Pattern.compile("0|[1-9][0-9]{0,8}");

  private final String source;
  private final JsonNode root;
  private final Map<String, ObjectNode> rows = new LinkedHashMap<>();
  private final Map<String, Option<?>> made = new ConcurrentHashMap<>();

  private OptionFile(String source, JsonNode root) {
    this.source = source;
    this.root = root;
    for (JsonNode row : root.path("options")) {
      ObjectNode whole = row.deepCopy();
      JsonNode form = root.path("forms").path(row.path("form").asText());
      form.properties().forEach(each -> whole.putIfAbsent(each.getKey(), each.getValue()));
      rows.put(text(row, "name"), whole);
    }
  }

  /**
   * Reads a file.
   *
   * @param source what to call the file in errors
   * @param in the stream, which is not closed; the provider's own {@code
   *     Class.getResourceAsStream}, because no other module can open its files
   * @throws GpuSpecException if it has no JSON
   */
  public static OptionFile read(String source, @Nullable InputStream in) {
    Arguments.required("source", source, "what to call the file");
    return new OptionFile(
        source, Json.read(Arguments.required(source, in, "a file; is the jar complete?"), source));
  }

  /**
   * Returns the document of this id.
   *
   * @throws GpuSpecException if the file has none
   */
  public Citation citation(String id) {
    JsonNode node = root.path("citations").path(Arguments.required("id", id, "a citation's id"));
    String status = text(node, "status");
    text(node, "title");
    text(node, "date");
    if (Stream.of(Citation.Status.values()).noneMatch(each -> each.toString().equals(status))) {
      throw missing("status of citation " + id);
    }
    return Citations.read(node);
  }

  /** Returns a choice between yes and no; no by default. */
  public Option<Boolean> flag(String name) {
    ObjectNode row = row(name);
    return made(Option.flag(name, text(row, "text"), citation(row)));
  }

  /** Returns a choice between the constants of an enum, written in lower case with hyphens. */
  public <E extends Enum<E>> Option<E> choice(String name, E defaultValue) {
    ObjectNode row = row(name);
    return made(Option.choice(name, defaultValue, text(row, "text"), citation(row)));
  }

  /** Returns a choice between {@code words}, including the default. */
  public Option<String> word(String name) {
    ObjectNode row = row(name);
    return made(
        Option.word(
            name, text(row, "default"), list(row.path("words")), text(row, "text"), citation(row)));
  }

  /** Returns a text that need not be given. */
  public Option<Optional<String>> text(String name) {
    return text(name, value -> true);
  }

  /** Returns an optional string, restricted by a rule that the file cannot express. */
  public Option<Optional<String>> text(String name, Predicate<String> rule) {
    ObjectNode row = row(name);
    Arguments.required("rule", rule, "a Predicate");
    return optional(
        name,
        value -> {
          if (!rule.test(value)) {
            throw new IllegalArgumentException(fix(row));
          }
          return value;
        });
  }

  /**
   * Returns a value that has a default.
   *
   * @param parser reads a text that the file allows, and what a value's {@code toString} gives;
   *     throws {@link IllegalArgumentException} with what is wrong beyond that
   */
  public <T> Option<T> value(String name, Function<String, T> parser) {
    ObjectNode row = row(name);
    Arguments.required("parser", parser, "a function that reads a value");
    return made(
        Option.value(
            name,
            parser.apply(text(row, "default")),
            text(row, "allowed"),
            value -> parser.apply(checked(row, value)),
            text(row, "text"),
            citation(row)));
  }

  /** Returns a value that need not be given, read as in {@link #value}. */
  public <T> Option<Optional<T>> optional(String name, Function<String, T> parser) {
    ObjectNode row = row(name);
    Arguments.required("parser", parser, "a function that reads a value");
    return made(
        Option.optional(
            name,
            text(row, "allowed"),
            value -> parser.apply(checked(row, value)),
            text(row, "text"),
            citation(row)));
  }

  /** Returns an amount of CPU, 0 or more. */
  public Option<CpuAmount> cpu(String name) {
    return value(name, OptionFile::cpuAmount);
  }

  /** Returns an amount of CPU, 0 or more, that need not be given. */
  public Option<Optional<CpuAmount>> optionalCpu(String name) {
    return optional(name, OptionFile::cpuAmount);
  }

  private static CpuAmount cpuAmount(String value) {
    CpuAmount cpu = CpuAmount.parse(value);
    if (cpu.isNegative()) {
      throw new IllegalArgumentException("write 0 or more, such as 250m");
    }
    return cpu;
  }

  /** Returns an amount of memory, {@code least}, which is 0 by default, or more. */
  public Option<MemorySize> memory(String name) {
    return value(name, memoryOf(row(name)));
  }

  /** Returns an amount of memory, {@code least} or more, that need not be given. */
  public Option<Optional<MemorySize>> optionalMemory(String name) {
    return optional(name, memoryOf(row(name)));
  }

  private static Function<String, MemorySize> memoryOf(ObjectNode row) {
    MemorySize least = MemorySize.parse(row.path("least").asText("0"));
    return value -> {
      MemorySize memory = MemorySize.parse(value);
      if (memory.isNegative()) {
        throw new IllegalArgumentException("write 0 or more, such as 512Mi");
      }
      if (!memory.isAtLeast(least)) {
        throw new IllegalArgumentException(fix(row));
      }
      return memory;
    };
  }

  /**
   * Returns the options of a target, in the order of the file; each was made before.
   *
   * @throws GpuSpecException if one of them was not
   */
  public List<Option<?>> options(String target) {
    Arguments.required("target", target, "a target's id");
    List<Option<?>> all = new ArrayList<>();
    rows.forEach(
        (name, row) -> {
          List<String> targets = list(row.path("targets"));
          if (targets.isEmpty() || targets.contains(target)) {
            all.add(Optional.ofNullable(made.get(name)).orElseThrow(() -> missing(name)));
          }
        });
    return List.copyOf(all);
  }

  /**
   * Returns what a field of the provider's own says of an option: one text, or several; none where
   * the option has no such field.
   */
  public List<String> details(Option<?> option, String field) {
    Arguments.required("field", field, "the name of a field");
    return list(row(Arguments.required("option", option, "an Option").name()).path(field));
  }

  private <T> Option<T> made(Option<T> option) {
    made.put(option.name(), option);
    return option;
  }

  private ObjectNode row(String name) {
    ObjectNode row = rows.get(Arguments.required("name", name, "an option's name"));
    if (row == null) {
      throw missing("option " + name);
    }
    return row;
  }

  private Citation citation(JsonNode row) {
    return citation(text(row, "source"));
  }

  private static String checked(JsonNode row, String value) {
    if (!isAllowed(row, value)) {
      throw new IllegalArgumentException(fix(row));
    }
    return value;
  }

  private static String fix(JsonNode row) {
    return row.path("fix").asText("write " + row.path("allowed").asText());
  }

  private static boolean isAllowed(JsonNode row, String value) {
    List<String> words = list(row.path("words"));
    if (words.contains(value)) {
      return true;
    }
    if (row.has("list")) {
      List<String> entries = List.of(value.split(",", -1));
      return entries.stream().distinct().count() == entries.size()
          && entries.stream().allMatch(each -> each.matches(row.path("list").asText()));
    }
    if (row.has("from")) {
      return WHOLE.matcher(value).matches()
          && Integer.parseInt(value) >= row.path("from").asInt()
          && Integer.parseInt(value) <= row.path("to").asInt();
    }
    return row.has("pattern") ? value.matches(row.path("pattern").asText()) : words.isEmpty();
  }

  private static List<String> list(JsonNode node) {
    Stream<JsonNode> all =
        node.isArray() ? StreamSupport.stream(node.spliterator(), false) : Stream.of(node);
    return all.filter(JsonNode::isTextual).map(JsonNode::asText).toList();
  }

  private String text(JsonNode node, String field) {
    return Optional.ofNullable(node.path(field).textValue()).orElseThrow(() -> missing(field));
  }

  private GpuSpecException missing(String what) {
    return new GpuSpecException("file.unreadable", source + ": has no " + what);
  }

  @Override
  public String toString() {
    return source;
  }
}
