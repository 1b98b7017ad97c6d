package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The Java of a page: it compiles, and each line gives what the comment behind it says. */
final class ShownJava {
  /** A statement on a line, and in comments behind and below it how its value prints. */
  private static final Pattern SHOWN =
      Pattern.compile("(?m)^(?!//)(.+);[ ]*(?://(.*))?\n((?:// .*\n)*)");

  private ShownJava() {}

  static void assertShown(String page, List<String> imports, Path classes) throws Exception {
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
            .formatted(
                imports.stream().map("import %s;"::formatted).collect(Collectors.joining("\n")),
                body);

    assertThat(Guides.compilerErrors("Page", source, classes)).isEmpty();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, ShownJava.class.getClassLoader())) {
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
