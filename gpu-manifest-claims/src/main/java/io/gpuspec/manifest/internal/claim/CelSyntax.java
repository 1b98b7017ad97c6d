package io.gpuspec.manifest.internal.claim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.projectnessie.cel.parser.gen.CELLexer;
import org.projectnessie.cel.parser.gen.CELParser;
import org.projectnessie.cel.shaded.org.antlr.v4.runtime.BaseErrorListener;
import org.projectnessie.cel.shaded.org.antlr.v4.runtime.CharStreams;
import org.projectnessie.cel.shaded.org.antlr.v4.runtime.CommonTokenStream;
import org.projectnessie.cel.shaded.org.antlr.v4.runtime.ParserRuleContext;
import org.projectnessie.cel.shaded.org.antlr.v4.runtime.RecognitionException;
import org.projectnessie.cel.shaded.org.antlr.v4.runtime.Recognizer;
import org.projectnessie.cel.shaded.org.antlr.v4.runtime.misc.ParseCancellationException;
import org.projectnessie.cel.shaded.org.antlr.v4.runtime.tree.ErrorNode;
import org.projectnessie.cel.shaded.org.antlr.v4.runtime.tree.ParseTree;
import org.projectnessie.cel.shaded.org.antlr.v4.runtime.tree.ParseTreeListener;
import org.projectnessie.cel.shaded.org.antlr.v4.runtime.tree.TerminalNode;

/** Whether the library can parse an expression, and the errors that name a place in it. */
final class CelSyntax {
  static final String TOO_DEEP =
      "the expression is nested too deep; write fewer than 100 brackets within one another, and at most 250 operators in a chain";

  private static final int LONGEST = 10 * 1024;

  /** Kubernetes reads 250, which the library needs more stack for than a thread has. */
  private static final int MOST_BRACKETS = 100;

  /** {@code maxRecursionDepth} of cel-go. */
  private static final int MOST_OPERATIONS = 250;

  /** What Kubernetes has and the library does not. */
  private static final Pattern NOT_HERE =
      Pattern.compile(
          "\\.\\?|\\[\\?|\\bcel\\.bind\\(|\\bsets\\.|\\b(ip|isIP|cidr|isCIDR|url|isURL)\\(|\\.(find|findAll|orValue|hasValue|optMap|sum|min|max|isSorted|format|distinct|flatten|slice|reverse|sort|sortBy|first|last|includes|quote|validate|transformList|transformMap|transformMapEntry)\\(|\\b(optional|lists|format|strings)\\.|\\.(all|exists|existsOne)\\(\\w+,\\s*\\w+,");

  private CelSyntax() {}

  /** Refuses what cannot be parsed; the library itself would print that on standard error. */
  static void check(String expression) throws CelException {
    if (expression.length() > LONGEST) {
      throw new CelException("the expression has more than 10240 characters");
    }
    List<CelException> problems = new ArrayList<>();
    BaseErrorListener listener =
        new BaseErrorListener() {
          @Override
          public void syntaxError(
              Recognizer<?, ?> recognizer,
              @Nullable Object symbol,
              int line,
              int column,
              String message,
              @Nullable RecognitionException cause) {
            problems.add(refused(expression, line, column, message));
          }
        };
    CELLexer lexer = new CELLexer(CharStreams.fromString(expression));
    lexer.removeErrorListeners();
    lexer.addErrorListener(listener);
    CELParser parser = new CELParser(new CommonTokenStream(lexer));
    parser.removeErrorListeners();
    parser.addErrorListener(listener);
    parser.addParseListener(new Depth());
    ParseTree tree;
    try {
      tree = parser.start();
    } catch (ParseCancellationException e) {
      throw new CelException(TOO_DEEP);
    }
    if (!problems.isEmpty()) {
      throw problems.get(0);
    }
    checkChains(tree);
    checkNumbers(expression, tree);
  }

  /**
   * Stops at brackets in brackets, for which the parser calls itself. Without it the size of the
   * stack would decide, which is another on each machine.
   */
  private static final class Depth implements ParseTreeListener {
    private int open;

