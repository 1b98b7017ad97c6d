package io.gpuspec.gradle.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchTest {
  private static final Destination TKE =
      new Destination(Optional.of("tke"), Optional.empty(), Map.of(), List.of());

  @TempDir private Path folder;

  private List<Source> files(String name, String text) throws IOException {
    return List.of(Source.in(folder, Files.writeString(folder.resolve(name), text)));
  }

  private static DeclaredWorkload declared(String kind, Optional<String> schedule) {
    return DeclaredWorkload.of("nightly", kind, "registry.example/train:v1", schedule);
  }

  private static void assertFails(Batch batch, String... lines) {
    assertThatExceptionOfType(GpuSpecException.class)
        .isThrownBy(batch::orThrow)
        .withMessage(String.join("\n", lines));
  }

  @Test
  void aCronJobStartsByItsSchedule() {
    Batch batch =
        Batch.on(TKE)
            .workloads(
                List.of(
                    declared("CronJob", Optional.of("30 2 * * *"))
                        .with(Optional.of("T4"), (workload, gpu) -> workload.gpu(gpu))));

    batch.orThrow();

    assertThat(batch.files().get("nightly.yaml"))
        .contains("kind: CronJob", "schedule: \"30 2 * * *\"");
  }

  @Test
  void aScheduleAndACronJobGoTogether() {
    assertFails(
        Batch.on(TKE).workloads(List.of(declared("CronJob", Optional.empty()))),
        "gpuspec.workloads.nightly: 'schedule' is missing; add one, such as schedule: '0 3 * * *'");
    assertFails(
        Batch.on(TKE).workloads(List.of(declared("Job", Optional.of("@daily")))),
        "gpuspec.workloads.nightly: schedule: '@daily' was asked for job nightly: any GPU x1; only a cron job has it; remove it");
  }

  @Test
  void whatIsWrongWithAWorkloadAndWithWhereItRunsIsToldTogether() {
    Destination none = new Destination(Optional.empty(), Optional.empty(), Map.of(), List.of());
    assertThatExceptionOfType(GpuSpecException.class)
        .isThrownBy(
            () ->
                Batch.on(none)
                    .workloads(
                        List.of(
                            declared("Job", Optional.empty())
                                .with(
                                    Optional.of("much"),
                                    (workload, cpu) -> workload.requests(cpu, "1Gi"))))
                    .orThrow())
        .satisfies(
            failure ->
                assertThat(failure.getMessage().lines())
                    .hasSize(2)
                    .anyMatch(line -> line.startsWith("gpuspec.workloads.nightly: cpu: 'much' "))
                    .anyMatch(
                        line ->
                            line.startsWith("gpuspec.workloads.nightly: no provider is given; ")));
  }

  @Test
  void whatAClusterNeedsComesBeforeWhatRuns() throws IOException {
    Batch batch =
        Batch.on(TKE)
            .intents(
                files(
                    "gang.yaml",
                    """
                    apiVersion: gpuspec.io/v1
                    kind: VolcanoQueue
                    metadata: {name: gpu}
                    spec:
                      weight: 1
                    ---
                    apiVersion: gpuspec.io/v1
                    kind: GpuWorkload
                    metadata: {name: llm}
                    spec:
                      kind: Pod
                      gpu: {names: [T4]}
                      container: {image: registry.example/llm:v1}
                    """));

    batch.orThrow();

    assertThat(batch.files().get("gang.yaml"))
        .containsSubsequence("kind: Queue", "---", "kind: Pod");
  }

  @Test
  void aFileThatIsNotThereAndOneWithoutIntentsAreTold() throws IOException {
    assertFails(
        Batch.on(TKE)
            .intents(List.of(Source.in(folder, folder.resolve("none.yaml"))))
            .intents(files("empty.yaml", "# nothing yet\n")),
        "file: 'none.yaml' does not exist; name one that does",
        "empty.yaml:1:1: is empty; give at least one document");
  }

  @Test
  void anEditionBelongsToAProvider() {
    assertThatExceptionOfType(GpuSpecException.class)
        .isThrownBy(
            () ->
                Batch.on(
                        new Destination(
                            Optional.empty(), Optional.of("2026-01"), Map.of(), List.of()))
                    .workloads(List.of(declared("Job", Optional.empty())))
                    .orThrow())
        .withMessageStartingWith(
            "gpuspec: an edition or options are given without a provider, to whom they belong; set"
                + " gpuspec.provider to ack or ");
  }

  @Test
  void ofAFolderTheYamlAndJsonFilesAreTaken() throws IOException {
    Files.createDirectories(folder.resolve("k8s/base"));
    for (String name : List.of("k8s/base/b.yml", "k8s/a.json", "k8s/README.md")) {
      Files.writeString(folder.resolve(name), "");
    }

    assertThat(Source.sorted(folder, List.of(folder.resolve("k8s"))))
        .extracting(Source::name)
        .containsExactly("k8s/a.json", "k8s/base/b.yml");
  }
}
