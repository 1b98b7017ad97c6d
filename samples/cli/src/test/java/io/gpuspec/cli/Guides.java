package io.gpuspec.cli;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The pages that users read, and the blocks of code in them. */
final class Guides {
  private Guides() {}

  /** The blocks of a language on a page, in order. */
  static List<String> blocks(String page, String language) throws IOException {
    return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
        .matcher(text(page))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  static String text(String page) throws IOException {
    return Files.readString(root().resolve(page));
  }

  /** The folder of the checkout: two above this module's. */
  static Path root() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent().getParent();
  }

  /** What the compiler has against a class; empty if it compiles. */
  static String compilerErrors(String name, String source, Path classes) {
    JavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    StringWriter errors = new StringWriter();
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(errors, null, null, List.of("-d", classes.toString()), null, List.of(file))
            .call();
    return compiled ? "" : "not compiled: " + errors;
  }
}
