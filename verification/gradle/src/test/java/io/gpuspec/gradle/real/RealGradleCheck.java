package io.gpuspec.gradle.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gradle runs the page's build: the scripts in Groovy, over the files of the consumer's build. */
class RealGradleCheck {
  private static final Path MODULE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  private static final Path ROOT = MODULE.resolve("../..").normalize();
  private static final List<String> TASKS = List.of("generateGpuManifests", "check");

  /** What Gradle's own launcher gives its JVM. */
  private static final List<String> OPENED =
      Stream.of("java.util", "java.lang", "java.lang.invoke", "java.nio.charset", "java.net")
          .map(opened -> "--add-opens=java.base/" + opened + "=ALL-UNNAMED")
          .toList();

  @TempDir private static Path gradle;
  private static String classPath;

  @TempDir private Path temporary;
  private Path build;

  /** A build that ended. */
  record Ended(int status, String printed) {}

  @BeforeAll
  static void install() throws Exception {
    classPath =
        Distribution.in(gradle.resolve("installed"))
            + File.pathSeparator
            + MODULE.resolve("target/test-classes");
  }

  @BeforeEach
  void write() throws IOException {
    build = project("build");
  }

  private Path project(String name) throws IOException {
    Path folder = temporary.resolve(name);
    Path consumer = ROOT.resolve("integrations/gradle-plugin/consumer");
    for (String file : List.of("src/gpuspec/llm.yaml", "k8s/notebook.yaml")) {
      Files.createDirectories(folder.resolve(file).getParent());
      Files.copy(consumer.resolve(file), folder.resolve(file));
    }
    List<String> scripts =
        Pattern.compile("```groovy\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve("docs/gradle.md")))
            .results()
            .map(block -> block.group(1))
            .toList();
    assertThat(scripts).hasSize(2);
    Files.writeString(folder.resolve("settings.gradle"), withLocalCentral(scripts.get(0)));
    Files.writeString(folder.resolve("build.gradle"), scripts.get(1));
    return folder;
  }

  /** Central's files that Maven has already stand for Central. */
  private static String withLocalCentral(String settings) {
    String central = "maven { url = uri('" + System.getProperty("gpuspec.central") + "') }";
    return settings.replace("mavenCentral()", central);
  }

  private Ended run(Path folder, List<String> tasks) throws Exception {
    Path printed = temporary.resolve("printed");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPENED);
    command.add("-Xmx512m");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Dgradle.user.home=" + temporary.resolve("user"));
    command.add("-Dmaven.repo.local=" + MODULE.resolve("target/repository"));
    command.addAll(List.of("-cp", classPath, Engine.class.getName()));
    command.addAll(tasks);
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    int status = process.waitFor();
    return new Ended(status, Files.readString(printed, StandardCharsets.UTF_8));
  }

  private Ended succeeds(Path folder) throws Exception {
    Ended ended = run(folder, TASKS);
    assertThat(ended.status()).as(ended.printed()).isZero();
    assertThat(ended.printed()).contains("BUILD SUCCESSFUL").doesNotContain("deprecated");
    return ended;
  }

  @Test
  void thePagesBuildMakesItsManifestsAndItsReport() throws Exception {
    Ended ended = succeeds(build);

    assertThat(ended.printed())
        .contains(
            "src/gpuspec/llm.yaml: GpuWorkload llm\n3 x T4 x1 · 4 cores · 16Gi  on tke",
            "Configuration cache entry stored.");
    assertThat(build.resolve("build/gpuspec/generateGpuManifests/llm.yaml"))
        .content()
        .contains("kind: Deployment", "replicas: 3");
    assertThat(build.resolve("build/gpuspec/generateGpuManifests/train.yaml"))
        .content()
        .contains("kind: Job");
    assertThat(build.resolve("build/reports/gpuspec/explainGpuManifests.txt"))
        .content()
        .contains("k8s/notebook.yaml: Pod notebook\nT4 x1");
    assertThat(build.resolve("build/reports/gpuspec/checkGpuManifests/findings.txt"))
        .content()
        .endsWith(" in 1 file (1 object)\n");
  }

