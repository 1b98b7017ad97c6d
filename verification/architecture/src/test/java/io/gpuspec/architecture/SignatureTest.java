package io.gpuspec.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.JavaTypeVariable;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.gpuspec.manifest.internal.fields.Internal;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a caller sees: nothing of what the library is made with. */
class SignatureTest {

  static List<String> modules() {
    return Stream.concat(Stream.of(Artifacts.CORE), Artifacts.providers().stream()).toList();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void signaturesOfModulesNameOnlyTheJdkAndExportedTypes(String artifact) {
    Set<String> allowed = new TreeSet<>(ModuleTest.exports(Artifacts.CORE));
    allowed.addAll(ModuleTest.exports(artifact));
    assertThat(foreignTypes(artifact, ModuleTest.exports(artifact), allowed)).isEmpty();
  }

  @Test
  void signaturesOfTheBuilderAddOnlyFleetsAndFabric8sModel() {
    Set<String> own = new TreeSet<>(Artifacts.packages(Artifacts.BUILDER));
    own.removeIf(name -> name.contains(".internal"));
    Set<String> allowed = new TreeSet<>(own);
    allowed.addAll(ModuleTest.exports(Artifacts.CORE));
    allowed.addAll(Artifacts.packages(Artifacts.FLEET));
    assertThat(foreignTypes(Artifacts.BUILDER, own, allowed))
        .allMatch(type -> type.contains(" io.fabric8.kubernetes.api."));
  }

  @Test
  void aStrangerIsSeenInEveryPlaceItCanHideIn() {
    JavaClass type = new ClassFileImporter().importClass(Leaky.class);
    assertThat(foreignTypes(Stream.of(type), Set.of()))
        .extracting(line -> line.substring(line.lastIndexOf('.') + 1))
        .contains(
            "Multimap",
            "Table",
            "ImmutableList",
            "Range",
            "ForwardingObject",
            "BiMap",
            "UncheckedTimeoutException");
  }

  /**
   * Java lets a static factory be called on an instance, whose state it ignores: one with the name
   * of a step, an accessor or a property would be taken for a step that keeps it.
   */
  @ParameterizedTest
  @MethodSource("artifacts")
  void noFactoryHasTheNameOfAStep(String artifact) {
    assertThat(
            factoriesLikeSteps(
                Artifacts.classes(artifact).stream().filter(SignatureTest::isPublic)))
        .isEmpty();
  }

  @Test
  void aFactoryWithTheNameOfAStepIsSeen() {
    JavaClass type = new ClassFileImporter().importClass(Forgetful.class);
    assertThat(factoriesLikeSteps(Stream.of(type))).containsExactly(type.getName() + ".share");
  }

  /** What {@code new Forgetful().share("8Gi")} would not keep. */
  public static final class Forgetful {
    public static Forgetful share(String memory) {
      return new Forgetful();
    }

    public static Forgetful of(String name) {
      return new Forgetful();
    }

    public Optional<String> share() {
      return Optional.empty();
    }
  }

  static List<String> artifacts() {
    return Stream.concat(modules().stream(), Stream.of(Artifacts.BUILDER)).toList();
  }

  private static List<String> factoriesLikeSteps(Stream<JavaClass> classes) {
    return classes
        .flatMap(
            type ->
                type.getMethods().stream()
                    .filter(method -> isSeen(method) && isStatic(method))
                    .filter(method -> method.getRawReturnType().equals(type))
                    .map(JavaMember::getName)
                    .filter(name -> !name.equals("of"))
                    .filter(
                        name ->
                            type.getMethods().stream()
                                .anyMatch(
                                    other ->
                                        isSeen(other)
                                            && !isStatic(other)
                                            && other.getName().equals(name)))
                    .map(name -> type.getName() + "." + name))
        .distinct()
        .sorted()
        .toList();
  }

  private static boolean isStatic(JavaMember member) {
    return member.getModifiers().contains(JavaModifier.STATIC);
  }

  /** What a mapper of Jackson registers has to be one of its modules. */
  private static boolean isForJackson(JavaClass type) {
    return type.getName().equals("io.gpuspec.json.GpuJsonModule");
  }

  private static List<String> foreignTypes(
      String artifact, Collection<String> exported, Set<String> allowed) {
    return foreignTypes(
        Artifacts.classes(artifact).stream()
            .filter(type -> exported.contains(type.getPackageName()))
            .filter(type -> !isForJackson(type))
            .filter(type -> !type.isAnnotatedWith(Internal.class)),
        allowed);
  }

  private static List<String> foreignTypes(Stream<JavaClass> classes, Set<String> allowed) {
    return classes
        .filter(SignatureTest::isPublic)
        .flatMap(type -> Stream.concat(heads(type), members(type)))
        .filter(line -> !isAllowed(line, allowed))
        .distinct()
        .sorted()
        .toList();
  }

  /** The type's own head: what it extends and implements, and the bounds of its parameters. */
  private static Stream<String> heads(JavaClass type) {
    Stream<JavaType> above =
        Stream.concat(
            Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream()),
            type.getTypeParameters().stream());
    return above
        .flatMap(SignatureTest::raw)
        .map(each -> type.getName() + ": " + each.getBaseComponentType().getName());
  }

  private static Stream<String> members(JavaClass type) {
    return type.getMembers().stream()
        .filter(SignatureTest::isSeen)
        .flatMap(
            member ->
                Stream.concat(
                        member.getAllInvolvedRawTypes().stream(),
                        member instanceof JavaCodeUnit unit
                            ? unit.getThrowsClause().getTypes().stream()
                            : Stream.empty())
                    .map(
                        each ->
                            member.getFullName() + ": " + each.getBaseComponentType().getName()));
  }

  private static Stream<JavaClass> raw(JavaType type) {
    return type instanceof JavaTypeVariable<?> variable
        ? variable.getUpperBounds().stream()
            .flatMap(bound -> bound.getAllInvolvedRawTypes().stream())
        : type.getAllInvolvedRawTypes().stream();
  }

  private static boolean isAllowed(String line, Set<String> packages) {
    String name = line.substring(line.lastIndexOf(": ") + 2);
    if (!name.contains(".") || name.startsWith("java.")) {
      return true;
    }
    return packages.stream()
        .anyMatch(
            each ->
                name.startsWith(each + ".")
                    && Character.isUpperCase(name.charAt(each.length() + 1)));
  }

  private static boolean isSeen(JavaMember member) {
    Set<JavaModifier> modifiers = member.getModifiers();
    return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
        && !modifiers.contains(JavaModifier.SYNTHETIC);
  }

  private static boolean isPublic(JavaClass type) {
    Set<JavaModifier> modifiers = type.getModifiers();
    Optional<JavaClass> outer = type.getEnclosingClass();
    return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
        && !type.isAnonymousClass()
        && outer.map(SignatureTest::isPublic).orElse(true);
  }
}
