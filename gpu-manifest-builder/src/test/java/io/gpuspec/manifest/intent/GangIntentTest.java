package io.gpuspec.manifest.intent;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.RestartPolicy;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.gang.Gang;
import io.gpuspec.manifest.gang.GangJob;
import io.gpuspec.manifest.gang.PodGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gangs in files. */
class GangIntentTest {
  private static final Target ACK = Gpus.load().in("ack");
  private static final String HEAD =
      "{apiVersion: gpuspec.io/v1, kind: GpuGang, metadata: {name: w}, spec: ";

  private static final String LLAMA =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuGang
      metadata:
        name: llama
        namespace: research
      spec:
        controller: volcano
        workers: 4
        queue: team-a
        maxRetry: 5
        plugins: {ssh: []}
        ttlSecondsAfterFinished: 3600
        pytorch:
          script: [train.py, --config, c.yaml]
        target: {provider: ack}
        gpu:
          names: [A100]
          count: 8
        container:
          image: pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel
          requests: {cpu: 64, memory: 500Gi}
        pod:
          labels: {team: search}
      """;

  private static GpuWorkload worker() {
    return GpuWorkload.job("llama", "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel")
        .namespace("research")
        .gpu(8, "A100")
        .requests("64", "500Gi")
        .label("team", "search");
  }

  @Test
  void aFileSaysWhatTheStepsSay() {
    Gang steps =
        GangJob.pytorch(4, worker().ttlSecondsAfterFinished(3600), "train.py", "--config", "c.yaml")
            .volcano()
            .queue("team-a")
            .maxRetry(5)
            .plugin("ssh");

    Intent intent = IntentFile.parse("gang.yaml", LLAMA).intents().get(0);

    assertThat(intent).hasToString("GpuGang llama");
    assertThat(intent.target()).hasToString("Optional[ack]");
    assertThat(intent.on(ACK).yaml()).isEqualTo(steps.on(ACK).yaml());
  }

  @Test
  void aGangOfJavaIsWrittenAsAPersonWould() {
    Gang gang =
        GangJob.pytorch(2, worker().backoffLimit(1), "train.py")
            .jobSet()
            .kueue("team-a")
            .maxRestarts(1);

    assertThat(Intent.of(gang).yaml())
        .hasToString(
            """
            apiVersion: gpuspec.io/v1
            kind: GpuGang
            metadata:
              name: llama
              namespace: research
            spec:
              controller: jobset
              workers: 2
              kueue: team-a
              maxRestarts: 1
              pytorch:
                script:
                - train.py
              backoffLimit: 1
              gpu:
                count: 8
                names:
                - A100
              container:
                image: pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel
                requests:
                  cpu: "64"
                  memory: "500Gi"
              pod:
                labels:
                  team: search
            """);
  }

  @Test
  void serversAreReadAndWrittenAsTheyAre() {
    GpuWorkload server =
        GpuWorkload.deployment("llm", "r/i:v1").gpu(8, "A100").command("serve", "--worker");
    Intent intent =
        Intent.of(GangJob.of(2, server).leaderWorkerSet().replicas(3).leader("serve").port(8000));

    Intent read = IntentFile.parse("g.yaml", intent.yaml().toString()).intents().get(0);

    assertThat(intent.yaml().toString())
        .contains("controller: leader-worker-set\n", "replicas: 3\n", "port: 8000\n");
    assertThat(read.on(ACK).yaml()).isEqualTo(intent.on(ACK).yaml());
  }

  @Test
  void replicasOfAServerAreNotThoseOfItsSet() {
    GpuWorkload server = GpuWorkload.deployment("llm", "r/i:v1").gpu("T4").replicas(2);
    Intent intent = Intent.of(GangJob.of(2, server).leaderWorkerSet());

    assertError(intent::yaml, "intent.unsupported", "replicas");
  }

  @Test
  void aPodThatRunsToItsEndIsAWorkerToo() {
    GpuWorkload pod =
        GpuWorkload.pod("w", "r/i:v1").gpu("T4").restartPolicy(RestartPolicy.ON_FAILURE);
    Intent intent = Intent.of(GangJob.of(2, pod).indexedJob());

    Intent read = IntentFile.parse("g.yaml", intent.yaml().toString()).intents().get(0);
    assertThat(read.on(ACK).yaml()).isEqualTo(intent.on(ACK).yaml());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{workers: 2, container: {image: r/i}} | controller | manifest.malformed",
        "{controller: volcanoe, workers: 2, container: {image: r/i}} | volcanoe | intent.unknown",
        "{controller: jobset, workers: 0, container: {image: r/i}} | 0 | manifest.malformed",
        "{controller: jobset, workers: 2, container: {image: r/i}, queue: a} | queue | manifest.malformed",
        "{controller: volcano, workers: 2, container: {image: r/i}, kueue: a} | '' | manifest.malformed",
        "{controller: volcano, workers: 2, container: {image: r/i}, queue: Team A} | Team A | manifest.malformed",
        "{controller: volcano, workers: 2, container: {image: r/i}, minAvailable: 3} | 3 | manifest.malformed",
        "{controller: pod-group, workers: 2, container: {image: r/i}, minMember: 3} | 3 | manifest.malformed",
        "{controller: volcano, workers: 2, container: {image: r/i}, plugins: {Ssh: []}} | Ssh | manifest.malformed",
        "{controller: indexed-job, workers: 2, container: {image: r/i}, pytorch: {script: []}} | spec.pytorch.script | manifest.malformed",
        "{controller: indexed-job, workers: 2, container: {image: r/i}, parallelism: 2} | parallelism | manifest.malformed",
        "{controller: indexed-job, workers: 2, container: {image: r/i}, ports: [80]} | ports | manifest.malformed",
        "{controller: indexed-job, workers: 2, container: {image: r/i}, port: 80} | port | manifest.malformed",
        "{controller: leader-worker-set, workers: 2, container: {image: r/i}, backoffLimit: 1} | 1 | manifest.malformed",
        "{controller: leader-worker-set, workers: 2, container: {image: r/i}, pod: {restartPolicy: Never}} | '' | workload.conflict",
        "{controller: indexed-job, workers: 2, container: {image: r/i}, pod: {restartPolicy: Always}} | Always | workload.conflict",
      })
  void whatIsWrongIsToldAtItsLine(String spec, String value, String id) {
    IntentFile file = IntentFile.parse("w.yaml", HEAD + spec + "}");

    assertThat(file.intents()).isEmpty();
    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), id, "w.yaml:1:", value);
  }

  @Test
  void allProblemsOfAFileAreToldInItsOrder() {
    IntentFile file =
        IntentFile.parse(
            "g.yaml",
            """
            apiVersion: gpuspec.io/v1
            kind: GpuGang
            metadata: {name: My_Gang}
            spec:
              controller: jobset
              workers: 2
              kueue: Team
              maxRetry: 2
              container:
                image: "r/i: v1"
            """);

    assertThat(file.problems()).extracting(ManifestException::line).containsExactly(3, 7, 8, 10);
  }

  @Test
  void whatIsNoGangsHasNoFile() {
    PodGroup servers = PodGroup.of(GpuWorkload.deployment("llm", "r/i:v1").gpu("T4"));
    assertError(() -> Intent.of(servers).yaml(), "gang.unsupported");
    Gang open = GangJob.of(2, GpuWorkload.job("w", "r/i:v1").port(80)).jobSet();
    assertError(() -> Intent.of(open).yaml(), "intent.unsupported", "port");
  }
}
