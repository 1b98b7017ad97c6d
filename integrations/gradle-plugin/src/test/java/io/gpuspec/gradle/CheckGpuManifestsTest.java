package io.gpuspec.gradle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gradle.api.GradleException;
import org.gradle.api.Task;
import org.gradle.api.tasks.VerificationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The task {@code checkGpuManifests}. */
class CheckGpuManifestsTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: llm}
      spec:
        containers:
        - name: main
          image: registry.example/llm:v1
          env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]
          resources: {limits: {memory: 512m, nvidia.com/gpu: 1}}
      """;

  private static final String ERROR =
      "k8s/llm.yaml:9:34: error memory-in-thousandths: memory: '512m' are thousandths of a byte.";

  @TempDir private Path folder;
  private Applied build;

  @BeforeEach
  void apply() throws IOException {
    build = Applied.in(folder);
    build.write("k8s/llm.yaml", POD);
    build.gpuspec().getManifests().from("k8s");
  }

  private Path report(String name) {
    return folder.resolve("build/reports/gpuspec/checkGpuManifests").resolve(name);
  }

  @Test
  void errorsFailAndEveryReportIsWritten() throws IOException {
    assertThatExceptionOfType(VerificationException.class)
        .isThrownBy(build.check()::run)
        .withMessage(ERROR);

    assertThat(report("findings.txt"))
        .content()
        .startsWith("k8s/llm.yaml\n")
        .contains("env-every-card (Pod llm)", "1 error, 1 warning in 1 file (1 object)");
    assertThat(report("findings.json")).content().contains("\"file\": \"k8s/llm.yaml\"");
    assertThat(report("findings.sarif")).content().contains("\"2.1.0\"", "k8s/llm.yaml");
    assertThat(report("findings.xml")).content().contains("<testsuites", "memory-in-thousandths");
  }

  @Test
  void whatFailsIsSet() throws IOException {
    build.gpuspec().getFailOn().set("never");
    build.check().run();
    assertThat(report("findings.txt")).content().contains("memory-in-thousandths");

    build.gpuspec().getFailOn().set("warning");
    assertThatExceptionOfType(VerificationException.class)
        .isThrownBy(build.check()::run)
        .withMessageContaining("env-every-card")
        .withMessageContaining("memory-in-thousandths");

    build.gpuspec().getFailOn().set("fatal");
    assertThatExceptionOfType(GradleException.class)
        .isThrownBy(build.check()::run)
        .withMessageContaining("severity 'fatal' is not known");
  }

  @Test
  void settingsAreThoseOfTheProjectUnlessOthersAreNamed() throws IOException {
    build.write(".gpuspec.yaml", "exclude: [memory-in-thousandths]");
    build.check().run();
    assertThat(report("findings.txt")).content().contains("0 errors, 1 warning");

    build.write("other.yaml", "ignorePaths: [\"k8s/**\"]");
    build.gpuspec().getConfig().set(folder.resolve("other.yaml").toFile());
    build.check().run();
    assertThat(report("findings.txt")).content().contains("0 errors, 0 warnings in 0 files");

    build.gpuspec().getConfig().set(folder.resolve("none.yaml").toFile());
    assertThatExceptionOfType(GradleException.class)
        .isThrownBy(build.check()::run)
        .withMessageContaining("none.yaml");
  }

  @Test
  void settingsOfTheBuildAboveAProjectCountThere() throws IOException {
    Applied below = build.below("services/llm");
    below.write("k8s/llm.yaml", POD);
    below.gpuspec().getManifests().from("k8s");
    build.write(".gpuspec.yaml", "exclude: [memory-in-thousandths]");

    below.check().run();

    assertThat(below.folder().resolve("build/reports/gpuspec/checkGpuManifests/findings.txt"))
        .content()
        .contains("0 errors, 1 warning");
  }

  @Test
  void theBuildTakesPrecedenceOverTheSettings() throws IOException {
    build.gpuspec().getFailOn().set("never");
    build.write(
        "k8s/llm.yaml",
        POD.replace("512m", "8Gi")
            .replace("llm}", "llm, annotations: {eks.tke.cloud.tencent.com/gpu-type: L20}}"));
    build.write(".gpuspec.yaml", "provider: tke\nedition: 2023-06");

    build.gpuspec().getProvider().set("tke");
    build.check().run();
    assertThat(report("findings.json")).content().contains("shape-none");

    build.gpuspec().getEdition().set("2026-01");
    build.check().run();
    assertThat(report("findings.json")).content().doesNotContain("shape-none");

    build.gpuspec().getEdition().unset();
    build.gpuspec().getProvider().set("eks");
    build.check().run();
    assertThat(report("findings.json")).content().contains("\"target\": \"eks\"");
  }

  @Test
  void whatTheBaselineHasDoesNotCount() throws IOException {
    build.gpuspec().getFailOn().set("never");
    build.check().run();
    String fingerprint =
        Files.readAllLines(report("findings.sarif")).stream()
            .filter(line -> line.contains("gpuspec/v1"))
            .map(line -> line.replaceAll(".*\"([0-9a-f]{16})\".*", "$1"))
            .reduce("", (before, each) -> before + each + "\n");
    build.write(".gpuspec.baseline", fingerprint);
    build.gpuspec().getFailOn().set("info");
    build.gpuspec().getBaseline().set(folder.resolve(".gpuspec.baseline").toFile());

    build.check().run();

    assertThat(report("findings.txt"))
        .content()
        .contains("0 errors, 0 warnings, 2 turned off in 1 file");
  }

  @ParameterizedTest
  @CsvSource({"tke, ''", "eks, shape-none"})
  void podsAreJudgedOnTheTarget(String provider, String rule) throws IOException {
    build.write("k8s/llm.yaml", POD.replace("512m", "1Ti").replace("gpu: 1", "gpu: 64"));
    build.gpuspec().getProvider().set(provider);
    build.gpuspec().getFailOn().set("never");

    build.check().run();

    assertThat(report("findings.json")).content().contains("\"target\": \"" + provider, rule);
  }

  @Test
  void problemsOfTheTargetAndTheSettingsAreToldTogether() throws IOException {
    build.gpuspec().getProvider().set("gke");
    build.write(".gpuspec.yaml", "exclude: [no-such-rule]");

    assertThatExceptionOfType(GradleException.class)
        .isThrownBy(build.check()::run)
        .withMessageContaining("'gke'")
        .withMessageContaining("'no-such-rule'");
  }

  @Test
  void checkInspects() {
    build.project().getPluginManager().apply("base");

    Task check = build.project().getTasks().getByName("check");

    assertThat(check.getTaskDependencies().getDependencies(check))
        .extracting(Task::getName)
        .containsExactlyInAnyOrder("explainGpuManifests", "checkGpuManifests");
  }
}
