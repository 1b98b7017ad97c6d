package io.gpuspec.manifest.platform;

import io.gpuspec.value.InvalidValueException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks for individual steps: null, negative numbers, and words with spaces. */
final class PlatformChecks {
  private PlatformChecks() {}

  /** The value itself; no signature here allows null, and not every caller is checked for it. */
  static <T> T given(String what, @Nullable T value) {
    if (value == null) {
      throw new InvalidValueException(
          "value.missing", what + ": 'null' is not a value; give one, or leave the step out");
    }
    return value;
  }

  /** The elements, none of them null. */
  static <T> List<T> all(String what, @Nullable Collection<? extends @Nullable T> values) {
    return given(what, values).stream().map(value -> PlatformChecks.<T>given(what, value)).toList();
  }

  /** The elements, none of them null. */
  static <T> List<T> all(String what, T @Nullable [] values) {
    return all(what, Arrays.asList(given(what, values)));
  }

  static int atLeast(String what, int least, int value) {
    if (value < least) {
      throw new InvalidValueException(
          "value.out-of-range",
          "%s: '%s' is below %s; give %s or more".formatted(what, value, least, least));
    }
    return value;
  }

  /** Returns a text of one word. */
  static String notBlank(String what, String value) {
    if (given(what, value).isBlank() || value.chars().anyMatch(Character::isWhitespace)) {
      throw new InvalidValueException(
          "value.malformed",
          "%s: '%s' is empty or has a blank in it; write it without".formatted(what, value));
    }
    return value;
  }

  /** An image; the API server takes one with blanks, and no node can pull it. */
  static String image(String image) {
    if (given("image", image).isBlank()) {
      throw new InvalidValueException(
          "image.empty", "image: '" + image + "' is empty; give a value");
    }
    if (image.chars().anyMatch(Character::isWhitespace)) {
      throw new InvalidValueException(
          "image.malformed",
          "image: '%s' has a blank in it; write it without, such as registry.example/llm:v1"
              .formatted(image));
    }
    return image;
  }
}
