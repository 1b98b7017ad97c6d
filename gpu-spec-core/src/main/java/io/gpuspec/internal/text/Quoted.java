package io.gpuspec.internal.text;

/** Quoted values of callers in messages. */
public final class Quoted {

  /** Enough to recognize a value; a message must stay readable whatever was passed in. */
  private static final int LONGEST = 60;

  private Quoted() {}

  /** Returns the text in quotes, shortened, with invisible characters spelled out. */
  public static String of(String text) {
    StringBuilder quote = new StringBuilder("'");
    int shown = Math.min(text.length(), LONGEST);
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
