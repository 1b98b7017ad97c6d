package io.gpuspec.spi;

import io.gpuspec.internal.Arguments;
import java.util.Arrays;
import java.util.List;

/**
 * A field of an object that files or questions describe, as an {@link ObjectKind} and a request
 * have it.
 *
 * <pre>{@code
 * ObjectField.texts("images", "Pulled once onto the cache's disk.").required();    // images
 * ObjectField.object("disruption", "", ObjectField.text("consolidateAfter", ""));    // disruption
 * }</pre>
 *
 * @param meaning a sentence for the JSON Schema; empty where the name says it
 * @param words the valid words; empty unless there is a list of them
 * @param least the least whole number, inclusive
 * @param most the greatest whole number, inclusive
 * @param fields the fields of an object in it
 */
public record ObjectField(
    String name,
    Form form,
    String meaning,
    List<String> words,
    int least,
    int most,
    List<ObjectField> fields,
    boolean isRequired) {

  /** The form of a value. */
  public enum Form {
    /** A text, or one of some words. */
    TEXT,
    /** A whole number. */
    WHOLE,
    /** True or false. */
    TRUTH,
    /** A quantity, which can be written as a number. */
    AMOUNT,
    /** A list of texts. */
    TEXTS,
    /** Texts by keys of the user's choice. */
    ENTRIES,
    /** Quantities by keys of the user's choice. */
    AMOUNTS,
    /** Lists of texts by keys of the user's choice. */
    LISTS,
    /** An object with fields of its own. */
    OBJECT,
    /** A list of such objects. */
    OBJECTS
  }

  /** Refuses null, and keeps unmodifiable copies. */
  public ObjectField {
    Arguments.notNull("name, form, meaning", name, form, meaning);
    words = Arguments.copied("words", words, "words");
    fields = Arguments.copied("fields", fields, "fields");
  }

  private static ObjectField of(
      String name, Form form, String meaning, List<String> words, List<ObjectField> fields) {
    return new ObjectField(
        name, form, meaning, words, Integer.MIN_VALUE, Integer.MAX_VALUE, fields, false);
  }

  private static ObjectField of(String name, Form form, String meaning) {
    return of(name, form, meaning, List.of(), List.of());
  }

  private static List<ObjectField> listed(ObjectField... fields) {
    return Arrays.asList(Arguments.required("fields", fields, "fields"));
  }

  /** Returns a text; one of these words, if there are any. */
  public static ObjectField text(String name, String meaning, String... words) {
    List<String> all = Arrays.asList(Arguments.required("words", words, "words"));
    return of(name, Form.TEXT, meaning, all, List.of());
  }

  /** Returns a whole number. */
  public static ObjectField whole(String name, String meaning) {
    return of(name, Form.WHOLE, meaning);
  }

  /** Returns a truth value. */
  public static ObjectField truth(String name, String meaning) {
    return of(name, Form.TRUTH, meaning);
  }

  /** Returns a quantity. */
  public static ObjectField amount(String name, String meaning) {
    return of(name, Form.AMOUNT, meaning);
  }

  /** Returns a list of texts. */
  public static ObjectField texts(String name, String meaning) {
    return of(name, Form.TEXTS, meaning);
  }

  /** Returns texts by keys of the user's choice. */
  public static ObjectField entries(String name, String meaning) {
    return of(name, Form.ENTRIES, meaning);
  }

  /** Returns quantities by keys of the user's choice. */
  public static ObjectField amounts(String name, String meaning) {
    return of(name, Form.AMOUNTS, meaning);
  }

  /** Returns lists of texts by keys of the user's choice. */
  public static ObjectField lists(String name, String meaning) {
    return of(name, Form.LISTS, meaning);
  }

  /** Returns an object with these fields. */
  public static ObjectField object(String name, String meaning, ObjectField... fields) {
    return of(name, Form.OBJECT, meaning, List.of(), listed(fields));
  }

  /** Returns a list of objects with these fields. */
  public static ObjectField objects(String name, String meaning, ObjectField... fields) {
    return of(name, Form.OBJECTS, meaning, List.of(), listed(fields));
  }

  /** Returns the same whole number between these, both inclusive. */
  public ObjectField between(int least, int most) {
    return new ObjectField(name, form, meaning, words, least, most, fields, isRequired);
  }

  /** Returns the same field, which must be there. */
  public ObjectField required() {
    return new ObjectField(name, form, meaning, words, least, most, fields, true);
  }

  /** Returns its name. */
  @Override
  public String toString() {
    return name;
  }
}
