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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on MIG shows is what happens. */
class MigPageTest {
  private static final String PAGE = "docs/mig.md";
  private static final String COMMAND = "$ ./gpuspec ";

  /** A statement on a line, and in comments behind and below it how its value prints. */
  private static final Pattern SHOWN =
      Pattern.compile("(?m)^(?!//)(.+);[ ]*(?://(.*))?\n((?:// .*\n)*)");

  @Test
  void everyCommandAnswersAsShown() throws IOException {
    List<String> blocks = Guides.blocks(PAGE, "console");

    assertThat(blocks).isNotEmpty();
    for (String block : blocks) {
      String command = block.lines().findFirst().orElseThrow();
      assertThat(Run.line(command.substring(COMMAND.length())).out())
          .as(command)
          .isEqualTo(block.substring(command.length() + 1));
    }
  }

  @Test
  void everyLineOfJavaCompilesAndGivesWhatItsCommentSays(@TempDir Path classes) throws Exception {
    List<String> expected = new ArrayList<>();
    StringBuilder body = new StringBuilder();
    for (String block : Guides.blocks(PAGE, "java")) {
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
        import io.gpuspec.mig.*;
        import io.gpuspec.spi.*;
        import java.util.*;

        public class Page {
          public static List<String> run() {
            List<String> shown = new ArrayList<>();
        %s
            return shown;
          }
        }
        """
            .formatted(body);

    assertThat(Guides.compilerErrors("Page", source, classes)).isEmpty();
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, MigPageTest.class.getClassLoader())) {
      assertThat(loader.loadClass("Page").getMethod("run").invoke(null)).isEqualTo(expected);
    }
    assertThat(expected).isNotEmpty();
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
