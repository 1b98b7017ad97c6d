package io.gpuspec.manifest.internal.claim;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.value.InvalidValueException;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.projectnessie.cel.Ast;
import org.projectnessie.cel.Env;
import org.projectnessie.cel.EnvOption;
import org.projectnessie.cel.Library;
import org.projectnessie.cel.Program;
import org.projectnessie.cel.ProgramOption;
import org.projectnessie.cel.checker.Checker;
import org.projectnessie.cel.checker.Decls;
import org.projectnessie.cel.common.CELError;
import org.projectnessie.cel.common.types.BoolT;
import org.projectnessie.cel.common.types.DoubleT;
import org.projectnessie.cel.common.types.Err;
import org.projectnessie.cel.common.types.IntT;
import org.projectnessie.cel.common.types.StringT;
import org.projectnessie.cel.common.types.pb.ProtoTypeRegistry;
import org.projectnessie.cel.common.types.ref.FieldType;
import org.projectnessie.cel.common.types.ref.TypeAdapter;
import org.projectnessie.cel.common.types.ref.TypeProvider;
import org.projectnessie.cel.common.types.ref.Val;
import org.projectnessie.cel.extension.StringsLib;
import org.projectnessie.cel.interpreter.functions.BinaryOp;
import org.projectnessie.cel.interpreter.functions.Overload;
import org.projectnessie.cel.interpreter.functions.UnaryOp;
import org.projectnessie.cel.parser.Unparser;
import org.projectnessie.cel.parser.gen.CELLexer;
import org.projectnessie.cel.parser.gen.CELParser;
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.Constant;
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.Decl;
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.Expr;
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.Type;
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

/**
 * A selector of a claim or of a class: an expression of CEL over a device, with what Kubernetes
 * adds to the language.
 *
 * <p>Source: k8s.io/dynamic-resource-allocation/cel and k8s.io/apiserver/pkg/cel/library, v0.36.
 * Left out is what the library cannot parse or has no function for: optional fields ({@code .?}),
 * {@code cel.bind}, {@code sets}, {@code ip} and {@code cidr}, {@code url}, {@code find}, {@code
 * format}, functions on lists, and loops with two variables.
 */
public final class Cel {
  static final TypeAdapter ADAPTER = ProtoTypeRegistry.newRegistry();

  private static final String DEVICE = "kubernetes.DRADevice";
  private static final int LONGEST = 10 * 1024;
  private static final int DISTINCT = 1000;

  /** Kubernetes reads 250, which the library needs more stack for than a thread has. */
  private static final int MOST_BRACKETS = 100;

  /** {@code maxRecursionDepth} of cel-go. */
  private static final int MOST_OPERATIONS = 250;

  private static final Type QUANTITY = Decls.newAbstractType(Values.QUANTITY, List.of());
  private static final Type SEMVER = Decls.newAbstractType(Values.SEMVER, List.of());

  /** What Kubernetes has and the library does not. */
  private static final Pattern NOT_HERE =
      Pattern.compile(
          "\\.\\?|\\[\\?|\\bcel\\.bind\\(|\\bsets\\.|\\b(ip|isIP|cidr|isCIDR|url|isURL)\\(|\\.(find|findAll|orValue|hasValue|optMap|sum|min|max|isSorted|format|distinct|flatten|slice|reverse|sort|sortBy|first|last|includes|quote|validate|transformList|transformMap|transformMapEntry)\\(|\\b(optional|lists|format|strings)\\.|\\.(all|exists|existsOne)\\(\\w+,\\s*\\w+,");

  /** {@code device.attributes['d'].n} or {@code device.capacity['d'].n}. */
  private static final Pattern READ =
      Pattern.compile("device\\.(attributes|capacity)\\[[\"']([^\"']+)[\"']\\]\\.([A-Za-z_0-9]+)");

  private static final Pattern COMPARED =
      Pattern.compile(
          "("
              + READ.pattern()
              + ")\\.compareTo\\((?:quantity|semver)\\([\"']([^\"']*)[\"']\\)\\) (==|!=|<|<=|>|>=)"
              + " 0");

