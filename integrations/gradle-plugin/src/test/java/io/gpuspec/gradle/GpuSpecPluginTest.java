package io.gpuspec.gradle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.intent.IntentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gradle.api.GradleException;
import org.gradle.api.Task;
import org.gradle.api.tasks.VerificationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plugin, applied to projects that Gradle's own ProjectBuilder makes. */
class GpuSpecPluginTest {
  private static final String MADE = "# Made by the Gradle plugin io.gpuspec.\n";

  private static final String LLM =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuWorkload
      metadata: {name: llm}
      spec:
        kind: Deployment
        gpu: {names: [T4]}
        container:
          image: registry.example/llm:v1
          requests: {cpu: 3, memory: 10Gi}
      """;

  private static String price(String amount) {
    return """
        target: eks
        citation: contract
        citations:
          contract: {title: Our contract, date: 2026-03-01, status: third-party}
        specs:
          - name: g4dn.xlarge
            prices:
              - {amount: %s, currency: USD, per: hour, region: us-east-1, capacityType: on-demand}
        """
        .formatted(amount);
  }

  @TempDir private Path folder;
  private Applied build;

  @BeforeEach
  void apply() {
    build = Applied.in(folder);
  }

  @Test
  void aFileOfIntentsBecomesAFileOfManifests() throws IOException {
    build.write("src/gpuspec/llm.yaml", LLM);
    build.gpuspec().getProvider().set("tke");

    build.generate().run();

    assertThat(folder.resolve("build/gpuspec/generateGpuManifests/llm.yaml"))
        .hasContent(
            MADE
                + IntentFile.parse("llm.yaml", LLM)
                    .intents()
                    .get(0)
                    .on(Gpus.load().in("tke"))
                    .yaml());
  }

  @Test
  void aDeclaredWorkloadBecomesAFileOfManifests() {
    build.gpuspec().getProvider().set("tke");
    build
        .gpuspec()
        .workloads(
            workloads ->
                workloads.register(
                    "train",
                    train -> {
                      train.getKind().set("Job");
                      train.getImage().set("registry.example/train:v1");
                      train.getNamespace().set("ai");
                      train.getGpus().add("V100");
                      train.getGpuCount().set(2);
                      train.getCpu().set("6");
                      train.getMemory().set("32Gi");
                      train.getMemoryLimit().set("34Gi");
                      train.getCommand().add("python3");
                      train.getCommand().add("train.py");
                      train.getEnv().put("EPOCHS", "3");
                      train.getLabels().put("team", "search");
                    }));

    build.generate().run();

    assertThat(folder.resolve("build/gpuspec/generateGpuManifests/train.yaml"))
        .hasContent(
            MADE
                + GpuWorkload.job("train", "registry.example/train:v1")
                    .namespace("ai")
                    .gpu(2, "V100")
                    .requests("6", "32Gi")
                    .limits("0", "34Gi")
                    .command("python3", "train.py")
                    .env("EPOCHS", "3")
                    .label("team", "search")
                    .on(Gpus.load().in("tke"))
                    .yaml());
  }

  @Test
  void theReportSaysWhatIntentsAndManifestsLandOn() throws IOException {
    build.write("src/gpuspec/llm.yaml", LLM);
    build.write(
        "k8s/notebook.yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: notebook}
        spec:
          containers:
          - name: notebook
            image: registry.example/notebook:v1
            resources: {requests: {cpu: 2}, limits: {nvidia.com/gpu: 1}}
        """);
    build.gpuspec().getProvider().set("eks");
    build.gpuspec().getManifests().from("k8s");

    build.explain().run();

    assertThat(folder.resolve("build/reports/gpuspec/explainGpuManifests.txt"))
        .content()
        .contains(
            "src/gpuspec/llm.yaml: GpuWorkload llm\ng4dn.xlarge · 4 cores · 16Gi  on eks",
            "k8s/notebook.yaml: Pod notebook\n");
  }

  @Test
  void allProblemsOfAllPartsAreToldWithTheirPlaces() throws IOException {
    build.write("src/gpuspec/a.yaml", LLM.replace("names: [T4]", "nmaes: [T4]"));
    build.write("src/gpuspec/b.yaml", LLM.replace("cpu: 3", "cpu: three"));
    build.write("k8s/c.yaml", "apiVersion: v1\nkind: [Pod]\n");
    build.gpuspec().getProvider().set("tke");
    build.gpuspec().getManifests().from("k8s/c.yaml");
    build
        .gpuspec()
        .getWorkloads()
        .register(
            "train",
            train -> {
              train.getKind().set("job");
              train.getImage().set("registry.example/train:v1");
              train.getMemory().set("much");
            });

    assertThatExceptionOfType(GradleException.class)
        .isThrownBy(() -> build.explain().run())
        .withNoCause()
        .satisfies(
            failure ->
                assertThat(failure.getMessage().lines())
                    .anyMatch(line -> line.startsWith("src/gpuspec/a.yaml:6:9: "))
                    .anyMatch(line -> line.startsWith("src/gpuspec/b.yaml:9:15: "))
                    .anyMatch(line -> line.startsWith("k8s/c.yaml:2:7: "))
                    .anyMatch(
                        line ->
                            line.startsWith(
                                "gpuspec.workloads.train: kind 'job' is not known; did you mean Job"))
                    .anyMatch(line -> line.startsWith("gpuspec.workloads.train: memory: 'much'")));
  }

  @Test
  void whatNoShapeFitsFailsAndWritesNothing() throws IOException {
    build.write("src/gpuspec/fits.yaml", LLM);
    build.write("src/gpuspec/huge.yaml", LLM.replace("cpu: 3", "cpu: 500"));
    build.gpuspec().getProvider().set("tke");

    for (GpuManifestTask task : new GpuManifestTask[] {build.generate(), build.explain()}) {
      assertThatExceptionOfType(GradleException.class)
          .isThrownBy(task::run)
          .withNoCause()
          .withMessageStartingWith("src/gpuspec/huge.yaml: GpuWorkload llm: no match on tke")
          .withMessageContaining("not       T4 x4: cpu: 500 requested, has 80, short 420");
    }
    assertThat(folder.resolve("build/gpuspec/generateGpuManifests")).doesNotExist();
    assertThat(folder.resolve("build/reports/gpuspec/explainGpuManifests.txt"))
        .content()
        .contains("src/gpuspec/fits.yaml: GpuWorkload llm\nT4 x1", "no match on tke");
  }

  @Test
  void aProviderThatNobodyKnowsIsToldOnce() throws IOException {
    build.write("src/gpuspec/a.yaml", LLM);
    build.write("src/gpuspec/b.yaml", LLM);
    build.gpuspec().getProvider().set("eck");

    assertThatExceptionOfType(GradleException.class)
        .isThrownBy(() -> build.generate().run())
        .withMessageStartingWith("provider 'eck' is not known; did you mean ")
        .withMessageNotContaining("\n");
  }

  @Test
  void anIntentWithoutAnyPlaceIsToldWhatToSet() throws IOException {
    build.write("src/gpuspec/llm.yaml", LLM);

    assertThatExceptionOfType(GradleException.class)
        .isThrownBy(() -> build.generate().run())
        .withMessageStartingWith(
            "src/gpuspec/llm.yaml:1:1: GpuWorkload llm: no provider is given; write spec.target, or"
                + " set gpuspec.provider to ack or ");
  }

  @Test
  void nothingAtAllIsAFailureForNothingWouldBeChecked() {
    assertThatExceptionOfType(GradleException.class)
        .isThrownBy(() -> build.explain().run())
        .withMessageStartingWith("gpuspec: there is nothing to build or to explain; ");
  }

  @Test
  void anIntentKeepsItsOwnTarget() throws IOException {
    build.write("src/gpuspec/llm.yaml", LLM.replace("spec:", "spec:\n  target: {provider: eks}"));
    build.gpuspec().getProvider().set("tke");

    build.explain().run();

    assertThat(folder.resolve("build/reports/gpuspec/explainGpuManifests.txt"))
        .content()
        .contains(" on eks ");
  }

  @Test
  void aTaskOfTheBuildsOwnTakesWhatTheExtensionSays() throws IOException {
    build.write("src/gpuspec/llm.yaml", LLM);
    build.gpuspec().getProvider().set("tke");
    GenerateGpuManifests forEks =
        build
            .project()
            .getTasks()
            .create("forEks", GenerateGpuManifests.class, task -> task.getProvider().set("eks"));

    forEks.run();

    assertThat(folder.resolve("build/gpuspec/forEks/llm.yaml"))
        .content()
        .contains("karpenter.k8s.aws/instance-gpu-name");
  }

  @Test
  void ofTwoOverlaysTheLaterOneWins() throws IOException {
    build.write("src/gpuspec/llm.yaml", LLM);
    build.write("z.yaml", price("0.60"));
    build.write("a.yaml", price("0.70"));
    build.gpuspec().getProvider().set("eks");
    build.gpuspec().getOverlays().from("z.yaml", "a.yaml");

    build.explain().run();

    assertThat(folder.resolve("build/reports/gpuspec/explainGpuManifests.txt"))
        .content()
        .contains("0.70 USD per hour");
  }

  @Test
  void allProblemsOfOverlaysAndIntentsAreToldByTheirPathsInTheProject() throws IOException {
    build.write("src/gpuspec/llm.yaml", LLM.replace("names: [T4]", "nmaes: [T4]"));
    build.write("prices/a.yaml", price("much"));
    build.write("prices/b.yaml", "target: [eks]\n");
    build.gpuspec().getProvider().set("eks");
    build.gpuspec().getOverlays().from("prices/a.yaml", "prices/b.yaml", "prices/c.yaml");

    assertThatExceptionOfType(GradleException.class)
        .isThrownBy(() -> build.generate().run())
        .satisfies(
            failure ->
                assertThat(failure.getMessage().lines())
                    .anyMatch(line -> line.startsWith("prices/a.yaml:8:18: "))
                    .anyMatch(line -> line.startsWith("prices/b.yaml:1:9: "))
                    .contains("file: 'prices/c.yaml' does not exist; name one that does")
                    .anyMatch(line -> line.startsWith("src/gpuspec/llm.yaml:6:9: ")));
  }

  @Test
  void whatIsForTheReportAloneRunsAfterAFailureToo() throws IOException {
    build.write("src/gpuspec/huge.yaml", LLM.replace("cpu: 3", "cpu: 500"));
    build.gpuspec().getProvider().set("tke");

    assertThatExceptionOfType(VerificationException.class).isThrownBy(build.explain()::run);
  }

  @Test
  void checkExplains() {
    build.project().getPluginManager().apply("base");

    Task check = build.project().getTasks().getByName("check");

    assertThat(check.getTaskDependencies().getDependencies(check))
        .extracting(Task::getName)
        .contains("explainGpuManifests");
  }

  @Test
  void theFilesOfATaskAreNamedFromTheProjectOnEveryMachine() throws IOException {
    build.write("src/gpuspec/team/llm.yaml", LLM);
    Path prices = Files.writeString(folder.resolve("prices.yaml"), "");
    build.gpuspec().getOverlays().from(prices);

    assertThat(build.generate().getSourceNames())
        .containsExactly("prices.yaml", "src/gpuspec/team/llm.yaml");
  }

  @Test
  void twoFilesThatWouldBecomeOneAreRefused() throws IOException {
    build.write("src/gpuspec/a/llm.yaml", LLM);
    build.write("src/gpuspec/b/LLM.yml", LLM);
    build.gpuspec().getProvider().set("tke");

    assertThatExceptionOfType(GradleException.class)
        .isThrownBy(() -> build.generate().run())
        .withMessage(
            "src/gpuspec/a/llm.yaml and src/gpuspec/b/LLM.yml both make LLM.yaml; rename one of them");
  }
}