    @Override
    public void enterEveryRule(ParserRuleContext rule) {
      if (rule instanceof CELParser.ExprContext && ++open > MOST_BRACKETS) {
        throw new ParseCancellationException();
      }
    }

    @Override
    public void exitEveryRule(ParserRuleContext rule) {
      open -= rule instanceof CELParser.ExprContext ? 1 : 0;
    }

    @Override
    public void visitTerminal(TerminalNode node) {}

    @Override
    public void visitErrorNode(ErrorNode node) {}
  }

  /**
   * Refuses a chain of operators, such as a sum, of too many: the parser reads one in a loop, and
   * all that comes after it calls itself for each.
   *
   * <p>Source: cel-go v0.26 {@code parser/parser.go}, {@code checkAndIncrementRecursionDepth}.
   */
  private static void checkChains(ParseTree tree) throws CelException {
    Deque<Nested> left = new ArrayDeque<>(List.of(new Nested(tree, 0)));
    while (!left.isEmpty()) {
      Nested each = left.remove();
      int depth = each.depth() + (isOperation(each.tree()) ? 1 : 0);
      if (depth > MOST_OPERATIONS) {
        throw new CelException(TOO_DEEP);
      }
      for (int child = 0; child < each.tree().getChildCount(); child++) {
        left.add(new Nested(each.tree().getChild(child), depth));
      }
    }
  }

  /** Java takes a number that is too large for infinity, and cel-go refuses it. */
  private static void checkNumbers(String expression, ParseTree tree) throws CelException {
    Deque<ParseTree> left = new ArrayDeque<>(List.of(tree));
    while (!left.isEmpty()) {
      ParseTree each = left.remove();
      if (each instanceof CELParser.DoubleContext number
          && Double.isInfinite(Double.parseDouble(number.getText()))) {
        throw refused(
            expression,
            number.getStart().getLine(),
            number.getStart().getCharPositionInLine(),
            "invalid double literal");
      }
      for (int child = 0; child < each.getChildCount(); child++) {
        left.add(each.getChild(child));
      }
    }
  }

  /** A part of an expression, and in how many operations it is. */
  private record Nested(ParseTree tree, int depth) {}

  /** One that has an operator, because the grammar has one around each value too. */
  private static boolean isOperation(ParseTree tree) {
    return tree.getChildCount() > 1
        && (tree instanceof CELParser.ExprContext
            || tree instanceof CELParser.RelationContext
            || tree instanceof CELParser.CalcContext
            || tree instanceof CELParser.SelectOrCallContext
            || tree instanceof CELParser.IndexContext);
  }

  /** Returns whether Kubernetes has something in an expression that the library does not. */
  static boolean isNotHere(String expression) {
    return NOT_HERE.matcher(expression).find();
  }

  /** Returns the error at an offset. */
  static CelException refusedAt(String expression, int offset, String message) {
    String before = expression.substring(0, Math.max(0, offset));
    return refused(
        expression,
        (int) before.chars().filter(each -> each == '\n').count() + 1,
        before.length() - before.lastIndexOf('\n') - 1,
        message);
  }

  /** Returns the error at a line, from 1, and a column, from 0. */
  static CelException refused(String expression, int line, int column, String message) {
    Matcher missing = NOT_HERE.matcher(expression);
    return missing.find()
        ? new CelException(
            "'%s' is not evaluated here, although Kubernetes has it; write has(...), comparisons or matches() in its place"
                .formatted(missing.group()))
        : new CelException(
            "it does not compile at %s:%s of the expression: %s"
                .formatted(line, column + 1, shortened(message)));
  }

  /** Without the list of all tokens that could follow, and in the words of users. */
  private static String shortened(String message) {
    return message
        .replaceAll(" expecting \\{.*", "")
        .replaceAll("abstract_type \\{ +name: \"kubernetes\\.([A-Za-z]+)\"\\}", "$1");
  }
}
