package io.gpuspec.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.util.Set;

/** Values of a question in JSON, with errors that name the field and show the value. */
public final class JsonValues {
  private static final int SHOWN = 60;

  private JsonValues() {}

  /** Returns a value as it is in the question, or the beginning of it. */
  public static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
  }

  /** Throws an exception unless the value of a field is valid. */
  public static void check(boolean isValid, String name, JsonNode value, String wanted) {
    if (!isValid) {
      throw new InvalidValueException(
          "json.malformed", "%s: '%s' is not %s".formatted(name, shown(value), wanted));
    }
  }

  /** Returns a whole number. */
  public static int whole(String name, JsonNode value) {
    check(value.canConvertToExactIntegral(), name, value, "a whole number; write it like 2");
    if (!value.canConvertToInt()) {
      throw new InvalidValueException(
          "json.out-of-range",
          "%s: '%s' is not a whole number up to %s; write it like 2"
              .formatted(name, shown(value), Integer.MAX_VALUE));
    }
    return value.intValue();
  }

  /** Throws an exception for a field with any other name. */
  public static void checkNames(JsonNode object, Set<String> known) {
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
