package io.gpuspec.internal;

import java.util.ArrayList;
import java.util.List;

/** Rows in columns that are as wide as their widest cell; empty columns are left out. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  /** A table with these headings. */
  public TextTable(String... headings) {
    row(headings);
  }

  /** Adds a row with a cell for each heading. */
  public void row(String... cells) {
    rows.add(List.of(cells));
  }

  @Override
  public String toString() {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (int i = 0; i < columns; i++) {
      int column = i;
      if (rows.size() == 1 || rows.stream().skip(1).anyMatch(row -> !row.get(column).isEmpty())) {
        widths[i] = rows.stream().mapToInt(row -> TextWidth.of(row.get(column))).max().orElse(0);
      }
    }
    StringBuilder out = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        if (widths[i] == 0) {
          continue;
        }
        line.append(TextWidth.pad(row.get(i), widths[i] + 2));
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
    return out.toString().stripTrailing();
  }
}