  /** The page shows runs of {@code gradle}: its tasks, and lines of what it prints. */
  @Test
  void theTutorialShowsWhatGradlePrints() throws Exception {
    Path folder = temporary.resolve("tutorial");
    Path sample = ROOT.resolve("integrations/gradle-plugin/tutorial");
    for (String file : List.of("settings.gradle", "build.gradle", "src/gpuspec/llm.yaml")) {
      Files.createDirectories(folder.resolve(file).getParent());
      Files.writeString(
          folder.resolve(file), withLocalCentral(Files.readString(sample.resolve(file))));
    }
    List<String> runs =
        Pattern.compile("```console\n\\$ gradle (.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve("docs/tutorial-gradle.md")))
            .results()
            .map(block -> block.group(1))
            .toList();
    assertThat(runs).hasSize(2);

    assertShown(runs.get(0), folder);
    assertThat(folder.resolve("build/gpuspec/generateGpuManifests/llm.yaml"))
        .content()
        .contains("kind: Deployment", "kind: Service");
    Path intent = folder.resolve("src/gpuspec/llm.yaml");
    Files.writeString(intent, Files.readString(intent).replace("cpu: 3", "cpu: 500"));
    assertShown(runs.get(1), folder);
  }

  private void assertShown(String shown, Path folder) throws Exception {
    List<String> lines = shown.lines().toList();
    List<String> parts =
        lines.stream()
            .skip(1)
            .map(line -> line.replaceFirst(" ?\\.{3}$", ""))
            .filter(line -> !line.isEmpty())
            .toList();

    assertThat(run(folder, List.of(lines.get(0).split(" "))).printed()).containsSubsequence(parts);
  }

  @Test
  void theSecondRunHasNothingToDoAndTakesItsConfigurationFromTheCache() throws Exception {
    succeeds(build);

    assertThat(succeeds(build).printed())
        .contains("Reusing configuration cache.", "3 actionable tasks: 3 up-to-date");
  }

  @Test
  void aFileOfIntentsThatChangesComesOrGoesIsSeenWithAConfigurationFromTheCache() throws Exception {
    Path intent = build.resolve("src/gpuspec/llm.yaml");
    Path more = build.resolve("src/gpuspec/more.yaml");
    Path made = build.resolve("build/gpuspec/generateGpuManifests");
    succeeds(build);

    Files.copy(intent, more);
    Files.writeString(intent, Files.readString(intent).replace("replicas: 3", "replicas: 5"));
    assertThat(succeeds(build).printed()).contains("Reusing configuration cache.", "2 executed");
    assertThat(made.resolve("llm.yaml")).content().contains("replicas: 5");
    assertThat(made.resolve("more.yaml")).content().contains("replicas: 3");

    Files.delete(more);
    assertThat(succeeds(build).printed()).contains("Reusing configuration cache.");
    assertThat(made.resolve("more.yaml")).doesNotExist();
  }

  @Test
  void theResultsOfOneFolderAreTakenFromTheBuildCacheInAnother() throws Exception {
    succeeds(build);
    Path other = project("elsewhere");

    assertThat(succeeds(other).printed()).contains("3 actionable tasks: 3 from cache");
    assertThat(other.resolve("build/reports/gpuspec/explainGpuManifests.txt"))
        .hasSameTextualContentAs(build.resolve("build/reports/gpuspec/explainGpuManifests.txt"));
  }

  @Test
  void whatNoShapeFitsFailsTheBuildWithItsReasons() throws Exception {
    Path intent = build.resolve("src/gpuspec/llm.yaml");
    Files.writeString(intent, Files.readString(intent).replace("cpu: 3", "cpu: 500"));

    Ended ended = run(build, List.of("check"));

    assertThat(ended.status()).as(ended.printed()).isEqualTo(1);
    assertThat(ended.printed())
        .contains(
            "Execution failed for task ':explainGpuManifests'.\n"
                + "> src/gpuspec/llm.yaml: GpuWorkload llm: no match on tke",
            "T4 x4: cpu: 500 requested, has 80, short 420");
  }

  @Test
  void whatIsWrongInAManifestFailsTheBuildUntilItIsMended() throws Exception {
    Path manifest = build.resolve("k8s/notebook.yaml");
    String right = Files.readString(manifest);
    succeeds(build);
    Files.writeString(manifest, right.replace("memory: 16Gi", "memory: 512m"));

    Ended ended = run(build, List.of("checkGpuManifests"));

    assertThat(ended.status()).as(ended.printed()).isEqualTo(1);
    assertThat(ended.printed())
        .contains(
            "Execution failed for task ':checkGpuManifests'.\n> k8s/notebook.yaml:",
            "error memory-in-thousandths");
    assertThat(build.resolve("build/reports/gpuspec/checkGpuManifests/findings.sarif"))
        .content()
        .contains("memory-in-thousandths");

    Files.writeString(manifest, right);
    succeeds(build);
    Files.writeString(build.resolve(".gpuspec.yaml"), "severity: {image-not-pinned: error}");
    assertThat(run(build, List.of("checkGpuManifests")).printed())
        .contains("'.gpuspec.yaml' has been created", "BUILD SUCCESSFUL");
    assertThat(run(build, List.of("checkGpuManifests")).printed())
        .contains("Reusing configuration cache.");
  }
}
