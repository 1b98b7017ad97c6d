package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Two trees compared field by field: what was written, and what its reader holds of it. */
final class Fields {
  private Fields() {}

  /**
   * The paths of what was written and is not held as it was written, such as {@code
   * sharing.timeSlicing.resources[0].devices}. What the reader holds beyond it does not count.
   *
   * <p>Alike are a value and a list of it alone, a number and its text, {@code 60s} and {@code
   * 1m0s}, and a resource with and without {@code nvidia.com/}: NVIDIA's types read them so.
   */
  static List<String> lost(JsonNode written, JsonNode held) {
    List<String> lost = new ArrayList<>();
    compare("", written, held, lost);
    return lost;
  }

  private static void compare(String path, JsonNode written, JsonNode held, List<String> lost) {
    if (written.isObject() && held.isObject()) {
      written
          .properties()
          .forEach(
              field ->
                  compare(
                      path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
                      field.getValue(),
                      held.path(field.getKey()),
                      lost));
    } else if (written.isArray() && written.size() == held.size()) {
      for (int i = 0; i < written.size(); i++) {
        compare(path + "[" + i + "]", written.get(i), held.get(i), lost);
      }
    } else if (!alike(written, held)) {
      lost.add(path);
    }
  }

  private static boolean alike(JsonNode written, JsonNode held) {
    if (held.isArray() && held.size() == 1 && written.isTextual()) {
      return alike(written, held.get(0));
    }
    if (written.isContainerNode() || held.isContainerNode()) {
      return false;
    }
    String was = written.asText();
    String is = held.asText();
    return is.equals(was)
        || is.equals("nvidia.com/" + was)
        || duration(was).isPresent() && duration(was).equals(duration(is));
  }

  private static Optional<Duration> duration(String text) {
    try {
      return Optional.of(Duration.parse("PT" + text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
