package io.gpuspec.fleet;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the list of a cluster is read. */
class ClusterStateTest {
  private static final String NODE =
      """
      {"kind": "Node",
       "metadata": {"name": "n", "labels": {"node.kubernetes.io/instance-type": "g5.xlarge"}},
       "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "nvidia.com/gpu": "1"}}}""";
  private static final String POD =
      """
      {"kind": "Pod", "metadata": {"name": "p",
        "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{}", "a": "b"}},
       "spec": {"nodeName": "n", "containers": [
         {"name": "c", "resources": {"requests": {"cpu": "1"}}}]}}""";

  @Test
  void kubectlWritesTheKindOfAListLast() {
    ClusterState state =
        ClusterState.parse(
            "{\"apiVersion\": \"v1\", \"items\": [%s, %s], \"kind\": \"List\", \"metadata\": {}}"
                .formatted(POD, NODE));

    assertThat(state.nodes()).hasToString("n (g5.xlarge): 1 GPU, 3 cores · 8Gi, 109 pods free");
    assertThat(state.views().get(0).pods().get(0).annotations()).containsOnlyKeys("a");
  }

  @Test
  void whatAPodAsksForAsAWholeReplacesTheSumOfItsContainers() {
    String whole =
        POD.replace(
            "\"nodeName\"",
            "\"resources\": {\"requests\": {\"cpu\": \"2\", \"memory\": \"5Gi\"}}, \"nodeName\"");

    assertThat(
            ClusterState.parse("{\"kind\": \"List\", \"items\": [%s, %s]}".formatted(NODE, whole))
                .nodes())
        .hasToString("n (g5.xlarge): 1 GPU, 2 cores · 3Gi, 109 pods free");
  }

  @Test
  void theApiServerWritesTheKindOfItemsOnceAndFirst() {
    String bare = NODE.replace("\"kind\": \"Node\",", "");

    assertThat(
            ClusterState.parse("{\"kind\": \"NodeList\", \"items\": [%s]}".formatted(bare)).nodes())
        .hasSize(1);
  }

  @Test
  void theKindOfItemsMayComeAfterThem() {
    String bare = NODE.replace("\"kind\": \"Node\",", "");
    String list = "{\"items\": [%s], \"kind\": \"%s\"}";

    assertThat(ClusterState.parse(list.formatted(bare, "NodeList")).nodes()).hasSize(1);
    assertThat(ClusterState.parse(list.formatted(NODE, "List")).nodes()).hasSize(1);
  }

  @Test
  void podsThatWaitForANodeAreTold() {
    String list = "{\"kind\": \"List\", \"items\": [%s, %s, %s]}";
    String pending = POD.replace("\"nodeName\": \"n\", ", "");

    assertThat(ClusterState.parse(list.formatted(NODE, POD, pending)).notes())
        .extracting(Note::toString)
        .containsExactly(
            "fleet.pending: 1 pod waits for a node; it is not planned for, and its room counts as"
                + " free");
    assertThat(ClusterState.parse(list.formatted(NODE, pending, pending)).notes().toString())
        .contains("2 pods wait for a node; they are not planned for");
    assertThat(ClusterState.parse(list.formatted(NODE, POD, POD)).notes()).isEmpty();
  }

  @Test
  void podsThatRunOnNodesThatAreNotStatedDoNotWait() {
    String lost =
        POD.replace("\"nodeName\": \"n\", ", "")
            .replace("}]}}", "}]}, \"status\": {\"phase\": \"Running\"}}");

    assertThat(
            ClusterState.parse("{\"kind\": \"List\", \"items\": [%s, %s]}".formatted(NODE, lost))
                .notes())
        .extracting(Note::toString)
        .containsExactly(
            "fleet.no-node-name: 1 pod runs and its spec.nodeName is missing, so what it takes of its node counts as free; give the output of kubectl as it is");
  }

  @Test
  void oneNodeIsReadWithoutAList() {
    assertThat(ClusterState.parse(NODE).nodes()).hasSize(1);
  }

