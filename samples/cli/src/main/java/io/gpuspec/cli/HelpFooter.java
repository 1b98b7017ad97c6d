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

  static HelpFooter of(CommandSpec spec) {
    List<String> notes = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    List<String> status = new ArrayList<>();
    boolean isOpen = false;
    for (String line : spec.usageMessage().footer()) {
      if (isOpen || line.startsWith(MARGIN)) {
        isOpen = line.endsWith("\\");
        lines.add(line.replace("%%", "%").replaceFirst("^" + MARGIN, ""));
      } else if (!line.isEmpty() && !line.endsWith(":") && !line.endsWith("：")) {
        (lines.isEmpty() ? notes : status).add(line.replaceFirst("^(Exit status: |退出状态：)", ""));
      }
    }
    return new HelpFooter(List.copyOf(notes), List.copyOf(lines), List.copyOf(status));
  }

  /** Returns the command lines, each whole. */
  List<String> examples() {
    return String.join("\n", lines).replaceAll("\\\\\n *", "").lines().toList();
  }
}
