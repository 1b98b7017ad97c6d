package io.gpuspec.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who may know whom: providers -> core <- advice, fleets <- builder <- inspector, and samples ->
 * all.
 */
class DependencyTest {
  private static final List<String> CORE_MAY_USE =
      List.of(
          "java..",
          "com.google.common..",
          "com.github.benmanes.caffeine..",
          "com.fasterxml.jackson..",
          "org.snakeyaml.engine..",
          "org.jspecify..");
  private static final List<String> PROVIDERS_MAY_USE = List.of("java..", "org.jspecify..");

  static List<String> providers() {
    return Artifacts.providers();
  }

  static List<String> artifacts() {
    return Artifacts.artifacts();
  }

  @Test
  void theCoreUsesTheJdkGuavaCaffeineJacksonSnakeyamlAndNothingElse() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(and(CORE_MAY_USE, Artifacts.packages(Artifacts.CORE)))
        .check(Artifacts.classes(Artifacts.CORE));
  }

  static List<String> adviceAndFleets() {
    return List.of(Artifacts.ADVISE, Artifacts.FLEET);
  }

  @ParameterizedTest
  @MethodSource("adviceAndFleets")
  void adviceAndFleetsUseTheCoreAndWhatThatUses(String artifact) {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            and(
                List.of(and(CORE_MAY_USE, Artifacts.packages(Artifacts.CORE))),
                Artifacts.packages(artifact)))
        .check(Artifacts.classes(artifact));
  }

  @ParameterizedTest
  @MethodSource("providers")
  void aProviderUsesTheCoresExportedPackagesAndNothingElse(String provider) {
    List<String> allowed = new ArrayList<>(Artifacts.packages(provider));
    allowed.addAll(ModuleTest.exports(Artifacts.CORE));
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(and(PROVIDERS_MAY_USE, allowed))
        // A provider that is still to come has no class yet.
        .allowEmptyShould(true)
        .check(Artifacts.classes(provider));
  }

  /** The options of a provider name its rules, and its internals name both. */
  @ParameterizedTest
  @MethodSource("providers")
  void thePackagesOfAProviderHaveNoCycle(String provider) {
    slices()
        .matching("io.gpuspec.(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(Artifacts.classes(provider));
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void onlyTheModulesOfManifestsKnowFabric8(String artifact) {
    if (Artifacts.MANIFESTS.contains(artifact)) {
      // So that the rule cannot hold only because a package was renamed.
      assertThat(
              Artifacts.classes(artifact).stream()
                  .flatMap(each -> each.getDirectDependenciesFromSelf().stream()))
          .anyMatch(each -> each.getTargetClass().getPackageName().startsWith("io.fabric8"));
      return;
    }
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.fabric8..")
        .allowEmptyShould(true)
        .check(Artifacts.classes(artifact));
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void nobodyUsesTheInternalPackagesOfAnother(String artifact) {
    Set<String> own = new TreeSet<>(Artifacts.packages(artifact));
    own.addAll(ModuleTest.sharedWith(artifact));
    if (Artifacts.MANIFESTS.contains(artifact)) {
      own.addAll(Artifacts.packages(Artifacts.BUILDER));
      own.addAll(Artifacts.packages(Artifacts.CLAIMS));
    }
    noClasses()
        .should()
        .dependOnClassesThat(
            describe(
                "are internal to another module",
                (JavaClass type) ->
                    type.getPackageName().matches("io\\.gpuspec\\.(.*\\.)?internal(\\..*)?")
                        && !own.contains(type.getPackageName())))
        .allowEmptyShould(true)
        .check(Artifacts.classes(artifact));
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void everyPackageIsNullMarked(String artifact) {
    assertThat(Artifacts.packages(artifact))
        .allSatisfy(
            name ->
                assertThat(
                        Class.forName(name + ".package-info").isAnnotationPresent(NullMarked.class))
                    .as("@NullMarked on %s", name)
                    .isTrue());
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void packagesAreFreeOfCycles(String artifact) {
    SlicesRuleDefinition.slices()
        .assignedFrom(new Rooms())
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(Artifacts.classes(artifact));
  }

  /**
   * A package is a slice, with one exception. The API and the SPI are one, as {@code java.nio.file}
   * and its SPI know each other: a target asks its provider, which answers with requests and
   * matches.
   */
  private static final class Rooms implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      String room = type.getPackageName();
      return room.startsWith("io.gpuspec")
          ? SliceIdentifier.of(room.equals("io.gpuspec.spi") ? "io.gpuspec" : room)
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }

  /**
   * The two knots that are left are the API with its SPI: what a provider answers, and the rows
   * with the rules of sharing that they carry. A larger one is a class that knows too much.
   */
  @Test
  void knotsOfClassesAcrossPackagesAreSmall() {
    List<JavaClass> all = new ArrayList<>();
    Artifacts.artifacts().forEach(artifact -> Artifacts.classes(artifact).forEach(all::add));
    List<List<String>> knots = Knots.acrossPackages(all);
    assertThat(knots).first().asInstanceOf(LIST).hasSizeLessThanOrEqualTo(9);
    assertThat(knots.subList(1, knots.size()))
        .allSatisfy(knot -> assertThat(knot).hasSizeLessThanOrEqualTo(6));
  }

  @Test
  void noPackageIsInTwoJars() {
    List<String> packages = new ArrayList<>();
    Artifacts.artifacts().forEach(artifact -> packages.addAll(Artifacts.packages(artifact)));
    assertThat(packages).doesNotHaveDuplicates();
  }

  private static String[] and(Collection<String> some, Collection<String> others) {
    List<String> all = new ArrayList<>(some);
    all.addAll(others);
    return all.toArray(String[]::new);
  }
}