  private static ClusterState of(String... items) {
    return ClusterState.parse("{\"kind\": \"List\", \"items\": [" + String.join(",", items) + "]}");
  }

  /** The node with another field in its spec, metadata or status. */
  private static String with(String object, String part, String field) {
    String begin = "\"" + part + "\": {";
    return object.contains(begin)
        ? object.replaceFirst(Pattern.quote(begin), "$0" + field + ", ")
        : object.replaceFirst("\\{", "{" + begin + field + "}, ");
  }

  private static String condition(String type, String status) {
    return "\"conditions\": [{\"type\": \"MemoryPressure\", \"status\": \"True\"},"
        + " {\"type\": \"%s\", \"status\": \"%s\"}]".formatted(type, status);
  }

  @Test
  void aNodeThatTakesNoPodsIsLeftOut() {
    String cordoned = with(NODE, "spec", "\"unschedulable\": true");
    String unready = with(NODE, "status", condition("Ready", "False"));
    String unknown = with(NODE, "status", condition("Ready", "Unknown"));
    String unlabelled = NODE.replace("node.kubernetes.io/instance-type", "type");

    assertThat(of(cordoned, POD).notes())
        .hasToString("fleet.node-left-out: n is left out: it is cordoned");
    assertThat(of(unready, POD).notes())
        .hasToString("fleet.node-left-out: n is left out: it is not ready");
    assertThat(of(unknown, POD).notes().toString()).contains("it is not ready");
    assertThat(of(unlabelled, POD).notes())
        .hasToString(
            "fleet.node-left-out: n is left out: it has no label node.kubernetes.io/instance-type");
    assertThat(of(cordoned, POD).nodes()).isEmpty();
    assertThat(of(cordoned, POD).views().get(0).isUnschedulable()).isTrue();
    assertThat(of(with(NODE, "status", condition("Ready", "True")), POD).nodes()).hasSize(1);
    assertThat(of(with(NODE, "status", condition("Other", "False")), POD).nodes()).hasSize(1);
    assertThat(of(NODE, POD)).hasToString("1 node");
  }

  @Test
  void withoutPodsNodesCountAsEmptyAndThatIsSaid() {
    assertThat(of(NODE).nodes()).hasToString("n (g5.xlarge): 1 GPU, 4 cores · 8Gi, 110 pods free");
    assertThat(of(NODE).notes())
        .hasToString(
            "fleet.no-pods: no pods are given, so the nodes count as empty; kubectl get nodes,pods"
                + " -A -o json gives both");
  }

  @Test
  void labelsTaintsAndZonesOfANodeAreRead() {
    String tainted =
        with(
            with(NODE, "labels", "\"topology.kubernetes.io/zone\": \"z\", \"team\": \"a\""),
            "spec",
            "\"taints\": [{\"key\": \"k\", \"value\": \"v\", \"effect\": \"NoSchedule\"},"
                + " {\"key\": \"e\", \"effect\": \"NoExecute\"}, {\"key\": \"x\", \"effect\": \"Later\"}]");
    ExistingNode node = of(tainted, POD).nodes().get(0);

    assertThat(node.zone()).contains("z");
    assertThat(node.view().orElseThrow().labels()).containsEntry("team", "a").hasSize(3);
    assertThat(node.view().orElseThrow().taints())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder("k=v:NoSchedule", "e:NoExecute");
    assertThat(of(NODE, POD).nodes().get(0).zone()).isEmpty();
    assertThat(
            of(with(NODE, "labels", "\"topology.kubernetes.io/zone\": \"\""), POD)
                .nodes()
                .get(0)
                .zone())
        .isEmpty();
  }

  /** By Kubernetes, pods that are over hold nothing. */
  @Test
  void podsThatAreOverHoldNothing() {
    for (String phase : List.of("Succeeded", "Failed")) {
      assertThat(of(NODE, with(POD, "status", "\"phase\": \"" + phase + "\"")).nodes())
          .hasToString("n (g5.xlarge): 1 GPU, 4 cores · 8Gi, 110 pods free");
    }
    assertThat(of(NODE, with(POD, "status", "\"phase\": \"Running\"")).nodes().toString())
        .contains("3 cores");
  }

