package io.gpuspec.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;

/**
 * The build of the folder {@code consumer} and the scripts of docs/gradle.md: no Gradle runs them
 * here, but the names in them are the plugin's, and what they set gives what they say.
 */
class ConsumerBuildTest {
  private static final Path MODULE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  private static final Path CONSUMER = MODULE.resolve("consumer");

  /** What is set: {@code name = value}, {@code name.put(...)}, {@code name.from(...)}. */
  private static final Pattern SET =
      Pattern.compile("(?m)^ +(\\w+)(?: = |\\.(?:put|from|setFrom|add)\\()");

  static List<String> scripts() throws IOException {
    return Stream.concat(
            Stream.of(Files.readString(CONSUMER.resolve("build.gradle.kts"))),
            Pattern.compile("```kotlin\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(MODULE.resolve("../../docs/gradle.md")))
                .results()
                .map(block -> block.group(1)))
        .filter(script -> !script.startsWith("pluginManagement"))
        .toList();
  }

  private static Set<String> properties() {
    return Stream.of(
            GpuSpecExtension.class,
            GpuWorkloadSpec.class,
            GpuTargetTask.class,
            GpuManifestTask.class,
            GenerateGpuManifests.class,
            ExplainGpuManifests.class,
            CheckGpuManifests.class)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .map(method -> method.getName())
        .filter(name -> name.startsWith("get"))
        .map(name -> Character.toLowerCase(name.charAt(3)) + name.substring(4))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void everyPropertyThatAScriptSetsIsThere(String script) {
    assertThat(SET.matcher(script).results().map(set -> set.group(1)))
        .isNotEmpty()
        .isSubsetOf(properties());
  }

  @Test
  void theIdOfTheScriptLeadsToThePlugin() throws Exception {
    Document marker =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(MODULE.resolve("marker/pom.xml").toFile());
    XPath path = XPathFactory.newInstance().newXPath();
    String version = path.evaluate("/project/parent/version", marker);

    assertThat(CONSUMER.resolve("build.gradle.kts"))
        .content()
        .contains("id(\"io.gpuspec\") version \"" + version + "\"");
    // Gradle looks for ID:ID.gradle.plugin:VERSION, and takes what it depends on.
    assertThat(path.evaluate("/project/parent/groupId", marker)).isEqualTo("io.gpuspec");
    assertThat(path.evaluate("/project/artifactId", marker)).isEqualTo("io.gpuspec.gradle.plugin");
    assertThat(path.evaluate("/project/dependencies/dependency/artifactId", marker))
        .isEqualTo("gpuspec-gradle-plugin");
    assertThat(MODULE.resolve("pom.xml"))
        .content()
        .contains("<artifactId>gpuspec-gradle-plugin</artifactId>");
    assertThat(getClass().getResourceAsStream("/META-INF/gradle-plugins/io.gpuspec.properties"))
        .hasContent("implementation-class=" + GpuSpecPlugin.class.getName());
  }

  @Test
  void whatTheScriptSetsGivesItsManifestsAndItsReport(@TempDir Path folder) throws IOException {
    Applied build = Applied.in(folder);
    build.write("src/gpuspec/llm.yaml", Files.readString(CONSUMER.resolve("src/gpuspec/llm.yaml")));
    build.write("k8s/notebook.yaml", Files.readString(CONSUMER.resolve("k8s/notebook.yaml")));
    build.gpuspec().getProvider().set("tke");
    build.gpuspec().getManifests().from("k8s/notebook.yaml");
    build
        .gpuspec()
        .workloads(
            workloads ->
                workloads.register(
                    "train",
                    train -> {
                      train.getKind().set("Job");
                      train.getImage().set("registry.example/train:v1");
                      train.getGpus().set(List.of("V100", "T4"));
                      train.getGpuCount().set(1);
                      train.getCpu().set("6");
                      train.getMemory().set("32Gi");
                      train.getCommand().set(List.of("python3", "train.py"));
                    }));
    GenerateGpuManifests forEks =
        build
            .project()
            .getTasks()
            .register(
                "generateForEks", GenerateGpuManifests.class, task -> task.getProvider().set("eks"))
            .get();

    build.generate().run();
    forEks.run();
    build.explain().run();

    for (String made : List.of("generateGpuManifests", "generateForEks")) {
      assertThat(folder.resolve("build/gpuspec").resolve(made))
          .isDirectoryContaining("glob:**/llm.yaml")
          .isDirectoryContaining("glob:**/train.yaml");
    }
    assertThat(folder.resolve("build/reports/gpuspec/explainGpuManifests.txt"))
        .content()
        .contains(
            "src/gpuspec/llm.yaml: GpuWorkload llm\n3 x T4 x1 · 4 cores · 16Gi  on tke",
            "gpuspec.workloads.train\nV100 x1 · 8 cores · 40Gi  on tke",
            "k8s/notebook.yaml: Pod notebook\nT4 x1 · 4 cores · 16Gi  on tke");
  }
}
