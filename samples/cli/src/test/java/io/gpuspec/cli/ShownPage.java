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

/** A guide that shows commands and lines of Java, each with its answer. */
final class ShownPage {
  private static final String COMMAND = "$ ./gpuspec ";

  /** A statement on a line, and in comments behind and below it how its value prints. */
  private static final Pattern SHOWN =
      Pattern.compile("(?m)^(?!//)(.+);[ ]*(?://(.*))?\n((?:// .*\n)*)");

  private final String page;

  private ShownPage(String page) {
    this.page = page;
  }

  /** A page of the project, such as {@code docs/mig.md}. */
  static ShownPage of(String page) {
    return new ShownPage(page);
  }

  /** Each block of the console is a command and what it prints. */
  void assertCommandsAnswerAsShown() throws IOException {
    List<String> blocks = Guides.blocks(page, "console");

    assertThat(blocks).isNotEmpty();
    for (String block : blocks) {
      String command = block.lines().findFirst().orElseThrow();
      assertThat(Run.line(command.substring(COMMAND.length())).out())
          .as(command)
          .isEqualTo(block.substring(command.length() + 1));
    }
  }

  /**
   * Each line of Java compiles, and one with a comment prints it.
   *
   * @param classes an empty folder
   * @param packages whose types the page uses beside those of {@code io.gpuspec}
   */
  void assertJavaGivesWhatItsCommentSays(Path classes, String... packages) throws Exception {
    List<String> expected = new ArrayList<>();
    StringBuilder body = new StringBuilder();
    for (String block : Guides.blocks(page, "java")) {
      Matcher shown = SHOWN.matcher(block);
      while (shown.find()) {
        String comment = comment(shown);
        if (comment.isEmpty()) {
          body.append(shown.group(1)).append(";\n");
        } else {
          expected.add(comment);
          body.append("shown.add(String.valueOf(").append(shown.group(1)).append("));\n");
        }
      }
    }
    String source =
        """
        import io.gpuspec.*;
        %s
        import java.util.*;

        public class Page {
          public static List<String> run() {
            List<String> shown = new ArrayList<>();
        %s
            return shown;
          }
        }
        """
            .formatted(imports(packages), body);

    assertThat(Guides.compilerErrors("Page", source, classes)).isEmpty();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, ShownPage.class.getClassLoader())) {
      assertThat(loader.loadClass("Page").getMethod("run").invoke(null)).isEqualTo(expected);
    }
    assertThat(expected).isNotEmpty();
  }

  private static String imports(String... packages) {
    StringBuilder imports = new StringBuilder();
    for (String each : packages) {
      imports.append("import ").append(each).append(".*;\n");
    }
    return imports.toString();
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
