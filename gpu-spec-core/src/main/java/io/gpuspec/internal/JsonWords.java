package io.gpuspec.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.text.Quoted;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/** JSON values in words, for messages. */
final class JsonWords {
  private JsonWords() {}

  /** Returns whether a value is of a type that JSON Schema names. */
  static boolean isOf(String type, JsonNode value) {
    return switch (type) {
      case "string" -> value.isTextual();
      case "number" -> value.isNumber();
      case "integer" ->
          value.isIntegralNumber() || (value.isNumber() && isWhole(value.decimalValue()));
      case "boolean" -> value.isBoolean();
      case "array" -> value.isArray();
      case "object" -> value.isObject();
      default -> throw new IllegalStateException("the type '" + type + "' is not known");
    };
  }

  /** For a schema, 2.0 is as whole as 2. */
  private static boolean isWhole(BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0;
  }

  /** Returns text such as {@code '4' is a number; write a text, so put it in quotes}. */
  static String insteadOf(List<String> types, JsonNode value) {
    String wanted = types.stream().map(JsonWords::noun).collect(Collectors.joining(" or "));
    if (value.isNull()) {
      return "has no value; write " + wanted + ", or remove it";
    }
    boolean unquoted = types.contains("string") && (value.isNumber() || value.isBoolean());
    return "%s is %s; write %s"
        .formatted(quoted(value), kind(value), wanted + (unquoted ? ", so put it in quotes" : ""));
  }

  private static String noun(String type) {
    return switch (type) {
      case "string" -> "a text";
      case "integer" -> "a whole number";
      case "number" -> "a number";
      case "boolean" -> "true or false";
      case "array" -> "a list";
      default -> "an object";
    };
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "a text";
      case NUMBER -> "a number";
      case BOOLEAN -> "a truth value";
      case ARRAY -> "a list";
      default -> "an object";
    };
  }

  static String quoted(JsonNode value) {
    return Quoted.of(value.isValueNode() ? value.asText() : value.toString());
  }

  static String or(List<String> words) {
    return String.join(" or ", words);
  }
}
