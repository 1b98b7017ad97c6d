package io.gpuspec.manifest.internal.claim;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.projectnessie.cel.Ast;
import org.projectnessie.cel.CEL;
import org.projectnessie.cel.checker.Decls;
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.CheckedExpr;
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.Constant;
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.Expr;
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.Type;

/**
 * A bound on what an expression costs at most, in the units of the API server, which refuses one
 * whose estimated cost is above a million. It is never below that estimate; where the size of a
 * value is not known, there is no bound.
 *
 * <p>Source: cel-go v0.26 {@code checker/cost.go}, k8s.io/apiserver v0.37 {@code
 * pkg/cel/library/cost.go}, k8s.io/dynamic-resource-allocation v0.37 {@code cel/compile.go} (sizes
 * of a device).
 */
final class CelCost {
  /** {@code CELSelectorExpressionMaxCost} of resource.k8s.io/v1. */
  static final double MOST = 1_000_000;

  private static final double LIST = 10;
  private static final double MAP = 30;
  private static final double OF_A_CHARACTER = 0.1;
  private static final double OF_A_PATTERN = 0.25;

  private static final Set<String> COMPARISONS =
      Set.of("_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_");
  private static final Set<String> AS_LONG =
      Set.of("lowerAscii", "upperAscii", "trim", "substring", "charAt");

  /**
   * The size of a value.
   *
   * @param length the characters of a text, the items of a list or map, and 1 of any other value
   * @param items the size of an item of a list, and of a key of a map
   * @param values the size of a value of a map
   */
  private record Size(double length, List<Size> items, List<Size> values) {
    static final Size UNKNOWN = of(Double.POSITIVE_INFINITY);
    static final Size ONE = of(1);

    static Size of(double length) {
      return new Size(length, List.of(), List.of());
    }

    static Size list(double length, Size item) {
      return new Size(length, List.of(item), List.of());
    }

    static Size map(double length, Size key, Size value) {
      return new Size(length, List.of(key), List.of(value));
    }

    Size item() {
      return items.isEmpty() ? UNKNOWN : items.get(0);
    }

    Size value() {
      return values.isEmpty() ? item() : values.get(0);
    }

    /** Returns what comparing it with as large a value costs. */
    double weight() {
      return 1 + length * (items.isEmpty() ? OF_A_CHARACTER : 1 + item().weight());
    }

    Size or(Size other) {
      return length >= other.length ? this : other;
    }
  }

  // DeviceMaxDomainLength, DeviceMaxIDLength, DeviceAttributeMaxValueLength and
  // ResourceSliceMaxAttributesAndCapacitiesPerDevice.
  private static final Size DOMAIN = Size.of(63);
  private static final Size ID = Size.of(32);
  private static final Size ATTRIBUTE = Size.of(64);
  private static final double MOST_ATTRIBUTES = 32;
  private static final Map<String, Size> DEVICE =
      Map.of(
          "driver",
          DOMAIN,
          "attributes",
          Size.map(MOST_ATTRIBUTES, DOMAIN, Size.map(MOST_ATTRIBUTES, ID, ATTRIBUTE)),
          "capacity",
          Size.map(MOST_ATTRIBUTES, DOMAIN, Size.map(MOST_ATTRIBUTES, ID, Size.ONE)));

  private final Map<Long, Type> types;
  private final Map<String, Size> variables = new HashMap<>();

  private CelCost(Map<Long, Type> types) {
    this.types = types;
  }

  /** Returns the bound; infinite if there is none. */
  static double of(Ast ast) {
    CheckedExpr checked = CEL.astToCheckedExpr(ast);
    return new CelCost(checked.getTypeMapMap()).cost(checked.getExpr());
  }

  private double cost(Expr expr) {
    return switch (expr.getExprKindCase()) {
      case IDENT_EXPR -> 1;
      case SELECT_EXPR -> 1 + cost(expr.getSelectExpr().getOperand());
      case LIST_EXPR -> LIST + costs(expr.getListExpr().getElementsList());
      case STRUCT_EXPR ->
          MAP
              + expr.getStructExpr().getEntriesList().stream()
                  .mapToDouble(entry -> cost(entry.getMapKey()) + cost(entry.getValue()))
                  .sum();
      case CALL_EXPR -> call(expr);
      case COMPREHENSION_EXPR -> loop(expr.getComprehensionExpr());
      default -> 0;
    };
  }

  private double costs(List<Expr> all) {
    return all.stream().mapToDouble(this::cost).sum();
  }

  private double loop(Expr.Comprehension loop) {
    double before = cost(loop.getIterRange()) + cost(loop.getAccuInit());
    Size range = size(loop.getIterRange());
    variables.put(loop.getIterVar(), range.item());
    variables.put(loop.getAccuVar(), Size.list(range.length(), Size.UNKNOWN));
    return before
        + range.length() * (cost(loop.getLoopCondition()) + cost(loop.getLoopStep()))
        + cost(loop.getResult());
  }

  private double call(Expr expr) {
    Expr.Call call = expr.getCallExpr();
    List<Expr> operands = operands(call);
    List<Size> sizes = operands.stream().map(this::size).toList();
    return 1 + costs(operands) + own(call.getFunction(), sizes, expr);
  }

