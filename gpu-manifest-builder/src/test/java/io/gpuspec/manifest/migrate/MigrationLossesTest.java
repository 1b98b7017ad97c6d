package io.gpuspec.manifest.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.internal.tree.Trees;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is not understood of a manifest that moves: it is told, and the move is not complete. */
class MigrationLossesTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target TKE = GPUS.in("tke");
  private static final Target EKS = GPUS.in("eks");
  private static final Target ACK = GPUS.in("ack");

  /** A pod; its node selector is in line 5, its first limit in line 11. */
  private static String pod(String selector, String limits) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          nodeSelector: {%s}
          containers:
          - name: c
            image: r/i
            resources:
              limits:
                %s
        """
        .formatted(selector, limits);
  }

  private static String gpu(String selector) {
    return pod(selector, "nvidia.com/gpu: 1");
  }

  private static String required(String requirement) {
    return gpu("disk: ssd")
        .replace(
            "  containers:",
            "  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [\n    {%s}]}]}}}\n  containers:"
                .formatted(requirement));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "eks | ack | cloud.google.com/gke-spot: 'true' | 5:45 | left as it is",
        "eks | tke | kubernetes.azure.com/agentpool: gpu | 5:50 | left as it is",
        "ack | eks | node.tke.cloud.tencent.com/machineset: m | 5:57 | left as it is",
        "eks | ack | nvidia-device-enable: enable | 5:40 | not one that ack writes",
        "eks | ack | gpu-type: best | 5:28 | in words that are not known",
        "eks | ack | accelerator-family: 'ada' | 5:38 | in words that are not known",
        "eks | ack | karpenter.sh/nodepool: gpu | 5:41 | eks takes it and ack does not",
        "ack | eks | alibabacloud.com/nodepool-id: np | 5:48 | ack takes it and eks does not"
      })
  void aNodeLabelThatWasNotUnderstoodIsALoss(
      String from, String to, String selector, String place, String said) {
    MigrationResult migrated =
        Migration.from(GPUS.in(from)).to(GPUS.in(to)).parse("f", gpu(selector));

    assertThat(migrated.problems()).isEmpty();
    assertThat(migrated.isComplete()).isFalse();
    assertThat(migrated.losses())
        .filteredOn(MigrationResult.Loss::breaking)
        .filteredOn(loss -> loss.toString().startsWith("f:" + place + ": "))
        .singleElement()
        .asString()
        .contains(selector.replaceFirst(":.*", ""), said);
  }

  @ParameterizedTest
  @CsvSource({
    "eks, ack, kubernetes.azure.com/accelerator: nvidia",
    "ack, eks, cloud.google.com/gke-accelerator: nvidia-tesla-t4",
    "ack, eks, cloud.google.com/gke-accelerator-count: '1'",
    "eks, tke, karpenter.azure.com/sku-gpu-name: T4"
  })
  void aGpuLabelOfAnotherCloudIsPartOfTheRequestAndLeaves(String from, String to, String selector) {
    MigrationResult migrated =
        Migration.from(GPUS.in(from)).to(GPUS.in(to)).parse("f", gpu(selector));

    assertThat(migrated.problems()).isEmpty();
    assertThat(migrated.yaml().toString()).doesNotContain(selector.replaceFirst(":.*", ""));
    assertThat(migrated.isComplete()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "'key: gpu-type, operator: In, values: [fast, slow]'",
    "'key: gpu-memory-gb, operator: Gt, values: [\"20\"]'",
    "'key: cloud.google.com/gke-local-ssd, operator: Exists'"
  })
  void soIsARequirementOfAnAffinity(String requirement) {
    MigrationResult migrated = Migration.from(EKS).to(ACK).parse("f", required(requirement));

    assertThat(migrated.isComplete()).isFalse();
    assertThat(migrated.losses())
        .filteredOn(MigrationResult.Loss::breaking)
        .singleElement()
        .asString()
        .startsWith("f:7:5: node label ");
  }

  @ParameterizedTest
  @CsvSource({
    "disk: ssd",
    "gpu: 'true'",
    "accelerator: nvidia",
    "kubernetes.io/arch: amd64",
    "karpenter.k8s.aws/instance-gpu-name: t4",
    "nvidia.com/gpu.family: turing",
    "node.kubernetes.io/instance-type: g4dn.2xlarge"
  })
  void whatIsYourOwnOrWasUnderstoodIsNoLossThatIsFelt(String selector) {
    MigrationResult migrated = Migration.from(EKS).to(TKE).parse("f", gpu(selector));

    assertThat(migrated.losses()).noneMatch(MigrationResult.Loss::breaking);
    assertThat(migrated.isComplete()).isTrue();
  }

  @Test
  void whatIsPreferredIsNotRequired() {
    String pod =
        gpu("disk: ssd")
            .replace(
                "  containers:",
                "  affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: karpenter.sh/nodepool, operator: In, values: [a]}]}}]}}\n  containers:");

    MigrationResult migrated = Migration.from(EKS).to(ACK).parse("f", pod);

    assertThat(migrated.isComplete()).isTrue();
    assertThat(migrated.losses())
        .extracting(MigrationResult.Loss::why)
        .contains("eks takes it and ack does not");
  }

  @ParameterizedTest
  @CsvSource({
    "vpc.amazonaws.com/efa, 1, 12:32",
    "rdma/hca, 1, 12:19",
    "hugepages-2Mi, 64Mi, 12:24"
  })
  void aResourceThatTheOtherTargetLacksIsALossWhereItIsAsked(
      String resource, String amount, String place) {
    String pod = pod("disk: ssd", "nvidia.com/gpu: 1\n        %s: %s".formatted(resource, amount));

    MigrationResult migrated = Migration.from(EKS).to(ACK).parse("f", pod);

    assertThat(migrated.isComplete()).isFalse();
    assertThat(migrated.yaml().toString()).isEmpty();
    assertThat(migrated.losses())
        .filteredOn(MigrationResult.Loss::breaking)
        .singleElement()
        .asString()
        .startsWith("f:" + place + ": ")
        .contains(resource);
  }

  @ParameterizedTest
  @CsvSource({"rdma/hca: 1", "hugepages-2Mi: 64Mi"})
  void soItIsOfAPodWithoutGpus(String limit) {
    String pod = pod("disk: ssd", limit);

    MigrationResult migrated = Migration.from(EKS).to(ACK).parse("f", pod);

    assertThat(migrated.yaml()).hasToString(pod);
    assertThat(migrated.isComplete()).isFalse();
    assertThat(migrated.losses()).singleElement().asString().startsWith("f:11:");
    assertThat(Migration.from(EKS).parse("f", pod).isComplete()).isTrue();
  }

  @Test
  void aPodWithoutGpusIsToldOfLabelsOfOtherClouds() {
    String pod = pod("cloud.google.com/gke-spot: 'true'", "cpu: 1");

    assertThat(Migration.from(EKS).to(ACK).parse("f", pod).losses())
        .singleElement()
        .asString()
        .startsWith("f:5:45: node label cloud.google.com/gke-spot");
  }

  @ParameterizedTest
  @CsvSource({
    "amd.com/gpu: 1, 11:22, in a way that is not judged on eks",
    "nvidia.com/gpu.shared: 1, 11:32, judged on eks only with its option card-replicas"
  })
  void whatIsNotJudgedIsLeftOutAndTold(String limit, String place, String why) {
    MigrationResult migrated = Migration.from(EKS).to(ACK).parse("f", pod("disk: ssd", limit));

    assertThat(migrated.isJudged()).isFalse();
    assertThat(migrated.yaml().toString()).isEmpty();
    assertThat(migrated.losses())
        .singleElement()
        .asString()
        .startsWith("f:" + place + ": ")
        .contains(why);
  }

  @Test
  void soIsAResourceClaim() {
    String pod =
        gpu("disk: ssd")
            .replace("        nvidia.com/gpu: 1\n", "        cpu: 1\n      claims: [{name: g}]\n")
            .replace(
                "  containers:",
                "  resourceClaims:\n  - {name: g, resourceClaimTemplateName: t}\n  containers:");

    MigrationResult migrated = Migration.from(EKS).to(ACK).parse("f", pod);

    assertThat(migrated.isJudged()).isFalse();
    assertThat(migrated.yaml().toString()).isEmpty();
    assertThat(migrated.losses())
        .singleElement()
        .asString()
        .startsWith("f:7:3: spec.resourceClaims[g] of Pod p: ");
  }

  /** It became a P4: the family was nobody's need, any GPU was, and the smallest was taken. */
  @ParameterizedTest
  @CsvSource({
    "eks, ack, nvidia.com/gpu.family: ada-lovelace",
    "eks, tke, nvidia.com/gpu.family: ada-lovelace",
    "ack, eks, nvidia.com/gpu.family: ada-lovelace",
    "eks, ack, nvidia.com/gpu.product: NVIDIA-L40S",
    "eks, tke, karpenter.k8s.aws/instance-gpu-name: l40s",
    "eks, ack, karpenter.k8s.aws/instance-family: g6e",
    "ack, eks, nvidia.com/gpu.product: NVIDIA-L40S",
    "ack, eks, nvidia.com/gpu.product: NVIDIA-L20"
  })
  void aFamilyOrCardThatTheOtherTargetLacksIsNoOtherCard(String from, String to, String selector) {
    MigrationResult migrated =
        Migration.from(GPUS.in(from)).to(GPUS.in(to)).parse("f", gpu(selector));

    assertThat(migrated.isComplete()).isFalse();
    assertThat(migrated.matches()).isEmpty();
    assertThat(migrated.yaml().toString()).isEmpty();
    assertThat(migrated.losses()).filteredOn(MigrationResult.Loss::breaking).hasSize(1);
  }

  @Test
  void aLabelOfFeatureDiscoveryMovesAsTheGpusThatHaveIt() {
    MigrationResult migrated =
        Migration.from(ACK).to(TKE).parse("f", gpu("nvidia.com/gpu.family: ada-lovelace"));

    assertThat(migrated.isComplete()).isTrue();
    assertThat(migrated.yaml().toString()).contains("gpu-type: \"L20\"").doesNotContain("family");
  }

  @Test
  void whereNothingInAPodSaysWhichGpuItsNodeHasThatIsALoss() {
    Target qgpu = GPUS.in("tke/qgpu");

    MigrationResult migrated =
        Migration.from(EKS).to(qgpu).parse("f", gpu("karpenter.k8s.aws/instance-gpu-name: l40s"));

    assertThat(migrated.isComplete()).isFalse();
    assertThat(migrated.losses())
        .filteredOn(MigrationResult.Loss::breaking)
        .singleElement()
        .asString()
        .startsWith("f:11:25: L40S: on tke/qgpu nothing in a pod says which GPU");
  }

  /** A Deployment on virtual nodes, whose selector has the label that leads there. */
  private static String onEci(String selector) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: d}
        spec:
          selector: {%s}
          template:
            metadata:
              labels:
                app: d
                alibabacloud.com/eci: "true"
              annotations: {k8s.aliyun.com/eci-use-specs: ecs.gn6i-c4g1.xlarge}
            spec:
              containers:
              - {name: c, image: r/i, resources: {limits: {nvidia.com/gpu: 1}}}
        """
        .formatted(selector);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "matchLabels: {app: d, alibabacloud.com/eci: 'true'}",
        "matchExpressions: [{key: alibabacloud.com/eci, operator: In, values: ['true']}]",
        "matchExpressions: [{key: alibabacloud.com/eci, operator: Exists}]"
      })
  void aLabelThatTheSelectorNeedsIsKeptAndTold(String selector) {
    MigrationResult migrated =
        Migration.from(GPUS.in("ack/eci")).to(TKE).parse("f", onEci(selector));

    assertThat(migrated.problems()).isEmpty();
    assertThat(migrated.isComplete()).isTrue();
    assertThat(migrated.yaml().toString().split("alibabacloud.com/eci: \"true\"", -1))
        .hasSize(selector.contains("matchLabels") ? 3 : 2);
    assertThat(migrated.losses())
        .singleElement()
        .asString()
        .startsWith("f:10:31: metadata.labels[alibabacloud.com/eci] = true: ")
        .contains("it was kept");
  }

  @Test
  void oneThatLeadsElsewhereOnTheNewTargetIsFelt() {
    String deployment = onEci("matchLabels: {alibabacloud.com/eci: 'true'}");

    MigrationResult migrated = Migration.from(GPUS.in("ack/eci")).to(ACK).parse("f", deployment);

    assertThat(migrated.isComplete()).isFalse();
    assertThat(migrated.yaml().toString()).contains("alibabacloud.com/eci: \"true\"");
  }

  @Test
  void aLabelThatTheSelectorDoesNotNeedIsTakenAway() {
    MigrationResult migrated =
        Migration.from(GPUS.in("ack/eci")).to(TKE).parse("f", onEci("matchLabels: {app: d}"));

    assertThat(migrated.yaml().toString()).doesNotContain("alibabacloud.com/eci");
    assertThat(migrated.losses()).isEmpty();
  }

  @Test
  void aLabelThatTheNewTargetWouldChangeStaysAsTheSelectorHasIt() {
    String deployment = GpuWorkload.deployment("d", "r/i:v1").gpu("T4").on(EKS).yaml().toString();
    String label = "alibabacloud.com/eci: \"false\"";
    String selected =
        deployment
            .replaceFirst("matchLabels:\n", "matchLabels:\n      " + label + "\n")
            .replaceFirst("      labels:\n", "      labels:\n        " + label + "\n");

    MigrationResult migrated = Migration.from(EKS).to(GPUS.in("ack/eci")).parse("f", selected);

    assertThat(migrated.isComplete()).isFalse();
    assertThat(migrated.yaml().toString()).doesNotContain("alibabacloud.com/eci: \"true\"");
    assertThat(migrated.losses())
        .extracting(MigrationResult.Loss::what)
        .anyMatch(what -> what.contains("alibabacloud.com/eci"));
  }

  @ParameterizedTest
  @CsvSource({"'|\n    x', x", "'|+\n    x', x", "'|-\n    x', x", "'>\n    x\n    y', 'x y'"})
  void aBlockInALastLineWithoutEndKeepsItsValue(String block, String value) {
    String text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  a: " + block;

    String migrated = Migration.from(EKS).to(ACK).parse("f", text).yaml().toString();

    assertThat(migrated).endsWith("\n");
    assertThat(Trees.read(migrated)).isEqualTo(Trees.read(text));
    assertThat(Trees.read(migrated).toString()).contains("a=" + value + "}");
  }

  @Test
  void aLastLineWithoutEndStaysOtherwise() {
    String text = "apiVersion: v1\nkind: ConfigMap # kept\nmetadata: {name: c}";

    assertThat(Migration.from(EKS).to(ACK).parse("f", text).yaml()).hasToString(text + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "eks | ack | {storageClassName: gp3} | true",
        "eks | ack | {storageClassName: standard} | false",
        "ack | eks | {storageClassName: alicloud-disk-essd} | true",
        "ack | ack/eci | {storageClassName: alicloud-disk-essd} | false",
        "tke | eks | {storageClassName: cbs} | true",
        "tke | ack | {storageClassName: cbs-hssd} | true",
        "tke | eks | {storageClassName: gp3} | false",
        "ack | tke | {csi: {driver: diskplugin.csi.alibabacloud.com}} | true",
        "eks | ack | {csi: {driver: efs.csi.aws.com}} | true",
        "eks | ack | {awsElasticBlockStore: {volumeID: v-1}} | true",
        "eks | ack | {csi: {driver: nfs.csi.k8s.io}} | false",
        "tke | ack | {provisioner: com.tencent.cloud.csi.cbs} | true",
        "ack | eks | {image: registry-vpc.cn-beijing.aliyuncs.com/x/y:1} | true",
        "ack | eks | {image: ml-registry-vpc.cn-beijing.cr.aliyuncs.com/x/y:1} | true",
        "ack | eks | {image: registry.example/ml-registry-vpc.cn-beijing.cr.aliyuncs.com/x:1} | false",
        "ack | eks | {image: registry.cn-beijing.aliyuncs.com/x/y:1} | false",
        "eks | tke | {image: 123456789012.dkr.ecr.us-east-1.amazonaws.com/x:1} | true",
        "eks | eks/nodegroup | {image: 123456789012.dkr.ecr.us-east-1.amazonaws.com/x:1} | false",
      })
  void whatAnotherCloudHasAloneIsKeptAndTold(String from, String to, String part, boolean isTold) {
    String text =
        """
        apiVersion: v1
        kind: Thing
        metadata: {name: a}
        spec:
        - %s
        """
            .formatted(part);
    MigrationResult moved = Migration.from(GPUS.in(from)).to(GPUS.in(to)).parse("a.yaml", text);

    assertThat(moved.yaml()).hasToString(text);
    assertThat(moved.losses()).hasSize(isTold ? 1 : 0);
    assertThat(moved.isComplete()).isEqualTo(!isTold);
    assertThat(moved.losses()).allMatch(loss -> loss.line() == 5 && loss.breaking());
  }

  @Test
  void aClaimOfAStatefulSetForAnotherCloudsStorageIsTold() {
    String claims =
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: s}
        spec:
          serviceName: s
          selector: {matchLabels: {app: s}}
          template:
            metadata: {labels: {app: s}}
            spec:
              nodeSelector: {karpenter.k8s.aws/instance-gpu-name: t4}
              containers:
              - {name: main, image: r/m:1, resources: {requests: {cpu: 2, memory: 4Gi}, limits: {nvidia.com/gpu: 1}}}
          volumeClaimTemplates:
          - metadata: {name: d}
            spec: {accessModes: [ReadWriteOnce], storageClassName: gp3, resources: {requests: {storage: 10Gi}}}
        """;
    MigrationResult moved = Migration.from(EKS).to(ACK).parse("a.yaml", claims);
    assertThat(moved.isComplete()).isFalse();
    assertThat(moved.matches()).hasSize(1);
    assertThat(moved.yaml().toString()).contains("storageClassName: gp3");
    assertThat(moved.losses()).anyMatch(loss -> loss.what().equals("storageClassName gp3"));

    String own =
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: gp3}
        provisioner: diskplugin.csi.alibabacloud.com
        ---
        """;
    assertThat(Migration.from(EKS).to(ACK).parse("a.yaml", own + claims).isComplete()).isTrue();
  }

  @Test
  void ofGpusWithoutAnOrderAllThatAreToBeHadStay() {
    MigrationResult moved =
        Migration.from(EKS)
            .to(ACK)
            .parse(
                "a.yaml",
                required("key: nvidia.com/gpu.memory, operator: Gt, values: ['20000']")
                    .replace("disk: ssd", ""));
    assertThat(moved.yaml().toString())
        .contains(
            "- Tesla-V100-SXM2-32GB\n", "- ecs.gn7-c12g1.3xlarge\n", "- ecs.gn7e-c16g1.4xlarge\n");
    assertThat(moved.losses()).isNotEmpty().allMatch(loss -> loss.instead().contains("stay"));
    assertThat(moved.matches()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"eks/nodegroup, 0", "ack, 0", "tke, 1", "ack/eci, 1"})
  void aPodThatMayBeSpotOrOnDemandIsNotMadeToBeSpot(String to, int told) {
    MigrationResult moved =
        Migration.from(EKS)
            .to(GPUS.in(to))
            .parse(
                "a.yaml",
                required("key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]")
                    .replace("disk: ssd", "karpenter.k8s.aws/instance-gpu-name: t4"));
    assertThat(moved.isComplete()).isTrue();
    assertThat(moved.losses()).hasSize(told);
    assertThat(moved.losses())
        .allMatch(loss -> loss.what().equals("spot or on-demand capacity"))
        .allMatch(loss -> loss.why().contains("this one on demand"));
    assertThat(moved.yaml().toString().toLowerCase(Locale.ROOT)).doesNotContain("spot");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "eks | eks/nodegroup | eks.amazonaws.com/capacityType: ON_DEMAND",
        "eks/nodegroup | eks | karpenter.sh/capacity-type: on-demand",
        "ack | eks | karpenter.sh/capacity-type: on-demand",
        "eks | ack | - key: node.alibabacloud.com/spot-strategy operator: NotIn values: - SpotAsPriceGo - SpotWithPriceLimit",
        "ack | tke | eks.tke.cloud.tencent.com/gpu-type: \"T4\""
      })
  void aPodThatIsNeverSpotSaysSoAgain(String from, String to, String written) {
    String label =
        switch (from) {
          case "eks" ->
              "karpenter.sh/capacity-type: on-demand, karpenter.k8s.aws/instance-gpu-name: t4";
          case "ack" ->
              "node.alibabacloud.com/spot-strategy: NoSpot, aliyun.accelerator/nvidia_name: Tesla-T4";
          default ->
              "eks.amazonaws.com/capacityType: ON_DEMAND, node.kubernetes.io/instance-type: g4dn.xlarge";
        };
    MigrationResult moved =
        Migration.from(GPUS.in(from)).to(GPUS.in(to)).parse("a.yaml", gpu(label));
    assertThat(moved.losses()).isEmpty();
    assertThat(moved.yaml().toString().replaceAll("\\s+", " ")).contains(written);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "eks/nodegroup | - key: eks.amazonaws.com/capacityType operator: NotIn values: - SPOT",
        "ack | - key: node.alibabacloud.com/spot-strategy operator: NotIn values: - SpotAsPriceGo - SpotWithPriceLimit",
        "tke | eks.tke.cloud.tencent.com/gpu-type: \"T4\"",
        "ack/eci | k8s.aliyun.com/eci-use-specs"
      })
  void aPodThatIsReservedOrOnDemandIsNeverSpot(String to, String written) {
    MigrationResult moved =
        Migration.from(EKS)
            .to(GPUS.in(to))
            .parse(
                "a.yaml",
                required(
                        "key: karpenter.sh/capacity-type, operator: In, values: [reserved, on-demand]")
                    .replace("disk: ssd", "karpenter.k8s.aws/instance-gpu-name: t4"));
    assertThat(moved.losses()).isEmpty();
    assertThat(moved.yaml().toString().replaceAll("\\s+", " ")).contains(written);
  }

  /** The most to pay for spot capacity is an option that no other capacity takes. */
  @Test
  void anOptionForSpotCapacityAloneDoesNotStopASpotPod() {
    Target eci = GPUS.in("ack/eci").with("spot-price-limit", "5.25");
    String spot =
        GpuWorkload.pod("llm", "r/i:v1")
            .gpu("T4")
            .matched(request -> request.capacityType(CapacityType.SPOT))
            .on(eci)
            .yaml()
            .toString();

    MigrationResult out = Migration.from(eci).to(EKS).parse("a.yaml", spot);
    MigrationResult in =
        Migration.from(EKS).to(eci).parse("a.yaml", gpu("karpenter.sh/capacity-type: spot"));

    assertThat(out.problems()).isEmpty();
    assertThat(in.yaml().toString()).contains("5.25");
  }

  @Test
  void aPodThatIsNeverSpotIsToldWhereNothingSaysSo() {
    MigrationResult moved =
        Migration.from(EKS)
            .to(GPUS.in("tke/gpu"))
            .parse(
                "a.yaml",
                required("key: karpenter.sh/capacity-type, operator: NotIn, values: [spot]"));
    assertThat(moved.isComplete()).isFalse();
    assertThat(moved.losses().get(0))
        .hasToString(
            "a.yaml:6:28: karpenter.sh/capacity-type, without spot capacity: on tke/gpu nothing in a pod says how its node is bought; it was left out; select on a label of your own that nodes on demand have");
  }

  @Test
  void anInstanceTypeThatBothTargetsHaveStays() {
    MigrationResult moved =
        Migration.from(GPUS.in("eks/nodegroup"))
            .to(EKS)
            .parse("a.yaml", gpu("node.kubernetes.io/instance-type: g4dn.xlarge"));
    assertThat(moved.losses()).isEmpty();
    assertThat(moved.yaml().toString()).contains("node.kubernetes.io/instance-type: g4dn.xlarge");
  }

  @ParameterizedTest
  @CsvSource({"ack, true", "tke, true", "eks/nodegroup, false"})
  void aRuntimeClassIsKeptAndToldBetweenClouds(String to, boolean isTold) {
    String yaml =
        gpu("karpenter.k8s.aws/instance-gpu-name: t4")
            .replace("  containers:", "  runtimeClassName: nvidia\n  containers:");

    MigrationResult moved = Migration.from(EKS).to(GPUS.in(to)).parse("f", yaml);

    assertThat(moved.isComplete()).isTrue();
    assertThat(moved.yaml().toString()).contains("runtimeClassName: nvidia");
    assertThat(moved.losses())
        .extracting(Object::toString)
        .containsExactlyElementsOf(
            isTold
                ? List.of(
                    "f:6:21: runtimeClassName nvidia: whether a cluster of "
                        + to
                        + " has this RuntimeClass is not known, and a pod is refused without it; it was left as it is; create the class, or take it out")
                : List.of());
    String own =
        "apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {name: nvidia}\nhandler: nvidia\n---\n";
    assertThat(Migration.from(EKS).to(GPUS.in(to)).parse("f", own + yaml).losses()).isEmpty();
  }

  @Test
  void replicasOfCardsAreToldWithTheOptionThatReadsThem() {
    Target shared = ACK.with("card-replicas", "time-slicing:4");
    Target nodes = GPUS.in("eks/nodegroup").with("card-replicas", "time-slicing:4");
    String yaml =
        GpuWorkload.deployment("d", "r/i:v1")
            .gpu("T4")
            .matched(request -> request.devices(request.devices().replica()))
            .on(shared)
            .yaml()
            .toString();

    MigrationResult moved = Migration.from(ACK).to(nodes).parse("f", yaml);

    assertThat(moved.isJudged()).isFalse();
    assertThat(moved.losses())
        .isNotEmpty()
        .allMatch(
            loss ->
                loss.why()
                    .equals(
                        "it asks for replicas of cards, which are judged on ack only with its option card-replicas; set it on the source"));
    assertThat(Migration.from(shared).to(nodes).parse("f", yaml).losses()).isEmpty();
  }
}