  @Test
  void whatIsFreeIsNeverBelowNothing() {
    String pods =
        with(NODE, "allocatable", "\"pods\": \"1\", \"rdma/hca\": \"2\", \"vpc.x/efa\": \"1\"");
    String asks =
        POD.replace(
            "\"requests\": {\"cpu\": \"1\"}",
            "\"limits\": {\"nvidia.com/gpu\": \"3\", \"rdma/hca\": \"1\", \"other/x\": \"1\"},"
                + " \"requests\": {\"cpu\": \"9\", \"memory\": \"9Gi\"}");
    ExistingNode one = of(pods, asks).nodes().get(0);
    ExistingNode two = of(pods, asks, asks, asks).nodes().get(0);

    assertThat(one).hasToString("n (g5.xlarge): 0 GPUs, 0 cores · 0 bytes, 0 pods free");
    assertThat(one.resources()).isEqualTo(Map.of("rdma/hca", 1L, "vpc.x/efa", 1L));
    assertThat(two).hasToString("n (g5.xlarge): 0 GPUs, 0 cores · 0 bytes, 0 pods free");
    assertThat(two.resources()).containsEntry("rdma/hca", 0L);
  }

  /** A sidecar counts beside the containers, other init containers before them; overhead always. */
  @Test
  void initContainersSidecarsAndOverheadCount() {
    String init =
        "\"initContainers\": [{\"name\": \"i\"%s, \"resources\": {\"requests\":"
            + " {\"cpu\": \"2\"}}}]";
    String over = "\"overhead\": {\"cpu\": \"500m\"}";
    String sidecar = init.formatted(", \"restartPolicy\": \"Always\"");

    assertThat(of(NODE, with(POD, "spec", init.formatted(""))).nodes().toString())
        .contains("1 GPU, 2 cores");
    assertThat(of(NODE, with(POD, "spec", sidecar)).nodes().toString()).contains("1 GPU, 1 core ");
    assertThat(of(NODE, with(POD, "spec", over)).nodes().toString()).contains("2.5 cores");
  }

  private static RunningNode.RunningPod running(String pod) {
    return of(NODE, pod).running().get(0).pods().get(0);
  }

  private static String why(String part, String field) {
    String owned = with(POD, "metadata", "\"ownerReferences\": [{\"kind\": \"Job\"}]");
    return running(with(owned, part, field)).stays().orElse("moves");
  }

  @Test
  void whatKeepsAPodOnItsNodeIsSaid() {
    assertThat(running(POD).stays()).contains("it has no owner, so nothing would create it again");
    assertThat(why("spec", "\"a\": 1")).isEqualTo("moves");
    assertThat(why("annotations", "\"karpenter.sh/do-not-disrupt\": \"true\""))
        .isEqualTo("it is annotated karpenter.sh/do-not-disrupt");
    assertThat(why("annotations", "\"karpenter.sh/do-not-disrupt\": \"false\"")).isEqualTo("moves");
    assertThat(why("annotations", "\"cluster-autoscaler.kubernetes.io/safe-to-evict\": \"false\""))
        .isEqualTo("it is annotated cluster-autoscaler.kubernetes.io/safe-to-evict: false");
    assertThat(why("annotations", "\"cluster-autoscaler.kubernetes.io/safe-to-evict\": \"true\""))
        .isEqualTo("moves");
    assertThat(why("spec", "\"restartPolicy\": \"Always\"")).isEqualTo("moves");
    for (String policy : List.of("Never", "OnFailure")) {
      assertThat(why("spec", "\"restartPolicy\": \"%s\"".formatted(policy)))
          .isEqualTo("it runs until it is done, such as a Job's, and would begin anew");
    }
    assertThat(why("spec", "\"resourceClaims\": [{\"name\": \"gpu\"}]"))
        .isEqualTo("it has resource claims, which are not judged here");
    for (String among :
        List.of(
            "\"affinity\": {\"podAffinity\": {\"x\": [1]}}",
            "\"affinity\": {\"podAntiAffinity\": {\"x\": [1]}}",
            "\"topologySpreadConstraints\": [{}]")) {
      assertThat(why("spec", among))
          .isEqualTo(
              "it has affinities to other pods or spread constraints, which are not judged here");
    }
    assertThat(
            why("spec", "\"affinity\": {\"podAffinity\": {}}, \"topologySpreadConstraints\": []"))
        .isEqualTo("moves");
    String ports =
        "\"initContainers\": [{\"name\": \"i\", \"restartPolicy\": \"Always\", \"ports\": [{\"hostPort\": %s}]}]";
    assertThat(why("spec", ports.formatted(1)))
        .isEqualTo("it has ports of its node, which are not judged here");
    assertThat(why("spec", ports.formatted(0))).isEqualTo("moves");
  }

