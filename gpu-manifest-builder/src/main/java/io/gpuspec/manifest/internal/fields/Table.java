package io.gpuspec.manifest.internal.fields;

import io.gpuspec.manifest.GpuWorkload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a kind of document, or of a part of one. Each field is defined once: its name, its
 * valid values, its meaning, the step that reads it and, if it is also written, its value.
 *
 * @param <T> what a document says, such as {@link GpuWorkload}
 */
public final class Table<T> {

  /** A function that applies the value of a field; an exception is a problem of that value. */
  public interface Step<T> {
    T apply(T before, Part value);
  }

  /** A function that applies an entry of a mapping; an exception is a problem of that entry. */
  public interface Entry<T> {
    T apply(T before, String key, String value);
  }

  public static final String API_VERSION = "gpuspec.io/v1";

  private record Field<T>(
      Schema schema, String text, Step<T> step, Function<T, @Nullable Object> value) {}

  private final String name;
  private final Set<String> required;
  private final Map<String, Field<T>> fields = new LinkedHashMap<>();
  private String last = "";

  private Table(String name, Set<String> required) {
    this.name = name;
    this.required = required;
  }

  /**
   * Returns a table without fields.
   *
   * @param name its name in the JSON Schema
   * @param required the fields that have to be there
   */
  public static <T> Table<T> of(String name, String... required) {
    return new Table<>(name, Set.of(required));
  }

  /** Returns the schema of a whole document. */
  public static Schema.Fields document(String kind, Schema.Fields metadata, Schema.Fields spec) {
    return Schema.all(
        kind,
        Map.of(
            "apiVersion",
            Schema.word(API_VERSION),
            "kind",
            Schema.word(kind),
            "metadata",
            metadata,
            "spec",
            spec));
  }

  /** Returns the metadata of an object that is in no namespace. */
  public static <T> Table<T> clusterMetadata(BiFunction<T, String, T> name) {
    return Table.<T>of("clusterMetadata", "name").text("name", "Its name.", name);
  }

  /** Returns the metadata of an object that is in a namespace. */
  public static <T> Table<T> metadata(
      BiFunction<T, String, T> name, BiFunction<T, String, T> namespace) {
    return Table.<T>of("metadata", "name")
        .text("name", "Its name.", name)
        .text("namespace", "Where it is applied unless given.", namespace);
  }

  /** Adds a field with a step of its own. */
  public Table<T> field(String field, Schema schema, String text, Step<T> step) {
    fields.put(field, new Field<>(schema, text, step, any -> null));
    last = field;
    return this;
  }

  /** Adds a field that is read elsewhere. */
  public Table<T> field(String field, Schema schema, String text) {
    return field(field, schema, text, (before, value) -> before);
  }

  /** Defines how the last field is written; null, false and empty values are left out. */
  public Table<T> as(Function<T, @Nullable Object> value) {
    fields.computeIfPresent(last, (key, f) -> new Field<>(f.schema(), f.text(), f.step(), value));
    return this;
  }

  public Table<T> text(String field, String text, BiFunction<T, String, T> step) {
    return field(field, Schema.text(), text, (t, value) -> step.apply(t, value.text()));
  }

  /** Adds a quantity. */
  public Table<T> amount(String field, String text, BiFunction<T, String, T> step) {
    return field(field, new Schema.Amount(), text, (t, value) -> step.apply(t, value.text()));
  }

  /** Adds a whole number from the least on. */
  public Table<T> whole(String field, int least, String text, BiFunction<T, Integer, T> step) {
    return whole(field, least, Integer.MAX_VALUE, text, step);
  }

  /** Adds a whole number between two bounds, which are included. */
  public Table<T> whole(
      String field, int least, int most, String text, BiFunction<T, Integer, T> step) {
    return field(
        field, new Schema.Whole(least, most), text, (t, value) -> step.apply(t, value.number()));
  }

  /** Adds a truth value, which changes something if it is true. */
  public Table<T> flag(String field, String text, UnaryOperator<T> step) {
    return field(field, new Schema.Truth(), text, (t, value) -> value.truth() ? step.apply(t) : t);
  }

  /** Adds one of an enumeration's constants, by its text. */
  public <E extends Enum<E>> Table<T> word(
      String field, Class<E> words, String text, BiFunction<T, E, T> step) {
    return field(
        field,
        Schema.word((Object[]) words.getEnumConstants()),
        text,
        (t, value) -> step.apply(t, value.word(words)));
  }

