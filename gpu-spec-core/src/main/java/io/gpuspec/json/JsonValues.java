package io.gpuspec.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.spi.ObjectField;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads JSON by the form of its fields. */
final class JsonValues {
  private static final int SHOWN = 60;

  private JsonValues() {}

  /** Returns a value as it is in the question, or the beginning of it. */
  static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
  }

  /**
   * Returns a value in the form of a field: a text, which a quantity is too, a whole number, a
   * truth value, or a list or map of them.
   */
  static Object read(String path, ObjectField field, JsonNode value) {
    return switch (field.form()) {
      case TEXT ->
          text(
              path,
              value,
              "a string; write it in quotes"
                  + (field.words().isEmpty() ? "" : ": " + String.join(", ", field.words())));
      case AMOUNT -> quantity(path, value);
      case WHOLE -> whole(path, value);
      case TRUTH -> {
        check(value.isBoolean(), path, value, "true or false; write one of them");
        yield value.asBoolean();
      }
      case TEXTS -> {
        check(value.isArray(), path, value, "a list; write [\"T4\", \"V100\"]");
        List<Object> texts = new ArrayList<>();
        value.forEach(each -> texts.add(text(path, each, "a string; name a GPU, such as \"T4\"")));
        yield texts;
      }
      case AMOUNTS -> {
        check(value.isObject(), path, value, "an object; write {\"vpc.amazonaws.com/efa\": 4}");
        Map<String, Object> amounts = new LinkedHashMap<>();
        value
            .properties()
            .forEach(
                each ->
                    amounts.put(
                        each.getKey(), quantity(path + "." + each.getKey(), each.getValue())));
        yield amounts;
      }
      case OBJECT -> object(path, field, value);
      case ENTRIES, LISTS, OBJECTS ->
          throw new IllegalStateException(path + ": no property of a request has this form");
    };
  }

  private static Map<String, Object> object(String path, ObjectField field, JsonNode value) {
    String first = field.fields().get(0).name();
    check(value.isObject(), path, value, "an object; write {\"" + first + "\": ...}");
    checkNames(value, field.fields().stream().map(ObjectField::name).collect(Collectors.toSet()));
    Map<String, Object> values = new LinkedHashMap<>();
    for (ObjectField part : field.fields()) {
      JsonNode json = value.get(part.name());
      check(
          json != null || !part.isRequired(),
          path,
          value,
          "complete; add its " + part.name() + ", such as \"4Gi\"");
      if (json != null) {
        values.put(part.name(), read(path + "." + part.name(), part, json));
      }
    }
    return values;
  }

  private static String text(String name, JsonNode value, String wanted) {
    check(value.isTextual(), name, value, wanted);
    return value.asText();
  }

  static int whole(String name, JsonNode value) {
    check(value.canConvertToExactIntegral(), name, value, "a whole number; write it like 2");
    if (!value.canConvertToInt()) {
      throw new InvalidValueException(
          "json.out-of-range",
          "%s: '%s' is not a whole number up to %s; write it like 2"
              .formatted(name, shown(value), Integer.MAX_VALUE));
    }
    return value.intValue();
  }

  /** A quantity is a string, or a plain number as Kubernetes takes one. */
  private static String quantity(String name, JsonNode value) {
    check(
        value.isTextual() || value.isNumber(),
        name,
        value,
        "a quantity; write it like \"4\" or \"16Gi\"");
    return value.asText();
  }

  private static void check(boolean isValid, String name, JsonNode value, String wanted) {
    if (!isValid) {
      throw new InvalidValueException(
          "json.malformed", "%s: '%s' is not %s".formatted(name, shown(value), wanted));
    }
  }

  /** Throws an exception for a field with any other name. */
  static void checkNames(JsonNode object, Set<String> known) {
    object
        .fieldNames()
        .forEachRemaining(
            field -> {
              if (!known.contains(field)) {
                throw new UnknownNameException("json.unknown", "field", field, known);
              }
            });
  }
}
