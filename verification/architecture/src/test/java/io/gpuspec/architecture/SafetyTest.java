package io.gpuspec.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What SECURITY.md says of the code: it stays in its JVM, and what it reads is only data. */
class SafetyTest {
  private static final Set<String> ELSEWHERE =
      Set.of(
          "java.lang.ProcessBuilder",
          "java.net.DatagramSocket",
          "java.net.HttpURLConnection",
          "java.net.ServerSocket",
          "java.net.Socket",
          "java.net.URLConnection");

  private static final Set<String> RUNS_ITS_INPUT =
      Set.of("java.io.ObjectInputStream", "java.net.URLClassLoader");

  static List<String> artifacts() {
    return House.artifacts();
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void nothingOpensAConnectionOrStartsAProgram(String artifact) {
    DescribedPredicate<JavaClass> elsewhere =
        resideInAnyPackage("java.net.http..", "java.rmi..", "javax.naming..", "javax.net..")
            .or(named("open connections or start programs", ELSEWHERE));
    noClasses().should().dependOnClassesThat(elsewhere).check(House.classes(artifact));
    noClasses()
        .should()
        .accessTargetWhere(
            calls(
                "a URL is opened or a program is started",
                "java.net.URL.open",
                "java.lang.Runtime.exec"))
        .check(House.classes(artifact));
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void nothingMakesCodeOfWhatItReads(String artifact) {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("javax.script..", "javax.tools..")
                .or(named("make objects or classes of bytes", RUNS_ITS_INPUT)))
        .check(House.classes(artifact));
    noClasses()
        .should()
        .accessTargetWhere(
            calls(
                "a class is looked up by its name",
                "java.lang.Class.forName",
                "java.lang.ClassLoader.loadClass"))
        .check(House.classes(artifact));
  }

  private static DescribedPredicate<JavaClass> named(String what, Set<String> names) {
    return describe(what, type -> names.contains(type.getName()));
  }

  private static DescribedPredicate<JavaAccess<?>> calls(String what, String... starts) {
    return describe(
        what,
        access -> {
          String target = access.getTargetOwner().getName() + "." + access.getName();
          return List.of(starts).stream().anyMatch(target::startsWith);
        });
  }
}
