package io.gpuspec.manifest.platform;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Taint.Effect;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GpuPoolsTest {

  /** Case one of the document: 8 nodes of A100-80G that train, 4 nodes of T4 that serve. */
  private static final GpuPools CASE_ONE =
      GpuPools.of(
          GpuPool.of("training", "A100-80G").nodes(names("a100", 8)).cards(8),
          GpuPool.of("inference", "T4").nodes(names("t4", 4)).cards(4));

  private static String[] names(String prefix, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + "-" + i).toArray(String[]::new);
  }

  private static PodView pod(int cards) {
    return PodView.empty()
        .container("main", Map.of(), Map.of("nvidia.com/gpu", String.valueOf(cards)));
  }

  @Test
  void caseOneIs64CardsToTrainAnd16ToServe() {
    assertThat(CASE_ONE)
        .hasToString(
            """
            training: 8 x 8 A100-80G, 64 cards; accelerator=nvidia-a100, gpu-count=8, nvidia.com/gpu.present=true, workload=training; workload=training:NoSchedule
            inference: 4 x 4 T4, 16 cards; accelerator=nvidia-t4, gpu-count=4, nvidia.com/gpu.present=true, workload=inference; workload=inference:NoSchedule""");
    assertThat(CASE_ONE.pool("training").cards()).isEqualTo(64);
    assertThat(CASE_ONE.pool("inference").cards()).isEqualTo(16);
    assertThat(CASE_ONE.cards()).isEqualTo(80);
  }

  @Test
  void caseTwoIs96CardsThatTeamsShare() {
    GpuPools pools =
        GpuPools.of(GpuPool.of("shared", "A100-40G").nodes(names("a100", 12)).cards(8));

    assertThat(pools.cards()).isEqualTo(96);
    assertThat(pools.pool("shared").labels())
        .containsExactly(
            Map.entry("accelerator", "nvidia-a100"),
            Map.entry("gpu-count", "8"),
            Map.entry("nvidia.com/gpu.present", "true"),
            Map.entry("workload", "shared"));
  }

  @Test
  void eachCommandWritesOneLabelOrTaintAndMayBeRepeated() {
    GpuPools pools =
        GpuPools.of(
            GpuPool.of("training", "A100-80G").nodes("gpu-node-1", "gpu-node-2").cards(8),
            GpuPool.of("inference", "T4")
                .nodes("gpu-node-3")
                .cards(4)
                .effect(Effect.PREFER_NO_SCHEDULE)
                .taint("nvidia.com/gpu", "true", Effect.NO_SCHEDULE));

    assertThat(pools.commands())
        .hasToString(
            """
            kubectl label nodes gpu-node-1 gpu-node-2 accelerator=nvidia-a100 --overwrite
            kubectl label nodes gpu-node-1 gpu-node-2 gpu-count=8 --overwrite
            kubectl label nodes gpu-node-1 gpu-node-2 nvidia.com/gpu.present=true --overwrite
            kubectl label nodes gpu-node-1 gpu-node-2 workload=training --overwrite
            kubectl taint nodes gpu-node-1 gpu-node-2 workload=training:NoSchedule --overwrite
            kubectl label nodes gpu-node-3 accelerator=nvidia-t4 --overwrite
            kubectl label nodes gpu-node-3 gpu-count=4 --overwrite
            kubectl label nodes gpu-node-3 nvidia.com/gpu.present=true --overwrite
            kubectl label nodes gpu-node-3 workload=inference --overwrite
            kubectl taint nodes gpu-node-3 workload=inference:PreferNoSchedule --overwrite
            kubectl taint nodes gpu-node-3 nvidia.com/gpu=true:NoSchedule --overwrite
            """);
    assertThat(pools.pool("training").removal())
        .containsExactly(
            "kubectl taint nodes gpu-node-1 gpu-node-2 workload:NoSchedule-",
            "kubectl label nodes gpu-node-1 gpu-node-2 accelerator-",
            "kubectl label nodes gpu-node-1 gpu-node-2 gpu-count-",
            "kubectl label nodes gpu-node-1 gpu-node-2 nvidia.com/gpu.present-",
            "kubectl label nodes gpu-node-1 gpu-node-2 workload-");
  }

  @Test
  void aPatchSaysTheSameOfOneNode() {
    assertThat(CASE_ONE.patches()).hasSize(12);
    assertThat(CASE_ONE.patches().get(8))
        .isEqualTo(
            "kubectl patch node t4-1 --type merge -p '"
                + "{\"metadata\":{\"labels\":{\"accelerator\":\"nvidia-t4\",\"gpu-count\":\"4\",\"nvidia.com/gpu.present\":\"true\",\"workload\":\"inference\"}},"
                + "\"spec\":{\"taints\":[{\"key\":\"workload\",\"value\":\"inference\",\"effect\":\"NoSchedule\"}]}}'");
  }

  @Test
  void anUntaintedPoolsPatchLeavesTaintsAlone() {
    GpuPools pools = GpuPools.of(GpuPool.of("any", "T4").nodes("n").cards(1).untainted());

    assertThat(pools.patches().get(0)).doesNotContain("taints");
    assertThat(pools.pool("any").taints()).isEmpty();
  }

  @Test
  void labelsThatGpuFeatureDiscoveryWritesAreSelectedAndNotWritten() {
    PoolPlan training = CASE_ONE.scheme(LabelScheme.of("gfd")).pool("training");

    assertThat(training.labels()).containsOnly(Map.entry("workload", "training"));
    assertThat(training.selector())
        .hasToString(
            "nvidia.com/gpu.product In [NVIDIA-A100-SXM4-80GB, NVIDIA-A100-80GB-PCIe] and workload In [training]");
    assertThat(training.nodes().get(0).labels())
        .containsEntry("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-80GB")
        .containsEntry("nvidia.com/gpu.count", "8")
        .doesNotContainKey("accelerator");
  }

  @Test
  void oneFormOfACardIsSelectedAlone() {
    GpuPools pools =
        GpuPools.of(GpuPool.of("p", "NVIDIA A100 80GB PCIe").nodes("n").cards(2))
            .scheme(LabelScheme.of("gfd"));

    assertThat(pools.pool("p").selector())
        .hasToString("nvidia.com/gpu.product In [NVIDIA-A100-80GB-PCIe] and workload In [p]");
  }

  @Test
  void eachVendorsOwnLabelIsUsed() {
    GpuPools pools = GpuPools.of(GpuPool.of("serve", "T4").nodes("n").cards(1));

    assertThat(pools.scheme(LabelScheme.of("karpenter")).pool("serve").selector())
        .hasToString("karpenter.k8s.aws/instance-gpu-name In [t4] and workload In [serve]");
    assertThat(pools.scheme(LabelScheme.of("ack")).nodes().get(0).labels())
        .containsEntry("aliyun.accelerator/nvidia_name", "Tesla-T4")
        .containsEntry("aliyun.accelerator/nvidia_count", "1")
        .containsEntry("aliyun.accelerator/nvidia_mem", "15109MiB");
    assertThat(pools.scheme(LabelScheme.of("gke")).pool("serve").selector().toString())
        .contains("cloud.google.com/gke-accelerator In [nvidia-tesla-t4]");
  }

  @Test
  void theLabelsThatNodesHaveArePreferred() {
    NodeView bare = NodeView.of("n");
    NodeView discovered = bare.label("nvidia.com/gpu.product", "Tesla-T4");
    NodeView ofAck = discovered.label("aliyun.accelerator/nvidia_name", "Tesla-T4");

    assertThat(LabelScheme.on(List.of(ofAck, ofAck)).name()).isEqualTo("ack");
    assertThat(LabelScheme.on(List.of(ofAck, discovered)).name()).isEqualTo("gfd");
    assertThat(LabelScheme.on(List.of(ofAck, bare)).name()).isEqualTo("plain");
    assertThat(LabelScheme.on(List.of()).name()).isEqualTo("plain");
  }

  @Test
  void nodesWithoutNamesAreFoundByWhatTheyHave() {
    GpuPools byNumber =
        GpuPools.of(
            GpuPool.of("training", "A100-80G").nodes(8).cards(8),
            GpuPool.of("inference", "T4").nodes(4).cards(4));

    assertThatThrownBy(byNumber::commands)
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            """
            nodes: pool 'training' has 8 nodes without names; name them, or give a label that they have already, by labelled
            nodes: pool 'inference' has 4 nodes without names; name them, or give a label that they have already, by labelled"""
                + "; see docs/node-plan.md");
    assertError(byNumber::objects, "node-pool.missing");
    assertThat(byNumber.scheme(LabelScheme.of("gfd")).commands())
        .hasToString(
            """
            kubectl label nodes -l 'nvidia.com/gpu.product in (NVIDIA-A100-SXM4-80GB,NVIDIA-A100-80GB-PCIe)' workload=training --overwrite
            kubectl taint nodes -l 'nvidia.com/gpu.product in (NVIDIA-A100-SXM4-80GB,NVIDIA-A100-80GB-PCIe)' workload=training:NoSchedule --overwrite
            kubectl label nodes -l 'nvidia.com/gpu.product=Tesla-T4' workload=inference --overwrite
            kubectl taint nodes -l 'nvidia.com/gpu.product=Tesla-T4' workload=inference:NoSchedule --overwrite
            """);
  }

  @Test
  void poolsThatWouldBeFoundByTheSameLabelsAreRefused() {
    GpuPools pools =
        GpuPools.of(
                GpuPool.of("a", "T4").nodes(1).cards(1), GpuPool.of("b", "T4").nodes(1).cards(1))
            .scheme(LabelScheme.of("gfd"));

    assertError(pools::commands, "node-pool.invalid", "a", "b");
  }

  /** The commands of the first would else label and taint the nodes of the second. */
  @Test
  void aPoolThatIsFoundByLessThanAnotherTakesItsNodesToo() {
    GpuPool all = GpuPool.of("all", "T4").nodes(4).cards(4);
    GpuPool some = GpuPool.of("some", "T4").nodes(2).cards(4).labelled("zone", "a");
    GpuPool named = GpuPool.of("named", "T4").nodes("t4-1").cards(4);
    LabelScheme gfd = LabelScheme.of("gfd");

    assertError(GpuPools.of(some, all).scheme(gfd)::commands, "node-pool.invalid", "all", "some");
    assertError(GpuPools.of(all, named).scheme(gfd)::commands, "node-pool.invalid", "all", "named");
    assertThat(GpuPools.of(some, named).scheme(gfd).commands().toString())
        .contains("kubectl label nodes -l 'nvidia.com/gpu.product=Tesla-T4,zone=a' workload=some");
  }

  @Test
  void aWorkloadIsBroughtToItsPoolAndKeptFromTheOther() {
    GpuWorkload workload = GpuWorkload.pod("train", "r/i:v1").gpu(8, "A100");
    Manifests manifests =
        CASE_ONE.pool("training").apply(workload).on(Gpus.load().in("eks/nodegroup"));
    PodView pod = manifests.pod();

    assertThat(pod.nodeSelector())
        .containsEntry("accelerator", "nvidia-a100")
        .containsEntry("workload", "training");
    assertThat(pod.tolerations())
        .contains(Toleration.equal("workload", "training").effect(Effect.NO_SCHEDULE));
  }

  @Test
  void whatAPodReachesIsToldWithTheReasonsOfEveryOtherPool() {
    PodView training =
        pod(8)
            .nodeSelector("accelerator", "nvidia-a100")
            .toleration(Toleration.equal("workload", "training"));

    assertThat(CASE_ONE.poolsFor(training)).containsExactly("training");
    assertThat(CASE_ONE.unplaced(Map.of("train", training))).isEmpty();
    assertThat(CASE_ONE.withoutFailover(Map.of("train", training)))
        .extracting(Note::id)
        .containsExactly("pool.only");
    assertThat(CASE_ONE.fits(training).get(1))
        .hasToString(
            "inference: node(s) had untolerated taint(s): workload=inference:NoSchedule; tolerate it: key workload, operator Exists, effect NoSchedule;"
                + " node(s) didn't match Pod's node affinity/selector: accelerator=nvidia-a100 requested, the node has 'nvidia-t4'; take a node with that label, or remove it from the nodeSelector;"
                + " Insufficient nvidia.com/gpu: 8 requested, 4 of 4 free; request at most 4, or take a larger node");
  }

  @Test
  void theTestPodOfTheDocumentReachesNothing() {
    PodView test = pod(1).nodeSelector("accelerator", "nvidia-a100");

    assertThat(CASE_ONE.unplaced(Map.of("gpu-test", test)))
        .singleElement()
        .extracting(Note::message)
        .asString()
        .startsWith(
            "gpu-test reaches no pool: training: node(s) had untolerated taint(s): workload=training:NoSchedule; tolerate it");
  }

  /** On EKS the API server adds the toleration; elsewhere nobody says that it does. */
  @Test
  void theTaintOfAResourceIsToleratedWhereTheApiServerAddsTheToleration() {
    GpuPools eks =
        GpuPools.of(
                GpuPool.of("serving", "T4")
                    .nodes("t4-1")
                    .cards(1)
                    .untainted()
                    .taint("nvidia.com/gpu", "true", Effect.NO_SCHEDULE))
            .scheme(LabelScheme.of("karpenter"));
    Map<String, PodView> workloads = Map.of("llm", pod(1));

    assertThat(eks.poolsFor(pod(1))).containsExactly("serving");
    assertThat(eks.withAddedTolerations(workloads))
        .extracting(Note::message)
        .containsExactly(
            "llm does not tolerate the taint nvidia.com/gpu=true:NoSchedule; the API server adds the toleration, because the pod requests nvidia.com/gpu");
    GpuPools plain = eks.scheme(LabelScheme.PLAIN);
    assertThat(plain.poolsFor(pod(1))).isEmpty();
    assertThat(plain.withAddedTolerations(workloads)).isEmpty();
    assertThat(eks.poolsFor(PodView.empty().container("web", Map.of("cpu", "1"), Map.of())))
        .isEmpty();
  }

  @Test
  void aDevicePluginThatToleratesOnlyItsOwnTaintMissesBothPools() {
    PodView plugin = PodView.empty().toleration(Toleration.exists("nvidia.com/gpu"));

    assertThat(CASE_ONE.agentsMissing(Map.of("plugin", plugin)))
        .singleElement()
        .extracting(Note::message)
        .asString()
        .startsWith("plugin does not run on every node: training: ")
        .contains("inference: ");
    assertThat(
            CASE_ONE.agentsMissing(
                Map.of("plugin", plugin.toleration(Toleration.exists("workload")))))
        .isEmpty();
  }

  @Test
  void aPoolThatPrefersNotToBeUsedKeepsNobodyOut() {
    GpuPools pools =
        GpuPools.of(
            GpuPool.of("serve", "T4").nodes("n").cards(4).effect(Effect.PREFER_NO_SCHEDULE));

    assertThat(pools.poolsFor(pod(1))).isNotEmpty();
    assertThat(pools.notes().get(0).message())
        .isEqualTo(
            "PreferNoSchedule: the scheduler avoids the node for pods that do not tolerate the taint, and takes it for them where no other fits. It prefers nobody, and keeps nobody out");
  }

  @Test
  void cpuThatTheTableDoesNotStateIsNotJudged() {
    PodView big =
        PodView.empty()
            .container("main", Map.of("cpu", "200"), Map.of("nvidia.com/gpu", "1"))
            .toleration(Toleration.exists("workload"));
    GpuPool pool = GpuPool.of("serve", "T4").nodes("n").cards(4);

    assertThat(GpuPools.of(pool).fits(big).get(0))
        .hasToString("serve: reached; the table does not say how much cpu there is");
    assertThat(GpuPools.of(pool.allocatable(Map.of("cpu", "64"))).poolsFor(big)).isEmpty();
  }

  @Test
  void poolsThatPodsCannotTellApartAreTold() {
    GpuPools pools =
        GpuPools.of(
            GpuPool.of("small", "A100-40G").nodes("a").cards(8).purpose("training"),
            GpuPool.of("large", "A100-80G").nodes("b").cards(8).purpose("training"));

    assertThat(pools.notes())
        .extracting(Note::message)
        .contains(
            "what selects pool 'small' is admitted by the nodes of 'large' too: accelerator In [nvidia-a100] and workload In [training]; give one a label of its own: label(key, value)");
    assertThat(pools.scheme(LabelScheme.of("gfd")).notes())
        .extracting(Note::id)
        .doesNotContain("pool.alike");
  }

  @Test
  void aTableIsRefusedWithEverythingThatIsWrongInIt() {
    assertThatThrownBy(
            () ->
                GpuPools.of(
                    GpuPool.of("a", "T4").nodes("n").cards(1),
                    GpuPool.of("a", "T4").nodes("n").cards(1),
                    GpuPool.of("b", "T4").nodes("n"),
                    GpuPool.of("c", "T4").cards(1)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            """
            pool: 'a' is the name of two pools; give one of them another
            cards: pool 'b' does not say how many each node has; say cards(...)
            node: 'n' is in the pools 'a' and 'b'; leave it in one
            nodes: pool 'c' has none; say nodes(...)"""
                + "; see docs/node-plan.md");
  }

  @Test
  void aGpuIsNamedSoThatItIsOneModel() {
    assertError(() -> GpuPool.of("a", "A100"), "node-pool.ambiguous", "A100");
    assertError(() -> GpuPool.of("a", "A10O"), "gpu.unknown");
    assertError(() -> CASE_ONE.pool("trainin"), "node-pool.unknown");
    assertError(
        () -> GpuPools.of(GpuPool.of("a", "A10").nodes("n").cards(1)).scheme(LabelScheme.of("gke")),
        "node-pool.invalid",
        "A10");
  }

  @Test
  void namesAndValuesThatAKubernetesServerRefusesAreRefused() {
    GpuPool pool = GpuPool.of("a", "T4");

    assertError(() -> pool.nodes("Node_1"), "name.malformed", "Node_1");
    assertError(() -> pool.nodes("n", "n"), "node-pool.duplicate");
    assertError(() -> pool.purpose("a b"), "name.malformed", "a b");
    assertError(() -> pool.purpose(""), "node-pool.empty");
    assertError(() -> pool.label("a/b/c", "x"), "name.malformed", "a/b/c");
    assertError(() -> pool.taint("-", "x", Effect.NO_EXECUTE), "name.malformed", "-");
    assertThatThrownBy(() -> pool.allocatable(Map.of("cpu", "many")))
        .isInstanceOf(InvalidValueException.class);
    assertError(() -> pool.cards(0), "value.out-of-range", "0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workload",
        "accelerator",
        "gpu-count",
        "nvidia.com/gpu.present",
        "nvidia.com/gpu.product",
        "aliyun.accelerator/nvidia_count",
        "karpenter.k8s.aws/instance-gpu-name",
        "kubernetes.io/hostname",
        "topology.kubernetes.io/zone",
      })
  void aLabelThatOverrulesThePlanIsRefused(String key) {
    assertError(() -> GpuPool.of("a", "T4").label(key, "x"), "node-pool.conflict", key);
    assertThatCode(() -> GpuPool.of("a", "T4").labelled(key, "x")).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tier", "nvidia.com/mig.config", "node-role.kubernetes.io/gpu", "gpu-counts"})
  void aLabelThatAdministratorsWriteIsWrittenAndSelected(String key) {
    PoolPlan plan =
        GpuPools.of(GpuPool.of("a", "T4").nodes("n").cards(1).label(key, "x")).pool("a");

    assertThat(plan.labels()).containsEntry(key, "x");
    assertThat(plan.selector().toString()).contains(key + " In [x]");
  }

  @ParameterizedTest
  @CsvSource({"karpenter, L20", "karpenter, H20", "eks-auto, L20", "eks-auto, H20"})
  void aCardThatTheCloudDoesNotHaveSelectsNothingThere(String scheme, String gpu) {
    LabelScheme given = LabelScheme.of(scheme);
    GpuPools pools = GpuPools.of(GpuPool.of("a", gpu).nodes("n").cards(1));

    assertError(() -> pools.scheme(given), "node-pool.invalid", given.gpuLabel(), gpu);
  }

  @Test
  void objectsAreTheNodesWithWhatIsWrittenAlone() {
    GpuPools pools =
        GpuPools.of(GpuPool.of("serve", "T4").nodes("t4-1").cards(4).labelled("zone", "a"));

    assertThat(pools.objects().yaml())
        .hasToString(
            """
            apiVersion: v1
            kind: Node
            metadata:
              name: t4-1
              labels:
                accelerator: nvidia-t4
                gpu-count: "4"
                nvidia.com/gpu.present: "true"
                workload: serve
            spec:
              taints:
              - key: workload
                value: serve
                effect: NoSchedule
            """);
    assertThat(pools.nodes().get(0).labels()).containsEntry("zone", "a");
    assertThat(pools.nodes().get(0).taints())
        .containsExactly(new Taint("workload", "serve", Effect.NO_SCHEDULE));
  }

  private static GpuPools nodesOf(String scheme) {
    return GpuPools.of(
            GpuPool.of("training", "A100-80G").nodes("a").cards(8),
            GpuPool.of("serving", "T4").nodes("b").cards(4))
        .scheme(LabelScheme.of(scheme));
  }

  @Test
  void ourDevicePluginFindsTheNodesOfAPlanThatHaveNoOther() {
    for (String scheme : List.of("plain", "gfd", "karpenter")) {
      List<NodeView> nodes = nodesOf(scheme).nodes();

      assertThat(DevicePlugin.version("v0.20.0").tolerating(nodes).reaches(nodes))
          .as(scheme)
          .extracting(Object::toString)
          .containsExactly("fits a", "fits b");
    }
    assertThat(nodesOf("gfd").nodes().get(0).labels())
        .containsEntry("feature.node.kubernetes.io/pci-10de.present", "true")
        .doesNotContainKey("nvidia.com/gpu.present");
    assertThat(nodesOf("karpenter").pool("serving").labels())
        .containsExactly(
            Map.entry("nvidia.com/gpu.present", "true"), Map.entry("workload", "serving"));
  }

  @Test
  void whereTheCloudGivesOutTheCardsNothingCallsASecondPluginThere() {
    for (String scheme : List.of("eks-auto", "ack", "gke")) {
      assertThat(nodesOf(scheme).pool("serving").labels()).as(scheme).containsOnlyKeys("workload");
    }
    assertThat(nodesOf("ack").notes())
        .extracting(Note::message)
        .contains(
            "ACK gives out the cards of its nodes by itself; a second device plugin beside it would give them out again");
    assertThat(nodesOf("gfd").notes()).extracting(Note::id).doesNotContain("scheme.plugin");
  }

  @Test
  void everyPoolThatASchemeHasNoLabelForIsTold() {
    GpuPools pools =
        GpuPools.of(
            GpuPool.of("a", "A10").nodes("a").cards(1), GpuPool.of("b", "A30").nodes("b").cards(1));

    assertError(
        () -> pools.scheme(LabelScheme.of("gke")), "node-pool.invalid", "says of 'A30'", "A10");
  }
}
