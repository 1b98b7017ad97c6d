package io.gpuspec.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What stands at the end of a command's help.
 *
 * @param notes sentences about the command
 * @param lines lines of the examples, of which one may take several
 * @param status what the exit status means
 */
record HelpFooter(List<String> notes, List<String> lines, List<String> status) {
  private static final String MARGIN = "  ";

  /** What stands above examples, in both languages. */
  private static final String HEADINGS = "Examples:|示例：|In the checkout:|在检出目录中：";

  private static final String STATUS = "(?:Exit status: |退出状态：)";

  static HelpFooter of(CommandSpec spec) {
    List<String> notes = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    List<String> status = new ArrayList<>();
    boolean isOpen = false;
    boolean isStatus = false;
    for (String line : spec.usageMessage().footer()) {
      if (isOpen || line.startsWith(MARGIN)) {
        isOpen = line.endsWith("\\");
        lines.add(line.replace("%%", "%").replaceFirst("^" + MARGIN, ""));
      } else if (!line.isEmpty() && !line.matches(HEADINGS)) {
        isStatus |= line.matches(STATUS + ".*");
        (isStatus ? status : notes).add(line.replaceFirst("^" + STATUS, ""));
      }
    }
    return new HelpFooter(List.copyOf(notes), List.copyOf(lines), List.copyOf(status));
  }

  /** Returns the command lines, each whole. */
  List<String> examples() {
    return String.join("\n", lines).replaceAll("\\\\\n *", "").lines().toList();
  }
}
