package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.SourceEdits.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Changes of a text by lines, in the form of {@code diff -u} without context. */
final class LineDiff {
  private final String text;
  private final StringBuilder hunks = new StringBuilder();
  private int linesBefore;
  private int at;
  private int longer;

  private LineDiff(String text) {
    this.text = text;
  }

  /**
   * Returns a hunk for each group of lines that changes.
   *
   * @param changes changes of the text that do not overlap
   */
  static String unified(String text, List<Change> changes) {
    LineDiff diff = new LineDiff(text);
    List<Change> ordered = changes.stream().sorted(Comparator.comparingInt(Change::begin)).toList();
    int next = 0;
    while (next < ordered.size()) {
      int begin = diff.lineStart(ordered.get(next).begin());
      int end = begin;
      int from = begin;
      StringBuilder now = new StringBuilder();
      int first = next;
      while (next < ordered.size() && (next == first || ordered.get(next).begin() < end)) {
        Change change = ordered.get(next);
        now.append(text, from, change.begin()).append(change.text());
        from = change.end();
        boolean isAtLine = from == diff.lineStart(from) && change.begin() == begin;
        end = Math.max(end, isAtLine ? from : diff.lineAfter(from));
        next++;
      }
      now.append(text, from, end);
      diff.hunk(begin, lines(text.substring(begin, end)), lines(now.toString()));
    }
    return diff.hunks.toString();
  }

  private void hunk(int begin, List<String> before, List<String> now) {
    linesBefore += lines(text.substring(at, begin)).size();
    at = begin;
    int head = 0;
    while (head < Math.min(before.size(), now.size()) && before.get(head).equals(now.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < Math.min(before.size(), now.size()) - head
        && before.get(before.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
      tail++;
    }
    List<String> removed = before.subList(head, before.size() - tail);
    List<String> inserted = now.subList(head, now.size() - tail);
    int line = linesBefore + head;
    hunks
        .append("@@ -")
        .append(range(line, removed.size()))
        .append(" +")
        .append(range(line + longer, inserted.size()))
        .append(" @@\n");
    removed.forEach(each -> hunks.append('-').append(ended(each)));
    inserted.forEach(each -> hunks.append('+').append(ended(each)));
    longer += inserted.size() - removed.size();
  }

  /** Without any line, diff names the line before. */
  private static String range(int before, int lines) {
    return (lines == 0 ? before : before + 1) + "," + lines;
  }

  private static String ended(String line) {
    return line.endsWith("\n") ? line : line + "\n\\ No newline at end of file\n";
  }

  private int lineStart(int offset) {
    return text.lastIndexOf('\n', offset - 1) + 1;
  }

  private int lineAfter(int offset) {
    int end = text.indexOf('\n', offset);
    return end < 0 ? text.length() : end + 1;
  }

  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      int next = end < 0 ? text.length() : end + 1;
      lines.add(text.substring(from, next));
      from = next;
    }
    return lines;
  }
}
