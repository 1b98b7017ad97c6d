package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Overlay;
import io.gpuspec.OverlayException;
import io.gpuspec.Target;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.manifest.platform.LabelScheme;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.share.NodeParts;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  void equalNodesAreOneRowWithWhatPodsCanUseOfThem() {
    assertThat(nodes().catalog().specs())
        .extracting(row -> row.name() + ": " + row.gpus() + " " + row.gpu() + row.labels())
        .containsExactly(
            "rtx-1: 2 NVIDIA-GeForce-RTX-5090{nvidia.com/gpu.product=NVIDIA-GeForce-RTX-5090}",
            "t4-x4: 4 T4{accelerator=nvidia-t4}",
            "a100-80g-x8: 8 A100-80G{accelerator=nvidia-a100}");
    assertThat(nodes().match(GpuRequest.of("A100-80G").resource("rdma/hca", 8)).orThrow().shape())
        .hasToString("a100-80g-x8 · 127 cores · 1031Gi");
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

  @Test
  void thereAreOnlySoManyNodes() {
    assertThat(
            nodes().match(GpuRequest.of(4, "A100-80G").replicas(5)).notes().stream()
                .map(Note::toString))
        .anyMatch(note -> note.contains("3 nodes are needed, and there are 2 of a100-80g-x8"));
  }

  @ParameterizedTest
  @CsvSource({
    "accelerator, nvidia-t4, t4-x4",
    "workload, inference, t4-x4",
    "nvidia.com/gpu.product, Tesla-T4, t4-x4",
  })
  void anyLabelOfTheNodesIsJudged(String label, String value, String row) {
    PodView pod = pod().nodeSelector(label, value);

    assertThat(nodes().match(pod).orElseThrow().orThrow().shape().spec().name()).isEqualTo(row);
  }

  private static Target tainted(String... labels) {
    StringBuilder items = new StringBuilder();
    for (String label : labels) {
      items.append(
          """
          {"kind": "Node", "metadata": {"name": "n%s", "labels": {"accelerator": "nvidia-t4", "%s": "x"}},
           "spec": {"taints": [{"key": "nvidia.com/gpu", "value": "true", "effect": "NoSchedule"}]},
           "status": {"allocatable": {"cpu": "47", "memory": "190Gi", "nvidia.com/gpu": "4"}}},
          """
              .formatted(items.length(), label));
    }
    items.setLength(items.lastIndexOf(","));
    return GPUS.in("own")
        .overlay(Overlay.parse("nodes.json", "{\"kind\": \"List\", \"items\": [" + items + "]}"));
  }

  /** As fits says of the same nodes: their labels tell whether the API server is that of EKS. */
  @ParameterizedTest
  @CsvSource({
    "eks.amazonaws.com/nodegroup, karpenter.k8s.aws/instance-family, true",
    "eks.amazonaws.com/nodegroup, topology.k8s.aws/zone-id, false",
    "topology.k8s.aws/zone-id, team, false",
  })
  void onNodesOfEksAloneTheTaintOfAResourceIsTolerated(String one, String other, boolean isFound) {
    Target own = tainted(one, other);
    Match match = own.match(pod()).orElseThrow();

    assertThat(match.isFound()).isEqualTo(isFound);
    assertThat(match.notes().stream().map(Note::message))
        .filteredOn(note -> note.contains("adds the toleration"))
        .hasSize(isFound ? 1 : 0)
        .allMatch(note -> note.contains("the API server of EKS"));
    assertThat(own.admitted(pod()).tolerations()).hasSize(isFound ? 1 : 0);
    assertThat(own.match(pod().toleration(Toleration.exists("nvidia.com/gpu"))).orElseThrow())
        .matches(Match::isFound);
  }

  private static final Map<String, String> ONE = Map.of("nvidia.com/gpu", "1");

  private static PodView pod() {
    return PodView.empty().container("c", ONE, ONE);
  }

  /** Nothing writes the role under both names, as the kubelet does with {@code beta} labels. */
  @ParameterizedTest
  @CsvSource({
    "node-role.kubernetes.io/master, node-role.kubernetes.io/master, true",
    "node-role.kubernetes.io/control-plane, node-role.kubernetes.io/control-plane, true",
    "node-role.kubernetes.io/control-plane, node-role.kubernetes.io/master, false",
    "node-role.kubernetes.io/master, node-role.kubernetes.io/control-plane, false",
    "topology.kubernetes.io/zone, failure-domain.beta.kubernetes.io/zone, true",
  })
  void aRoleIsSelectedByTheNameThatTheNodeHas(String label, String selected, boolean isFound) {
    String node =
        """
        {"kind": "Node", "metadata": {"name": "t4-1", "labels": {
          "nvidia.com/gpu.product": "Tesla-T4", "nvidia.com/gpu.count": "1", "%s": "a"}},
         "status": {"allocatable": {"cpu": "8", "memory": "30Gi", "nvidia.com/gpu": "1"}}}
        """
            .formatted(label);
    Target own = GPUS.in("own").overlay(Overlay.parse("node.json", node));
    assertThat(own.match(pod().nodeSelector(selected, "a")).orElseThrow().isFound())
        .isEqualTo(isFound);
  }

  @Test
  void aLabelThatNoNodeHasIsNotMet() {
    assertThat(nodes().match(pod().nodeSelector("workload", "web")).orElseThrow().rejected())
        .singleElement()
        .asString()
        .contains("workload: labels: In web requested, and no node");
  }

  @Test
  void aTaintThatIsNotToleratedIsTold() {
    PodView training = pod().nodeSelector("workload", "training");

    assertThat(nodes().match(training).orElseThrow().rejected().stream().map(Rejection::toString))
        .anyMatch(
            no ->
                no.contains("workload=training:NoSchedule, which the pod does not tolerate")
                    && no.contains("key workload, operator Exists, effect NoSchedule"));
  }

  @Test
  void withoutNodesTheAnswerSaysHowToGiveThem() {
    assertThat(GPUS.in("own").match(GpuRequest.of("T4")).rejected().toString())
        .contains("no nodes are known", "kubectl get nodes -o json");
    assertThat(GPUS.clouds()).noneMatch(target -> target.id().equals("own"));
    assertThat(GPUS.overlay(Overlay.parse("nodes.json", json())).clouds())
        .anyMatch(target -> target.id().equals("own"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\": \"List\", \"items\": [{\"kind\": \"Node\", \"metadata\": {\"name\": \"a\"}}]}",
        "{\"kind\": \"Node\", \"metadata\": {\"name\": \"a\"}}"
      })
  void nodesWithoutGpusAreRefused(String json) {
    assertThatThrownBy(() -> Overlay.parse("nodes.json", json))
        .isInstanceOf(OverlayException.class)
        .hasMessageContaining("of 1 node, none has nvidia.com/gpu");
  }

  private static String node(String name, String spec) {
    return """
        {"kind": "Node", "metadata": {"name": "%s", "labels": {
          "nvidia.com/gpu.product": "Tesla-T4", "disk": "ssd"}}, "spec": {%s},
         "status": {"allocatable": {"cpu": "30", "memory": "200Gi", "nvidia.com/gpu": "4"}}}
        """
        .formatted(name, spec);
  }

  private static Target cluster(String... items) {
    return GPUS.in("own")
        .overlay(
            Overlay.parse(
                "cluster.json",
                "{\"kind\": \"List\", \"items\": [%s]}".formatted(String.join(",", items))));
  }

  @Test
  void aCordonedNodeIsListedAndTakesNoPod() {
    String cordoned = "\"unschedulable\": true";
    Target none = cluster(node("t4-1", cordoned));

    assertThat(none.catalog().specs()).singleElement().asString().contains("t4-1");
    for (Match match : List.of(none.match(GpuRequest.of("T4")), none.match(pod()).orElseThrow())) {
      assertThat(match.isFound()).isFalse();
      assertThat(match.rejected().toString())
          .contains("t4-1: lifecycle: cordoned; kubectl uncordon t4-1");
    }
    String[] many =
        IntStream.range(0, 8).mapToObj(i -> node("n" + i, cordoned)).toArray(String[]::new);
    assertThat(cluster(many).match(GpuRequest.of("T4")).rejected().toString())
        .contains("cordoned; kubectl uncordon n0 n1 n2 n3 n4, and 3 more nodes");
    Match one =
        cluster(node("t4-1", cordoned), node("t4-2", ""), node("t4-3", cordoned))
            .match(GpuRequest.of(4, "T4").replicas(2));
    assertThat(one.orThrow().shape().spec().name()).isEqualTo("t4-2");
    assertThat(one.notes()).extracting(Note::id).contains("nodes.short");
  }

  @Test
  void aCordonedNodeTakesPodsThatTolerateThat() {
    Target own = cluster(node("t4-1", "\"unschedulable\": true"));
    PodView tolerating = pod().toleration(Toleration.exists("node.kubernetes.io/unschedulable"));

    for (PodView pod : List.of(tolerating, pod().workloadKind("DaemonSet"))) {
      Match.Found found = own.match(pod).orElseThrow().orThrow();
      assertThat(found.shape().spec().name()).isEqualTo("t4-1");
      assertThat(found.request()).hasToString("t4-1 x1, cordoned nodes too");
      assertThat(pod.fits(own.node(found)).fits()).isTrue();
    }
    assertThat(own.match(pod().workloadKind("Deployment")).orElseThrow().isFound()).isFalse();
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

  /** Every node is in the answer: found, an alternative, or with the reasons why not. */
  @Test
  void nodesThatAPodDoesNotSelectAreToldWithTheReason() {
    String tainted =
        "\"taints\": [{\"key\": \"nvidia.com/gpu\", \"value\": \"true\", \"effect\": \"NoSchedule\"}]";
    String arm =
        node("arm-1", "").replace("\"disk\"", "\"kubernetes.io/arch\": \"arm64\", \"disk\"");
    String amd =
        node("amd-1", "").replace("\"disk\"", "\"kubernetes.io/arch\": \"amd64\", \"disk\"");
    String t4 =
        node("t4-1", tainted).replace("\"disk\"", "\"kubernetes.io/arch\": \"amd64\", \"disk\"");
    Match match =
        cluster(amd, arm, t4)
            .match(pod().nodeSelector("kubernetes.io/arch", "amd64"))
            .orElseThrow();

    assertThat(match.orThrow().shape().spec().name()).isEqualTo("amd-1");
    assertThat(match.rejected().stream().map(Rejection::toString))
        .containsExactlyInAnyOrder(
            "arm-1: label: kubernetes.io/arch In [amd64] requested, the node has 'arm64'",
            "t4-1: taint: the nodes have the taint nvidia.com/gpu=true:NoSchedule, which the pod does not tolerate; add a toleration with key nvidia.com/gpu, operator Exists, effect NoSchedule");
    assertThat(match.notes()).extracting(Note::id).doesNotContain("node.label-not-judged");
    assertThat(match.explain().toString()).contains("request   any GPU x1\n");
    assertThat(
            cluster(amd, arm, t4)
                .match(PodView.empty().container("c", Map.of("cpu", "99"), ONE))
                .orElseThrow())
        .asString()
        .startsWith("no match for any GPU x1, 99 cores on own; nearest miss ");
  }

  @Test
  void aPodThatNamesItsNodeIsSaidToBeUpToItsKubelet() {
    String small =
        node("a-1", "").replace("\"nvidia.com/gpu\": \"4\"", "\"nvidia.com/gpu\": \"1\"");
    Target own = cluster(small, node("t4-1", ""));
    Match match = own.match(pod().nodeName("t4-1")).orElseThrow();

    assertThat(own.match(pod()).orElseThrow().orThrow().shape().spec().name()).isEqualTo("a-1");
    assertThat(match.orThrow().shape().spec().name()).isEqualTo("t4-1");
    assertThat(match.notes())
        .filteredOn(note -> note.id().equals("node.named"))
        .singleElement()
        .asString()
        .contains("the pod names its node t4-1", "gpuspec fits judges that node");
  }

  @Test
  void aPodThatNamesANodeOfAGroupGetsItsKindAndAnUnknownNameNone() {
    String one = node("a-1", "");
    String two = node("t4-1", "").replace("\"nvidia.com/gpu\": \"4\"", "\"nvidia.com/gpu\": \"2\"");
    Target own = cluster(one, two, two.replace("t4-1", "t4-2"));

    assertThat(own.match(pod().nodeName("t4-2")).orElseThrow().orThrow().shape().spec().name())
        .isEqualTo("t4-x2");
    assertThat(own.match(pod().nodeName("a-1")).orElseThrow().orThrow().shape().spec().name())
        .isEqualTo("a-1");
    assertThat(own.match(PodView.empty().nodeName("t4-9"))).isEmpty();
    // The name of a row of several nodes is that of none.
    for (String name : List.of("t4-9", "t4-x2")) {
      Match none = own.match(pod().nodeName(name)).orElseThrow();
      assertThat(none.isFound()).isFalse();
      assertThat(none.rejected())
          .singleElement()
          .asString()
          .startsWith(name + ": node: the pod names its node " + name + ", and no node with GPUs");
    }
  }

  @Test
  void onlyTheNodeThatAPodNamesServesItWhileCordoned() {
    String cordoned = node("t4-1", "\"unschedulable\": true");
    String four = node("a-1", "").replace("\"nvidia.com/gpu\": \"4\"", "\"nvidia.com/gpu\": \"1\"");
    Map<String, String> two = Map.of("nvidia.com/gpu", "2");
    PodView pod = PodView.empty().container("c", two, two);
    Target own = cluster(cordoned, four);

    assertThat(own.match(pod.nodeName("t4-1")).orElseThrow().isFound()).isTrue();
    assertThat(own.match(pod.nodeName("a-1")).orElseThrow().isFound()).isFalse();
    assertThat(own.match(pod).orElseThrow().isFound()).isFalse();
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
    assertThatThrownBy(() -> GPUS.in(word))
        .hasMessageStartingWith(
            "provider '%s' is not known; did you mean %s? (known: ".formatted(word, target));
  }

  @Test
  void whatIsNoNodeInAListIsIgnored() {
    String pod = "{\"kind\": \"Pod\", \"metadata\": {\"name\": \"p\"}}";

    assertThat(cluster(pod, node("t4-1", ""), pod).catalog().specs()).hasSize(1);
    assertThatThrownBy(() -> cluster(pod))
        .isInstanceOf(OverlayException.class)
        .hasMessageContaining(
            "cluster.json is a list of Kubernetes objects without a Node; give the output of kubectl get nodes -o json");
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

  /** Renamed replicas leave no whole card, and the product without the suffix. */
  @Test
  void renamedReplicasAreNoWholeCards() {
    String node =
        """
        {"kind": "Node", "metadata": {"name": "t4-1", "labels": {
          "nvidia.com/gpu.product": "Tesla-T4", "nvidia.com/gpu.count": "1", "nvidia.com/gpu.replicas": "4"}},
         "status": {"allocatable": {"cpu": "8", "memory": "30Gi", "nvidia.com/gpu.shared": "4"}}}
        """;
    Target own = GPUS.in("own").overlay(Overlay.parse("node.json", node));

    assertThat(own.match(GpuRequest.of("T4")).rejected().toString())
        .contains("the nodes make 4 replicas of each");
    assertThat(own.match(GpuRequest.of("T4")).rejected().get(0).toFit().orElseThrow())
        .contains("card-replicas time-slicing:4:renamed");
    assertThat(
            own.with(NodeParts.REPLICAS, "time-slicing:4:renamed")
                .match(GpuRequest.of(Devices.of("T4").replica()))
                .isFound())
        .isTrue();
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