  private static final Pattern GREATER =
      Pattern.compile(
          "("
              + READ.pattern()
              + ")\\.(isGreaterThan|isLessThan)\\((?:quantity|semver)\\([\"']([^\"']*)[\"']\\)\\)");
  private static final Pattern EQUAL =
      Pattern.compile("(" + READ.pattern() + ") == (\"[^\"]*\"|'[^']*'|-?[0-9]+|true|false)");

  /** Kubernetes compares numbers of different types, which the library does not. */
  private static final Pattern OF_NUMBERS =
      Pattern.compile("applied to '\\((?:(?:int|uint|double)(?:, )?+)++\\)'");

  private static final Map<String, String> OPPOSITE =
      Map.of("==", "!=", "!=", "==", "<", ">=", "<=", ">", ">", "<=", ">=", "<");

  private static final Env ENV = env();
  private static final Set<String> FUNCTION_NAMES =
      Stream.of(
              Checker.StandardDeclarations.stream().map(Decl::getName),
              declarations().stream().map(Decl::getName),
              Stream.of("charAt", "indexOf", "join", "lastIndexOf", "lowerAscii", "replace"),
              Stream.of("split", "substring", "trim", "upperAscii"))
          .flatMap(names -> names)
          .collect(Collectors.toUnmodifiableSet());
  private static final List<Overload> FUNCTIONS = functions();
  private static final Cache<String, Cel> COMPILED =
      Caffeine.newBuilder().maximumSize(DISTINCT).build();

  private final String expression;
  private final Program program;
  private final Expr root;
  private final Ast ast;

  private Cel(String expression, Program program, Ast ast) {
    this.expression = expression;
    this.program = program;
    this.ast = ast;
    this.root = ast.getExpr();
  }

  /**
   * Returns the compiled expression.
   *
   * @throws CelException if it does not compile, does not give true or false, or has a constant at
   *     which the scheduler would stop
   */
  static Cel compile(String expression) throws CelException {
    Cel known = COMPILED.getIfPresent(expression);
    if (known == null) {
      known = compileAndCheck(expression);
      COMPILED.put(expression, known);
    }
    return known;
  }

  /**
   * Refuses an expression that does not compile, or at which the scheduler would stop.
   *
   * @throws InvalidValueException with what is wrong with it
   */
  public static void check(String what, String expression) {
    try {
      compile(expression);
    } catch (CelException e) {
      throw new InvalidValueException(
          "claim.malformed", "%s '%s': %s".formatted(what, expression, e.text()), e);
    }
  }

  /** Every failure of the library is one of the expression. */
  private static Cel compileAndCheck(String expression) throws CelException {
    try {
      Cel compiled = compileNew(expression);
      compiled.checkPatterns();
      compiled.checkConstants();
      compiled.checkCost();
      return compiled;
    } catch (RuntimeException e) {
      throw refused(expression, 1, 0, firstLine(String.valueOf(e.getMessage())));
    }
  }

  private static Cel compileNew(String expression) throws CelException {
    if (expression.isBlank()) {
      throw new CelException("the expression is empty; write one that gives true or false");
    }
    checkSyntax(expression);
    Env.AstIssuesTuple result = parsed(expression);
    if (result.hasIssues()) {
      CELError first = result.getIssues().getErrors().get(0);
      throw refused(
          expression,
          first.getLocation().line(),
          first.getLocation().column(),
          first.getMessage().lines().findFirst().orElse(""));
    }
    Ast ast = result.getAst();
    Type type = ast.getResultType();
    if (!type.equals(Decls.Bool) && !type.equals(Decls.Any) && !type.equals(Decls.Dyn)) {
      throw new CelException("it must give true or false; add a comparison");
    }
    return new Cel(
        expression,
        ENV.program(ast, ProgramOption.functions(FUNCTIONS.toArray(Overload[]::new))),
        ast);
  }

  /**
   * The library itself would check what it could not parse, and of a function that it does not know
   * it would name another part.
   */
  private static Env.AstIssuesTuple parsed(String expression) throws CelException {
    Env.AstIssuesTuple parsed = ENV.parse(expression);
    if (parsed.hasIssues()) {
      return parsed;
    }
    for (Expr part : parts(parsed.getAst().getExpr())) {
      String function = part.getCallExpr().getFunction();
      if (!function.isEmpty() && !FUNCTION_NAMES.contains(function)) {
        int place = expression.lastIndexOf(function, offset(expression, parsed.getAst(), part));
        throw refusedAt(expression, place, "undeclared reference to '%s'".formatted(function));
      }
    }
    return ENV.check(parsed.getAst());
  }

