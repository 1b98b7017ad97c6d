package io.gpuspec.manifest.intent;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.ManifestSet;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.error.ManifestException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntentFileTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target TKE = GPUS.in("tke");
  private static final String HEAD =
      "{apiVersion: gpuspec.io/v1, kind: GpuWorkload, metadata: {name: w}, spec: ";

  private static final String SERVICE =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuWorkload
      metadata:
        name: llm
        namespace: ai
      spec:
        kind: Deployment
        replicas: 3
        target:
          provider: tke
          edition: 2023-06
          options: {spot: true}
        gpu:
          names: [T4, V100]
        container:
          image: registry.example/llm:v1
          requests: {cpu: 4, memory: 16Gi}
          limits: {cpu: 8, memory: 32Gi}
        port: 8080
      """;

  private static IntentFile spec(String spec) {
    return IntentFile.parse("w.yaml", HEAD + spec + "}");
  }

  @Test
  void aFileSaysWhatTheStepsSay() {
    GpuWorkload steps =
        GpuWorkload.deployment("llm", "registry.example/llm:v1")
            .namespace("ai")
            .gpu("T4", "V100")
            .requests("4", "16Gi")
            .limits("8", "32Gi")
            .replicas(3)
            .port(8080);

    Intent intent = IntentFile.parse("llm.yaml", SERVICE).intents().get(0);

    assertThat(intent.on(TKE).yaml()).isEqualTo(steps.on(TKE).yaml());
    assertThat(intent).hasToString("GpuWorkload llm");
  }

  @Test
  void itSaysWhereItRuns() {
    Intent intent = IntentFile.parse("llm.yaml", SERVICE).intents().get(0);

    assertThat(intent.provider()).contains("tke");
    assertThat(intent.target(GPUS)).hasToString("Optional[tke 2023-06]");
    assertThat(intent.on(intent.target(GPUS).orElseThrow()).yaml().toString())
        .contains("spot-pod: \"true\"");
  }

  @Test
  void variablesKeepTheirOrderBecauseOneMayNameAnother() {
    String yaml =
        spec("{kind: Pod, container: {image: r/i:v1, env: {Z: '1', A: $(Z)}}}")
            .intents()
            .get(0)
            .yaml()
            .toString();

    assertThat(yaml).contains("    env:\n      Z: \"1\"\n      A: $(Z)\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{kind: Deploymnt, container: {image: r/i}} | Deploymnt | intent.unknown",
        "{kind: Pod, container: {image: r/i}, replcas: 3} | replcas | manifest.malformed",
        "{kind: Pod, container: {image: r/i, livenessProbe: {httpGet: {paht: /}}}} | paht | manifest.malformed",
        "{kind: Pod, container: {image: r/i, env: {A: 1}}} | 1 | manifest.malformed",
        "{kind: Pod, container: {image: r/i, env: {NVIDIA_VISIBLE_DEVICES: all}}} | '' | env.unsupported",
        "{kind: Pod, container: {image: r/i, requests: {cpu: 4Gi, memory: 2}}} | '' | manifest.malformed",
        "{kind: Pod, container: {image: r/i, limits: {memory: 4Q}}} | 4Q | manifest.malformed",
        "{kind: Pod, container: {image: r/i, requests: {cpu: 1}, resources: {requests: {cpu: 2}}}} | requests | manifest.malformed",
        "{kind: Pod, container: {image: r/i, ports: [{name: http}]}} | containerPort | intent.malformed",
        "{kind: Pod, pod: {volumes: [{name: v, emptyDir: {}}]}, container: {image: r/i, volumeMounts: [{name: v, mountPath: data}]}} | data | intent.malformed",
        "{kind: Pod, container: {image: r/i}, replicas: 2} | 2 | manifest.malformed",
        "{kind: Pod, container: {image: r/i}, schedule: '@daily'} | '' | manifest.malformed",
        "{kind: CronJob, container: {image: r/i}} | schedule | schedule.missing",
        "{kind: Job, container: {image: r/i}, completionMode: Indexed} | completions | manifest.malformed",
        "{kind: Job, container: {image: r/i}, pod: {restartPolicy: Always}} | Always | workload.conflict",
        "{kind: Pod, container: {image: r/i}, gpu: {names: [T4], anyOf: [V100]}} | names | manifest.malformed",
        "{kind: Pod, container: {image: r/i}, gpu: {count: 2, names: [1/4*T4]}} | '' | manifest.malformed",
        "{kind: Pod, container: {image: r/i}, pod: {labels: {a: 1/4*T4}}} | 1/4*T4 | manifest.malformed",
        "{kind: Pod, container: {image: r/i}, pod: {nodeSelector: {beta.kubernetes.io/arch: amd64}}} | '' | label.deprecated",
        "{kind: Pod, container: {image: r/i}, pod: {restricted: {}}} | runAsUser | manifest.malformed",
        "{kind: Deployment, container: {image: r/i}, disruptionBudget: {maxUnavailable: 200%}} | 200% | manifest.malformed",
        "{kind: Pod, container: {image: r/i}, service: {port: 80, type: LoadBalancer, clusterIP: None}} | '' | manifest.malformed",
        "{kind: Pod, container:} | spec.container | manifest.malformed",
      })
  void whatIsWrongIsToldAtItsLine(String spec, String value, String id) {
    IntentFile file = spec(spec);

    assertThat(file.intents()).isEmpty();
    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), id, "w.yaml:1:", value);
  }

  @Test
  void allProblemsOfAFileAreToldInItsOrderAndWhatIsGoodIsThere() {
    IntentFile file =
        IntentFile.parse(
            "w.yaml",
            """
            apiVersion: gpuspec.io/v1
            kind: GpuWorkload
            metadata: {name: My_Pod}
            spec:
              kind: Pod
              container:
                image: "r/i: v1"
                ports:
                - {containerPort: 80, name: HTTP}
            ---
            kind: Deployment
            ---
            """
                + SERVICE);

    assertThat(file.intents()).hasSize(1);
    assertThat(file.problems()).extracting(ManifestException::line).containsExactly(3, 7, 9, 11);
    assertError(file.problems().get(3), "manifest.malformed", "w.yaml:11:7", "Deployment");
    assertThat(file).hasToString("w.yaml: 1 intent, 4 problems\nGpuWorkload llm");
  }

  @Test
  void jsonIsReadAsWell() {
    assertThat(
            IntentFile.parse(
                    "w.json",
                    """
                    {"apiVersion": "gpuspec.io/v1", "kind": "GpuWorkload", "metadata": {"name": "w"},
                     "spec": {"kind": "Pod", "container": {"image": "r/i:v1"}}}
                    """)
                .intents())
        .hasSize(1);
  }

  @Test
  void anAmountThatFollowsFromThePodsCannotBeWritten() {
    GpuWorkload computed =
        GpuWorkload.pod("w", "r/i:v1").matched(r -> r.memory(r.memory().toString()));
    GpuWorkload fewer = GpuWorkload.pod("w", "r/i:v1").matched(r -> r.replicas(1));

    assertThat(Intent.of(computed).yaml()).doesNotContain("match");
    assertError(() -> Intent.of(fewer).yaml(), "intent.unsupported", "replicas");
  }

  @Test
  void aWishThatHoldsForAnyPodCanBeWritten() {
    assertThat(Intent.of(GpuWorkload.pod("w", "r/i:v1").matched(GpuRequest::cheapest)).yaml())
        .contains("  match:\n    prefer: cheapest\n");
  }

  @Test
  void intentsThatWriteOneObjectDifferentlyAreNamedWithTheirPlaces() {
    IntentFile file =
        IntentFile.parse(
            "ml.yaml",
            """
            apiVersion: gpuspec.io/v1
            kind: GpuWorkload
            metadata: {name: train}
            spec:
              target: {provider: eks, options: {node-pool: true, cluster-name: ml, images-size: 120Gi}}
              kind: Job
              gpu: {names: [T4]}
              container: {image: r/train:v1}
            ---
            apiVersion: gpuspec.io/v1
            kind: GpuWorkload
            metadata: {name: serve}
            spec:
              target: {provider: eks, options: {node-pool: true, cluster-name: ml}}
              kind: Deployment
              gpu: {names: [T4]}
              container: {image: r/llm:v1}
            """);
    List<Manifests> built =
        file.intents().stream().map(one -> one.on(one.target(GPUS).orElseThrow())).toList();

    assertThat(file.problems()).isEmpty();
    assertError(() -> ManifestSet.of(built), "intent.duplicate");
  }

  @Test
  void aFileThatIsNotThereIsRefused() {
    assertError(() -> IntentFile.read(Path.of("none.yaml")), "file.unreadable", "none.yaml");
  }

  /** A file for Helm is no object: kubectl and Helm would each refuse what is for the other. */
  @Test
  void valuesForHelmStandAloneInTheirFile() {
    String values =
        """
        apiVersion: gpuspec.io/v1
        kind: GpuOperatorValues
        metadata: {name: gpu-operator}
        spec: {}
        """;
    String queue =
        """
        ---
        apiVersion: gpuspec.io/v1
        kind: VolcanoQueue
        metadata: {name: q}
        spec: {}
        """;

    assertThat(IntentFile.parse("v.yaml", values).problems()).isEmpty();
    assertThat(IntentFile.parse("v.yaml", values + queue).problems())
        .extracting(Throwable::getMessage)
        .containsExactly(
            "v.yaml:2:7: kind: is a file for Helm, which kubectl apply refuses; write it in a file"
                + " of its own; see docs/device-plugin.md");
  }
}
