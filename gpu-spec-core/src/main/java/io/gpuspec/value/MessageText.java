package io.gpuspec.value;

/**
 * The text of errors and notes: they quote what files say, and a terminal would obey control
 * characters in it.
 */
final class MessageText {
  private MessageText() {}

  /** Returns a text with characters that are not seen as escapes; lines and tabs stay. */
  static String of(String text) {
    if (text.codePoints().noneMatch(MessageText::isHidden)) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            character -> {
              if (isHidden(character)) {
                shown.append("\\u%04x".formatted(character));
              } else {
                shown.appendCodePoint(character);
              }
            });
    return shown.toString();
  }

  private static boolean isHidden(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL -> character != '\n' && character != '\t';
      case Character.FORMAT, Character.SURROGATE -> true;
      default -> false;
    };
  }
}