  /** The library names the type of a key, which says nothing to a reader. */
  private static String firstLine(String message) {
    return message
        .lines()
        .findFirst()
        .orElse("")
        .replaceAll("no such key: string\\{(.*)\\}", "no such key: $1");
  }

  /** The library itself would print what it cannot parse on standard error. */
  private static void checkSyntax(String expression) throws CelException {
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
      throw tooDeep();
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
        throw tooDeep();
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

  private static CelException tooDeep() {
    return new CelException(
        "the expression is nested too deep; write fewer than 100 brackets within one another, and at most 250 operators in a chain");
  }

  private static CelException refusedAt(String expression, int offset, String message) {
    String before = expression.substring(0, Math.max(0, offset));
    return refused(
        expression,
        (int) before.chars().filter(each -> each == '\n').count() + 1,
        before.length() - before.lastIndexOf('\n') - 1,
        message);
  }

  private static CelException refused(String expression, int line, int column, String message) {
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

  /** Returns a bound on what an expression that compiles costs. */
  static double costOf(String expression) throws CelException {
    return CelCost.of(compileNew(expression).ast);
  }

  private void checkCost() throws CelException {
    // A loop over nothing whose step has no bound gives NaN, of which each comparison is false.
    if (!(CelCost.of(ast) <= CelCost.MOST)) {
      throw new CelException(
          "it is not judged: the API server refuses an expression that costs more than 1000000 by its estimate, and no bound below that is found here; write comparisons in place of loops in loops, of join, and of contains or matches on parts of a split text");
    }
  }

  /**
   * Refuses a pattern that RE2 refuses, as the API server does.
   *
   * <p>Source: k8s.io/apiserver {@code pkg/cel/environment/base.go}, {@code ValidateRegexLiterals}.
   */
  private void checkPatterns() throws CelException {
    for (Expr part : parts(root)) {
      Optional<Expr> pattern = pattern(part);
      if (pattern.isPresent()) {
        try {
          Regex.size(pattern.get().getConstExpr().getStringValue());
        } catch (CelException e) {
          throw refusedAt(expression, offset(expression, ast, pattern.get()), e.text());
        }
      }
    }
  }

  private static int offset(String expression, Ast ast, Expr part) {
    int offset = ast.getSourceInfo().getPositionsOrDefault(part.getId(), 0);
    int last = expression.codePointCount(0, expression.length());
    return expression.offsetByCodePoints(0, Math.max(0, Math.min(offset, last)));
  }

  /** Returns the pattern of a call of {@code matches}, if it is a constant. */
  private static Optional<Expr> pattern(Expr expr) {
    Expr.Call call = expr.getCallExpr();
    if (!call.getFunction().equals("matches") || call.getArgsCount() == 0) {
      return Optional.empty();
    }
    Expr last = call.getArgs(call.getArgsCount() - 1);
    return last.getConstExpr().getConstantKindCase() == Constant.ConstantKindCase.STRING_VALUE
        ? Optional.of(last)
        : Optional.empty();
  }

  /** The scheduler would stop at these for every node, although the API server admits them. */
  private void checkConstants() throws CelException {
    for (Expr part : parts(root)) {
      Optional<WrongConstant> wrong = wrong(part);
      if (wrong.isPresent()) {
        throw new CelException(
            wrong.get()
                + ", and the scheduler stops at it on every node; write it like "
                + wrong.get().example());
      }
      if (part.getExprKindCase() == Expr.ExprKindCase.SELECT_EXPR
          && !part.getSelectExpr().getTestOnly()) {
        Optional<String> text = text(part);
        if (text.isPresent()) {
          checkRead(text.get());
        }
      }
    }
  }

  /**
   * A text in an expression that is not a quantity or a version, although it stands for one.
   *
   * @param function {@code quantity} or {@code semver}
   */
  public record WrongConstant(String function, String text) {
    private String example() {
      return function.equals("quantity") ? "80Gi" : "8.9.0";
    }

    @Override
    public String toString() {
      return "%s('%s') %s"
          .formatted(
              function,
              text,
              function.equals("quantity")
                  ? "is not a quantity"
                  : "is not a version with three parts");
    }
  }

  /**
   * Returns why the API server refuses an expression; empty if it compiles, or if Kubernetes may
   * know more of it than the library does.
   */
  public static Optional<String> refusal(String expression) {
    if (NOT_HERE.matcher(expression).find()) {
      return Optional.empty();
    }
    try {
      compileNew(expression);
      return Optional.empty();
    } catch (CelException e) {
      boolean isOurs = e.text().equals(tooDeep().text()) || OF_NUMBERS.matcher(e.text()).find();
      return isOurs ? Optional.empty() : Optional.of(e.text());
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Returns the wrong constants of an expression; none of one that cannot be parsed here. */
  public static List<WrongConstant> wrongConstants(String expression) {
    try {
      checkSyntax(expression);
      Env.AstIssuesTuple parsed = ENV.parse(expression);
      return parsed.hasIssues()
          ? List.of()
          : parts(parsed.getAst().getExpr()).stream()
              .flatMap(part -> wrong(part).stream())
              .toList();
    } catch (CelException | RuntimeException unreadable) {
      return List.of();
    }
  }

  private static Optional<WrongConstant> wrong(Expr expr) {
    Expr.Call call = expr.getCallExpr();
    if (call.hasTarget() || call.getArgsCount() < 1 || call.getArgsCount() > 2) {
      return Optional.empty();
    }
    Constant constant = call.getArgs(0).getConstExpr();
    if (constant.getConstantKindCase() != Constant.ConstantKindCase.STRING_VALUE) {
      return Optional.empty();
    }
    String text = constant.getStringValue();
    boolean isRight =
        switch (call.getFunction()) {
          case "quantity" -> Amount.parse(text).isPresent();
          case "semver" ->
              call.getArgsCount() == 1
                  ? Version.parse(text).isPresent()
                  : isVersion(text, call.getArgs(1).getConstExpr());
          default -> true;
        };
    return isRight ? Optional.empty() : Optional.of(new WrongConstant(call.getFunction(), text));
  }

  private static boolean isVersion(String text, Constant isNormalized) {
    if (isNormalized.getConstantKindCase() != Constant.ConstantKindCase.BOOL_VALUE) {
      return true; // Whether missing parts are 0 depends on the device.
    }
    return isNormalized.getBoolValue()
        ? Version.normalized(text).isPresent()
        : Version.parse(text).isPresent();
  }

  /** Returns the text of a part; empty if the library cannot write it, such as a loop. */
  private Optional<String> text(Expr part) {
    if (parts(part).stream()
        .anyMatch(each -> each.getExprKindCase() == Expr.ExprKindCase.COMPREHENSION_EXPR)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Unparser.unparse(part, ast.getSourceInfo()));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Returns an expression with all that it is made of, from the outside to the inside. */
  private static List<Expr> parts(Expr expr) {
    List<Expr> parts = new ArrayList<>();
    addParts(expr, parts);
    return parts;
  }

  private static void addParts(Expr expr, List<Expr> parts) {
    parts.add(expr);
    switch (expr.getExprKindCase()) {
      case CALL_EXPR -> {
        if (expr.getCallExpr().hasTarget()) {
          addParts(expr.getCallExpr().getTarget(), parts);
        }
        expr.getCallExpr().getArgsList().forEach(arg -> addParts(arg, parts));
      }
      case SELECT_EXPR -> addParts(expr.getSelectExpr().getOperand(), parts);
      case COMPREHENSION_EXPR -> {
        addParts(expr.getComprehensionExpr().getIterRange(), parts);
        addParts(expr.getComprehensionExpr().getLoopStep(), parts);
      }
      case LIST_EXPR -> expr.getListExpr().getElementsList().forEach(item -> addParts(item, parts));
      case STRUCT_EXPR ->
          expr.getStructExpr()
              .getEntriesList()
              .forEach(
                  entry -> {
                    addParts(entry.getMapKey(), parts);
                    addParts(entry.getValue(), parts);
                  });
      default -> {}
    }
  }

  private static void checkRead(String text) throws CelException {
    Matcher read = READ.matcher(text);
    if (read.matches()
        && read.group(1).equals("attributes")
        && read.group(2).equals(NvidiaDriver.NAME)
        && !NvidiaDriver.PUBLISHED.contains(read.group(3))) {
      throw new CelException(
          "no such key: %s; NVIDIA's driver publishes no such attribute, and the scheduler stops at it on every node; use one of %s"
              .formatted(read.group(3), String.join(", ", NvidiaDriver.PUBLISHED)));
    }
  }

  /**
   * Returns whether a device matches.
   *
   * @throws CelException if the expression fails for it
   */
  boolean matches(Values.Fields device) throws CelException {
    Val result;
    try {
      result = program.eval(Map.of("device", device)).getVal();
    } catch (RuntimeException e) {
      throw new CelException(firstLine(String.valueOf(e.getMessage())));
    }
    if (Err.isError(result)) {
      throw new CelException(firstLine(result.toString()));
    }
    if (result instanceof BoolT) {
      return result == BoolT.True;
    }
    throw new CelException(
        "its result is %s, not true or false".formatted(result.type().typeName()));
  }

  /**
   * Returns why a device that does not match does not: the first of the conditions joined by {@code
   * &&} that is false, with what the device has. Where one with a loop comes before it, that may be
   * the reason.
   */
  String why(Device device) {
    List<Expr> conditions = new ArrayList<>();
    split(root, conditions);
    for (Expr condition : conditions) {
      Optional<String> text = text(condition);
      if (text.isEmpty()) {
        break;
      }
      try {
        if (!compile(text.get()).matches(device.value(Optional.empty()))) {
          return describe(text.get(), device);
        }
      } catch (CelException e) {
        return text.get() + ": " + e.text();
      }
    }
    return expression + " is false";
  }

  /** Returns whether an expression rules out NVIDIA's devices, whatever their attributes are. */
  public static boolean excludesNvidia(String expression) {
    try {
      return compile(expression).excludesDriver(NvidiaDriver.NAME);
    } catch (CelException e) {
      return false;
    }
  }

  /** Returns whether no device of a driver matches, by conditions that read only the driver. */
  boolean excludesDriver(String driver) {
    Device device =
        new Device(
            new Device.Id(driver, "", ""),
            Map.of(),
            Map.of(),
            false,
            List.of(),
            List.of(),
            Map.of());
    List<Expr> conditions = new ArrayList<>();
    split(root, conditions);
    for (Expr condition : conditions) {
      Optional<String> text = text(condition);
      if (text.isEmpty()) {
        continue; // What a loop reads is not looked for.
      }
      try {
        if (!text.get().replace("device.driver", "").contains("device")
            && !compile(text.get()).matches(device.value(Optional.empty()))) {
          return true;
        }
      } catch (CelException e) {
        return false; // The scheduler stops at it, which is told where it is evaluated.
      }
    }
    return false;
  }

  private static void split(Expr expr, List<Expr> conditions) {
    if (expr.getExprKindCase() == Expr.ExprKindCase.CALL_EXPR
        && expr.getCallExpr().getFunction().equals("_&&_")) {
      expr.getCallExpr().getArgsList().forEach(arg -> split(arg, conditions));
    } else {
      conditions.add(expr);
    }
  }

  private static String describe(String condition, Device device) {
    Matcher compared = COMPARED.matcher(condition);
    if (compared.matches()) {
      return "%s %s %s %s"
          .formatted(
              compared.group(4),
              device.read(compared.group(2), compared.group(3), compared.group(4)),
              OPPOSITE.get(compared.group(6)),
              compared.group(5));
    }
    Matcher greater = GREATER.matcher(condition);
    if (greater.matches()) {
      return "%s %s %s %s"
          .formatted(
              greater.group(4),
              device.read(greater.group(2), greater.group(3), greater.group(4)),
              greater.group(5).equals("isGreaterThan") ? "<=" : ">=",
              greater.group(6));
    }
    Matcher equal = EQUAL.matcher(condition);
    if (equal.matches()) {
      return "%s is %s, not %s"
          .formatted(
              equal.group(4),
              device.read(equal.group(2), equal.group(3), equal.group(4)),
              equal.group(5).replaceAll("^[\"']|[\"']$", ""));
    }
    Map<String, String> has = new LinkedHashMap<>();
    Matcher reads = READ.matcher(condition);
    while (reads.find()) {
      has.put(reads.group(3), device.read(reads.group(1), reads.group(2), reads.group(3)));
    }
    StringBuilder all = new StringBuilder();
    has.forEach((name, value) -> all.append(name).append(" is ").append(value).append("; "));
    return all + condition + " is false";
  }

  private static Env env() {
    Type attributes = Decls.newMapType(Decls.String, Decls.newMapType(Decls.String, Decls.Any));
    Type capacity = Decls.newMapType(Decls.String, Decls.newMapType(Decls.String, QUANTITY));
    Map<String, Type> fields =
        Map.of(
            "driver",
            Decls.String,
            "allowMultipleAllocations",
            Decls.Bool,
            "attributes",
            attributes,
            "capacity",
            capacity);
    ProtoTypeRegistry registry = ProtoTypeRegistry.newRegistry();
    Env base = Env.newCustomEnv(Library.Lib(new Standard()), StringsLib.strings());
    return base.extend(
        EnvOption.customTypeProvider(new DeviceFields(registry, fields)),
        EnvOption.declarations(declarations()),
        EnvOption.declarations(Decls.newVar("device", Decls.newObjectType(DEVICE))));
  }

  /** CEL's own functions, of which {@code matches} would use Java's patterns. */
  private static final class Standard implements Library {
    private final Library all = new Library.StdLibrary();

    @Override
    public List<EnvOption> getCompileOptions() {
      return all.getCompileOptions();
    }

    @Override
    public List<ProgramOption> getProgramOptions() {
      Overload[] functions = Overload.standardOverloads();
      for (int i = 0; i < functions.length; i++) {
        if (functions[i].operator.equals("matches")) {
          functions[i] = Overload.binary("matches", Cel::isMatch);
        }
      }
      return List.of(ProgramOption.functions(functions));
    }
  }

  private static Val isMatch(Val text, Val pattern) {
    if (!(text instanceof StringT) || !(pattern instanceof StringT)) {
      return Err.noSuchOverload(text, "matches", pattern);
    }
    try {
      return bool(Regex.isIn(string(text), string(pattern)));
    } catch (CelException e) {
      return Err.newErr("%s", e.text());
    }
  }

  /** Adds the fields of the device to the types that CEL knows. */
  private record DeviceFields(TypeProvider others, Map<String, Type> fields)
      implements TypeProvider {
    @Override
    public Val enumValue(String name) {
      return others.enumValue(name);
    }

    @Override
    public Val findIdent(String name) {
      return others.findIdent(name);
    }

    @Override
    public Type findType(String name) {
      return name.equals(DEVICE)
          ? Decls.newTypeType(Decls.newObjectType(DEVICE))
          : others.findType(name);
    }

    @Override
    public @Nullable FieldType findFieldType(String type, String field) {
      if (!type.equals(DEVICE)) {
        return others.findFieldType(type, field);
      }
      Type found = fields.get(field);
      return found == null
          ? null
          : new FieldType(found, target -> true, target -> ((Values.Fields) target).get(field));
    }

    @Override
    public Val newValue(String name, Map<String, Val> values) {
      return others.newValue(name, values);
    }
  }

  private static List<Decl> declarations() {
    return List.of(
        // cel-go has it as a function too, and the library only as a method.
        Decls.newFunction(
            "matches",
            Decls.newOverload("matches", List.of(Decls.String, Decls.String), Decls.Bool)),
        Decls.newFunction(
            "quantity", Decls.newOverload("string_to_quantity", List.of(Decls.String), QUANTITY)),
        Decls.newFunction(
            "isQuantity",
            Decls.newOverload("is_quantity_string", List.of(Decls.String), Decls.Bool)),
        Decls.newFunction(
            "semver",
            Decls.newOverload("string_to_semver", List.of(Decls.String), SEMVER),
            Decls.newOverload("string_bool_to_semver", List.of(Decls.String, Decls.Bool), SEMVER)),
        Decls.newFunction(
            "isSemver",
            Decls.newOverload("is_semver_string", List.of(Decls.String), Decls.Bool),
            Decls.newOverload(
                "is_semver_string_bool", List.of(Decls.String, Decls.Bool), Decls.Bool)),
        Decls.newFunction(
            "compareTo",
            Decls.newInstanceOverload(
                "quantity_compare_to", List.of(QUANTITY, QUANTITY), Decls.Int),
            Decls.newInstanceOverload("semver_compare_to", List.of(SEMVER, SEMVER), Decls.Int)),
        Decls.newFunction(
            "isGreaterThan",
            Decls.newInstanceOverload(
                "quantity_is_greater_than", List.of(QUANTITY, QUANTITY), Decls.Bool),
            Decls.newInstanceOverload(
                "semver_is_greater_than", List.of(SEMVER, SEMVER), Decls.Bool)),
        Decls.newFunction(
            "isLessThan",
            Decls.newInstanceOverload(
                "quantity_is_less_than", List.of(QUANTITY, QUANTITY), Decls.Bool),
            Decls.newInstanceOverload("semver_is_less_than", List.of(SEMVER, SEMVER), Decls.Bool)),
        Decls.newFunction(
            "add",
            Decls.newInstanceOverload("quantity_add", List.of(QUANTITY, QUANTITY), QUANTITY),
            Decls.newInstanceOverload("quantity_add_int", List.of(QUANTITY, Decls.Int), QUANTITY)),
        Decls.newFunction(
            "sub",
            Decls.newInstanceOverload("quantity_sub", List.of(QUANTITY, QUANTITY), QUANTITY),
            Decls.newInstanceOverload("quantity_sub_int", List.of(QUANTITY, Decls.Int), QUANTITY)),
        Decls.newFunction(
            "sign", Decls.newInstanceOverload("quantity_sign", List.of(QUANTITY), Decls.Int)),
        Decls.newFunction(
            "asInteger",
            Decls.newInstanceOverload("quantity_get_int", List.of(QUANTITY), Decls.Int)),
        Decls.newFunction(
            "isInteger",
            Decls.newInstanceOverload("quantity_is_integer", List.of(QUANTITY), Decls.Bool)),
        Decls.newFunction(
            "asApproximateFloat",
            Decls.newInstanceOverload("quantity_get_float", List.of(QUANTITY), Decls.Double)),
        Decls.newFunction(
            "major", Decls.newInstanceOverload("semver_major", List.of(SEMVER), Decls.Int)),
        Decls.newFunction(
            "minor", Decls.newInstanceOverload("semver_minor", List.of(SEMVER), Decls.Int)),
        Decls.newFunction(
            "patch", Decls.newInstanceOverload("semver_patch", List.of(SEMVER), Decls.Int)));
  }

  private static List<Overload> functions() {
    List<Overload> all = new ArrayList<>();
    unary(all, "quantity", "string_to_quantity", Cel::quantity);
    unary(
        all,
        "isQuantity",
        "is_quantity_string",
        text -> bool(Amount.parse(string(text)).isPresent()));
    semver(all);
    compared(
        all,
        "compareTo",
        order -> IntT.intOf(Integer.signum(order)),
        "quantity_compare_to",
        "semver_compare_to");
    compared(
        all,
        "isGreaterThan",
        order -> bool(order > 0),
        "quantity_is_greater_than",
        "semver_is_greater_than");
    compared(
        all,
        "isLessThan",
        order -> bool(order < 0),
        "quantity_is_less_than",
        "semver_is_less_than");
    onAmounts(all, "add", true);
    onAmounts(all, "sub", false);
    unary(all, "sign", "quantity_sign", one -> ofAmount(one, a -> IntT.intOf(a.value().signum())));
    unary(all, "asInteger", "quantity_get_int", one -> ofAmount(one, Cel::integer));
    unary(all, "isInteger", "quantity_is_integer", one -> ofAmount(one, a -> bool(isInteger(a))));
    unary(
        all,
        "asApproximateFloat",
        "quantity_get_float",
        one -> ofAmount(one, a -> DoubleT.doubleOf(a.value().doubleValue())));
    unary(all, "major", "semver_major", one -> ofVersion(one, Version::major));
    unary(all, "minor", "semver_minor", one -> ofVersion(one, Version::minor));
    unary(all, "patch", "semver_patch", one -> ofVersion(one, Version::patch));
    return List.copyOf(all);
  }

  private static void unary(List<Overload> all, String name, String id, UnaryOp op) {
    all.add(Overload.unary(name, op));
    all.add(Overload.unary(id, op));
  }

  private static void onAmounts(List<Overload> all, String name, boolean isSum) {
    BinaryOp op = (one, other) -> onAmounts(one, other, isSum);
    all.add(Overload.binary(name, op));
    all.add(Overload.binary("quantity_" + name, op));
    all.add(Overload.binary("quantity_" + name + "_int", op));
  }

  private static void semver(List<Overload> all) {
    UnaryOp strict = text -> version(text, false);
    BinaryOp both = (text, loose) -> version(text, loose == BoolT.True);
    UnaryOp is = text -> bool(!Err.isError(version(text, false)));
    BinaryOp isBoth = (text, loose) -> bool(!Err.isError(version(text, loose == BoolT.True)));
    all.add(Overload.overload("semver", null, strict, both, null));
    all.add(Overload.unary("string_to_semver", strict));
    all.add(Overload.binary("string_bool_to_semver", both));
    all.add(Overload.overload("isSemver", null, is, isBoth, null));
    all.add(Overload.unary("is_semver_string", is));
    all.add(Overload.binary("is_semver_string_bool", isBoth));
  }

  private static void compared(
      List<Overload> all, String name, IntFunction<Val> result, String... ids) {
    BinaryOp op = (one, other) -> compare(name, one, other, result);
    all.add(Overload.binary(name, op));
    for (String id : ids) {
      all.add(Overload.binary(id, op));
    }
  }

  private static Val compare(String name, Val one, Val other, IntFunction<Val> result) {
    if (one instanceof Values.Opaque<?> a && other instanceof Values.Opaque<?> b) {
      if (a.get() instanceof Amount x && b.get() instanceof Amount y) {
        return result.apply(x.compareTo(y));
      }
      if (a.get() instanceof Version x && b.get() instanceof Version y) {
        return result.apply(x.compareTo(y));
      }
    }
    return Err.noSuchOverload(one, name, other);
  }

  private static Val quantity(Val text) {
    return Amount.parse(string(text))
        .map(Values::of)
        .orElseGet(
            () ->
                Err.newErr(
                    "quantities must match the regular expression of Kubernetes: %s",
                    string(text)));
  }

  private static Val version(Val text, boolean isLoose) {
    Optional<Version> parsed =
        isLoose ? Version.normalized(string(text)) : Version.parse(string(text));
    return parsed
        .map(Values::of)
        .orElseGet(() -> Err.newErr("No Major.Minor.Patch elements found: %s", string(text)));
  }

  private static String string(Val text) {
    return text instanceof StringT ? (String) text.value() : "";
  }

  private static Val bool(boolean is) {
    return is ? BoolT.True : BoolT.False;
  }

  private static Val onAmounts(Val one, Val other, boolean isSum) {
    if (one instanceof Values.Opaque<?> a && a.get() instanceof Amount x) {
      if (other instanceof Values.Opaque<?> b && b.get() instanceof Amount y) {
        return Values.of(isSum ? x.plus(y) : x.minus(y));
      }
      if (other instanceof IntT) {
        Amount y = Amount.of(BigInteger.valueOf(other.intValue()));
        return Values.of(isSum ? x.plus(y) : x.minus(y));
      }
    }
    return Err.noSuchOverload(one, isSum ? "add" : "sub", other);
  }

  private static Val ofAmount(Val one, Function<Amount, Val> result) {
    return one instanceof Values.Opaque<?> a && a.get() instanceof Amount amount
        ? result.apply(amount)
        : Err.maybeNoSuchOverloadErr(one);
  }

  private static boolean isInteger(Amount amount) {
    return amount.value().stripTrailingZeros().scale() <= 0
        && amount.value().toBigInteger().bitLength() < Long.SIZE;
  }

  private static Val integer(Amount amount) {
    return isInteger(amount)
        ? IntT.intOf(amount.value().longValueExact())
        : Err.newErr("cannot convert value to integer");
  }

  private static Val ofVersion(Val one, Function<Version, BigInteger> part) {
    return one instanceof Values.Opaque<?> a && a.get() instanceof Version version
        ? IntT.intOf(part.apply(version).longValue())
        : Err.maybeNoSuchOverloadErr(one);
  }

  @Override
  public String toString() {
    return expression;
  }
}
