package io.gpuspec.manifest.internal.kube;

import com.fasterxml.jackson.databind.JavaType;
import java.util.Map;
import java.util.Optional;

/** A type of the Kubernetes API. */
public final class KubeType {
  /** What a value may be. */
  public enum Form {
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

    private final String described;

    Form(String described) {
      this.described = described;
    }

    String described() {
      return described;
    }
  }

  private final KubeTypes types;
  private final String name;
  private final Form form;
  private final Optional<JavaType> model;
  private final Optional<KubeType> content;
  private final KubeRow row;

  KubeType(
      KubeTypes types,
      String name,
      Form form,
      Optional<JavaType> model,
      Optional<KubeType> content,
      KubeRow row) {
    this.types = types;
    this.name = name;
    this.form = form;
    this.model = model;
    this.content = content;
    this.row = row;
  }

  /** Returns its name, such as {@code Container}. */
  public String name() {
    return name;
  }

  /** Returns what its values may be. */
  public Form form() {
    return form;
  }

  /** Returns whether its values are integers of 32 bits. */
  public boolean isShort() {
    return name.equals("Integer") || form == Form.INTEGER_OR_TEXT;
  }

  /** Returns the type of the items of a list, or of the values of a mapping. */
  public KubeType content() {
    return content.orElseThrow();
  }

  /** Returns the fields of a mapping that has certain ones. */
  public Map<String, KubeType> fields() {
    return types.fields(this);
  }

  /** Returns what the API server checks of it. */
  KubeRow row() {
    return row;
  }

  /** Returns its class in fabric8's model; empty if a row has its fields. */
  Optional<JavaType> model() {
    return model;
  }
}
