package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.share.NodeParts;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes of a cluster, as kubectl prints them, and what pods get of them. */
class OwnNodesTest {
  private static final Gpus GPUS = Gpus.load();

  private static String item(String name, String labels, String spec, String allocatable) {
    return """
    {"kind": "Node", "metadata": {"name": "%s", "labels": {%s}}, "spec": {%s},
     "status": {"allocatable": {%s}}}
    """
        .formatted(name, quoted(labels), spec, quoted(allocatable));
  }

  /** Of {@code a=1 b=2} the fields of an object. */
  private static String quoted(String words) {
    return words.isEmpty() ? "" : "\"" + words.replace(" ", "\", \"").replace("=", "\": \"") + "\"";
  }

  /** Two kinds of which there are several nodes, a card that no list has, and one without GPUs. */
  private static Target nodes() {
    String a100 =
        "accelerator=nvidia-a100 workload=training nvidia.com/gpu.product=NVIDIA-A100-SXM4-80GB"
            + " nvidia.com/gpu.count=8";
    String t4 =
        "accelerator=nvidia-t4 workload=inference nvidia.com/gpu.product=Tesla-T4"
            + " nvidia.com/gpu.count=4";
    String training =
        "\"taints\": [{\"key\": \"workload\", \"value\": \"training\", \"effect\":"
            + " \"NoSchedule\"}]";
    String large = "cpu=127 nvidia.com/gpu=8 rdma/hca=8 hugepages-2Mi=0 pods=110 memory=";
    String small = "cpu=47500m nvidia.com/gpu=4 pods=110 memory=190Gi";
    return cluster(
        item("a100-1", a100, training, large + "1081081857Ki"),
        item("a100-2", a100, training, large + "1081081858Ki"),
        item("t4-1", t4, "", small),
        item("t4-2", t4, "", small),
        item("t4-3", t4, "", small),
        item(
            "rtx-1",
            "nvidia.com/gpu.product=NVIDIA-GeForce-RTX-5090 nvidia.com/gpu.count=2",
            "\"taints\": [{\"key\": \"gpu\", \"effect\": \"NoExecute\"}]",
            "cpu=15 memory=60Gi nvidia.com/gpu=2"),
        item("cpu-1", "workload=web", "", "cpu=8 memory=30Gi"));
  }

  private static String node(String name, String spec) {
    return item(
        name,
        "nvidia.com/gpu.product=Tesla-T4 disk=ssd",
        spec,
        "cpu=30 memory=200Gi nvidia.com/gpu=4");
  }

  private static Target cluster(String... items) {
    return GPUS.in("own").overlay(overlay(items));
  }

  private static Overlay overlay(String... items) {
    return Overlay.parse(
        "cluster.json", "{\"kind\": \"List\", \"items\": [%s]}".formatted(String.join(",", items)));
  }

  private static final Map<String, String> ONE = Map.of("nvidia.com/gpu", "1");

