package io.gpuspec.javadoc;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** Examples as classes, each with one method: compiled all at once, then run one by one. */
final class Examples {
  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

  private final List<Example> examples;
  private final List<List<Statement>> statements = new ArrayList<>();
  private final Function<Example, String> imports;
  private final Path classes;

  /**
   * @param imports what an example may name
   * @param classes an empty folder
   * @throws AssertionError for all lines that javac does not take, and all comments that nobody
   *     would compare with a value
   */
  Examples(List<Example> examples, Function<Example, String> imports, Path classes)
      throws IOException {
    this.examples = examples;
    this.imports = imports;
    this.classes = classes;
    parse();
    compile();
  }

  /** Each comment of an example that says something else than what is printed. */
  List<String> wrong(Example example) throws Exception {
    int number = examples.indexOf(example);
    Values values = new Values();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, Examples.class.getClassLoader())) {
      ((Names) loader.loadClass(Source.className(number)).getConstructor().newInstance())
          .run(values);
    }
    return statements.get(number).stream()
        .filter(each -> !each.comment().isEmpty())
        .filter(each -> !values.print(each.line(), each.comment()))
        .map(
            each ->
                "%s:%d: says \"%s\", but it is \"%s\""
                    .formatted(example.file(), each.line(), each.comment(), values.of(each.line())))
        .toList();
  }

  private void parse() throws IOException {
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavacTask task =
        (JavacTask) JAVAC.getTask(null, null, problems, null, null, sources(Example::code));
    Iterable<? extends CompilationUnitTree> units = task.parse();
    refuse(reported(problems));
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    for (CompilationUnitTree unit : units) {
      statements.add(Statement.of(unit, positions));
    }
    refuse(IntStream.range(0, examples.size()).boxed().flatMap(i -> unread(i).stream()).toList());
  }

  private List<String> unread(int number) {
    List<Statement> all = statements.get(number);
    return all.stream()
        .flatMap(
            each ->
                each.unread(each.equals(all.get(all.size() - 1))).stream()
                    .map(
                        comment ->
                            "%s:%d: \"%s\" is compared with no value; put it behind a statement, or above one"
                                .formatted(examples.get(number).file(), each.line(), comment)))
        .toList();
  }

  private void compile() {
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    List<String> options =
        List.of("-d", classes.toString(), "-proc:none", "-Xlint:deprecation,rawtypes,unchecked");
    JAVAC.getTask(null, null, problems, options, null, sources(this::looking)).call();
    refuse(reported(problems));
  }

  /** The statements, each in the line where it was, and the looks at their values. */
  private String looking(Example example) {
    StringBuilder body = new StringBuilder();
    int line = example.line() + 1;
    for (Statement each : statements.get(examples.indexOf(example))) {
      body.append("\n".repeat(each.line() - line)).append(each.source());
      line = each.line() + (int) each.code().lines().count() - 1;
    }
    return body.toString();
  }

  private List<Source> sources(Function<Example, String> body) {
    return IntStream.range(0, examples.size())
        .mapToObj(
            i -> {
              Example example = examples.get(i);
              return new Source(i, example, imports.apply(example), body.apply(example));
            })
        .toList();
  }

  private List<String> reported(DiagnosticCollector<JavaFileObject> problems) {
    return problems.getDiagnostics().stream()
        .filter(each -> each.getSource() != null)
        .map(this::reported)
        .toList();
  }

  private String reported(Diagnostic<? extends JavaFileObject> problem) {
    return "%s:%d: %s"
        .formatted(
            examples.get(Source.number(problem.getSource())).file(),
            problem.getLineNumber(),
            problem.getMessage(Locale.ENGLISH));
  }

  private static void refuse(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new AssertionError(String.join("\n", problems));
    }
  }
}