  /** Returns what a function costs beyond its operands. */
  private double own(String function, List<Size> sizes, Expr expr) {
    if (COMPARISONS.contains(function)) {
      return Math.min(sizes.get(0).weight(), sizes.get(1).weight());
    }
    return switch (function) {
      case "_&&_", "_||_", "!_", "_?_:_", "@not_strictly_false", "_[_]", "size" -> 1;
      case "@in" -> sizes.get(1).length();
      case "int", "uint", "double" -> 1;
      case "startsWith", "endsWith" -> Math.min(sizes.get(0).weight(), sizes.get(1).weight());
      case "contains", "indexOf", "lastIndexOf" -> searched(sizes);
      case "matches" -> Math.max(searched(sizes), steps(sizes, expr));
      default -> {
        double read = sizes.stream().mapToDouble(Size::length).sum();
        yield read + (isText(expr) ? size(expr).length() : 1);
      }
    };
  }

  private static double searched(List<Size> sizes) {
    return (2 + sizes.get(0).length() * OF_A_CHARACTER)
        * (2 + sizes.get(1).length() * OF_A_PATTERN);
  }

  /** What matching takes at most: each instruction of the pattern at each character. */
  private static double steps(List<Size> sizes, Expr expr) {
    double size = Math.min(Regex.MOST, sizes.get(1).length() * Regex.MOST);
    Constant pattern = operands(expr.getCallExpr()).get(1).getConstExpr();
    if (pattern.getConstantKindCase() == Constant.ConstantKindCase.STRING_VALUE) {
      try {
        size = Regex.size(pattern.getStringValue());
      } catch (CelException e) {
        size = 1; // It stops before it begins.
      }
    }
    return (1 + sizes.get(0).length()) * Math.max(1, size);
  }

  private static List<Expr> operands(Expr.Call call) {
    return call.hasTarget()
        ? Stream.concat(Stream.of(call.getTarget()), call.getArgsList().stream()).toList()
        : call.getArgsList();
  }

  private boolean isText(Expr expr) {
    return Decls.String.equals(types.get(expr.getId()));
  }

  private Size size(Expr expr) {
    return switch (expr.getExprKindCase()) {
      case CONST_EXPR -> constant(expr.getConstExpr());
      case IDENT_EXPR ->
          otherwise(expr) == Size.ONE
              ? Size.ONE
              : variables.getOrDefault(expr.getIdentExpr().getName(), Size.UNKNOWN);
      case SELECT_EXPR -> field(expr);
      case LIST_EXPR ->
          Size.list(
              expr.getListExpr().getElementsCount(),
              expr.getListExpr().getElementsList().stream()
                  .map(this::size)
                  .reduce(Size.ONE, Size::or));
      case STRUCT_EXPR -> map(expr.getStructExpr().getEntriesList());
      case CALL_EXPR -> result(expr);
      case COMPREHENSION_EXPR -> {
        Size range = size(expr.getComprehensionExpr().getIterRange());
        yield otherwise(expr) == Size.ONE ? Size.ONE : Size.list(range.length(), Size.UNKNOWN);
      }
      default -> otherwise(expr);
    };
  }

  private Size map(List<Expr.CreateStruct.Entry> entries) {
    Size key = Size.ONE;
    Size value = Size.ONE;
    for (Expr.CreateStruct.Entry each : entries) {
      key = key.or(size(each.getMapKey()));
      value = value.or(size(each.getValue()));
    }
    return Size.map(entries.size(), key, value);
  }

  private static Size constant(Constant constant) {
    return switch (constant.getConstantKindCase()) {
      case STRING_VALUE -> Size.of(constant.getStringValue().length());
      case BYTES_VALUE -> Size.of(constant.getBytesValue().size());
      default -> Size.ONE;
    };
  }

  private Size field(Expr expr) {
    Expr operand = expr.getSelectExpr().getOperand();
    String field = expr.getSelectExpr().getField();
    if (operand.getIdentExpr().getName().equals("device")) {
      return DEVICE.getOrDefault(field, Size.ONE);
    }
    return expr.getSelectExpr().getTestOnly() ? Size.ONE : size(operand).value();
  }

  private Size result(Expr expr) {
    Expr.Call call = expr.getCallExpr();
    List<Size> sizes = operands(call).stream().map(this::size).toList();
    String function = call.getFunction();
    if (AS_LONG.contains(function)) {
      return sizes.get(0);
    }
    return switch (function) {
      case "_[_]" -> sizes.get(0).value();
      case "_?_:_" -> sizes.get(1).or(sizes.get(2));
      case "dyn" -> sizes.get(0);
      case "string" ->
          isText(call.getArgs(0)) || sizes.get(0) == ATTRIBUTE ? sizes.get(0) : otherwise(expr);
      case "_+_" ->
          otherwise(expr) == Size.ONE
              ? Size.ONE
              : new Size(
                  sizes.get(0).length() + sizes.get(1).length(), sizes.get(0).items(), List.of());
      case "replace" -> Size.of((1 + sizes.get(0).length()) * (1 + sizes.get(2).length()));
      case "split" -> Size.list(1 + sizes.get(0).length(), Size.UNKNOWN);
      default -> otherwise(expr);
    };
  }

  /** A number, for example, has a size by its type. */
  private Size otherwise(Expr expr) {
    Type type = types.get(expr.getId());
    boolean isOne =
        type != null
            && (type.hasAbstractType()
                || type.hasWellKnown()
                || (type.hasPrimitive()
                    && !type.equals(Decls.String)
                    && !type.equals(Decls.Bytes)));
    return isOne ? Size.ONE : Size.UNKNOWN;
  }
}
