package io.gpuspec.manifest.internal.tree;

import com.google.common.base.CharMatcher;
import io.gpuspec.internal.yaml.YamlText;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes strings so that every reader of YAML, old or new, reads the same string. */
final class YamlString {
  /**
   * Strings that need no quotes: a word, path, option or sentence. Far less than YAML allows, since
   * each version and reader of it draws the line elsewhere; nothing that starts like a number, a
   * date or an indicator is here.
   */
  private static final CharMatcher PLAIN =
      CharMatcher.inRange('A', 'Z')
          .or(CharMatcher.inRange('a', 'z'))
          .or(CharMatcher.inRange('0', '9'))
          .or(CharMatcher.anyOf("_./:+=,@%()$~ -"))
          .precomputed();

  private static final Pattern PLAIN_START = Pattern.compile("(--?|\\.{0,2}/)?[A-Za-z$]");

  /** Words that some reader takes for a boolean, null or a number, in some spelling. */
  private static final Set<String> RESERVED =
      Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf", "infinity");

  /** Lines that start with a blank or end with one do not survive every block reader. */
  private static final Pattern BLOCK = Pattern.compile("(?s)(?![ \\n]).*[^\\n]\\n?");

  private static final Pattern RISKY_LINE = Pattern.compile("(?m)^\\t|[ \\t]$");

  private YamlString() {}

  /** Returns the string on one line, with quotes only if they are needed. */
  static String plainOrQuoted(String text) {
    return isPlain(text) ? text : quoted(text);
  }

  /** Returns the string on one line, in quotes. */
  static String quoted(String text) {
    boolean awkward = text.indexOf('"') >= 0 || text.indexOf('\\') >= 0;
    if (awkward && text.codePoints().noneMatch(YamlText::needsEscape)) {
      return "'" + text.replace("'", "''") + "'";
    }
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            character -> {
              if (character == '"' || character == '\\' || YamlText.needsEscape(character)) {
                quoted.append(YamlText.escaped(character));
              } else {
                quoted.appendCodePoint(character);
              }
            });
    return quoted.append('"').toString();
  }

  /** Returns whether a text can be written as a literal block, character for character. */
  static boolean fitsBlock(String text) {
    return text.indexOf('\n') >= 0
        && BLOCK.matcher(text).matches()
        && !RISKY_LINE.matcher(text).find()
        && text.codePoints().noneMatch(c -> c != '\n' && c != '\t' && YamlText.needsEscape(c));
  }

  /** A literal block, its header first, its lines indented; without the last line's end. */
  static String block(String text, int indent) {
    boolean ends = text.endsWith("\n");
    StringBuilder block = new StringBuilder(ends ? "|" : "|-");
    String margin = " ".repeat(indent);
    String body = ends ? text.substring(0, text.length() - 1) : text;
    for (String line : body.split("\n", -1)) {
      block.append('\n').append(line.isEmpty() ? "" : margin).append(line);
    }
    return block.toString();
  }

  private static boolean isPlain(String text) {
    return PLAIN.matchesAllOf(text)
        && PLAIN_START.matcher(text).lookingAt()
        && !text.endsWith(" ")
        && !text.endsWith(":")
        && !text.contains(": ")
        && !RESERVED.contains(word(text));
  }

  private static String word(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return lower.startsWith("-") ? lower.substring(1) : lower;
  }
}