  private static PodView pod() {
    return PodView.empty().container("c", ONE, ONE);
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
    assertThat(GPUS.overlay(overlay(node("t4-1", ""))).clouds())
        .anyMatch(target -> target.id().equals("own"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\": \"List\", \"items\": [{\"kind\": \"Node\", \"metadata\": {\"name\": \"a\"}}]}",
        "{\"kind\": \"Node\", \"metadata\": {\"name\": \"a\"}}"
      })
  void nodesWithoutGpusAreRefused(String json) {
    assertError(() -> Overlay.parse("nodes.json", json), "overlay.malformed");
  }

  @ParameterizedTest
  @CsvSource({
    "aliyun.com/gpu-mem, ack/cgpu",
    "tke.cloud.tencent.com/qgpu-memory, tke/qgpu",
  })
  void whereCardsAreSharedNoOtherPluginIsAdvised(String resource, String target) {
    assertError(
        () -> cluster(item("c-1", "disk=ssd", "", "cpu=8 " + resource + "=28")),
        "overlay.malformed",
        resource,
        target);
  }

  @Test
  void ofACardThatIsNotKnownMigIsNotKnown() {
    String gh200 = "nvidia.com/gpu.product=NVIDIA-GH999-480GB";

    assertThat(
            cluster(item("g-1", gh200, "", "cpu=8 memory=30Gi nvidia.com/gpu=1"))
                .match(GpuRequest.of(Devices.any().mig("1g.12gb")))
                .rejected()
                .toString())
        .contains("whether an NVIDIA-GH999-480GB has that is not known here");
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

  /** Whoever tolerates a cordon does not make a dead kubelet run its pods. */
  @ParameterizedTest
  @CsvSource({
    "unreachable, NoSchedule, false",
    "not-ready, NoExecute, false",
    "disk-pressure, NoSchedule, false",
    "unschedulable, NoSchedule, true",
  })
  void aNodeThatKubernetesKeepsPodsOffIsUnavailable(String key, String effect, boolean isCordon) {
    String spec =
        "\"taints\": [{\"key\": \"node.kubernetes.io/%s\", \"effect\": \"%s\"}]"
            .formatted(key, effect);
    Target own = cluster(node("t4-1", spec));

    for (Match match : List.of(own.match(GpuRequest.of("T4")), own.match(pod()).orElseThrow())) {
      assertThat(match.rejected().toString())
          .contains(
              isCordon
                  ? "t4-1: lifecycle: cordoned"
                  : "Kubernetes keeps pods off with node.kubernetes.io/%s:%s; kubectl describe node t4-1"
                      .formatted(key, effect));
    }
    assertThat(own.match(pod().workloadKind("DaemonSet")).orElseThrow().isFound())
        .isEqualTo(isCordon);
  }

  @Test
  void aPreferenceOfKubernetesKeepsNoPodOff() {
    String soft =
        "\"taints\": [{\"key\": \"node.kubernetes.io/memory-pressure\", \"effect\": \"PreferNoSchedule\"}]";

    assertThat(cluster(node("t4-1", soft)).match(pod()).orElseThrow().isFound()).isTrue();
  }

  @Test
  void cardsThatAreNotAllocatableAreTold() {
    String labels = "nvidia.com/gpu.product=NVIDIA-L4 nvidia.com/gpu.count=2";
    Target lost = cluster(item("l4-1", labels, "", "cpu=8 memory=30Gi nvidia.com/gpu=1"));
    Target none = cluster(item("l4-1", labels, "", "cpu=8 memory=30Gi"));

    assertThat(lost.match(GpuRequest.of(2, "L4")).rejected().toString()).contains("has 1");
    assertThat(lost.match(GpuRequest.of("L4")).notes().toString())
        .contains("1 of 2 cards are allocatable");
    assertThat(none.match(pod()).orElseThrow().rejected().toString())
        .contains(
            "2 cards, and none is allocatable as nvidia.com/gpu; see what gives them out, such as the device plugin, or a driver for resource claims");
  }

  @Test
  void ofSharedCardsNoneIsAllocatableAndNothingIsWrongWithThePlugin() {
    String labels = "nvidia.com/gpu.product=NVIDIA-L4 nvidia.com/gpu.count=2";
    Target shared = cluster(item("l4-1", labels, "", "cpu=8 memory=30Gi aliyun.com/gpu-mem=46"));

    assertThat(shared.match(GpuRequest.of("L4")).rejected().toString())
        .contains("shared as aliyun.com/gpu-mem, which gpuspec fits judges", "ack/cgpu")
        .doesNotContain("device plugin");
    assertThat(shared.catalog().specs().get(0).notes().toString()).doesNotContain("device plugin");
  }

  /** Every node is in the answer: found, an alternative, or with the reasons why not. */
  @Test
  void nodesThatAPodDoesNotSelectAreToldWithTheReason() {
    String tainted =
        "\"taints\": [{\"key\": \"nvidia.com/gpu\", \"value\": \"true\", \"effect\":"
            + " \"NoSchedule\"}]";
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
            "t4-1: taint: the nodes have the taint nvidia.com/gpu=true:NoSchedule, which the pod"
                + " does not tolerate; add a toleration with key nvidia.com/gpu, operator Exists,"
                + " effect NoSchedule");
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

  @ParameterizedTest
  @CsvSource({"host-2, t4-x2", "a-1, a-1"})
  void aPodThatSelectsANodeByItsHostNameGetsItsKind(String host, String row) {
    String two = node("t4-1", "").replace("\"nvidia.com/gpu\": \"4\"", "\"nvidia.com/gpu\": \"2\"");
    String other =
        two.replace("t4-1", "t4-2")
            .replace("\"disk\"", "\"kubernetes.io/hostname\": \"host-2\", \"disk\"");
    Target own = cluster(node("a-1", ""), two, other);
    Match match = own.match(pod().nodeSelector("kubernetes.io/hostname", host)).orElseThrow();

    assertThat(match.orThrow().shape().spec().name()).isEqualTo(row);
    assertThat(match.notes())
        .extracting(Note::toString)
        .contains(
            "node.named: the pod selects nodes by name, kubernetes.io/hostname In [%s]; gpuspec fits judges these nodes, and this answer is about their kind"
                .formatted(host));
  }

  /** Of a node whose name is t4-1 and whose host name is host-1. */
  @ParameterizedTest
  @CsvSource({
    "kubernetes.io/hostname, In, t4-1, false",
    "kubernetes.io/hostname, NotIn, host-1, false",
    "kubernetes.io/hostname, NotIn, t4-1, true",
    "metadata.name, In, t4-1, true",
    "metadata.name, In, host-1, false",
    "metadata.name, NotIn, t4-1, false"
  })
  void aNameIsNoHostName(String key, String operator, String value, boolean isFound) {
    NodeRequirement asked = new NodeRequirement(key, operator, List.of(value));
    PodView pod = pod().nodeTerms(List.of(new NodeTerm(List.of(asked))));

    assertThat(cluster(named("t4-1", "host-1")).match(pod).orElseThrow().isFound())
        .isEqualTo(isFound);
  }

  @Test
  void oneNodeHasAllNamesThatAPodAsksFor() {
    Target own = cluster(named("t4-1", "host-1"), named("t4-2", "host-2"));
    NodeRequirement host = NodeRequirement.in("kubernetes.io/hostname", "host-1");

    assertThat(own.match(pod(host, "t4-1")).orElseThrow().isFound()).isTrue();
    assertThat(own.match(pod(host, "t4-2")).orElseThrow().explain().toString())
        .contains(
            "no node here meets kubernetes.io/hostname In [host-1] and metadata.name In [t4-2] together");
  }

  private static PodView pod(NodeRequirement host, String name) {
    return pod()
        .nodeTerms(
            List.of(
                new NodeTerm(List.of(host), List.of(NodeRequirement.in("metadata.name", name)))));
  }

  @Test
  void theNodeThatAPodNamesIsNotFoundByItsHostName() {
    Target own = cluster(named("t4-1", "host-1"));

    assertThat(own.match(pod().nodeName("t4-1")).orElseThrow().isFound()).isTrue();
    assertThat(own.match(pod().nodeName("host-1")).orElseThrow().isFound()).isFalse();
  }

  private static String named(String name, String host) {
    return node(name, "")
        .replace("\"disk\"", "\"kubernetes.io/hostname\": \"%s\", \"disk\"".formatted(host));
  }

  @Test
  void aHostNameThatNoNodeHasIsToldWithThoseThatAreThere() {
    PodView pod = pod().nodeSelector("kubernetes.io/hostname", "b");

    assertThat(cluster(node("a-1", "")).match(pod).orElseThrow().explain().toString())
        .contains(
            "kubernetes.io/hostname: labels: In b requested, and no node here has that; there is a-1");
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

  @Test
  void whatIsNoNodeInAListIsIgnored() {
    String pod = "{\"kind\": \"Pod\", \"metadata\": {\"name\": \"p\"}}";

    assertThat(cluster(pod, node("t4-1", ""), pod).catalog().specs()).hasSize(1);
    assertError(() -> cluster(pod), "overlay.malformed");
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
  }

  // What becomes a row.

  private static GpuSpec row(String labels, String spec, String allocatable) {
    return cluster(item("n-1", labels, spec, allocatable)).catalog().specs().get(0);
  }

  private static GpuSpec row(String labels) {
    return row(labels, "", "cpu=8 memory=30Gi nvidia.com/gpu=2");
  }

  private static List<String> names(Target own) {
    return own.catalog().specs().stream().map(GpuSpec::name).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu.count=4, nvidia.com/gpu=8, 4",
    // A card that is lost is not allocatable, and its label stays.
    "nvidia.com/gpu.count=8, nvidia.com/gpu=7, 7",
    "nvidia.com/gpu.count=8 nvidia.com/gpu.replicas=4, nvidia.com/gpu=28, 7",
    "nvidia.com/gpu.count=8 nvidia.com/gpu.replicas=4, nvidia.com/gpu.shared=32, 8",
    // What is no count of cards leaves what the node advertises.
    "nvidia.com/gpu.count=0, nvidia.com/gpu=8, 8",
    "nvidia.com/gpu.count=many, nvidia.com/gpu=8, 8",
    "disk=ssd, nvidia.com/gpu=8, 8",
    // Instances are of one card at least, whichever the node advertises.
    "disk=ssd, nvidia.com/mig-1g.5gb=7, 1",
    "disk=ssd, nvidia.com/gpu=2 nvidia.com/mig-1g.5gb=7, 2",
    // The kubelet keeps the names of instances that are gone until it starts again.
    "nvidia.com/gpu.count=8, nvidia.com/gpu=7 nvidia.com/mig-1g.5gb=0, 7",
    "nvidia.com/gpu.count=8, nvidia.com/gpu=7 nvidia.com/mig-1g.5gb=7, 8",
  })
  void theCardsAreThoseOfWhichPodsCanHaveSomething(String label, String advertised, int gpus) {
    String labels = "nvidia.com/gpu.product=NVIDIA-A100-SXM4-40GB " + label;

    assertThat(row(labels, "", "cpu=8 memory=30Gi " + advertised).gpus()).isEqualTo(gpus);
  }

  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu.product=Tesla-T4, T4",
    "accelerator=nvidia-t4, T4",
    // The label that says most counts: there are A100 of two sizes.
    "accelerator=nvidia-a100 nvidia.com/gpu.product=NVIDIA-A100-SXM4-80GB, A100-80G",
    "accelerator=nvidia-v100 nvidia.com/gpu.memory=16160, V100-16G",
    // Neither of two that are possible is taken without a word for it.
    "accelerator=nvidia-v100 nvidia.com/gpu.memory=1, nvidia-v100",
    "accelerator=nvidia-v100 nvidia.com/gpu.memory=16Gi, nvidia-v100",
    "accelerator=nvidia-v100, nvidia-v100",
    // A card that no list has keeps its name, where that can be the name of a GPU.
    "nvidia.com/gpu.product=NVIDIA-GeForce-RTX-5090, NVIDIA-GeForce-RTX-5090",
    "nvidia.com/gpu.product=NVIDIA-GeForce-RTX-5090-SHARED, NVIDIA-GeForce-RTX-5090",
    "nvidia.com/gpu.product=Tesla-T4-SHARED, T4",
    "accelerator=5090, GPU",
    "node.kubernetes.io/instance-type=gn99.large, gn99.large",
    "disk=ssd, GPU",
  })
  void theGpuIsTheOneThatALabelNames(String labels, String gpu) {
    assertThat(row(labels).gpu()).isEqualTo(gpu);
  }

