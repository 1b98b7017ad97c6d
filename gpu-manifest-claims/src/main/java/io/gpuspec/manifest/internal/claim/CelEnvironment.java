package io.gpuspec.manifest.internal.claim;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
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
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.Decl;
import org.projectnessie.cel.relocated.com.google.api.expr.v1alpha1.Type;

/**
 * The types and functions that Kubernetes adds to CEL for selectors of devices.
 *
 * <p>Source: k8s.io/dynamic-resource-allocation/cel and k8s.io/apiserver/pkg/cel/library, v0.36.
 */
final class CelEnvironment {
  static final TypeAdapter ADAPTER = ProtoTypeRegistry.newRegistry();

  private static final String DEVICE = "kubernetes.DRADevice";
  private static final Type QUANTITY = Decls.newAbstractType(Values.QUANTITY, List.of());
  private static final Type SEMVER = Decls.newAbstractType(Values.SEMVER, List.of());

  static final Env ENV = env();
  private static final Set<String> FUNCTION_NAMES =
      Stream.of(
              Checker.StandardDeclarations.stream().map(Decl::getName),
              declarations().stream().map(Decl::getName),
              Stream.of("charAt", "indexOf", "join", "lastIndexOf", "lowerAscii", "replace"),
              Stream.of("split", "substring", "trim", "upperAscii"))
          .flatMap(names -> names)
          .collect(Collectors.toUnmodifiableSet());
  private static final List<Overload> FUNCTIONS = functions();

  private CelEnvironment() {}

  static boolean isFunction(String name) {
    return FUNCTION_NAMES.contains(name);
  }

  static Program program(Ast ast) {
    return ENV.program(ast, ProgramOption.functions(FUNCTIONS.toArray(Overload[]::new)));
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
          functions[i] = Overload.binary("matches", CelEnvironment::isMatch);
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
    unary(all, "quantity", "string_to_quantity", CelEnvironment::quantity);
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
    unary(all, "asInteger", "quantity_get_int", one -> ofAmount(one, CelEnvironment::integer));
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
}
