package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.yaml.YamlText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The text of a file by lines. */
final class SourceLines {
  private static final int LONGEST = 300;
  private static final String MARK = "\uFEFF";

  private final String file;
  private final String text;
  private final List<Integer> starts = new ArrayList<>();

  SourceLines(String file, String text) {
    this.file = file;
    this.text = text;
    starts.add(0);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || (c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n'))) {
        starts.add(i + 1);
      }
    }
  }

  String file() {
    return file;
  }

  String text() {
    return text;
  }

  int count() {
    return starts.size();
  }

  /** Returns the line of an offset, from 1. */
  int lineOf(int offset) {
    int found = Collections.binarySearch(starts, offset);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** Returns the column of an offset, from 1, counted in characters as the parser does. */
  int columnOf(int offset) {
    int begin = starts.get(lineOf(offset) - 1);
    int mark = begin == 0 && text.startsWith(MARK) ? 1 : 0;
    return text.codePointCount(begin, offset) + 1 - mark;
  }

  /** Returns a line without its end, with control characters shown; empty beyond the text. */
  String line(int number) {
    return YamlText.printable(raw(number), LONGEST);
  }

  /** Returns a line as it is, without its end. */
  String raw(int number) {
    if (number < 1 || number > starts.size()) {
      return "";
    }
    int begin = starts.get(number - 1);
    int end = number < starts.size() ? starts.get(number) : text.length();
    while (end > begin && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(begin, end);
  }
}
