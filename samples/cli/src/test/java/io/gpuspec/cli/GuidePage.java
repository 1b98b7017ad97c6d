package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page whose commands are run and whose Java is compiled and run, and that shows what happens.
 */
final class GuidePage {
  private static final String COMMAND = "$ ./gpuspec ";

  /** A statement, and in comments behind and below it how its value, or the error, prints. */
  private static final Pattern SHOWN =
      Pattern.compile("(?m)^(?! |//)(.+(?:\n    .+)*);[ ]*(?://(.*))?\n((?:// .*\n)*)");

  private final String path;
  private final List<String> packages;

  /**
   * @param packages whose types its Java uses, beside those of java.util
   */
  GuidePage(String path, String... packages) {
    this.path = path;
    this.packages = List.of(packages);
  }

  /** Each command with what it prints, answers before messages. */
  void commandsAnswerAsShown() throws IOException {
    List<String> blocks = Guides.blocks(path, "console");

    assertThat(blocks).isNotEmpty();
    for (String block : blocks) {
      String command = block.lines().findFirst().orElseThrow();
      Run run = Run.line(command.substring(COMMAND.length()));
      assertThat(run.out() + run.err())
          .as(command)
          .isEqualTo(block.substring(command.length() + 1));
    }
  }

  /** Each statement that has a comment with what the comment says. */
  void javaGivesWhatItsCommentsSay(Path classes) throws Exception {
    List<String> expected = new ArrayList<>();
    StringBuilder source = new StringBuilder("import java.util.*;\n");
    for (String each : packages) {
      source.append("import ").append(each).append(".*;\n");
    }
    source.append(
        """
        public class Page {
          private static String print(java.util.concurrent.Callable<?> value) throws Exception {
            try {
              return String.valueOf(value.call());
            } catch (io.gpuspec.GpuSpecException e) {
              return e.getClass().getSimpleName() + ": " + e.getMessage();
            }
          }

          public static java.util.List<String> run() throws Exception {
            java.util.List<String> shown = new java.util.ArrayList<>();
        """);
    for (String block : Guides.blocks(path, "java")) {
      Matcher shown = SHOWN.matcher(block);
      while (shown.find()) {
        String comment = comment(shown);
        if (comment.isEmpty() || shown.group(1).startsWith("var ")) {
          source.append(shown.group(1)).append(";\n");
        } else {
          expected.add(comment);
          source.append("shown.add(print(() -> ").append(shown.group(1)).append("));\n");
        }
      }
    }
    source.append("return shown;\n}\n}\n");

    assertThat(Guides.compilerErrors("Page", source.toString(), classes)).isEmpty();
    assertThat(expected).isNotEmpty();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, GuidePage.class.getClassLoader())) {
      assertThat(loader.loadClass("Page").getMethod("run").invoke(null)).isEqualTo(expected);
    }
  }

  private static String comment(Matcher shown) {
    List<String> lines = new ArrayList<>();
    if (shown.group(2) != null) {
      lines.add(shown.group(2).strip());
    }
    shown.group(3).lines().map(line -> line.substring("// ".length())).forEach(lines::add);
    return String.join("\n", lines);
  }
}
