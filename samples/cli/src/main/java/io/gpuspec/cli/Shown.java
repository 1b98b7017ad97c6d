package io.gpuspec.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/**
 * Text with escapes for what is not seen. A terminal obeys control characters, and shows lines in
 * another order for the marks of a direction; files and arguments of others may have both.
 *
 * <p>JSON stays the same JSON: such characters are only in its strings, where these escapes mean
 * them.
 */
final class Shown {
  private Shown() {}

  static String of(String text) {
    if (text.codePoints().noneMatch(Shown::isHidden)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            each -> {
              if (isHidden(each)) {
                for (char part : Character.toChars(each)) {
                  shown.append("\\u%04x".formatted((int) part));
                }
              } else {
                shown.appendCodePoint(each);
              }
            });
    return shown.toString();
  }

  /** Returns a writer that does the same; halves of a pair, which it may get apart, stay. */
  static Writer writer(Writer out) {
    return new FilterWriter(out) {
      @Override
      public void write(int character) throws IOException {
        out.write(shown(String.valueOf((char) character)));
      }

      @Override
      public void write(char[] text, int from, int length) throws IOException {
        out.write(shown(String.valueOf(text, from, length)));
      }

      @Override
      public void write(String text, int from, int length) throws IOException {
        out.write(shown(text.substring(from, from + length)));
      }
    };
  }

  private static String shown(String part) {
    int last = part.length() - 1;
    int from = last >= 0 && Character.isLowSurrogate(part.charAt(0)) ? 1 : 0;
    int to = last >= from && Character.isHighSurrogate(part.charAt(last)) ? last : last + 1;
    return part.substring(0, from) + of(part.substring(from, to)) + part.substring(to);
  }

  private static boolean isHidden(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL -> character != '\n' && character != '\t';
      case Character.FORMAT, Character.SURROGATE -> true;
      default -> false;
    };
  }
}
