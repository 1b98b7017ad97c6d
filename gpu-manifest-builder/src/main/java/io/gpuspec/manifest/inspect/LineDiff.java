package io.gpuspec.manifest.inspect;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines that differ between two texts, without those that are the same at both ends.
 *
 * @param begin the first line that differs, from 0
 * @param end the line after the last one that is replaced, from 0
 * @param removed the lines that are replaced, with their ends
 * @param inserted the lines that replace them
 */
record LineDiff(int begin, int end, List<String> removed, List<String> inserted) {

  static LineDiff of(String before, String after) {
    List<String> old = lines(before);
    List<String> now = lines(after);
    int begin = 0;
    while (begin < old.size() && begin < now.size() && old.get(begin).equals(now.get(begin))) {
      begin++;
    }
    int tail = 0;
    while (tail < old.size() - begin
        && tail < now.size() - begin
        && old.get(old.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
      tail++;
    }
    return new LineDiff(
        begin,
        old.size() - tail,
        List.copyOf(old.subList(begin, old.size() - tail)),
        List.copyOf(now.subList(begin, now.size() - tail)));
  }

  /** Returns it as a hunk of a unified diff. */
  String unified() {
    StringBuilder hunk = new StringBuilder();
    hunk.append(
        "@@ -%d,%d +%d,%d @@\n".formatted(begin + 1, removed.size(), begin + 1, inserted.size()));
    removed.forEach(line -> hunk.append('-').append(ended(line)));
    inserted.forEach(line -> hunk.append('+').append(ended(line)));
    return hunk.toString();
  }

  private static String ended(String line) {
    return line.endsWith("\n") ? line : line + "\n\\ No newline at end of file\n";
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
