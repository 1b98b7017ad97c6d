package io.gpuspec.kube;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.GpuSpecException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A value of a Kubernetes object, whatever it was read from: a file, JSON or maps.
 *
 * <pre>{@code
 * Tree pod = Tree.of(Map.of("spec", Map.of("containers", List.of(Map.of("name", "llm")))));
 * Tree container = pod.at("spec", "containers").items().get(0);
 * container.path();                              // spec.containers[0]
 * container.get("name").string();                 // llm
 * container.at("resources", "limits").fields();  // {}
 * container.get("name").integer();
 *     // InvalidValueException: spec.containers[0].name: expected an integer, found the string 'llm'; ...
 * }</pre>
 *
 * <p>A key without a value, or with null, is missing, as it is to Kubernetes: {@link #get} gives a
 * value without anything for it. A value of another kind than is expected is refused with its
 * place.
 */
public interface Tree {

  /** What a value is; scalars by YAML's names. */
  enum Kind {
    MAPPING("a mapping"),
    SEQUENCE("a list"),
    STRING("the string"),
    INT("the integer"),
    FLOAT("the number"),
    BOOL("the boolean"),
    NULL("nothing");

    private final String noun;

    Kind(String noun) {
      this.noun = noun;
    }
  }

  /**
   * Where a value stands.
   *
   * @param source the file, or another name of the input
   * @param line the line, from 1
   * @param column the column, from 1
   */
  record Location(String source, int line, int column) {}

  /**
   * Returns a value of Java's own types, which is not copied.
   *
   * @param value a {@link Map} with texts as keys, a {@link List}, a {@link String}, a {@link
   *     Number}, a {@link Boolean}, a {@code JsonNode} of Jackson, or a {@link Tree}, which is
   *     returned as it is and can also be a part of a map or list
   */
  static Tree of(Object value) {
    return ValueTree.of(
        Arguments.required("value", value, "a map, a list, a text, a number, a boolean"));
  }

  /** Returns what it is. */
  Kind kind();

  /** Returns the path in the document, such as {@code spec.containers[0].env}; empty for all. */
  String path();

  /** Returns where it stands, if it was read from a text. */
  default Optional<Location> location() {
    return Optional.empty();
  }

  /**
   * Returns the values of a mapping by key, in the order written, including keys without a value.
   *
   * @throws GpuSpecException if it is no mapping
   */
  Map<String, ? extends Tree> fields();

  /**
   * Returns the items of a list.
   *
   * @throws GpuSpecException if it is no list
   */
  List<? extends Tree> items();

  /**
   * Returns the texts of a mapping by key, in the order written.
   *
   * @throws GpuSpecException if it is no mapping
   */
  default Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    fields().forEach((key, value) -> texts.put(key, value.text()));
    return texts;
  }

  /** Returns the text of a scalar, decimal if it is a number; empty for a mapping or list. */
  String text();

  /**
   * Returns a problem with this value, to be thrown.
   *
   * @param id the id of the error
   */
  GpuSpecException problem(String id, String text);

  /**
   * Returns the value of a key, or an empty value without fields, items and text.
   *
   * @throws GpuSpecException if this is no mapping
   */
  default Tree get(String key) {
    Tree value = fields().get(key);
    return value == null || value.kind() == Kind.NULL ? MissingTree.MISSING : value;
  }

  /**
   * Returns the value at the end of some keys, as {@link #get}.
   *
   * @throws GpuSpecException if there is something on the way that is no mapping
   */
  default Tree at(String... keys) {
    Tree here = this;
    for (String key : keys) {
      here = here.get(key);
    }
    return here;
  }

  /**
   * Returns the value of a key.
   *
   * @throws GpuSpecException if the key is missing
   */
  default Tree require(String key) {
    Tree value = get(key);
    if (value.kind() == Kind.NULL) {
      throw problem("manifest.missing", "%s is missing; add it".formatted(Quoted.of(key)));
    }
    return value;
  }

  /** Returns this value as a string; a plain 8 or true is not a string. */
  default String string() {
    if (kind() != Kind.STRING) {
      throw expected("a string", "write a text");
    }
    return text();
  }

  /**
   * Returns this value as a string that decides the answer: a part of a template, for which
   * something else will stand, is refused where it can be told.
   */
  default String rendered() {
    return string();
  }

  /** Returns this value as a quantity's text: a string, or a number. */
  default String quantity() {
    return kind() == Kind.INT || kind() == Kind.FLOAT ? text() : string();
  }

  /** Returns this value as an integer of 64 bits. */
  default long integer() {
    if (kind() == Kind.INT) {
      try {
        return Long.parseLong(text());
      } catch (NumberFormatException e) {
        throw expected("an integer of at most 64 bits", "write a smaller number");
      }
    }
    throw expected("an integer", "write a whole number such as 8");
  }

  /** Returns this value as a boolean. */
  default boolean bool() {
    if (kind() != Kind.BOOL) {
      throw expected("a boolean", "write true or false");
    }
    return Boolean.parseBoolean(text());
  }

  /**
   * Returns the problem that this value is of another kind.
   *
   * @param allowed what it has to be, such as {@code a list}
   */
  default GpuSpecException expected(String allowed, String fix) {
    String found = kind().noun + (text().isEmpty() ? "" : " " + Quoted.of(text()));
    return problem(
        "manifest.malformed", "expected %s, found %s; %s".formatted(allowed, found, fix));
  }
}