  @Test
  void cpuAndMemoryAreWhatPodsCanUseAndTheLeastOfAlikeNodes() {
    String labels = "nvidia.com/gpu.product=Tesla-T4";
    for (String[] amounts : new String[][] {{"190Gi", "189Gi"}, {"189Gi", "190Gi"}}) {
      GpuSpec both =
          cluster(
                  item("a", labels, "", "cpu=47500m nvidia.com/gpu=4 memory=" + amounts[0]),
                  item("b", labels, "", "cpu=47500m nvidia.com/gpu=4 memory=" + amounts[1]))
              .catalog()
              .specs()
              .get(0);

      assertThat(both.nodes()).hasValue(2);
      assertThat(both.sizes()).singleElement().asString().endsWith(" · 47.5 cores · 189Gi");
    }
    GpuSpec unknown = row(labels, "", "nvidia.com/gpu=4 memory=190Gi");
    assertThat(unknown.isSized()).isFalse();
    assertThat(row(labels, "", "nvidia.com/gpu=4 cpu=8").isSized()).isFalse();
    assertThat(row(labels, "", "nvidia.com/gpu=4 cpu=8 memory=1Mi").isSized()).isTrue();
  }

  @Test
  void theArchitectureIsALabel() {
    assertThat(row("nvidia.com/gpu.product=T4g kubernetes.io/arch=arm64").arch())
        .hasToString("arm64");
    assertThat(row("nvidia.com/gpu.product=Tesla-T4").arch()).hasToString("amd64");
  }