  /** Adds a list of texts, one at least. */
  public Table<T> texts(String field, String text, BiFunction<T, String[], T> step) {
    return field(
        field, Schema.some(Schema.text()), text, (t, value) -> step.apply(t, value.texts()));
  }

  /** Adds a list whose items are applied one by one. */
  public Table<T> items(String field, Schema.Items list, String text, Step<T> each) {
    return field(
        field,
        list,
        text,
        (t, value) -> {
          T after = t;
          for (Part item : value.items()) {
            after = item.step(after, before -> each.apply(before, item));
          }
          return after;
        });
  }

  /** Adds a list of parts with fields of their own, which are read and then applied one by one. */
  public <I> Table<T> items(
      String field,
      int least,
      Table<I> item,
      Function<Part, I> start,
      String text,
      BiFunction<T, I, T> each) {
    return items(
        field,
        new Schema.Items(item.schema(), least),
        text,
        (t, part) -> each.apply(t, item.read(part, start.apply(part))));
  }

  /** Adds a mapping of texts whose entries are applied one by one. */
  public Table<T> entries(String field, String text, Entry<T> each) {
    return entries(field, Schema.text(), text, (t, key, value) -> each.apply(t, key, value.text()));
  }

  /** A function that applies an entry whose value is not just a string. */
  public interface PartEntry<T> {
    T apply(T before, String key, Part value);
  }

  /** Adds a mapping whose entries are applied one by one. */
  public Table<T> entries(String field, Schema value, String text, PartEntry<T> each) {
    return field(
        field,
        new Schema.Entries(value),
        text,
        (t, mapping) -> {
          T after = t;
          for (Map.Entry<String, Part> entry : mapping.entries().entrySet()) {
            Part part = entry.getValue();
            after = part.step(after, before -> each.apply(before, entry.getKey(), part));
          }
          return after;
        });
  }

  /** Adds a mapping whose fields say the same thing as those around it. */
  public Table<T> group(String field, Table<T> inner, String text) {
    return field(field, inner.schema(), text, (t, value) -> inner.read(value, t)).as(inner::write);
  }

  /** Adds a part with fields of its own. */
  public <P> Table<T> part(
      String field,
      Table<P> inner,
      Function<Part, P> start,
      String text,
      BiFunction<T, P, T> step) {
    return field(
        field,
        inner.schema(),
        text,
        (t, value) -> step.apply(t, inner.read(value, start.apply(value))));
  }

  /** Adds fields that are read elsewhere, with their descriptions. */
  public Table<T> described(Schema.Fields others) {
    others.fields().forEach((f, schema) -> field(f, schema, others.texts().getOrDefault(f, "")));
    return this;
  }

  /** Adds the fields of another table. */
  public Table<T> with(Table<T> more) {
    fields.putAll(more.fields);
    return this;
  }

  /** Returns the schema of a mapping with these fields. */
  public Schema.Fields schema() {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    Map<String, String> texts = new LinkedHashMap<>();
    fields.forEach(
        (field, f) -> {
          schemas.put(field, f.schema());
          texts.put(field, f.text());
        });
    return new Schema.Fields(name, schemas, required, texts);
  }

  /** Reads the existing fields in order. */
  public T read(Part part, T start) {
    T read = start;
    for (Map.Entry<String, Field<T>> field : fields.entrySet()) {
      read = part.step(field.getKey(), read, field.getValue().step()::apply);
    }
    return read;
  }

  /** Writes the fields that say something, in their order. */
  public Map<String, Object> write(T value) {
    Map<String, Object> tree = new LinkedHashMap<>();
    fields.forEach(
        (field, f) -> {
          Object written = f.value().apply(value);
          if (written != null && !isNothing(written)) {
            tree.put(field, written);
          }
        });
    return tree;
  }

  private static boolean isNothing(Object value) {
    return value.equals(false)
        || (value instanceof List<?> list && list.isEmpty())
        || (value instanceof Map<?, ?> map && map.isEmpty());
  }

  /** Returns a number as a number, which people would not quote; any other text as it is. */
  public static Object numberOrText(String value) {
    return value.matches("0|[1-9][0-9]{0,8}") ? (Object) Integer.valueOf(value) : value;
  }
}
