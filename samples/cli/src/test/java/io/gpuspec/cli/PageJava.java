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

/** The Java of a page: statements on a line, and behind or below them how their values print. */
final class PageJava {
  private static final Pattern SHOWN =
      Pattern.compile("(?m)^(?!//)(.+);[ ]*(?://(.*))?\n((?:// .*\n)*)");

  private PageJava() {}

  /**
   * Compiles and runs all of it, and compares each value with what the page says.
   *
   * @param packages what it imports
   */
  static void givesWhatItsCommentsSay(String page, Path classes, String... packages)
      throws IOException, ReflectiveOperationException {
    List<String> expected = new ArrayList<>();
    StringBuilder source = new StringBuilder();
    for (String name : packages) {
      source.append("import ").append(name).append(".*;\n");
    }
    source.append("import java.util.*;\npublic class Page {\n");
    source.append("public static List<String> run() {\nList<String> shown = new ArrayList<>();\n");
    for (String block : Guides.blocks(page, "java")) {
      Matcher shown = SHOWN.matcher(block);
      while (shown.find()) {
        String comment = comment(shown);
        if (comment.isEmpty()) {
          source.append(shown.group(1)).append(";\n");
        } else {
          expected.add(comment);
          source.append("shown.add(String.valueOf(").append(shown.group(1)).append("));\n");
        }
      }
    }
    source.append("return shown;\n}\n}\n");

    assertThat(Guides.compilerErrors("Page", source.toString(), classes)).isEmpty();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, PageJava.class.getClassLoader())) {
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
