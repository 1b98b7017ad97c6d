package io.gpuspec.manifest.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.read.WorkloadFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimMigrationTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target NODES = GPUS.in("eks/nodegroup");

  private static String built(GpuWorkload workload) {
    return workload.on(NODES).yaml().toString();
  }

  private static GpuWorkload pod() {
    return GpuWorkload.deployment("llm", "registry.example/llm:v1").requests("4", "16Gi");
  }

  @Test
  void aResourceBecomesAClaimAndAResourceAgain() {
    String before = built(pod().gpu("A10G"));
    MigrationResult claimed = Migration.from(NODES).toClaims().parse("a.yaml", before);
    String with = claimed.yaml().toString();
    assertThat(with)
        .contains("kind: ResourceClaimTemplate", "resourceClaimTemplateName: llm-gpu")
        .doesNotContain("nvidia.com/gpu:");
    assertThat(WorkloadFile.parse("b.yaml", with).on(NODES).isFound()).isTrue();

    String after = Migration.from(NODES).fromClaims().parse("b.yaml", with).yaml().toString();
    assertThat(after)
        .contains("nvidia.com/gpu: \"1\"")
        .doesNotContain("nodeSelector:")
        .doesNotContain("ResourceClaimTemplate", "resourceClaims", "claims:");
    assertThat(
            WorkloadFile.parse("c.yaml", after)
                .on(NODES)
                .matches()
                .get(0)
                .match()
                .orElseThrow()
                .toString())
        .isEqualTo(
            WorkloadFile.parse("a.yaml", before)
                .on(NODES)
                .matches()
                .get(0)
                .match()
                .orElseThrow()
                .toString());
  }

  @Test
  void aTemplateThatCannotBeReadIsLeftAndNotJudged() {
    MigrationResult result =
        Migration.from(NODES)
            .to(GPUS.in("ack"))
            .parse(
                "a.yaml",
                """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata:
                  name: gpus
                spec:
                  spec:
                    device: {}
                """);
    assertThat(result.problems()).isEmpty();
    assertThat(result.isJudged()).isFalse();
    assertThat(result.losses())
        .singleElement()
        .asString()
        .startsWith(
            "a.yaml:7:5: resource.k8s.io/v1 ResourceClaimTemplate: it cannot be read: spec.spec.device: 'device' is not a field here")
        .endsWith("it was left as it is");
    assertThat(result.yaml().toString()).contains("device: {}");
  }

  @Test
  void anUnknownKindWhosePodsCannotBeReadIsAProblem() {
    MigrationResult result =
        Migration.from(NODES)
            .to(NODES)
            .parse(
                "a.yaml",
                """
                apiVersion: example.com/v1
                kind: Worker
                metadata: name:w
                spec:
                  containers:
                  - name: main
                    image: r/i:v1
                    resources: {limits: {nvidia.com/gpu: 1}}
                """);
    assertThat(result.problems())
        .extracting(Throwable::getMessage)
        .singleElement()
        .asString()
        .startsWith("a.yaml:3:11: metadata: expected a mapping, found the string 'name:w'");
  }

  @Test
  void aClaimForAProductMayRunOnEveryTypeThatHasEnoughOfIt() {
    String after =
        Migration.from(NODES)
            .fromClaims()
            .parse(
                "a.yaml",
                """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: t}
                spec:
                  spec:
                    devices:
                      requests:
                      - name: g
                        exactly:
                          deviceClassName: gpu.nvidia.com
                          count: 2
                          selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].productName == 'NVIDIA L4'"}}]
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: d}
                spec:
                  resourceClaims: [{name: gpu, resourceClaimTemplateName: t}]
                  containers:
                  - name: w
                    image: r/x:1
                    resources: {requests: {cpu: 2, memory: 4Gi}, claims: [{name: gpu}]}
                """)
            .yaml()
            .toString();
    assertThat(after).contains("- g6.12xlarge", "- g6.24xlarge", "- g6.48xlarge");
  }

  @Test
  void partsOfCardsKeepTheirClaims() {
    String shares = built(pod().gpu("A10G").share("4Gi").claims());
    MigrationResult result = Migration.from(NODES).fromClaims().parse("a.yaml", shares);
    assertThat(result.isComplete()).isFalse();
    assertThat(result.losses().toString()).contains("parts of cards");
    assertThat(result.yaml().toString()).contains("resourceClaims", "kind: ResourceClaimTemplate");
  }

  private static MigrationResult toClaims(String yaml) {
    return Migration.from(NODES).toClaims().parse("a.yaml", yaml);
  }

  @Test
  void eachContainerHasARequestOfItsOwn() {
    MigrationResult result =
        toClaims(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: d}
            spec:
              containers:
              - {name: proxy, image: r/p:v1}
              - {name: train, image: r/a:v1, resources: {limits: {nvidia.com/gpu: 1}}}
              - {name: embed, image: r/b:v1, resources: {limits: {nvidia.com/gpu: 2}}}
            """);
    assertThat(result.isComplete()).isTrue();
    assertThat(result.losses()).isEmpty();
    assertThat(result.yaml().toString())
        .contains(
            "- name: \"gpu-0\"\n        exactly:\n          count: 1\n",
            "- name: \"gpu-1\"\n        exactly:\n          count: 2\n",
            """
              - name: proxy
                image: r/p:v1
              - name: train
                image: r/a:v1
                resources:
                  claims:
                  - name: gpu
                    request: gpu-0
              - name: embed
                image: r/b:v1
                resources:
                  claims:
                  - name: gpu
                    request: gpu-1
            """);
  }

  @Test
  void anInitContainerHasCardsThatOthersGetAfterIt() {
    String yaml =
        toClaims(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: d}
                spec:
                  initContainers:
                  - {name: warm, image: r/w:v1, resources: {limits: {nvidia.com/gpu: 1}}}
                  containers:
                  - {name: train, image: r/a:v1, resources: {limits: {nvidia.com/gpu: 1}}}
                """)
            .yaml()
            .toString();
    assertThat(yaml)
        .contains(
            "name: warm\n    image: r/w:v1\n    resources:\n      claims:\n      - name: gpu\n")
        .contains(
            "name: train\n    image: r/a:v1\n    resources:\n      claims:\n      - name: gpu\n")
        .contains("count: 1")
        .doesNotContain("request:");
  }

  @Test
  void templatesThatDifferHaveDifferentNames() {
    String job =
        """
        apiVersion: batch.volcano.sh/v1alpha1
        kind: Job
        metadata: {name: v}
        spec:
          schedulerName: volcano
          tasks:
          - name: m
            replicas: 1
            template:
              spec:
                containers:
                - {name: m, image: r/a:v1, resources: {limits: {nvidia.com/gpu: 1}}}
          - name: w
            replicas: 2
            template:
              spec:
                containers:
                - {name: w, image: r/a:v1, resources: {limits: {nvidia.com/gpu: 8}}}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: v}
        spec:
          containers:
          - {name: w, image: r/a:v1, resources: {limits: {nvidia.com/gpu: 1}}}
        """;
    String yaml = toClaims(job).yaml().toString();
    assertThat(yaml.lines().map(String::strip).filter(line -> line.startsWith("name: v")).toList())
        .containsExactly("name: v-gpu", "name: v-gpu-2", "name: v", "name: v");
    assertThat(yaml.lines().map(String::strip).filter(line -> line.startsWith("resourceClaimT")))
        .containsExactly(
            "resourceClaimTemplateName: v-gpu",
            "resourceClaimTemplateName: v-gpu-2",
            "resourceClaimTemplateName: v-gpu");
  }

  @Test
  void aTemplateOfTheFileKeepsItsName() {
    String yaml =
        toClaims(
                """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: x-gpu}
                spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, count: 3}}]}}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: x}
                spec:
                  containers:
                  - {name: w, image: r/a:v1, resources: {limits: {nvidia.com/gpu: 1}}}
                """)
            .yaml()
            .toString();
    assertThat(yaml).contains("name: x-gpu-2", "resourceClaimTemplateName: x-gpu-2");
  }

  private static MigrationResult fromClaims(Target target, String containers) {
    return Migration.from(target)
        .fromClaims()
        .parse(
            "a.yaml",
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: t}
            spec:
              spec:
                devices:
                  requests:
                  - {name: two, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}
                  - {name: one, exactly: {deviceClassName: gpu.nvidia.com}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: d}
            spec:
              tolerations: [{key: nvidia.com/gpu, operator: Exists}]
              resourceClaims: [{name: g, resourceClaimTemplateName: t}]
              containers:
            """
                + containers.indent(2));
  }

  @Test
  void eachContainerAsksForTheCardsOfItsRequests() {
    MigrationResult result =
        fromClaims(
            NODES,
            """
            - {name: a, image: r/a:v1, resources: {claims: [{name: g, request: one}]}}
            - {name: b, image: r/b:v1, resources: {claims: [{name: g, request: two}]}}
            """);
    assertThat(result.isComplete()).isTrue();
    assertThat(result.yaml().toString())
        .doesNotContain("claims", "Claim")
        .contains(
            """
              - name: a
                image: r/a:v1
                resources:
                  requests:
                    nvidia.com/gpu: "1"
                  limits:
                    nvidia.com/gpu: "1"
              - name: b
                image: r/b:v1
                resources:
                  requests:
                    nvidia.com/gpu: "2"
                  limits:
                    nvidia.com/gpu: "2"
            """);
  }

  @Test
  void containersThatShareACardKeepTheirClaims() {
    MigrationResult result =
        fromClaims(
            NODES,
            """
            - {name: a, image: r/a:v1, resources: {claims: [{name: g}]}}
            - {name: b, image: r/b:v1, resources: {claims: [{name: g, request: two}]}}
            """);
    assertThat(result.isComplete()).isFalse();
    assertThat(result.losses())
        .singleElement()
        .asString()
        .endsWith(
            "Pod d: its containers a and b share a card, and a device plugin gives each its own; it keeps its claims");
    assertThat(result.yaml().toString()).contains("metadata: {name: t}", "resourceClaims");
  }

  @Test
  void cardsThatNoContainerUsesKeepTheirClaims() {
    MigrationResult result =
        fromClaims(
            NODES, "- {name: a, image: r/a:v1, resources: {claims: [{name: g, request: two}]}}");
    assertThat(result.isComplete()).isFalse();
    assertThat(result.losses().toString()).contains("cards that none of its containers uses");
  }

  @Test
  void anyGpuOfAClaimIsToldWhereAPodNamesItsGpu() {
    MigrationResult result =
        fromClaims(GPUS.in("eks"), "- {name: a, image: r/a:v1, resources: {claims: [{name: g}]}}");
    assertThat(result.isComplete()).isTrue();
    assertThat(result.losses())
        .singleElement()
        .asString()
        .contains("any GPU: on eks a pod names its GPU, and T4 is the smallest that holds it");
  }

  @Test
  void aTolerationThatTheApiServerAddsForTheResourceIsWritten() {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: x}
        spec:
          containers:
          - {name: w, image: r/a:v1, resources: {limits: {nvidia.com/gpu: 1}}}
        """;
    assertThat(toClaims(pod).yaml().toString())
        .contains(
            "  tolerations:\n  - key: nvidia.com/gpu\n    operator: Exists\n    effect: NoSchedule\n");
    assertThat(Migration.from(GPUS.in("ack")).toClaims().parse("a.yaml", pod).yaml().toString())
        .contains("resourceClaims")
        .doesNotContain("tolerations");
  }

  /** A Deployment with a claim for a T4, as it is built for a target. */
  private static String claimed(String target, CapacityType capacity) {
    return pod()
        .gpu("T4")
        .matched(
            request -> capacity == CapacityType.SPOT ? request.capacityType(capacity) : request)
        .claims()
        .on(GPUS.in(target))
        .yaml()
        .toString();
  }

  private static MigrationResult fromClaims(String to, String yaml) {
    return Migration.from(GPUS.in(to)).fromClaims().parse("a.yaml", yaml);
  }

  @ParameterizedTest
  @CsvSource({
    "ack, eks, aliyun, karpenter.k8s.aws/instance-gpu-name: t4",
    "ack, eks/nodegroup, aliyun, - g4dn.2xlarge",
    "eks, ack, karpenter, - ecs.gn6i-c8g1.2xlarge"
  })
  void theGpuOfAnotherCloudsLabelIsWrittenAsTheTargetsOwn(
      String from, String to, String left, String written) {
    MigrationResult moved = fromClaims(to, claimed(from, CapacityType.ON_DEMAND));

    assertThat(moved.losses()).isEmpty();
    assertThat(moved.matches()).hasSize(1);
    assertThat(moved.yaml().toString())
        .contains(written, "nvidia.com/gpu: \"1\"")
        .doesNotContain(left);
  }

  @Test
  void aTermWithAnotherCloudsLabelIsTheTargetsOwnInTheSameWay() {
    String yaml =
        claimed("eks", CapacityType.ON_DEMAND)
            .replace(
                "nodeSelector:\n        karpenter.k8s.aws/instance-gpu-name: t4",
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: disk, operator: In, values: [ssd]}, {key: cloud.google.com/gke-accelerator, operator: In, values: [nvidia-tesla-t4]}]}]}}}");

    MigrationResult moved = fromClaims("eks", yaml);

    assertThat(moved.losses()).isEmpty();
    assertThat(moved.yaml().toString())
        .contains("karpenter.k8s.aws/instance-gpu-name: t4", "key: disk")
        .doesNotContain("cloud.google.com");
  }

  @ParameterizedTest
  @CsvSource({
    "eks, ack, karpenter.sh/capacity-type In [spot]",
    "ack, eks, 'node.alibabacloud.com/spot-strategy In [SpotAsPriceGo, SpotWithPriceLimit]'"
  })
  void anotherCloudsSpotLabelIsKeptAndTold(String from, String to, String told) {
    MigrationResult moved = fromClaims(to, claimed(from, CapacityType.SPOT));

    assertThat(moved.isComplete()).isFalse();
    assertThat(moved.losses())
        .extracting(MigrationResult.Loss::what)
        .containsExactly("node label " + told);
    assertThat(moved.yaml().toString())
        .contains(
            told.substring(0, told.indexOf(' ')),
            to.equals("eks") ? "gpu-name: t4" : "- ecs.gn6i-c8g1.2xlarge");
  }

  @ParameterizedTest
  @CsvSource({"eks, - g4dn.2xlarge", "ack, - ecs.gn6i-c8g1.2xlarge"})
  void aLabelThatSaysOnlyThatAnotherCloudsNodesHaveGpusIsKeptAndTold(String to, String written) {
    MigrationResult moved = fromClaims(to, claimed("tke/gpu", CapacityType.ON_DEMAND));

    assertThat(moved.isComplete()).isFalse();
    assertThat(moved.losses())
        .singleElement()
        .asString()
        .contains("node label nvidia-device-enable In [enable]: it is a label of a cloud's own");
    assertThat(moved.yaml().toString()).contains("nvidia-device-enable: enable", written);
  }

  @Test
  void labelsOfTheTargetsOwnNodesAndOfTheUserStayWithoutAWord() {
    String yaml =
        claimed("eks", CapacityType.SPOT)
            .replace(
                "nodeSelector:",
                "nodeSelector:\n        alpha.eksctl.io/nodegroup-name: gpus\n        gpu-pool: train");

    MigrationResult moved = fromClaims("eks", yaml);

    assertThat(moved.losses()).isEmpty();
    assertThat(moved.yaml().toString())
        .contains(
            "nodeSelector:\n        alpha.eksctl.io/nodegroup-name: gpus\n        gpu-pool: train\n        karpenter.k8s.aws/instance-gpu-name: t4\n        karpenter.sh/capacity-type: spot\n");
  }

  @Test
  void aGpuThatOnlyTheClaimNamesIsSelectedBesideLabelsThatDoNotDecideIt() {
    String yaml =
        claimed("eks", CapacityType.ON_DEMAND)
            .replace("karpenter.k8s.aws/instance-gpu-name: t4", "disk: ssd");

    MigrationResult moved = fromClaims("eks", yaml);

    assertThat(moved.losses()).isEmpty();
    assertThat(moved.yaml().toString())
        .contains("disk: ssd", "- g4dn.2xlarge")
        .doesNotContain("- g6.2xlarge");
  }

  @Test
  void aGpuThatNothingInAPodCanNameIsTold() {
    MigrationResult moved = fromClaims("tke/gpu", claimed("eks", CapacityType.ON_DEMAND));

    assertThat(moved.isComplete()).isFalse();
    assertThat(moved.losses())
        .singleElement()
        .asString()
        .contains("T4: on tke/gpu nothing in a pod says which GPU its node has");
    assertThat(moved.yaml().toString())
        .contains("nvidia-device-enable: enable")
        .doesNotContain("karpenter");
  }
}
