package io.gpuspec.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads may share the objects of every public type, except those that say otherwise. */
class SharingTest {
  /** Types of the JDK and of Guava whose content changes, and that are not made for threads. */
  private static final Set<String> NOT_SHARED =
      Set.of(
          "java.lang.StringBuilder",
          "java.util.ArrayDeque",
          "java.util.ArrayList",
          "java.util.BitSet",
          "java.util.HashMap",
          "java.util.HashSet",
          "java.util.IdentityHashMap",
          "java.util.Iterator",
          "java.util.LinkedHashMap",
          "java.util.LinkedHashSet",
          "java.util.TreeMap",
          "java.util.TreeSet",
          "java.util.regex.Matcher");

  /**
   * Fields that change all the same. Those of the builder and of a consolidation are written before
   * a method returns the new object; the others hold what is found again by a thread that does not
   * see it. A fleet with fixed nodes is not for several threads, and says so.
   */
  private static final Set<String> CHANGING =
      Set.of(
          "io.gpuspec.GpuRequest.byPrice",
          "io.gpuspec.SpecCatalog.specs",
          "io.gpuspec.SpecCatalog.withRetired",
          "io.gpuspec.fleet.Consolidation",
          "io.gpuspec.fleet.FixedFleet.allocated",
          "io.gpuspec.manifest.inspect.InspectSettings",
          "io.gpuspec.manifest.platform.GpuAlert",
          "io.gpuspec.manifest.platform.GpuDashboard",
          "io.gpuspec.manifest.platform.GpuLabeler",
          "io.gpuspec.manifest.platform.GpuLimitRange",
          "io.gpuspec.manifest.platform.GpuMetricsExporter",
          "io.gpuspec.manifest.platform.GpuOperatorValues",
          "io.gpuspec.manifest.platform.GpuPool",
          "io.gpuspec.manifest.platform.GpuQuota",
          "io.gpuspec.manifest.platform.GpuTeam",
          "io.gpuspec.manifest.platform.Tenancy",
          "io.gpuspec.manifest.read.DeviceFile",
          "io.gpuspec.manifest.read.WorkloadFile.finished",
          "io.gpuspec.select.NodeChoice.rejected",
          "io.gpuspec.value.GpuSpecException.page");

  static List<String> artifacts() {
    return Artifacts.artifacts();
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void noOtherPublicTypeHasAFieldThatChanges(String artifact) {
    Stream<JavaClass> types =
        Artifacts.classes(artifact).stream()
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .filter(type -> !type.getPackageName().contains(".internal"));

    assertThat(changing(types))
        .filteredOn(
            field ->
                !CHANGING.contains(field)
                    && !CHANGING.contains(field.substring(0, field.lastIndexOf('.'))))
        .isEmpty();
  }

  /** A field that can be assigned again, and one whose content is not made for threads. */
  private static final class Changing {
    int count;
    final StringBuilder text = new StringBuilder();

    String add() {
      count++;
      return text.append(count).toString();
    }
  }

  @Test
  void aFieldThatChangesIsSeen() {
    JavaClass type = new ClassFileImporter().importClass(Changing.class);

    assertThat(new Changing().add()).isEqualTo("1");
    assertThat(changing(Stream.of(type)))
        .extracting(name -> name.substring(name.lastIndexOf('.') + 1))
        .containsExactly("count", "text");
  }

  private static List<String> changing(Stream<JavaClass> types) {
    return types
        .flatMap(type -> type.getAllFields().stream())
        .filter(field -> field.getOwner().getName().startsWith("io.gpuspec."))
        .filter(field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC))
        .filter(SharingTest::isChanging)
        .map(JavaField::getFullName)
        .distinct()
        .sorted()
        .toList();
  }

  private static boolean isChanging(JavaField field) {
    return !field.getModifiers().contains(JavaModifier.FINAL)
        || NOT_SHARED.contains(field.getRawType().getName());
  }
}
