package io.gpuspec.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of a page.
 *
 * @param typed behind {@code $ ./gpuspec}
 * @param shown what the page shows below it
 */
record PageCommand(String typed, String shown) {
  private static final Pattern SHOWN = Pattern.compile("(?m)^\\$ (.*)\n((?:(?!\\$ ).*\n)*)");
  private static final Pattern LINE =
      Pattern.compile("\\./gpuspec (.*?)(?: (> (\\S+)|\\| .*))?(?: +# .*)?");

  /** The commands of a block, in order. */
  static List<PageCommand> in(String block) {
    return SHOWN
        .matcher(block.replaceAll("\\\\\n +", ""))
        .results()
        .map(found -> new PageCommand(found.group(1), found.group(2)))
        .toList();
  }

  /**
   * What it prints where the page's files are, the answer before messages; nothing where another
   * program gets the answer.
   */
  String printedIn(Path folder) throws IOException {
    Matcher line = matched();
    Run run = run(folder);
    if (line.group(3) != null) {
      Files.writeString(folder.resolve(line.group(3)), run.out());
      return local(run.err(), folder);
    }
    return line.group(2) == null ? local(run.out() + run.err(), folder) : "";
  }

  Run run(Path folder) {
    return Run.in(folder, line());
  }

  /** What the command gets of what is typed. */
  String line() {
    return matched().group(1);
  }

  /** The file that its answer goes to. */
  Optional<String> file() {
    return Optional.ofNullable(matched().group(3));
  }

  private Matcher matched() {
    Matcher line = LINE.matcher(typed);
    if (!line.matches()) {
      throw new IllegalArgumentException("'" + typed + "' is no command of ./gpuspec");
    }
    return line;
  }

  /** What was printed, with the files named as on the page. */
  static String local(String printed, Path folder) {
    return printed.replace(folder + "/", "");
  }
}
