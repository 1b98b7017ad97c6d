package io.gpuspec.cli;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The Java of a page as one method. A comment behind or below a statement is how its value prints,
 * or that of the variable that it declares.
 */
final class PageJava {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** One for all pages, because it keeps what it has read of the class path. */
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, null);

  private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;\n");
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?m)\\G\n*(?! |//)(.+(?:\n(?:    .+|}.*))*);[ ]*(?://(.*))?\n((?:// ?.*\n)*)");
  private static final Pattern DECLARATION = Pattern.compile("^[\\w.<>,? \\[\\]]+ (\\w+) =\\s");

  private final StringBuilder imports = new StringBuilder();
  private final StringBuilder body = new StringBuilder();
  private final List<String> shown = new ArrayList<>();

  PageJava(List<String> blocks) {
    for (String block : blocks) {
      IMPORT.matcher(block).results().forEach(line -> imports.append(line.group()));
      String code = IMPORT.matcher(block).replaceAll("");
      Matcher statements = STATEMENT.matcher(code);
      int end = 0;
      while (statements.find()) {
        add(statements.group(1), comment(statements));
        end = statements.end();
      }
      if (!code.substring(end).isBlank()) {
        throw new IllegalArgumentException("not read as statements: " + code.substring(end));
      }
    }
  }

  private void add(String statement, String comment) {
    Matcher declaration = DECLARATION.matcher(statement);
    boolean declares = declaration.find();
    if (declares || comment.isEmpty()) {
      body.append(statement).append(";\n");
    }
    if (!comment.isEmpty()) {
      shown.add(comment);
      body.append("shown.add(print(() -> ")
          .append(declares ? declaration.group(1) : statement)
          .append("));\n");
    }
  }

  private static String comment(Matcher statement) {
    List<String> lines = new ArrayList<>();
    if (statement.group(2) != null) {
      lines.add(statement.group(2).strip());
    }
    statement.group(3).lines().map(line -> line.replaceFirst("// ?", "")).forEach(lines::add);
    return String.join("\n", lines);
  }

  /** What the comments say, in order. */
  List<String> shown() {
    return shown;
  }

  /** The imports of {@code ./gpuspec shell}, so that a line of a page can be typed there. */
  private static String shellImports() {
    try {
      return Files.readAllLines(Guides.root().resolve("samples/jshell/gpuspec.jsh")).stream()
          .filter(line -> line.startsWith("import "))
          .map(line -> line + ";")
          .collect(Collectors.joining("\n", "", "\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The class, whose {@code run} gives what the values print. */
  private String source() {
    return """
        %s
        import java.util.concurrent.Callable;

        public class Page {
          private static String print(Callable<?> value) throws Exception {
            try {
              return String.valueOf(value.call()).stripTrailing();
            } catch (GpuSpecException e) {
              return e.getClass().getSimpleName() + ": " + e.getMessage();
            }
          }

          public static List<String> run(Path folder) throws Exception {
            List<String> shown = new ArrayList<>();
        %s
            return shown;
          }
        }
        """
        .formatted(
            imports + shellImports(), body.toString().replace("Path.of(\"", "folder.resolve(\""));
  }

  /** What the values print where the page's files are. */
  List<String> printedIn(Path folder) throws Exception {
    compileTo(folder);
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, PageJava.class.getClassLoader())) {
      List<?> printed =
          (List<?>) loader.loadClass("Page").getMethod("run", Path.class).invoke(null, folder);
      return printed.stream().map(each -> each.toString().replace(folder + "/", "")).toList();
    }
  }

  private void compileTo(Path folder) {
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///Page.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source();
          }
        };
    StringWriter errors = new StringWriter();
    List<String> options = List.of("-d", folder.toString(), "-proc:none");
    if (!COMPILER.getTask(errors, FILES, null, options, null, List.of(file)).call()) {
      throw new AssertionError("not compiled: " + errors);
    }
  }
}
