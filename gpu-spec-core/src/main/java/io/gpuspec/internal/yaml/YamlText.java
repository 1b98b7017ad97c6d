package io.gpuspec.internal.yaml;

/** Text functions that reading and writing share. */
public final class YamlText {
  private static final int LONGEST_SHOWN = 60;

  private YamlText() {}

  /** The start of a text, made fit for one line of a message. */
  public static String shown(String text) {
    return printable(text, LONGEST_SHOWN);
  }

  /** Returns at most this many characters of a text, with invisible ones as escapes. */
  public static String printable(String text, int longest) {
    StringBuilder printable = new StringBuilder();
    int at = 0;
    while (at < text.length() && printable.length() < longest) {
      int character = text.codePointAt(at);
      if (needsEscape(character)) {
        printable.append(escaped(character));
      } else {
        printable.appendCodePoint(character);
      }
      at += Character.charCount(character);
    }
    return at < text.length() ? printable + "..." : printable.toString();
  }

  /**
   * Returns whether a character is better not printed as itself.
   *
   * <p>Wider than YAML asks: what a reader of the file cannot see (a joiner, a change of writing
   * direction) must not hide in a manifest.
   */
  public static boolean needsEscape(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          true;
      default -> false;
    };
  }

  /** A character as an escape that double quotes understand, in every version of YAML. */
  public static String escaped(int character) {
    return switch (character) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      default ->
          character <= 0xFF
              ? String.format("\\x%02X", character)
              : character <= 0xFFFF
                  ? String.format("\\u%04X", character)
                  : String.format("\\U%08X", character);
    };
  }

  /** Returns whether a text has half of a surrogate pair, which no UTF-8 file can hold. */
  public static boolean hasHalfPair(String text) {
    int at = 0;
    while (at < text.length()) {
      int character = text.codePointAt(at);
      if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
        return true;
      }
      at += Character.charCount(character);
    }
    return false;
  }
}
