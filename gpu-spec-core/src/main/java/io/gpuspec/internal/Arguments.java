package io.gpuspec.internal;

import io.gpuspec.InvalidValueException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What every public method does with the values it is handed. */
public final class Arguments {

  /** Enough to recognise a value by; a message must stay readable whatever was passed in. */
  private static final int LONGEST_QUOTE = 60;

  private Arguments() {}

  /**
   * Returns the value, or refuses null with an error of this library.
   *
   * @param what the thing asked for, such as {@code memory}
   * @param value the argument
   * @param allowed what may be passed
   */
  public static <T> T required(String what, @Nullable T value, String allowed) {
    if (value == null) {
      throw new InvalidValueException(
          what + ": 'null' is not a value; allowed: " + allowed + "; pass one");
    }
    return value;
  }

  /** Returns an unmodifiable copy, or refuses null as a whole and among the elements. */
  public static <T> List<T> copied(
      String what, @Nullable Collection<? extends @Nullable T> values, String allowed) {
    List<T> copy = new ArrayList<>();
    for (T value : required(what, values, allowed)) {
      copy.add(required(what, value, allowed));
    }
    return List.copyOf(copy);
  }

  /** The text in quotes for a message: shortened, and with whatever cannot be seen spelled out. */
  public static String quoted(String text) {
    StringBuilder quote = new StringBuilder("'");
    int shown = Math.min(text.length(), LONGEST_QUOTE);
    for (int at = 0; at < shown; ) {
      int character = text.codePointAt(at);
      if (isVisible(character)) {
        quote.appendCodePoint(character);
      } else {
        quote.append(String.format("\\u%04x", character));
      }
      at += Character.charCount(character);
    }
    if (shown < text.length()) {
      quote.append("...' (").append(text.length()).append(" characters)");
    } else {
      quote.append('\'');
    }
    return quote.toString();
  }

  private static boolean isVisible(int character) {
    if (character == ' ') {
      return true;
    }
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
