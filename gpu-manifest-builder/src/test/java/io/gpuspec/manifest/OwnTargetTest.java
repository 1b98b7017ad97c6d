package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.manifest.platform.LabelScheme;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.share.NodeParts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The target {@code own}: nodes of a cluster of one's own. */
class OwnTargetTest {
  private static final Gpus GPUS = Gpus.load();

  private static Target nodes() {
    return GPUS.in("own").overlay(Overlay.parse("nodes.json", json()));
  }

  private static String json() {
    try (InputStream in =
        Objects.requireNonNull(OwnTargetTest.class.getResourceAsStream("own/nodes.json"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static GpuWorkload workload() {
    return GpuWorkload.deployment("w", "r/i:v1").requests("4", "20Gi");
  }

  private static Manifests lands(Target target, GpuWorkload workload) {
    Manifests manifests = workload.on(target);
    Match.Found found = manifests.match();
    assertThat(manifests.placement().fits(target.node(found)).reasons()).isEmpty();
    assertThat(target.match(manifests.pod()).flatMap(Match::found).orElseThrow().shape())
        .isEqualTo(found.shape());
    return manifests;
  }

  @Test
  void podsSelectTheLabelsOfTheirNodesAndTolerateTheirTaints() {
    assertThat(lands(nodes(), workload().gpu(4, "A100-80G")).yaml().toString())
        .contains(
            """
                  nodeSelector:
                    accelerator: nvidia-a100
                  tolerations:
                  - key: workload
                    operator: Exists
                    effect: NoSchedule
            """);
    assertThat(lands(nodes(), workload().gpu("rtx-1")).yaml().toString())
        .contains("effect: NoExecute");
    assertThat(lands(nodes(), workload().gpu("T4")).yaml().toString())
        .doesNotContain("tolerations");
  }

  private static final Map<String, String> ONE = Map.of("nvidia.com/gpu", "1");

  @Test
  void aDaemonSetOfAFileTakesACordonedNode() {
    assertThat(
            WorkloadFile.parse(
                    "agent.yaml",
                    """
                    apiVersion: apps/v1
                    kind: DaemonSet
                    metadata: {name: agent}
                    spec:
                      selector: {matchLabels: {app: agent}}
                      template:
                        metadata: {labels: {app: agent}}
                        spec:
                          containers:
                          - {name: a, image: r/i:v1, resources: {limits: {nvidia.com/gpu: 1}}}
                    """)
                .fits(List.of(NodeView.of("a").unschedulable().allocatable(ONE)))
                .isFound())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "aws, eks",
    "AWS, eks",
    "aliyun, ack",
    "qgpu, tke/qgpu",
    "cgpu, ack/cgpu",
    "gke, own",
    "tkee, tke"
  })
  void anotherWordForATargetLeadsToIt(String word, String target) {
    assertError(() -> GPUS.in(word), "provider.unknown", word, target);
  }

  @Test
  void instancesThatNodesAdvertiseAreCounted() {
    String node =
        """
        {"kind": "Node", "metadata": {"name": "mig-1", "labels": {
          "nvidia.com/gpu.product": "NVIDIA-A100-SXM4-40GB", "nvidia.com/gpu.count": "2"}},
         "status": {"allocatable": {"cpu": "30", "memory": "200Gi",
          "nvidia.com/gpu": "0", "nvidia.com/mig-1g.5gb": "9", "nvidia.com/mig-2g.10gb": "2"}}}
        """;
    Target own = GPUS.in("own").overlay(Overlay.parse("node.json", node));
    Match.Found found =
        lands(own, GpuWorkload.deployment("w", "r/i:v1").mig("1g.5gb").replicas(10)).match();

    assertThat(found.plan().podsPerNode()).isEqualTo(9);
    assertThat(own.match(GpuRequest.of(Devices.any())).isFound()).isFalse();
    assertThat(found.notes()).noneMatch(note -> note.id().equals("mig.cut"));
    assertThat(own.match(GpuRequest.of(Devices.any().mig("3g.20gb"))).rejected().toString())
        .contains("nvidia.com/mig-2g.10gb=2");
  }

  /** GPU Feature Discovery writes it where the device plugin makes replicas of cards. */
  @Test
  void sharedCardsAreStillCardsOfTheirProduct() {
    String node =
        """
        {"kind": "Node", "metadata": {"name": "t4-1", "labels": {
          "nvidia.com/gpu.product": "Tesla-T4-SHARED", "nvidia.com/gpu.count": "1", "nvidia.com/gpu.replicas": "4"}},
         "status": {"allocatable": {"cpu": "8", "memory": "30Gi", "nvidia.com/gpu": "4"}}}
        """;
    Target own = GPUS.in("own").overlay(Overlay.parse("node.json", node));

    Match.Found found = own.match(GpuRequest.of("T4").replicas(5)).found().orElseThrow();
    assertThat(found.shape().spec().name()).isEqualTo("t4-1");
    assertThat(found.plan().podsPerNode()).isEqualTo(4);
    assertThat(found.notes())
        .anyMatch(note -> note.message().startsWith("2 nodes are needed, and there is 1"));

    Target sliced = own.with(NodeParts.REPLICAS, "time-slicing:4");
    Manifests manifests =
        lands(sliced, GpuWorkload.deployment("w", "r/i:v1").gpu("T4").replica().replicas(4));
    assertThat(manifests.match().plan().nodes()).isEqualTo(1);
    assertThat(manifests.yaml().toString())
        .contains("nvidia.com/gpu.product: Tesla-T4-SHARED", "nvidia.com/gpu.replicas: \"4\"")
        .doesNotContain("sharing-strategy");
    assertThat(
            own.with(NodeParts.REPLICAS, "time-slicing:3")
                .match(GpuRequest.of(Devices.of("T4").replica()))
                .rejected()
                .toString())
        .contains("the labels of the nodes say time-slicing:4");
  }

  /** With strategy single, instances are GPUs with a product name of their own. */
  @Test
  void instancesThatAreAdvertisedAsGpusKeepTheirName() {
    String node =
        """
        {"kind": "Node", "metadata": {"name": "mig-1", "labels": {
          "nvidia.com/gpu.product": "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb", "nvidia.com/gpu.count": "14"}},
         "status": {"allocatable": {"cpu": "64", "memory": "500Gi", "nvidia.com/gpu": "14"}}}
        """;
    Target own = GPUS.in("own").overlay(Overlay.parse("node.json", node));
    Match match = own.match(GpuRequest.of("NVIDIA-A100-SXM4-40GB-MIG-1g.5gb"));

    assertThat(match.found().orElseThrow().shape().gpus()).isEqualTo(14);
    assertThat(match.notes())
        .anyMatch(
            note ->
                note.id().equals("mig.single") && note.message().contains("an instance 1g.5gb"));
    assertThat(own.match(GpuRequest.of(Devices.any().mig("1g.5gb"))).rejected().toString())
        .contains("instances 1g.5gb as GPUs called NVIDIA-A100-SXM4-40GB-MIG-1g.5gb");
    assertThat(own.match(GpuRequest.of(Devices.any().memoryAtLeast("5Gi"))).isFound()).isTrue();
    assertThat(own.match(GpuRequest.of(Devices.any().memoryAtLeast("6Gi"))).isFound()).isFalse();

    Target single = own.with(NodeParts.MIG_STRATEGY, "single");
    Manifests manifests =
        lands(single, GpuWorkload.deployment("w", "r/i:v1").mig("1g.5gb").replicas(14));
    assertThat(manifests.match().plan().nodes()).isEqualTo(1);
    assertThat(manifests.match().notes()).noneMatch(note -> note.id().equals("mig.cut"));
    assertThat(manifests.yaml().toString())
        .contains("nvidia.com/gpu.product: NVIDIA-A100-SXM4-40GB-MIG-1g.5gb")
        .doesNotContain("mig.config");
    assertThat(single.match(GpuRequest.of(Devices.any().mig("2g.10gb"))).isFound()).isFalse();
  }

  @Test
  void whatAPoolWritesABuiltWorkloadSelects() {
    GpuPools pools =
        GpuPools.of(
            GpuPool.of("training", "A100-80G")
                .nodes("a1", "a2")
                .cards(8)
                .allocatable(Map.of("cpu", "120", "memory", "1000Gi")),
            GpuPool.of("inference", "T4")
                .nodes("t1")
                .cards(4)
                .taint("team", "search", Taint.Effect.NO_EXECUTE)
                .allocatable(Map.of("cpu", "47500m", "memory", "190000Mi")));
    for (String scheme : List.of("plain", "gfd", "gke")) {
      GpuPools labelled = pools.scheme(LabelScheme.of(scheme));
      Target own = GPUS.in("own").overlay(labelled.overlay());
      for (String pool : List.of("training", "inference")) {
        Manifests manifests = lands(own, workload().gpu(pool));
        assertThat(labelled.poolsFor(manifests.pod())).containsExactly(pool);
        NodeView node = labelled.pool(pool).nodes().get(0);
        assertThat(manifests.pod().fits(node).reasons()).isEmpty();
      }
    }
  }
}