  @Test
  void labelsSayHowANodeWasBought() {
    assertThat(bought("karpenter.sh/capacity-type", "spot")).isEqualTo(CapacityType.SPOT);
    assertThat(bought("karpenter.sh/capacity-type", "reserved")).isEqualTo(CapacityType.RESERVED);
    assertThat(bought("eks.amazonaws.com/capacityType", "SPOT")).isEqualTo(CapacityType.SPOT);
    assertThat(bought("eks.amazonaws.com/capacityType", "ON_DEMAND"))
        .isEqualTo(CapacityType.ON_DEMAND);
    assertThat(bought("eks.amazonaws.com/capacityType", "CAPACITY_BLOCK"))
        .isEqualTo(CapacityType.RESERVED);
    assertThat(bought("node.alibabacloud.com/spot-strategy", "SpotAsPriceGo"))
        .isEqualTo(CapacityType.SPOT);
    assertThat(of(NODE, POD).running().get(0).capacityType()).isEqualTo(CapacityType.ON_DEMAND);
  }

  private static CapacityType bought(String label, String value) {
    String labelled = with(NODE, "labels", "\"%s\": \"%s\"".formatted(label, value));
    return of(labelled, POD).running().get(0).capacityType();
  }

  @Test
  void podsOfTheNodeItselfDoNotMove() {
    for (String kind : List.of("DaemonSet", "Node")) {
      String own = "\"ownerReferences\": [{\"kind\": \"" + kind + "\"}]";
      assertThat(of(NODE, with(POD, "metadata", own)).running().get(0).pods()).isEmpty();
    }
    String annotation = "\"annotations\": {\"karpenter.sh/do-not-disrupt\": \"true\"}";
    assertThat(of(with(NODE, "metadata", annotation), POD).running().get(0).stays())
        .contains("it is annotated karpenter.sh/do-not-disrupt");
    String scaling =
        "\"annotations\": {\"cluster-autoscaler.kubernetes.io/scale-down-disabled\": \"true\"}";
    assertThat(of(with(NODE, "metadata", scaling), POD).running().get(0).stays())
        .contains("it is annotated cluster-autoscaler.kubernetes.io/scale-down-disabled");
    assertThat(of(NODE, POD).running().get(0).stays()).isEmpty();
  }

  private static String budget(String spec) {
    return "{\"kind\": \"PodDisruptionBudget\", \"metadata\": {\"name\": \"b\"},"
        + " \"spec\": {\"selector\": {}, %s}}".formatted(spec);
  }

  /** Kubernetes, eviction API: budgets are not asked for pods that start or leave. */
  @Test
  void aBudgetIsNotAskedForPodsThatStartOrLeave() {
    String pod = with(POD, "metadata", "\"ownerReferences\": [{\"kind\": \"Job\"}]");
    String none = budget("\"maxUnavailable\": 0");

    assertThat(of(NODE, pod, none).running().get(0).pods().get(0).stays())
        .contains("the PodDisruptionBudget b allows no disruption");
    for (String started :
        List.of(
            with(pod, "status", "\"phase\": \"Pending\""),
            with(pod, "metadata", "\"deletionTimestamp\": \"2026-01-01T00:00:00Z\""))) {
      assertThat(of(NODE, started, none).running().get(0).pods().get(0).stays()).isEmpty();
    }
  }

