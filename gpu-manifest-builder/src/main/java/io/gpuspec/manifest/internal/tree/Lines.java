package io.gpuspec.manifest.internal.tree;

import io.gpuspec.internal.yaml.YamlText;
import java.util.List;

/** A heading and lines below it, shortened so that JShell does not cut it at 1,000 characters. */
public final class Lines {
  private static final int PRINTED = 870;
  private static final int LONGEST_LINE = 300;
  private static final int LONGEST_SOURCE = 200;

  private Lines() {}

  public static String of(String source, String counts, List<?> items) {
    StringBuilder out =
        new StringBuilder(YamlText.printable(source, LONGEST_SOURCE)).append(": ").append(counts);
    for (int i = 0; i < items.size(); i++) {
      String line = YamlText.printable(items.get(i).toString(), LONGEST_LINE);
      if (out.length() + 1 + line.length() > PRINTED) {
        return out.append("\n... and ").append(items.size() - i).append(" more").toString();
      }
      out.append('\n').append(line);
    }
    return out.toString();
  }

  /** Returns text such as {@code 1 problem} or {@code 2 problems}. */
  public static String count(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
