package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** What of an object, as it was written, is not there in the object as the API server keeps it. */
final class Kept {
  private final List<String> lost = new ArrayList<>();

  private Kept() {}

  /**
   * Each field that is missing or has another value, with its path. What the server adds of its own
   * does not count, also not at the end of a list of objects.
   */
  static List<String> lost(JsonNode written, JsonNode kept) {
    Kept comparison = new Kept();
    comparison.compare("", written, kept);
    return List.copyOf(comparison.lost);
  }

  private void compare(String path, JsonNode written, JsonNode kept) {
    if (written.isObject() && kept.isObject()) {
      written
          .properties()
          .forEach(
              field ->
                  compare(
                      path + "/" + field.getKey(), field.getValue(), kept.path(field.getKey())));
    } else if (written.isArray() && kept.isArray() && isWhole(written, kept)) {
      for (int i = 0; i < written.size(); i++) {
        compare(path + "/" + i, written.get(i), kept.get(i));
      }
    } else if (!written.equals(kept) && !isUnset(written, kept)) {
      lost.add("%s: %s was written, %s is kept".formatted(path, written, kept));
    }
  }

  private static boolean isWhole(JsonNode written, JsonNode kept) {
    boolean extensible = !written.isEmpty() && written.get(0).isObject();
    return extensible ? kept.size() >= written.size() : kept.size() == written.size();
  }

  /** The server leaves out an empty text and a zero where that is the same as none. */
  private static boolean isUnset(JsonNode written, JsonNode kept) {
    return kept.isMissingNode()
        && (written.isTextual()
            ? written.asText().isEmpty()
            : written.isInt() && written.asInt() == 0);
  }
}
