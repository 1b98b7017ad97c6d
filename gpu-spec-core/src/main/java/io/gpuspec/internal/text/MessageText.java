package io.gpuspec.internal.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of errors, notes and findings, which quote callers and files. All of it goes through
 * here: a terminal would obey its control characters, and a value of a hundred thousand characters
 * is unreadable.
 */
public final class MessageText {
  /** Longer than any word that the library writes itself, such as a command with JSON in it. */
  private static final int LONGEST_WORD = 1_000;

  /** Longer than any line that it writes, such as a list of the known names. */
  private static final int LONGEST_LINE = 10_000;

  /** Enough of a long word to recognize it. */
  private static final int SHOWN_OF_WORD = 100;

  private static final Pattern LONG_WORD = Pattern.compile("\\S{" + LONGEST_WORD + ",}+");
  private static final Pattern LONG_LINE = Pattern.compile("[^\n]{" + LONGEST_LINE + ",}+");

  /** Control characters apart from lines and tabs, and characters without a glyph of their own. */
  private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}&&[^\n\t]]");

  private MessageText() {}

  /**
   * Returns a text with characters that are not seen as escapes, in which lines and tabs stay, and
   * with very long words and lines shortened; how a line begins and ends stays, because the value
   * is named first and the fix last.
   */
  public static String of(String text) {
    return shortened(visible(text));
  }

  private static String shortened(String text) {
    if (text.length() < LONGEST_WORD) {
      return text;
    }
    String words =
        LONG_WORD
            .matcher(text)
            .replaceAll(word -> Matcher.quoteReplacement(ends(word.group(), SHOWN_OF_WORD)));
    return LONG_LINE
        .matcher(words)
        .replaceAll(line -> Matcher.quoteReplacement(ends(line.group(), LONGEST_LINE / 4)));
  }

  /** Returns how a text begins and ends, so many characters of each. */
  private static String ends(String text, int each) {
    int first = text.offsetByCodePoints(0, each);
    int last = text.offsetByCodePoints(text.length(), -each);
    return text.substring(0, first)
        + "...("
        + (last - first)
        + " more characters)..."
        + text.substring(last);
  }

  private static String visible(String text) {
    return HIDDEN
        .matcher(text)
        .replaceAll(hidden -> "\\\\u%04x".formatted(hidden.group().codePointAt(0)));
  }
}
