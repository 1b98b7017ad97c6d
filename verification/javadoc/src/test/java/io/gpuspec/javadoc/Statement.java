package io.gpuspec.javadoc;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A statement of an example, and what a comment says that its value prints: the comment behind it
 * and the lines of comment below it that are indented. Other lines of comment are about what is
 * below them, and say what they like.
 *
 * @param line of the source file
 * @param value the expression, or the variable that is declared; empty if there is no value
 * @param comment empty if there is none
 * @param rest what else stands before the next statement
 */
record Statement(int line, String code, String value, String comment, String rest) {
  private static final Pattern TEXT_OR_LINE_OF_COMMENT =
      Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"|(?m)^\\s*//.*$");

  /** Those of a class with one method. */
  static List<Statement> of(CompilationUnitTree unit, SourcePositions positions)
      throws IOException {
    CharSequence source = unit.getSourceFile().getCharContent(true);
    BlockTree body = body(unit);
    List<Statement> statements = new ArrayList<>();
    int next = (int) positions.getEndPosition(unit, body) - 1;
    for (int i = body.getStatements().size() - 1; i >= 0; i--) {
      StatementTree tree = body.getStatements().get(i);
      int start = (int) positions.getStartPosition(unit, tree);
      int end = (int) positions.getEndPosition(unit, tree);
      String code = source.subSequence(start, end).toString();
      Matcher below =
          indentedMoreThan((int) unit.getLineMap().getColumnNumber(start) - 1)
              .matcher(source.subSequence(end, next));
      if (!below.find()) {
        throw new AssertionError("matches even nothing");
      }
      statements.add(
          0,
          new Statement(
              (int) unit.getLineMap().getLineNumber(start),
              code,
              value(tree, code),
              below.group(1).replaceAll("(?m)^ *// ?", "").strip(),
              below.group(2)));
      next = start;
    }
    return statements;
  }

  private static BlockTree body(CompilationUnitTree unit) {
    return ((ClassTree) unit.getTypeDecls().get(0))
        .getMembers().stream()
            .filter(MethodTree.class::isInstance)
            .map(each -> ((MethodTree) each).getBody())
            .findFirst()
            .orElseThrow();
  }

  /** The comment behind a statement, and the lines of comment that are further in than it is. */
  private static Pattern indentedMoreThan(int column) {
    return Pattern.compile("\\A((?: *//.*)?(?:\n {%d,}//.*)*)([\\s\\S]*)".formatted(column + 1));
  }

  private static String value(StatementTree tree, String code) {
    if (tree instanceof VariableTree variable) {
      return variable.getName().toString();
    }
    return tree instanceof ExpressionStatementTree ? code.substring(0, code.lastIndexOf(';')) : "";
  }

  /**
   * Comments that look as if they told a value, and are compared with none.
   *
   * @param last whether no statement is below it
   */
  List<String> unread(boolean last) {
    return Stream.of(
            TEXT_OR_LINE_OF_COMMENT.matcher(code).replaceAll(""),
            value.isEmpty() ? "// " + comment : "",
            last ? rest : "")
        .flatMap(String::lines)
        .filter(each -> each.matches(".*// *\\S.*"))
        .map(each -> each.substring(each.indexOf("//")))
        .toList();
  }

  /** The statement, and a look at its value where a comment says what that is. */
  String source() {
    if (comment.isEmpty()) {
      return code;
    }
    return code.equals(value + ";")
        ? "try { values$.add(%1$d, %2$s); } catch (io.gpuspec.value.GpuSpecException e$) { values$.add(%1$d, e$); }"
            .formatted(line, value)
        : "%s values$.add(%d, %s);".formatted(code, line, value);
  }
}
