package io.gpuspec.internal;

/**
 * How many columns of a terminal a text takes: two for each wide character, such as a Chinese one,
 * and none for one that is drawn over the character before it.
 *
 * <p>Wide are the characters whose East Asian Width is W or F (Unicode Standard Annex 11), by
 * blocks. Java does not know this property.
 */
public final class TextWidth {
  /** First and last code point of each range of wide characters, in order. */
  private static final int[] WIDE = {
    0x1100, 0x115F, // Hangul initial consonants
    0x2E80, 0x303E, // radicals, ideographic punctuation
    0x3041, 0xA4CF, // kana, bopomofo, enclosed letters, ideographs, Yi
    0xA960, 0xA97F, // more Hangul initial consonants
    0xAC00, 0xD7A3, // Hangul syllables
    0xF900, 0xFAFF, // compatibility ideographs
    0xFE10, 0xFE19, // vertical punctuation
    0xFE30, 0xFE6F, // compatibility and small forms
    0xFF00, 0xFF60, // fullwidth letters and punctuation
    0xFFE0, 0xFFE6, // fullwidth signs
    0x1F300, 0x1F64F, // pictographs, faces
    0x1F680, 0x1F6FF, // transport
    0x1F900, 0x1FAFF, // more pictographs
    0x20000, 0x3FFFD, // ideographs beyond the first plane
  };

  private TextWidth() {}

  /** Returns the columns of a text that has no line break. */
  public static int of(String text) {
    return text.codePoints().map(TextWidth::of).sum();
  }

  /** Returns the text with spaces behind it, so that it takes at least so many columns. */
  public static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - of(text)));
  }

  private static int of(int codePoint) {
    if (isDrawnOver(codePoint)) {
      return 0;
    }
    for (int i = 0; i < WIDE.length && codePoint >= WIDE[i]; i += 2) {
      if (codePoint <= WIDE[i + 1]) {
        return 2;
      }
    }
    return 1;
  }

  private static boolean isDrawnOver(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> true;
      default -> false;
    };
  }
}
