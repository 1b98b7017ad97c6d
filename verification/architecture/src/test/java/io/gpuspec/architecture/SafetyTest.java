package io.gpuspec.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

  /** Nothing opens a connection, or starts a program. */
  private static final List<ArchRule> STAYS_IN_ITS_JVM =
      List.of(
          noClasses()
              .should()
              .dependOnClassesThat(
                  resideInAnyPackage(
                          "java.net.http..", "java.rmi..", "javax.naming..", "javax.net..")
                      .or(named("open connections or start programs", ELSEWHERE))),
          noClasses()
              .should()
              .accessTargetWhere(
                  calls("opens or starts it", "java.net.URL.open", "java.lang.Runtime.exec")));

  /** Nothing makes code, or objects of any class, of what it reads. */
  private static final List<ArchRule> READS_DATA =
      List.of(
          noClasses()
              .should()
              .dependOnClassesThat(
                  resideInAnyPackage("javax.script..", "javax.tools..")
                      .or(named("make objects or classes of bytes", RUNS_ITS_INPUT))),
          noClasses()
              .should()
              .accessTargetWhere(
                  calls(
                      "looks up a class by its name",
                      "java.lang.Class.forName",
                      "java.lang.ClassLoader.loadClass")));

  static List<String> artifacts() {
    return Artifacts.artifacts();
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void nothingOpensAConnectionOrStartsAProgram(String artifact) {
    STAYS_IN_ITS_JVM.forEach(rule -> rule.check(Artifacts.classes(artifact)));
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void nothingMakesCodeOfWhatItReads(String artifact) {
    READS_DATA.forEach(rule -> rule.check(Artifacts.classes(artifact)));
  }

  @Test
  void whatReachesOutIsSeen() {
    assertThat(STAYS_IN_ITS_JVM)
        .flatExtracting(SafetyTest::seen)
        .containsExactly("program", "address", "shell");
    assertThat(READS_DATA).flatExtracting(SafetyTest::seen).containsExactly("object", "type");
  }

  /** The methods of {@link Reaching} that break a rule. */
  private static List<String> seen(ArchRule rule) {
    String details =
        String.join(
            "\n",
            rule.evaluate(new ClassFileImporter().importClasses(Reaching.class))
                .getFailureReport()
                .getDetails());
    return Stream.of("address", "program", "shell", "object", "type")
        .filter(method -> details.contains("Reaching." + method + "("))
        .toList();
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
