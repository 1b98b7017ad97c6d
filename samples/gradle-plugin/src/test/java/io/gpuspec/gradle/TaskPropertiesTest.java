package io.gpuspec.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Nested;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.PathSensitive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Gradle needs of the tasks to skip them, to take their results from a cache, and to keep them
 * in the configuration cache, as far as it is seen from the classes.
 */
class TaskPropertiesTest {
  private static final List<Class<? extends Annotation>> ROLES =
      List.of(
          Input.class,
          InputFiles.class,
          Nested.class,
          Internal.class,
          OutputFile.class,
          OutputDirectory.class);

  /** What the configuration cache keeps, and the beans that consist of it. */
  private static final Set<String> KEPT =
      Set.of(
          "org.gradle.api.provider.Property<java.lang.String>",
          "org.gradle.api.provider.Property<java.lang.Integer>",
          "org.gradle.api.provider.ListProperty<java.lang.String>",
          "org.gradle.api.provider.ListProperty<io.gpuspec.gradle.GpuWorkloadSpec>",
          "org.gradle.api.provider.MapProperty<java.lang.String, java.lang.String>",
          "org.gradle.api.file.ConfigurableFileCollection",
          "org.gradle.api.file.DirectoryProperty",
          "org.gradle.api.file.RegularFileProperty");

  static Stream<Method> properties() {
    return Stream.of(
            GpuManifestTask.class,
            GenerateGpuManifests.class,
            ExplainGpuManifests.class,
            GpuWorkloadSpec.class)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isBridge())
        .filter(method -> method.getName().startsWith("get"));
  }

  @ParameterizedTest
  @MethodSource("properties")
  void everyPropertySaysOnceWhatItIs(Method property) {
    assertThat(ROLES.stream().filter(property::isAnnotationPresent)).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("properties")
  void everyFileSaysWhatOfItsPathCounts(Method property) {
    assertThat(property.isAnnotationPresent(PathSensitive.class))
        .isEqualTo(property.isAnnotationPresent(InputFiles.class));
  }

  @ParameterizedTest
  @MethodSource("properties")
  void everyPropertyThatGradleHoldsIsOfATypeThatItCanKeep(Method property) {
    if (Modifier.isAbstract(property.getModifiers())) {
      assertThat(KEPT).contains(property.getGenericReturnType().getTypeName());
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        GpuManifestTask.class,
        GenerateGpuManifests.class,
        ExplainGpuManifests.class,
        GpuWorkloadSpec.class
      })
  void nothingElseIsHeld(Class<?> type) {
    assertThat(type.getDeclaredFields())
        .filteredOn(field -> !Modifier.isStatic(field.getModifiers()))
        .extracting(Field::getType)
        .allSatisfy(held -> assertThat(held).isEqualTo(String.class));
  }

  @ParameterizedTest
  @ValueSource(classes = {GenerateGpuManifests.class, ExplainGpuManifests.class})
  void resultsMayComeFromACache(Class<?> task) {
    assertThat(task).hasAnnotation(CacheableTask.class);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        GpuManifestTask.class,
        GenerateGpuManifests.class,
        ExplainGpuManifests.class,
        GpuWorkloadSpec.class
      })
  void noTaskAsksForTheProject(Class<?> type) throws IOException {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      // A name in a class file: its tag, two bytes of length, the name.
      assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
          .doesNotContain("\1\0\ngetProject");
    }
  }

  @Test
  void theLogicKnowsNothingOfGradle() throws Exception {
    Path classes =
        Path.of(GpuSpecPlugin.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve("io/gpuspec/gradle/batch");
    try (Stream<Path> files = Files.list(classes)) {
      assertThat(files)
          .hasSizeGreaterThan(5)
          .allSatisfy(
              file ->
                  assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                      .doesNotContain("org/gradle/"));
    }
  }
}
