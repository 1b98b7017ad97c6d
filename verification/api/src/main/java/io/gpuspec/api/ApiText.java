package io.gpuspec.api;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Types as text: a line for each, then one for each member that users can name, in a fixed order.
 * {@code public} is omitted, {@code protected} is not.
 */
final class ApiText {
  private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");
  private static final Set<String> OF_EVERY_ENUM = Set.of("values", "valueOf");

  private final Class<?> type;
  private final TypeNames names;

  private ApiText(Class<?> type) {
    this.type = type;
    this.names = new TypeNames(type.getPackageName());
  }

  /** The lines of all types, sorted by the type's name. */
  static List<String> of(Collection<Class<?>> types) {
    return types.stream()
        .sorted(Comparator.comparing(Class::getName))
        .flatMap(type -> new ApiText(type).lines())
        .toList();
  }

  private Stream<String> lines() {
    Stream<String> members =
        Stream.of(
                sorted(Arrays.stream(type.getDeclaredFields()), this::field),
                sorted(Arrays.stream(type.getDeclaredConstructors()), this::constructor),
                sorted(methods(), this::method))
            .flatMap(each -> each);
    return Stream.concat(Stream.of(head()), members)
        .map(line -> type.getName().replace('$', '.') + ": " + line);
  }

  /** Sorts by name, and members with the same name by the whole line. */
  private <M extends Member> Stream<String> sorted(Stream<M> members, Function<M, String> line) {
    return members
        .filter(this::isSeen)
        .sorted(Comparator.<M, String>comparing(Member::getName).thenComparing(line))
        .map(line);
  }

  private String head() {
    List<String> words = new ArrayList<>();
    words.add(deprecated(type));
    int modifiers = type.getModifiers();
    words.add(Modifier.isProtected(modifiers) ? "protected" : "");
    boolean plain = !type.isInterface() && !type.isEnum() && !type.isRecord();
    words.add(plain && Modifier.isAbstract(modifiers) ? "abstract" : "");
    words.add(plain && Modifier.isFinal(modifiers) ? "final" : "");
    words.add(type.isSealed() && !type.isEnum() ? "sealed" : "");
    words.add(kind() + names.parameters(type.getTypeParameters()));
    Class<?> parent = type.getSuperclass();
    if (plain && parent != Object.class && Modifier.isPublic(parent.getModifiers())) {
      words.add("extends " + names.of(type.getGenericSuperclass()));
    }
    words.add(list(type.isInterface() ? "extends " : "implements ", type.getGenericInterfaces()));
    return join(words);
  }

  private String kind() {
    if (type.isAnnotation()) {
      return "@interface";
    }
    if (type.isInterface()) {
      return "interface";
    }
    if (type.isEnum()) {
      return "enum";
    }
    return type.isRecord() ? "record" : "class";
  }

  private String field(Field field) {
    return join(
        List.of(modifiers(field, field), names.of(field.getGenericType()), field.getName()));
  }

  private String constructor(Constructor<?> constructor) {
    return join(
        List.of(
            modifiers(constructor, constructor),
            names.parameters(constructor.getTypeParameters()).strip(),
            "new" + call(constructor)));
  }

  private String method(Method method) {
    return join(
        List.of(
            modifiers(method, method),
            method.isDefault() ? "default" : "",
            names.parameters(method.getTypeParameters()),
            names.of(method.getGenericReturnType()),
            method.getName() + call(method)));
  }

  private String call(Executable executable) {
    List<String> parameters =
        Arrays.stream(executable.getGenericParameterTypes())
            .map(names::of)
            .collect(Collectors.toCollection(ArrayList::new));
    if (executable.isVarArgs()) {
      int last = parameters.size() - 1;
      parameters.set(last, parameters.get(last).replaceFirst("\\[]$", "..."));
    }
    String thrown = list(" throws ", executable.getGenericExceptionTypes());
    return "(" + String.join(", ", parameters) + ")" + thrown;
  }

  /** Returns the methods, including those from parents that users cannot name. */
  private Stream<Method> methods() {
    Map<String, Method> methods = new LinkedHashMap<>();
    addMethods(type, methods);
    return methods.values().stream()
        .filter(method -> !OF_EVERY_OBJECT.contains(method.getName()))
        .filter(method -> !(type.isEnum() && OF_EVERY_ENUM.contains(method.getName())));
  }

  private static void addMethods(Class<?> from, Map<String, Method> methods) {
    for (Method method : from.getDeclaredMethods()) {
      // A bridge to what a hidden parent has; that one comes below.
      if (!method.isSynthetic()) {
        String signature = method.getName() + Arrays.toString(method.getParameterTypes());
        methods.putIfAbsent(signature, method);
      }
    }
    Stream.concat(Stream.ofNullable(from.getSuperclass()), Arrays.stream(from.getInterfaces()))
        .filter(parent -> !Modifier.isPublic(parent.getModifiers()))
        .forEach(parent -> addMethods(parent, methods));
  }

  private boolean isSeen(Member member) {
    int modifiers = member.getModifiers();
    boolean extensible = !Modifier.isFinal(type.getModifiers()) && !type.isSealed();
    return !member.isSynthetic()
        && (Modifier.isPublic(modifiers) || (Modifier.isProtected(modifiers) && extensible));
  }

  private String modifiers(Member member, AnnotatedElement annotated) {
    int modifiers = member.getModifiers();
    // In a final class every method is.
    boolean isFinal =
        Modifier.isFinal(modifiers)
            && (member instanceof Field || !Modifier.isFinal(type.getModifiers()));
    return join(
        List.of(
            deprecated(annotated),
            Modifier.isProtected(modifiers) ? "protected" : "",
            Modifier.isStatic(modifiers) ? "static" : "",
            isFinal ? "final" : "",
            Modifier.isAbstract(modifiers) ? "abstract" : ""));
  }

  private static String deprecated(AnnotatedElement element) {
    return element.isAnnotationPresent(Deprecated.class) ? "@Deprecated" : "";
  }

  private String list(String before, Type[] types) {
    return types.length == 0
        ? ""
        : before + Arrays.stream(types).map(names::of).collect(Collectors.joining(", "));
  }

  private static String join(List<String> words) {
    return words.stream().filter(word -> !word.isEmpty()).collect(Collectors.joining(" "));
  }
}
