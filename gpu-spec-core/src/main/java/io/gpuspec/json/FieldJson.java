package io.gpuspec.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.JsonValues;
import io.gpuspec.spi.ObjectField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads JSON by the form of its fields. */
final class FieldJson {
  private FieldJson() {}

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
      case WHOLE -> JsonValues.whole(path, value);
      case TRUTH -> {
        JsonValues.check(value.isBoolean(), path, value, "true or false; write one of them");
        yield value.asBoolean();
      }
      case TEXTS -> {
        JsonValues.check(value.isArray(), path, value, "a list; write [\"T4\", \"V100\"]");
        List<Object> texts = new ArrayList<>();
        value.forEach(each -> texts.add(text(path, each, "a string; name a GPU, such as \"T4\"")));
        yield texts;
      }
      case AMOUNTS -> {
        JsonValues.check(
            value.isObject(), path, value, "an object; write {\"vpc.amazonaws.com/efa\": 4}");
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
    JsonValues.check(value.isObject(), path, value, "an object; write {\"" + first + "\": ...}");
    JsonValues.checkNames(
        value, field.fields().stream().map(ObjectField::name).collect(Collectors.toSet()));
    Map<String, Object> values = new LinkedHashMap<>();
    for (ObjectField part : field.fields()) {
      JsonNode json = value.get(part.name());
      JsonValues.check(
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
    JsonValues.check(value.isTextual(), name, value, wanted);
    return value.asText();
  }

  /** A quantity is a string, or a plain number as Kubernetes takes one. */
  private static String quantity(String name, JsonNode value) {
    JsonValues.check(
        value.isTextual() || value.isNumber(),
        name,
        value,
        "a quantity; write it like \"4\" or \"16Gi\"");
    return value.asText();
  }
}
