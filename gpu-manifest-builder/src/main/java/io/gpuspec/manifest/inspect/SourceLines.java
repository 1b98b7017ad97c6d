package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.yaml.YamlText;
import java.util.ArrayList;
import java.util.List;

/** The text of a file by lines. */
final class SourceLines {
  private static final int LONGEST = 300;

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
