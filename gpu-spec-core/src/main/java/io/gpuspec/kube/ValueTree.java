package io.gpuspec.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.yaml.YamlPath;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value of Java's types or of Jackson's. It copies nothing, and writes its path when needed. */
final class ValueTree implements Tree {
  private final @Nullable ValueTree parent;
  private final Object step;
  private final @Nullable Object value;

  private ValueTree(@Nullable ValueTree parent, Object step, @Nullable Object value) {
    this.parent = parent;
    this.step = step;
    this.value = value;
  }

  static Tree of(Object value) {
    return value instanceof Tree tree ? tree : new ValueTree(null, YamlPath.ROOT, plain(value));
  }

  private Tree part(Object at, @Nullable Object part) {
    return part instanceof Tree tree ? tree : new ValueTree(this, at, plain(part));
  }

  /** Returns a scalar of Jackson's as one of Java's; its objects and arrays stay. */
  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof JsonNode node) {
      return switch (node.getNodeType()) {
        case STRING -> node.textValue();
        case NUMBER -> node.numberValue();
        case BOOLEAN -> node.booleanValue();
        case NULL, MISSING -> null;
        default -> node;
      };
    }
    return value;
  }

  @Override
  public Kind kind() {
    if (value == null) {
      return Kind.NULL;
    }
    if (value instanceof Map || (value instanceof JsonNode json && json.isObject())) {
      return Kind.MAPPING;
    }
    if (value instanceof List || value instanceof JsonNode) {
      return Kind.SEQUENCE;
    }
    if (value instanceof Number) {
      boolean isFloat =
          value instanceof BigDecimal || value instanceof Double || value instanceof Float;
      return isFloat ? Kind.FLOAT : Kind.INT;
    }
    return value instanceof Boolean
        ? Kind.BOOL
        : value instanceof YamlScalar scalar ? Kind.valueOf(scalar.kind().name()) : Kind.STRING;
  }

  @Override
  public String path() {
    if (parent == null) {
      return YamlPath.ROOT;
    }
    return step instanceof Integer index
        ? YamlPath.item(parent.path(), index)
        : YamlPath.child(parent.path(), (String) step);
  }

  /** Makes no map of the other fields. */
  @Override
  public Tree get(String key) {
    Tree known = part(key, value(key));
    return known.kind() == Kind.NULL ? MissingTree.MISSING : known;
  }

  private @Nullable Object value(String key) {
    if (value instanceof Map<?, ?> map) {
      return map.get(key);
    }
    if (value instanceof JsonNode json && json.isObject()) {
      return json.get(key);
    }
    throw expected("a mapping", "give keys with values");
  }

  @Override
  public Map<String, Tree> fields() {
    Map<String, Tree> fields = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, part) -> fields.put((String) key, part(key, part)));
    } else if (value instanceof JsonNode json && json.isObject()) {
      json.properties()
          .forEach(each -> fields.put(each.getKey(), part(each.getKey(), each.getValue())));
    } else {
      throw expected("a mapping", "give keys with values");
    }
    return Collections.unmodifiableMap(fields);
  }

  @Override
  public List<Tree> items() {
    if (kind() != Kind.SEQUENCE || !(value instanceof Iterable<?> list)) {
      throw expected("a list", "give a list");
    }
    List<Tree> items = new ArrayList<>();
    for (Object item : list) {
      items.add(part(items.size(), item));
    }
    return Collections.unmodifiableList(items);
  }

  @Override
  public String text() {
    return switch (kind()) {
      case MAPPING, SEQUENCE, NULL -> "";
      default -> value instanceof YamlScalar scalar ? scalar.amount() : String.valueOf(value);
    };
  }

  @Override
  public GpuSpecException problem(String id, String text) {
    return new InvalidValueException(id, (path().isEmpty() ? "" : path() + ": ") + text);
  }

  @Override
  public String toString() {
    return path().isEmpty() ? "a document" : path();
  }
}
