package io.gpuspec.manifest.internal.claim;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.projectnessie.cel.Ast;
import org.projectnessie.cel.Env;
import org.projectnessie.cel.Program;
import org.projectnessie.cel.checker.Decls;
import org.projectnessie.cel.common.CELError;
import org.projectnessie.cel.common.types.BoolT;
import org.projectnessie.cel.common.types.Err;
import org.projectnessie.cel.common.types.ref.Val;
import org.projectnessie.cel.parser.Unparser;
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.Constant;
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.Expr;
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.Type;

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
  private static final int DISTINCT = 1000;

  /** Kubernetes compares numbers of different types, which the library does not. */
  private static final Pattern OF_NUMBERS =
      Pattern.compile("applied to '\\((?:(?:int|uint|double)(?:, )?+)++\\)'");

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
      throw CelSyntax.refused(expression, 1, 0, firstLine(String.valueOf(e.getMessage())));
    }
  }

  private static Cel compileNew(String expression) throws CelException {
    if (expression.isBlank()) {
      throw new CelException("the expression is empty; write one that gives true or false");
    }
    CelSyntax.check(expression);
    Env.AstIssuesTuple result = parsed(expression);
    if (result.hasIssues()) {
      CELError first = result.getIssues().getErrors().get(0);
      throw CelSyntax.refused(
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
    return new Cel(expression, CelEnvironment.program(ast), ast);
  }

  /**
   * The library itself would check what it could not parse, and of a function that it does not know
   * it would name another part.
   */
  private static Env.AstIssuesTuple parsed(String expression) throws CelException {
    Env.AstIssuesTuple parsed = CelEnvironment.ENV.parse(expression);
    if (parsed.hasIssues()) {
      return parsed;
    }
    for (Expr part : parts(parsed.getAst().getExpr())) {
      String function = part.getCallExpr().getFunction();
      if (!function.isEmpty() && !CelEnvironment.isFunction(function)) {
        int place = expression.lastIndexOf(function, offset(expression, parsed.getAst(), part));
        throw CelSyntax.refusedAt(
            expression, place, "undeclared reference to '%s'".formatted(function));
      }
    }
    return CelEnvironment.ENV.check(parsed.getAst());
  }

  /** The library names the type of a key, which says nothing to a reader. */
  private static String firstLine(String message) {
    return message
        .lines()
        .findFirst()
        .orElse("")
        .replaceAll("no such key: string\\{(.*)\\}", "no such key: $1");
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
          throw CelSyntax.refusedAt(expression, offset(expression, ast, pattern.get()), e.text());
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
          CelReads.check(text.get());
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
    if (CelSyntax.isNotHere(expression)) {
      return Optional.empty();
    }
    try {
      compileNew(expression);
      return Optional.empty();
    } catch (CelException e) {
      boolean isOurs = e.text().equals(CelSyntax.TOO_DEEP) || OF_NUMBERS.matcher(e.text()).find();
      return isOurs ? Optional.empty() : Optional.of(e.text());
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Returns the wrong constants of an expression; none of one that cannot be parsed here. */
  public static List<WrongConstant> wrongConstants(String expression) {
    try {
      CelSyntax.check(expression);
      Env.AstIssuesTuple parsed = CelEnvironment.ENV.parse(expression);
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
    Optional<String> unknown = Optional.empty();
    for (Expr condition : conditions) {
      Optional<String> text = text(condition);
      if (text.isEmpty()) {
        break;
      }
      try {
        if (!compile(text.get()).matches(device.value(Optional.empty()))) {
          return CelReads.whyFalse(text.get(), device);
        }
      } catch (CelException e) {
        String failure = text.get() + ": " + e.text();
        if (!Values.isUnknown(e)) {
          return failure;
        }
        unknown = unknown.or(() -> Optional.of(failure));
      }
    }
    return unknown.orElse(expression + " is false");
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

  @Override
  public String toString() {
    return expression;
  }
}
