package io.gpuspec.internal;

import io.gpuspec.value.InvalidValueException;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;

/** Constants of enums by the words that they print as. */
public final class EnumWords {
  private EnumWords() {}

  /**
   * Returns the constant for a word.
   *
   * @param what the name of the word, for errors
   * @throws InvalidValueException if no constant prints as it
   */
  public static <E extends Enum<E>> E parse(String what, Class<E> type, String word) {
    return EnumSet.allOf(type).stream()
        .filter(constant -> constant.toString().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "value.unknown",
                    "%s: '%s' is not known; write %s".formatted(what, word, listed(type))));
  }

  private static <E extends Enum<E>> String listed(Class<E> type) {
    List<String> words = EnumSet.allOf(type).stream().map(Object::toString).toList();
    int last = words.size() - 1;
    return words.stream().limit(last).collect(Collectors.joining(", ")) + " or " + words.get(last);
  }
}
