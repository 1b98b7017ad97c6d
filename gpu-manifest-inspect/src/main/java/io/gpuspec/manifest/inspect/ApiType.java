package io.gpuspec.manifest.inspect;

import com.fasterxml.jackson.databind.JavaType;
import java.util.Map;
import java.util.Optional;

/** A type of the Kubernetes API. */
final class ApiType {
  /** What a value may be. */
  enum Form {
    TEXT("a string"),
    INTEGER("an integer"),
    NUMBER("a number"),
    BOOLEAN("true or false"),
    INTEGER_OR_TEXT("an integer or a string"),
    QUANTITY("a quantity"),
    LIST("a list"),
    MAP("a mapping"),
    FIELDS("a mapping"),
    ANY("anything");

    private final String called;

    Form(String called) {
      this.called = called;
    }

    String called() {
      return called;
    }
  }

  private final ApiTypes types;
  private final String name;
  private final Form form;
  private final Optional<JavaType> model;
  private final Optional<ApiType> content;
  private final ApiRow row;

  ApiType(
      ApiTypes types,
      String name,
      Form form,
      Optional<JavaType> model,
      Optional<ApiType> content,
      ApiRow row) {
    this.types = types;
    this.name = name;
    this.form = form;
    this.model = model;
    this.content = content;
    this.row = row;
  }

  /** Returns its name, such as {@code Container}. */
  String name() {
    return name;
  }

  /** Returns what the API server checks of it. */
  ApiRow row() {
    return row;
  }

  /** Returns what its values may be. */
  Form form() {
    return form;
  }

  /** Returns whether its values are integers of 32 bits. */
  boolean isShort() {
    return name.equals("Integer") || form == Form.INTEGER_OR_TEXT;
  }

  /** Returns its class in fabric8's model; empty if a row has its fields. */
  Optional<JavaType> model() {
    return model;
  }

  /** Returns the type of the items of a list, or of the values of a mapping. */
  ApiType content() {
    return content.orElseThrow();
  }

  /** Returns the fields of a mapping that has certain ones. */
  Map<String, ApiType> fields() {
    return types.fields(this);
  }
}