  @Test
  void labelsOfOneNodeAloneAreNotAmongThoseOfItsKind() {
    String each =
        "nvidia.com/gpu.product=Tesla-T4 disk=ssd kubernetes.io/hostname=%1$s"
            + " nvidia.com/gfd.timestamp=%2$s node.kubernetes.io/instance-id=%2$s"
            + " karpenter.sh/nodeclaim=%2$s pet=%1$s";
    String can = "cpu=8 memory=30Gi nvidia.com/gpu=1";
    Target own =
        cluster(
            item("a", each.formatted("a", 1), "", can), item("b", each.formatted("b", 2), "", can));

    assertThat(own.catalog().specs())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.nodeNames()).containsExactly("a", "b");
              assertThat(row.nodeLabels())
                  .containsOnly(
                      Map.entry("disk", "ssd"), Map.entry("nvidia.com/gpu.product", "Tesla-T4"));
            });
  }

  /** Kubernetes writes taints of a node's state, and takes them away, itself. */
  @Test
  void taintsAreThoseThatStay() {
    GpuSpec row =
        row(
            "nvidia.com/gpu.product=Tesla-T4",
            """
            "taints": [{"key": "team", "value": "search", "effect": "NoSchedule"},
                       {"key": "gpu", "effect": "NoExecute"},
                       {"key": "slow", "value": "", "effect": "PreferNoSchedule"},
                       {"key": "node.kubernetes.io/not-ready", "effect": "NoExecute"}]
            """,
            "cpu=8 memory=30Gi nvidia.com/gpu=1");

    assertThat(row.taints())
        .containsExactlyInAnyOrder(
            new Taint("team", "search", Taint.Effect.NO_SCHEDULE),
            new Taint("gpu", "", Taint.Effect.NO_EXECUTE),
            new Taint("slow", "", Taint.Effect.PREFER_NO_SCHEDULE));
    assertThat(row.isCordoned()).isFalse();
  }

  @Test
  void resourcesBesideCardsAreThoseThatTheNodeHasSomeOf() {
    assertThat(
            row(
                    "nvidia.com/gpu.product=Tesla-T4",
                    "",
                    "cpu=8 memory=30Gi pods=110 ephemeral-storage=1Gi nvidia.com/gpu=1"
                        + " nvidia.com/gpu.shared=4 rdma/hca=8 rdma/none=0 hugepages-2Mi=4Mi"
                        + " hugepages-1Gi=0")
                .resources())
        .containsOnly(Map.entry("rdma/hca", 8L), Map.entry("hugepages-2Mi", 4L << 20));
    // Beside instances, a whole card that is left is a resource like them.
    assertThat(
            row(
                    "nvidia.com/gpu.product=NVIDIA-A100-SXM4-40GB nvidia.com/gpu.count=2",
                    "",
                    "cpu=8 memory=30Gi nvidia.com/gpu=1 nvidia.com/mig-1g.5gb=7")
                .resources())
        .containsOnly(Map.entry("nvidia.com/gpu", 1L), Map.entry("nvidia.com/mig-1g.5gb", 7L));
    assertThat(
            row(
                    "nvidia.com/gpu.product=NVIDIA-A100-SXM4-40GB nvidia.com/gpu.count=2",
                    "",
                    "cpu=8 memory=30Gi nvidia.com/gpu=0 nvidia.com/mig-1g.5gb=7")
                .resources())
        .containsOnly(Map.entry("nvidia.com/mig-1g.5gb", 7L));
  }

  @Test
  void aRowServesARequestForNoMoreOfAResourceThanItHas() {
    Target own =
        cluster(
            item(
                "n-1",
                "nvidia.com/gpu.product=Tesla-T4",
                "",
                "cpu=8 memory=30Gi nvidia.com/gpu=4 rdma/hca=8 hugepages-2Mi=4Mi"));
    GpuRequest request = GpuRequest.of("T4").resource("rdma/hca", 8);
    Match match = own.match(request.resource("rdma/hca", 9));

    assertThat(own.match(request).isFound()).isTrue();
    assertThat(own.match(request.replicas(2)).orThrow().plan().nodes()).isEqualTo(2);
    assertThat(own.match(GpuRequest.of("T4").resource("rdma/hca", 4).replicas(3)).orThrow().plan())
        .hasToString("2 x n-1 · 8 cores · 30Gi");
    assertThat(match.rejected())
        .extracting(Rejection::toString)
        .containsExactly("n-1: rdma/hca: 9 requested, has 8, short 1");
    assertThat(match.rejected().get(0).toFit()).contains("request at most 8 of rdma/hca");
    assertThat(own.match(GpuRequest.of(7, "T4")).rejected())
        .extracting(Rejection::toString)
        .containsExactly("n-1: gpus: 7 requested, has 4, short 3");
    assertThat(own.match(GpuRequest.of("T4").resource("hugepages-2Mi", 6L << 20)).rejected())
        .extracting(Rejection::toString)
        .containsExactly("n-1: hugepages-2Mi: 6Mi requested, has 4Mi, short 2Mi");
    assertThat(own.match(GpuRequest.of("T4").resource("x/y", 1)).rejected().get(0).toFit())
        .contains("leave x/y out, or state in an overlay how many of it the nodes offer");
  }

  @Test
  void aRowIsCalledLikeItsOnlyNodeOrElseLikeItsGpusAndNumbered() {
    String[] nodes =
        IntStream.range(0, 6)
            .mapToObj(
                i ->
                    item(
                        "n-" + i,
                        "nvidia.com/gpu.product=Tesla-T4 disk=d" + i / 2,
                        "",
                        "cpu=8 memory=30Gi nvidia.com/gpu=4"))
            .toArray(String[]::new);

    assertThat(names(cluster(nodes))).containsExactly("t4-x4", "t4-x4-2", "t4-x4-3");
    assertThat(names(cluster(nodes[0]))).containsExactly("n-0");
  }

  @Test
  void namesThatNoNodeCanHaveAreLeftOut() {
    assertThat(cluster(node("Node_1", "")).catalog().specs().get(0).nodeNames()).isEmpty();
    assertThat(cluster(node("node-1.", "")).catalog().specs().get(0).nodeNames()).isEmpty();
    assertThat(cluster(node("node.1", "")).catalog().specs().get(0).nodeNames())
        .containsExactly("node.1");
  }

  /** A label that is well known comes first; others are named where nodes differ in them. */
  @Test
  void aRowIsSelectedByTheLabelsThatSetItApart() {
    String t4 = "nvidia.com/gpu.product=Tesla-T4 zone=%s empty= team=%s";
    String can = "cpu=8 memory=30Gi nvidia.com/gpu=1";
    Target own =
        cluster(
            item("a", t4.formatted("z1", "x"), "", can),
            item("b", t4.formatted("z1", "y"), "", can),
            item("c", "nvidia.com/gpu.product=Tesla-T4 zone=z2", "", can),
            item("d", "nvidia.com/gpu.product=NVIDIA-L4", "", can));

    assertThat(own.catalog().specs())
        .extracting(row -> row.name() + " " + row.labels())
        .containsExactlyInAnyOrder(
            "a {nvidia.com/gpu.product=Tesla-T4, team=x}",
            "b {nvidia.com/gpu.product=Tesla-T4, team=y}",
            "c {nvidia.com/gpu.product=Tesla-T4, zone=z2}",
            "d {nvidia.com/gpu.product=NVIDIA-L4}");
  }

  /** Nodes without GPUs are looked at too, as a pod must not select them. */
  @Test
  void aLabelThatNodesWithoutGpusHaveDoesNotSetThemApart() {
    String can = "cpu=8 memory=30Gi";
    Target own =
        cluster(
            item("a", "accelerator=none pool=gpu", "", can + " nvidia.com/gpu=1"),
            item("b", "accelerator=none pool=web", "", can));

    assertThat(own.catalog().specs())
        .singleElement()
        .extracting(GpuSpec::labels)
        .isEqualTo(Map.of("accelerator", "none", "pool", "gpu"));
  }

  /** The file has no date of its own; the nodes say when they were last well. */
  @Test
  void theSourceIsOfTheLastDayOnWhichANodeSaidHowItIs() {
    String node =
        """
        {"kind": "Node",
         "metadata": {"name": "%s", "labels": {"accelerator": "nvidia-t4"}, "creationTimestamp": "2026-10-01T08:00:00Z"},
         "status": {"allocatable": {"cpu": "8", "memory": "30Gi", "nvidia.com/gpu": "1"},
           "conditions": [{"lastHeartbeatTime": "%s"}, {"lastHeartbeatTime": "soon"}]}}
        """;
    Target own =
        cluster(
            node.formatted("a", "2026-11-20T10:00:00Z"),
            node.formatted("b", "2026-11-19T10:00:00Z"));

    assertThat(own.catalog().specs().get(0).citation())
        .hasToString("The nodes of your cluster, by kubectl get nodes, 2026-11-20 (third-party)");
    assertThat(row("accelerator=nvidia-t4").citation().date()).isEqualTo("2026");
  }

  @Test
  void aListOfNodesMayLeaveTheirKindOutAndOneNodeIsEnough() {
    String node = node("t4-1", "");

    assertThat(
            names(
                GPUS.in("own")
                    .overlay(
                        Overlay.parse(
                            "nodes.json",
                            "{\"kind\": \"NodeList\", \"items\": [%s]}"
                                .formatted(node.replace("\"kind\": \"Node\", ", ""))))))
        .containsExactly("t4-1");
    assertThat(names(GPUS.in("own").overlay(Overlay.parse("node.json", node))))
        .containsExactly("t4-1");
  }

  @Test
  void whatCannotBeReadIsToldWithItsPlace() {
    String good = node("t4-1", "");
    String bad = node("t4-2", "").replace("200Gi", "lots");

    assertThatThrownBy(() -> cluster(good, bad, bad))
        .isInstanceOfSatisfying(
            OverlayException.class,
            e ->
                assertThat(e.problems())
                    .hasSize(2)
                    .first()
                    .asString()
                    .startsWith("cluster.json:")
                    .contains("/items/1: allocatable[memory]: memory: 'lots' is not a quantity"));
    assertError(() -> Overlay.parse("node.json", bad), "overlay.malformed", "lots");
  }

  @Test
  void nodesWhoseCardsAreSharedSayThatReplicasMayCount() {
    assertThat(row("nvidia.com/gpu.product=Tesla-T4-SHARED nvidia.com/gpu.replicas=4").notes())
        .extracting(Note::id)
        .containsExactly("replicas.node", "overlay.added");
    assertThat(row("nvidia.com/gpu.product=Tesla-T4 nvidia.com/gpu.replicas=1").notes())
        .extracting(Note::id)
        .containsExactly("overlay.added");
  }

  /** MIG strategy single: instances are GPUs with a product of their own, and its memory. */
  @Test
  void instancesThatCountAsGpusAreSaidToBeInstances() {
    GpuSpec row = row("nvidia.com/gpu.product=NVIDIA-A100-SXM4-40GB-MIG-1g.5gb");

    assertThat(row.gpu()).isEqualTo("NVIDIA-A100-SXM4-40GB-MIG-1g.5gb");
    assertThat(row.gpuMemory().orElseThrow()).hasToString("5Gi");
    assertThat(row.notes().get(0).id()).isEqualTo("mig.single");
    assertThat(row.notes().get(0).message())
        .endsWith("an instance 1g.5gb, which pods request as nvidia.com/gpu");
  }
}
