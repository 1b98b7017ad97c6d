package io.gpuspec.manifest.intent;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.platform.GpuLabeler;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.manifest.platform.LabelScheme;
import io.gpuspec.scheduling.Taint.Effect;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A table of node pools in a file. */
class NodePoolsFileTest {
  private static final String TABLE =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuNodePools
      metadata: {name: gpu}
      spec:
        scheme: gfd
        pools:
        - name: training
          gpu: A100-80G
          nodes: [a100-1, a100-2]
          cards: 8
          allocatable: {cpu: 96, memory: 900Gi}
        - name: serving
          gpu: NVIDIA L4
          nodes: [l4-1]
          cards: 4
          purpose: inference
          effect: PreferNoSchedule
          taints:
          - {key: nvidia.com/gpu, value: 'true', effect: NoSchedule}
          labels: {tier: gold}
          labelled: {zone: a}
      """;

  private static IntentFile pools(String pools) {
    return IntentFile.parse(
        "p.yaml",
        "{apiVersion: gpuspec.io/v1, kind: GpuNodePools, metadata: {name: p}, spec: {pools: [%s]}}"
            .formatted(pools));
  }

  private static List<String> problems(String pools) {
    return pools(pools).problems().stream().map(ManifestException::getMessage).toList();
  }

  @Test
  void aFileSaysWhatTheStepsSay() {
    IntentFile file = IntentFile.parse("p.yaml", TABLE);
    GpuPools same =
        GpuPools.of(
                GpuPool.of("training", "A100-80G")
                    .nodes("a100-1", "a100-2")
                    .cards(8)
                    .allocatable(Map.of("cpu", "96", "memory", "900Gi")),
                GpuPool.of("serving", "NVIDIA L4")
                    .nodes("l4-1")
                    .cards(4)
                    .purpose("inference")
                    .effect(Effect.PREFER_NO_SCHEDULE)
                    .taint("nvidia.com/gpu", "true", Effect.NO_SCHEDULE)
                    .label("tier", "gold")
                    .labelled("zone", "a"))
            .scheme(LabelScheme.of("gfd"));

    assertThat(file.problems()).isEmpty();
    assertThat(file).hasToString("p.yaml: 1 intent\nGpuNodePools gpu");
    GpuPools read = file.platform().get(0).pools().orElseThrow();
    assertThat(read.commands()).isEqualTo(same.commands());
    assertThat(read.nodes()).isEqualTo(same.nodes());
    assertThat(file.platform().get(0).objects(Gpus.load()).yaml()).isEqualTo(same.objects().yaml());
    assertThat(WorkloadSchemaTest.takes(WorkloadSchemaTest.tree(TABLE))).isTrue();
  }

  @Test
  void twoPoolsUnderOneNameAreRefused() {
    assertThat(
            problems(
                "{name: a, gpu: T4, nodes: [n1], cards: 1}, {name: a, gpu: L4, nodes: [m], cards:"
                    + " 1}"))
        .containsExactly(
            "p.yaml:1:84: spec.pools: pool: 'a' is the name of two pools; give one of them another;"
                + " see docs/node-plan.md");
  }

  @Test
  void whatIsWrongIsToldAtItsPlace() {
    assertThat(problems("{name: a, gpu: A100, nodes: [n1], cards: 1}"))
        .singleElement()
        .asString()
        .endsWith("write one of A100-40G, A100-80G; see docs/node-plan.md");
    assertThat(problems("{name: a, gpu: T4, nodes: [n1, N1], cards: 1, purpose: a b}"))
        .hasSize(2)
        .allMatch(problem -> problem.matches("p.yaml:1:\\d+: spec.pools\\[0\\]\\..*"));
    assertThat(problems("{name: a, gpu: T4, nodes: [n1], cards: 1, effect: Noschedule}"))
        .singleElement()
        .asString()
        .contains("did you mean NoSchedule");
    assertThat(problems("{name: a, gpu: T4, node: [n1], cards: 1}"))
        .anyMatch(problem -> problem.contains("did you mean nodes"));
  }

  @Test
  void everyLabelThatOverrulesThePlanIsToldAtItsPlace() {
    assertThat(
            problems(
                "{name: a, gpu: T4, nodes: [n1], cards: 1, labels: {accelerator: foo, tier: x}},"
                    + " {name: b, gpu: T4, nodes: [n2], cards: 1, labels: {nvidia.com/gpu.product:"
                    + " A100, kubernetes.io/hostname: z}}"))
        .extracting(problem -> problem.replaceFirst("^p.yaml:1:\\d+: ", ""))
        .containsExactly(
            "spec.pools[0].labels.accelerator: label: 'accelerator' is written by the plan, by its"
                + " scheme; remove it, or write labelled for what the nodes have already; see"
                + " docs/node-plan.md",
            "spec.pools[1].labels['nvidia.com/gpu.product']: label: 'nvidia.com/gpu.product' is"
                + " written by GPU Feature Discovery; remove it, or write labelled for what the"
                + " nodes have already; see docs/node-plan.md",
            "spec.pools[1].labels['kubernetes.io/hostname']: label: 'kubernetes.io/hostname' is"
                + " written by the kubelet or a controller of Kubernetes; remove it, or write"
                + " labelled for what the nodes have already; see docs/node-plan.md");
  }

  @Test
  void oneProblemHidesNoOther() {
    assertThat(
            problems(
                "{name: a, gpu: A100, nodes: [n1], cards: 0}, {name: a, gpu: T4, nodes: [n1, N_1],"
                    + " cards: 1, effect: Never}, {name: A_B, gpu: T4, nodes: [n1], cards: 1,"
                    + " labels: {-: x}}, {gpu: L4, nodes: [m], cards: 1}"))
        .extracting(problem -> problem.replaceFirst("^p.yaml:1:\\d+: ", ""))
        .containsExactlyInAnyOrder(
            "spec.pools[0].cards: '0' is out of range; write 1 to 2147483647",
            "spec.pools[1].effect: word 'Never' is not known (known: NoSchedule, PreferNoSchedule,"
                + " NoExecute, None)",
            "spec.pools[3]: 'name' is missing; add it; see docs/node-plan.md",
            "spec.pools[0].gpu: 'A100' is sold with several sizes of memory; write one of"
                + " A100-40G, A100-80G; see docs/node-plan.md",
            "spec.pools[1].nodes[1]: node: 'N_1' is not a DNS name; write at most 253 of a-z, 0-9, -"
                + " and ., each part beginning and ending with a letter or digit",
            "spec.pools[2].name: pool: 'A_B' is not a DNS label; write at most 63 of a-z, 0-9 and -,"
                + " beginning and ending with a letter or digit",
            "spec.pools[2].labels.-: label: '-' is not a key; write a name of at most 63 letters,"
                + " digits, -, _ and ., perhaps behind a domain such as example.com/",
            "spec.pools: pool: 'a' is the name of two pools; give one of them another",
            "spec.pools: node: 'n1' is in the pools 'a' and 'unnamed-2'; leave it in one; see"
                + " docs/node-plan.md");
  }

  @Test
  void commandsThatFindNoNodesAreToldAtTheirPlace() {
    Intent intent =
        pools("{name: a, gpu: T4, nodes: 3, cards: 1}, {name: b, gpu: L4, nodes: 2, cards: 1}")
            .platform()
            .get(0);

    assertError(intent::commands, "node-pool.invalid", "p.yaml:1:84", "a", "b");
  }

  @Test
  void nodesWithoutNamesGiveCommandsAndNoObjects() {
    Intent intent =
        pools("{name: a, gpu: T4, nodes: 3, cards: 1, effect: None, labelled: {pool: np-1}}")
            .platform()
            .get(0);

    assertThat(intent.pools().orElseThrow().commands())
        .hasToString(
            """
            kubectl label nodes -l 'pool=np-1' accelerator=nvidia-t4 --overwrite
            kubectl label nodes -l 'pool=np-1' gpu-count=1 --overwrite
            kubectl label nodes -l 'pool=np-1' nvidia.com/gpu.present=true --overwrite
            kubectl label nodes -l 'pool=np-1' workload=a --overwrite
            """);
    assertError(() -> intent.objects(Gpus.load()), "node-pool.missing", "p.yaml:1:84", "a");
  }

  @Test
  void aLabelerIsAFileToo() {
    String text =
        """
        apiVersion: gpuspec.io/v1
        kind: GpuNodeLabeler
        metadata: {name: labels, namespace: gpu}
        spec:
          from: discovery
          image: registry.example/kubectl:1.36
          schedule: '@daily'
          values: {A100-80G: nvidia-a100-80g}
        """;
    GpuLabeler same =
        GpuLabeler.ofDiscovered("registry.example/kubectl:1.36")
            .name("labels")
            .namespace("gpu")
            .schedule("@daily")
            .value("A100-80G", "nvidia-a100-80g");
    IntentFile file = IntentFile.parse("l.yaml", text);

    assertThat(file.problems()).isEmpty();
    assertThat(file.platform().get(0).objects(Gpus.load()).yamlWithComments())
        .isEqualTo(same.objects().yamlWithComments());
    assertThat(WorkloadSchemaTest.takes(WorkloadSchemaTest.tree(text))).isTrue();
    assertError(
        IntentFile.parse("l.yaml", text.replace("discovery", "driver")).problems().get(0),
        "manifest.malformed",
        "l.yaml:7:13",
        "@daily");
  }
}
