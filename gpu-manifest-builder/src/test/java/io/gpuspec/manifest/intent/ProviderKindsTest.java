package io.gpuspec.manifest.intent;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.CapacityType;
import io.gpuspec.Gpus;
import io.gpuspec.eks.Disruption;
import io.gpuspec.eks.Ec2NodeClass;
import io.gpuspec.eks.GpuTier;
import io.gpuspec.eks.NodePool;
import io.gpuspec.manifest.KubeYaml;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.tke.ImageCache;
import io.gpuspec.value.MemorySize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects of providers in files: node pools, their classes, image caches. */
class ProviderKindsTest {
  private static final Gpus GPUS = Gpus.load();

  private static IntentFile file(String kind, String spec) {
    return IntentFile.parse(
        "f.yaml",
        "{apiVersion: gpuspec.io/v1, kind: %s, metadata: {name: inference}, spec: %s}"
            .formatted(kind, spec));
  }

  private static PlatformObjects objects(String kind, String spec) {
    IntentFile file = file(kind, spec);
    assertThat(file.problems()).isEmpty();
    return file.platform().get(0).objects(GPUS);
  }

  @Test
  void aNodePoolInAFileIsTheOneThatJavaBuilds() {
    NodePool pool =
        NodePool.of("inference", GPUS.in("eks"), "A10G", "L4")
            .capacityTypes(CapacityType.SPOT, CapacityType.ON_DEMAND)
            .requirement("topology.kubernetes.io/zone", "us-east-1a")
            .label("team", "search")
            .nodeClass("nodeclass-gpu")
            .disruption(
                Disruption.whenEmptyOrUnderutilized("5m")
                    .budget("10%")
                    .budget("0", "0 9 * * mon-fri", "8h"))
            .expireAfter("Never")
            .limit("nvidia.com/gpu", "8")
            .weight(10);

    PlatformObjects objects =
        objects(
            "NodePool",
            """
            {gpus: [A10G, L4], capacityTypes: [spot, on-demand], labels: {team: search},
            requirements: {topology.kubernetes.io/zone: [us-east-1a]}, nodeClass: nodeclass-gpu,
            disruption: {consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 5m,
            budgets: [{nodes: 10%}, {nodes: '0', schedule: 0 9 * * mon-fri, duration: 8h}]},
            expireAfter: Never, limits: {nvidia.com/gpu: 8}, weight: 10}""");

    assertThat(objects.yaml()).hasToString(KubeYaml.of(pool.toObject()).toString());
    assertThat(objects.yamlWithComments())
        .hasToString(KubeYaml.withComments(pool.toObject()).toString());
    assertThat(objects.verify().toString())
        .contains("kubectl get nodepools.karpenter.sh/inference\n");
  }

  @Test
  void aTierAndAListInOrderHaveTheNameOfTheFile() {
    assertThat(objects("NodePool", "{tier: training}").yaml())
        .hasToString(
            KubeYaml.of(GpuTier.TRAINING.nodePool("inference", GPUS.in("eks")).toObject())
                .toString());
    assertThat(objects("NodePool", "{gpus: [H100, L40S], inOrder: true}"))
        .hasToString("NodePool inference-h100-80g, NodePool inference-l40s");
  }

  /**
   * The EC2 API counts no GPU on a slice: without an overlay the pool launches nothing for pods.
   */
  @Test
  void aNodePoolOfSlicesTellsKarpenterOfTheirGpu() {
    PlatformObjects objects = objects("NodePool", "{gpus: [1/4*L4, A10G]}");

    assertThat(objects).hasToString("NodeOverlay inference, NodePool inference");
    assertThat(objects.yaml().toString())
        .startsWith(
            """
            apiVersion: karpenter.sh/v1alpha1
            kind: NodeOverlay
            metadata:
              name: inference
            spec:
              capacity:
                nvidia.com/gpu: "1"
              requirements:
              - key: node.kubernetes.io/instance-type
                operator: In
                values:
                - g6f.2xlarge
              - key: karpenter.sh/nodepool
                operator: In
                values:
                - inference
            ---
            """);
    assertThat(objects.yamlWithComments().toString())
        .contains("# what they offer [", "# the slices [");
    assertThat(objects("NodePool", "{gpus: [1/4*L4, 1/2*L4], inOrder: true}").objects())
        .extracting(HasMetadata::getKind)
        .containsExactly("NodeOverlay", "NodePool", "NodeOverlay", "NodePool");
  }

  @Test
  void aNodeClassInAFileIsTheOneThatJavaBuilds() {
    assertThat(
            objects(
                    "EC2NodeClass",
                    "{cluster: ml, amiVersion: v20260710, imagesSize: 40Gi, tags: {team: ml}}")
                .yaml())
        .hasToString(
            KubeYaml.of(
                    Ec2NodeClass.of("inference", "ml")
                        .ami(io.gpuspec.eks.AmiFamily.AL2023, "v20260710")
                        .diskForImages(MemorySize.parse("40Gi"))
                        .tag("team", "ml")
                        .toObject())
                .toString());
  }

  @Test
  void anImageCacheInAFileIsTheOneThatJavaBuilds() {
    ImageCache cache =
        ImageCache.of("inference", "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime", "r/a:v1")
            .size(200)
            .retentionDays(30)
            .subnet("subnet-abc123")
            .securityGroups("sg-abc123")
            .autoCreateEip(false)
            .imagePullSecrets("my-registry-secret")
            .resolveConfig("nameserver 8.8.8.8");

    PlatformObjects objects =
        objects(
            "ImageCache",
            """
            {images: ['pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime', 'r/a:v1'],
            imageCacheSize: 200, retentionDays: 30, subnetId: subnet-abc123,
            securityGroupIds: [sg-abc123], autoCreateEip: false,
            imagePullSecrets: [my-registry-secret], resolveConfig: nameserver 8.8.8.8}""");

    assertThat(objects.yaml()).hasToString(KubeYaml.of(cache.toObject()).toString());
    assertThat(objects.verify().toString())
        .contains(
            "kubectl get imagecaches/inference\n", "kubectl describe imagecaches/inference\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NodePool | {gpus: [T5]} | '' | manifest.malformed",
        "NodePool | {} | '' | manifest.malformed",
        "NodePool | {gpus: [T4], weight: 200} | 200 | manifest.malformed",
        "NodePool | {gpus: [T4], capacityTypes: [Spot]} | '' | manifest.malformed",
        "NodePool | {gpus: [T4], weigth: 2} | weigth | manifest.malformed",
        "NodePool | {gpus: [T4], tier: prod} | prod | intent.unknown",
        "NodePool | {gpus: [A100-40G], limits: {nvidia.com/gpu: 4}} | 4 | manifest.malformed",
        "EC2NodeClass | {role: r} | cluster | manifest.malformed",
        "ImageCache | {images: [a/b, a/b]} | '' | manifest.malformed",
        "ImageCache | {images: [a/b], imageCacheSize: 5} | 5 | manifest.malformed",
      })
  void whatIsWrongIsToldAtItsLine(String kind, String spec, String value, String id) {
    IntentFile file = file(kind, spec);

    assertThat(file.platform()).isEmpty();
    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), id, "f.yaml:1:", value);
  }
}