  /** Of two pods, one that is not ready, or is leaving, is not healthy. */
  @Test
  void aBudgetCountsPodsThatAreReady() {
    String ready = with(POD, "status", condition("Ready", "True"));
    String unready = with(POD, "status", condition("Ready", "False"));
    String unsaid = with(POD, "status", condition("Other", "True"));
    String leaving = with(POD, "metadata", "\"deletionTimestamp\": \"2026-01-01T00:00:00Z\"");
    String one = budget("\"minAvailable\": 1");

    assertThat(allowed(one, ready, POD)).isEqualTo(1);
    assertThat(allowed(one, ready, unready)).isZero();
    assertThat(allowed(one, ready, unsaid)).isZero();
    assertThat(allowed(one, ready, leaving)).isZero();
    assertThat(allowed(budget("\"minAvailable\": \"34%\""), ready, ready, ready)).isEqualTo(1);
    assertThat(allowed(budget("\"minAvailable\": \"33%\""), ready, ready, ready)).isEqualTo(2);
    assertThat(allowed(budget("\"maxUnavailable\": 5"), ready, ready)).isEqualTo(2);
  }

  private static int allowed(String budget, String... pods) {
    List<String> items = new ArrayList<>(List.of(pods));
    items.add(NODE);
    items.add(budget);
    return of(items.toArray(String[]::new))
        .running()
        .get(0)
        .pods()
        .get(0)
        .budget()
        .orElseThrow()
        .allowed();
  }

  @Test
  void aFileIsRead(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("cluster.json"), NODE);

    assertThat(ClusterState.read(file).nodes()).hasSize(1);
    assertError(() -> ClusterState.read(folder.resolve("none.json")), "file.unreadable");
    Files.writeString(file, "{\"items\": []}");
    assertError(() -> ClusterState.read(file), "fleet.malformed", "cluster.json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"kind": "List", "items": [ | '' | json.malformed
          {"items": [], "items": []} | items | json.malformed
          {"items": [{"kind": 1, "kind": 2}]} | kind | json.malformed
          {"items": []} {} | '' | json.malformed
          [] | '' | json.malformed
          {"items": []} | '' | fleet.malformed
          {"kind": "List", "items": {}} | '' | fleet.malformed
          """)
  void whatIsNotSuchAListIsRefused(String text, String value, String id) {
    assertError(() -> ClusterState.parse(text), id, value);
  }

  @Test
  void anAmountThatCannotBeReadIsToldWithItsObject() {
    assertError(
        () ->
            ClusterState.parse(
                """
                    {"kind": "Node", "metadata": {"name": "n2"},
                     "status": {"allocatable": {"cpu": "abc"}}}
                    """),
        "quantity.malformed",
        "abc");
    assertError(
        () ->
            ClusterState.parse(
                """
                    {"items": [
                      {"kind": "Node", "metadata": {"name": "n1"}},
                      {"kind": "Pod", "metadata": {"name": "p", "namespace": "team"},
                       "spec": {"nodeName": "n1", "containers": [
                         {"name": "a", "resources": {"limits": {"nvidia.com/gpu": "1e500"}}}]}}]}
                    """),
        "quantity.malformed",
        "a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NVIDIA-A100-SXM4-40GB-MIG-1g.5gb", "Tesla-T4-SHARED"})
  void aNodeWhoseGpusArePartsOfCardsIsLeftOut(String product) {
    ClusterState state =
        ClusterState.parse(
            """
            {"kind": "Node",
             "metadata": {"name": "n", "labels": {
               "node.kubernetes.io/instance-type": "g4dn.12xlarge",
               "nvidia.com/gpu.product": "%s"}},
             "status": {"allocatable": {"cpu": "47", "memory": "180Gi", "nvidia.com/gpu": "16"}}}
            """
                .formatted(product));

    assertThat(state.nodes()).isEmpty();
    assertThat(state.views()).hasSize(1);
    assertThat(state.notes())
        .extracting(Note::message)
        .contains(
            "n is left out: its GPUs are parts of cards, as nvidia.com/gpu.product says, and plans place whole cards");
  }
}
