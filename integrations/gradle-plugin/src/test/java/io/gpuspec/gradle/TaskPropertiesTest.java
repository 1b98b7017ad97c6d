package io.gpuspec.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
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
import org.gradle.api.DefaultTask;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.internal.project.ProjectInternal;
import org.gradle.api.problems.internal.InternalProblems;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.InputFiles;
import org.gradle.internal.reflect.DefaultTypeValidationContext;
import org.gradle.plugin.devel.tasks.internal.PropertyValidationAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Gradle needs of the tasks to skip them, to take their results from a cache, and to keep them
 * in the configuration cache, as far as it is seen from the classes.
 */
class TaskPropertiesTest {
  @TempDir private Path folder;

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
            GpuTargetTask.class,
            GpuManifestTask.class,
            GenerateGpuManifests.class,
            ExplainGpuManifests.class,
            CheckGpuManifests.class,
            GpuWorkloadSpec.class)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isBridge())
        .filter(method -> method.getName().startsWith("get"));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        GenerateGpuManifests.class,
        ExplainGpuManifests.class,
        CheckGpuManifests.class,
        GpuWorkloadSpec.class
      })
  void gradlesOwnCheckOfPluginsFindsNothing(Class<?> type) {
    assertThat(found(type)).isEmpty();
  }

  /** A task as it must not be, for which Gradle's check has to find something. */
  @CacheableTask
  abstract static class Careless extends DefaultTask {
    @InputFiles
    public abstract ConfigurableFileCollection getFiles();

    public abstract Property<String> getForgotten();
  }

  @Test
  void gradlesOwnCheckOfPluginsWouldFindSomething() {
    assertThat(found(Careless.class)).hasSize(2);
  }

  /** What {@code validatePlugins} says of a type of which results may come from a cache. */
  private List<String> found(Class<?> type) {
    InternalProblems problems =
        ((ProjectInternal) Applied.in(folder).project()).getServices().get(InternalProblems.class);
    DefaultTypeValidationContext check =
        DefaultTypeValidationContext.withRootType(type, true, problems);
    PropertyValidationAccess.collectValidationProblems(type, check);
    return check.getProblems().stream()
        .map(problem -> problem.getDefinition().getId() + ": " + problem.getDetails())
        .toList();
  }

  @Test
  void gradleSeesWhatIsDeclaredDownToTheWorkloads() {
    Applied build = Applied.in(folder);
    build.gpuspec().getProvider().set("tke");
    build
        .gpuspec()
        .getWorkloads()
        .register(
            "train",
            train -> {
              train.getKind().set("Job");
              train.getImage().set("registry.example/train:v1");
            });

    assertThat(build.explain().getInputs().getProperties())
        .containsEntry("provider", "tke")
        .containsEntry("workloads.train$0.image", "registry.example/train:v1");
    assertThat(build.explain().getOutputs().getFiles().getFiles())
        .containsExactly(folder.resolve("build/reports/gpuspec/explainGpuManifests.txt").toFile());
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
        GpuTargetTask.class,
        GpuManifestTask.class,
        GenerateGpuManifests.class,
        ExplainGpuManifests.class,
        CheckGpuManifests.class,
        GpuWorkloadSpec.class
      })
  void nothingElseIsHeld(Class<?> type) {
    assertThat(type.getDeclaredFields())
        .filteredOn(field -> !Modifier.isStatic(field.getModifiers()))
        .extracting(Field::getType)
        .allSatisfy(held -> assertThat(held).isEqualTo(String.class));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {GenerateGpuManifests.class, ExplainGpuManifests.class, CheckGpuManifests.class})
  void resultsMayComeFromACache(Class<?> task) {
    assertThat(task).hasAnnotation(CacheableTask.class);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        GpuTargetTask.class,
        GpuManifestTask.class,
        GenerateGpuManifests.class,
        ExplainGpuManifests.class,
        CheckGpuManifests.class,
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
