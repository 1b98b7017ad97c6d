package io.gpuspec.internal.yaml;

import io.gpuspec.value.GpuSpecException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The locations of template syntax, {@code {{ ... }}} or {@code {% ... %}}, in a text: one for each
 * line, not in comments.
 */
final class TemplateMarks {
  /** Lines that are kept; the parser is never this far behind what was read. */
  private static final int MOST = 200_000;

  private static final int LONGEST = 80;
  private static final char NONE = '\n';

  /**
   * The beginning of a template expression.
   *
   * @param text the part, as far as its line has it
   * @param quoted whether it is in quotes, where YAML reads it as any string
   */
  record Mark(int line, int column, String text, boolean quoted) {
    /** The problem that it is one. */
    GpuSpecException problem(String source, YamlDialect dialect) {
      return dialect.problem(
          "template.unresolved", source, line, column, TemplateText.template(text));
    }
  }

  private final NavigableMap<Integer, Mark> byLine = new TreeMap<>();
  private final StringBuilder part = new StringBuilder();
  private boolean isOpen;
  private int begin;
  private boolean isComment;
  private char quote = NONE;
  private char previous = NONE;

  /** Processes the next character of the text with its location. */
  void see(char character, int line, int column) {
    if (character == '\n' || character == '\r') {
      end(line);
      isComment = false;
      quote = NONE;
    } else if (isOpen) {
      more(character, line);
    } else if (!isComment) {
      look(character, column);
    }
    previous = character;
  }

  private void look(char character, int column) {
    switch (character) {
      case '"', '\'' -> quote(character);
      case '#' -> isComment = quote == NONE && isStart(previous);
      case '{', '%' -> {
        if (previous == '{') {
          isOpen = true;
          begin = column - 1;
          part.append(previous).append(character);
        }
      }
      default -> {
        // Nothing begins or ends with it.
      }
    }
  }

  private void quote(char character) {
    if (quote == character) {
      quote = previous == '\\' ? quote : NONE;
    } else if (quote == NONE && isStart(previous)) {
      quote = character;
    }
  }

  /** Returns whether a quote or a comment can begin behind a character. */
  private static boolean isStart(char before) {
    return before == NONE || " \t\r[{,:-".indexOf(before) >= 0;
  }

  private void more(char character, int line) {
    if (part.length() < LONGEST) {
      part.append(character);
    }
    if (character == '}' && (previous == '}' || previous == '%')) {
      end(line);
    }
  }

  private void end(int line) {
    if (isOpen) {
      Mark mark = new Mark(line, begin, part.toString(), quote != NONE);
      byLine.merge(line, mark, (first, next) -> first.quoted() && !next.quoted() ? next : first);
      if (byLine.size() > MOST) {
        byLine.pollFirstEntry();
      }
    }
    isOpen = false;
    part.setLength(0);
  }

  /** The one that begins there. */
  Optional<Mark> at(int line, int column) {
    return Optional.ofNullable(byLine.get(line)).filter(mark -> mark.column() == column);
  }

  /** The last one in these lines, or one outside of quotes just above them. */
  Optional<Mark> near(int first, int last) {
    Map.Entry<Integer, Mark> in = byLine.floorEntry(last);
    if (in != null && in.getKey() >= first) {
      return Optional.of(in.getValue());
    }
    return Optional.ofNullable(in)
        .map(Map.Entry::getValue)
        .filter(mark -> !mark.quoted() && first - mark.line() == 1);
  }

  /** The last one outside of quotes up to a line. */
  Optional<Mark> before(int line) {
    return byLine.headMap(line, true).descendingMap().values().stream()
        .filter(mark -> !mark.quoted())
        .findFirst();
  }
}
