package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import io.gpuspec.mig.MigNode;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.share.NodeParts;
import io.gpuspec.share.Replicas;
import io.gpuspec.value.Note;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods on MIG instances, time slices and MPS replicas. */
class CardPartsTest {
  private static final Gpus GPUS = Gpus.load();

  private static GpuWorkload workload() {
    return GpuWorkload.deployment("w", "r/i:v1").requests("1", "2Gi");
  }

  /**
   * The built pods land on the node that the target describes, and are read back as what they are.
   */
  private static Match.Found lands(Target target, GpuWorkload workload) {
    Manifests manifests = workload.on(target);
    Match.Found found = manifests.match();
    assertThat(manifests.placement().fits(target.node(found)).reasons()).isEmpty();
    Match.Found read =
        target
            .match(manifests.pod(), pod -> pod.replicas(found.request().replicas()))
            .flatMap(Match::found)
            .orElseThrow();
    assertThat(read.shape()).isEqualTo(found.shape());
    assertThat(read.request().devices().migProfile())
        .isEqualTo(found.request().devices().migProfile());
    assertThat(read.request().devices().isReplica())
        .isEqualTo(found.request().devices().isReplica());
    assertThat(read.devicesPerPod()).isEqualTo(found.devicesPerPod());
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"eks", "eks/nodegroup", "ack"})
  void anInstanceIsAskedByItsProfilesResource(String target) {
    Manifests manifests =
        workload().gpu("A100-40GB").mig("1g.5gb").replicas(60).on(GPUS.in(target));

    assertThat(manifests.yaml().toString())
        .contains("            nvidia.com/mig-1g.5gb: \"1\"\n")
        .doesNotContain("nvidia.com/gpu: ");
    lands(GPUS.in(target), workload().gpu("A100-40GB").mig("1g.5gb").replicas(60));
  }

  @Test
  void sevenInstancesToACardAndEightCardsToANode() {
    Match.Found found =
        lands(GPUS.in("eks"), workload().gpu("A100-40GB").mig("1g.5gb").replicas(57));

    assertThat(found.plan()).hasToString("2 x p4d.24xlarge · 96 cores · 1152Gi");
    assertThat(found.plan().podsPerNode()).isEqualTo(56);
    assertThat(found.notes().toString())
        .contains("mig.cut: ", "gpus.spare: 55 of the 112 instances of 1g.5gb are billed");
  }

  @ParameterizedTest
  @CsvSource({"3g.20gb, 16", "2g.10gb, 24", "7g.40gb, 8", "1g.10gb, 32"})
  void aCardIsCutIntoAsManyAsItHolds(String profile, int ofEightCards) {
    assertThat(
            GPUS.in("eks")
                .match(GpuRequest.of(Devices.of("A100-40GB").mig(profile)).replicas(100))
                .orThrow()
                .plan()
                .podsPerNode())
        .isEqualTo(ofEightCards);
  }

  @Test
  void aLayoutSaysHowCardsAreCut() {
    Target mixed = GPUS.in("eks").with("mig-layout", "3g.20gb,2g.10gb,2g.10gb");

    assertThat(podsPerNode(mixed, "2g.10gb")).isEqualTo(16);
    assertThat(podsPerNode(mixed, "3g.20gb")).isEqualTo(8);
    assertThat(mixed.match(GpuRequest.of(Devices.of("A100-40GB").mig("1g.5gb"))).rejected())
        .anyMatch(
            no ->
                no.toString()
                    .contains("1g.5gb requested; each card is cut into 3g.20gb, 2g.10gb, 2g.10gb"));
    assertThat(mixed.match(GpuRequest.of("A100-40GB")).rejected().toString())
        .contains("whole cards requested; each A100-40G is cut into 3g.20gb, 2g.10gb, 2g.10gb");
    // Cards that cannot be cut so stay whole.
    assertThat(mixed.match(GpuRequest.of("T4")).isFound()).isTrue();
  }

  private static int podsPerNode(Target target, String profile) {
    return target
        .match(GpuRequest.of(Devices.of("A100-40GB").mig(profile)).replicas(100))
        .orThrow()
        .plan()
        .podsPerNode();
  }

  @Test
  void withTheStrategySingleAnInstanceIsAGpuOfANodeThatIsCutSo() {
    Target single = GPUS.in("eks/nodegroup").with("mig-strategy", "single");
    Manifests manifests = workload().gpu("A100-40GB").mig("1g.5gb").on(single);

    assertThat(manifests.yaml().toString())
        .contains("nvidia.com/mig.config: all-1g.5gb", "nvidia.com/gpu: \"1\"");
    lands(single, workload().gpu("A100-40GB").mig("1g.5gb").replicas(9));
    PodView ofProduct =
        PodView.empty()
            .nodeSelector("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-MIG-3g.20gb")
            .container("c", Map.of(), Map.of("nvidia.com/gpu", "2"));
    assertThat(single.match(ofProduct).orElseThrow().request().devices().migProfile())
        .contains("3g.20gb");
  }

  @ParameterizedTest
  @CsvSource({
    "eks, time-slicing:4",
    "eks, time-slicing:4:renamed",
    "eks, mps:3",
    "eks, mps:3:renamed",
    "eks/nodegroup, time-slicing:4",
    "eks/nodegroup, mps:3:renamed",
    "ack, time-slicing:4",
    "ack, mps:3:renamed",
    "tke/gpu, time-slicing:4",
    "tke/gpu, mps:3:renamed",
  })
  void aReplicaIsReadBackAsOne(String target, String replicas) {
    Target shared = GPUS.in(target).with(NodeParts.REPLICAS, replicas);
    Match.Found found = lands(shared, workload().gpu("T4").replica().replicas(4));

    int count = Integer.parseInt(replicas.split(":")[1]);
    assertThat(found.plan().podsPerNode()).isLessThanOrEqualTo(4);
    assertThat(shared.node(found).allocatable().get(resource(replicas)))
        .isEqualTo(String.valueOf(count * found.shape().gpus()));
  }

  private static String resource(String replicas) {
    return replicas.endsWith(":renamed") ? "nvidia.com/gpu.shared" : "nvidia.com/gpu";
  }

  @Test
  void fourSlicesAreOneNodeAndNotFour() {
    Target sliced = GPUS.in("eks").with(NodeParts.REPLICAS, "time-slicing:4");

    assertThat(lands(sliced, workload().gpu("T4").replica().replicas(4)).plan())
        .hasToString("1 x g4dn.2xlarge · 8 cores · 32Gi");
    assertThat(
            sliced
                .match(GpuRequest.of(Devices.of("T4").replica()).cpu("500m").replicas(4))
                .orThrow()
                .plan())
        .hasToString("1 x g4dn.xlarge · 4 cores · 16Gi");
  }

  @Test
  void aWholeCardIsNotOfANodeThatMakesReplicas() {
    Target sliced = GPUS.in("eks").with(NodeParts.REPLICAS, "time-slicing:4:renamed");
    PodView whole = PodView.empty().container("c", Map.of(), Map.of("nvidia.com/gpu", "1"));

    assertThat(sliced.match(whole).orElseThrow().rejected().toString())
        .contains(
            "no part requested; the nodes make 4 replicas of nvidia.com/gpu (time-slicing), as nvidia.com/gpu.shared of each");
  }

  @Test
  void mpsHasFewerClientsOnOlderCards() {
    Target many = GPUS.in("ack").with(NodeParts.REPLICAS, "mps:20");

    assertThat(many.match(GpuRequest.of(Devices.of("T4").replica())).isFound()).isTrue();
    assertThat(many.match(GpuRequest.of(Devices.of("V100").replica())).rejected().toString())
        .contains("MPS has at most 16 clients on a V100");
  }

  @Test
  void errorsSayWhatIsMissing() {
    Target eks = GPUS.in("eks");

    assertError(() -> eks.match(GpuRequest.of(Devices.of("T4").replica())), "share.missing");
    assertError(
        () -> eks.match(GpuRequest.of(Devices.any().mig("1g.7gb"))), "mig.unknown", "1g.7gb");
    assertError(() -> Devices.of("T4").mig("1g.5gb").replica(), "gpus.conflict");
    assertError(() -> Devices.of("1/4*T4").mig("1g.5gb"), "gpus.conflict");
    assertError(
        () ->
            eks.with(NodeParts.REPLICAS, "mps:3")
                .match(GpuRequest.of(Devices.of("T4").replica().count(2))),
        "share.out-of-range");
    assertError(() -> eks.with("card-replicas", "4"), "option.malformed", "4");
    assertError(
        () -> eks.with("mig-strategy", "single").with("mig-layout", "3g.20gb,2g.10gb").catalog(),
        "option.conflict");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tke", "ack/eci", "ack/cgpu", "tke/qgpu"})
  void whereNobodyConfiguresTheDevicePluginThereAreNoParts(String target) {
    assertThat(GPUS.in(target).match(GpuRequest.of(Devices.of("T4").mig("1g.5gb"))).rejected())
        .anyMatch(no -> no.toString().contains("which devices the nodes of " + target + " have"));
  }

  private static PodView asking(String resource) {
    return PodView.empty().container("c", Map.of(), Map.of(resource, "1"));
  }

  /** What MIG manager makes of the names of its default configuration. */
  @ParameterizedTest
  @CsvSource({
    "nvidia.com/mig.config, all-1g.5gb",
    "nvidia.com/mig.config, all-disabled",
    "nvidia.com/mig.config, all-enabled",
    "nvidia.com/mig.strategy, single",
    "nvidia.com/mig.strategy, none",
    "nvidia.com/mig.capable, false"
  })
  void aPodThatSelectsNodesWithoutItsInstancesGetsNone(String label, String value) {
    PodView pod = asking("nvidia.com/mig-3g.20gb").nodeSelector(label, value);
    PodView either =
        asking("nvidia.com/mig-3g.20gb")
            .nodeTerm(new NodeTerm(List.of(NodeRequirement.in(label, value))))
            .nodeTerm(new NodeTerm(List.of(NodeRequirement.in("team", "a"))));

    for (String target : List.of("eks", "eks/nodegroup", "ack", "tke/gpu")) {
      assertThat(GPUS.in(target).match(pod).orElseThrow().rejected().toString())
          .contains(
              "%s: labels: In [%s] requested, and no node with that has nvidia.com/mig-3g.20gb, which the pod requests"
                  .formatted(label, value));
    }
    assertThat(GPUS.in("eks").match(either).orElseThrow().isFound()).isTrue();
    assertThat(GPUS.in("eks").match(either.nodeSelector(label, value)).orElseThrow().isFound())
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "nvidia.com/mig.config, all-3g.20gb",
    "nvidia.com/mig.strategy, mixed",
    "nvidia.com/mig.capable, true",
    "nvidia.com/gpu.sharing-strategy, none"
  })
  void aLabelOfTheInstancesThatAPodRequestsIsNoNews(String label, String value) {
    Match match =
        GPUS.in("eks")
            .match(asking("nvidia.com/mig-3g.20gb").nodeSelector(label, value))
            .orElseThrow();

    assertThat(match.isFound()).isTrue();
    assertThat(match.notes()).noneMatch(note -> note.id().equals("node.label-not-judged"));
  }

  /** By mig-parted's file, an A100-40GB that is balanced has 1g.5gb twice, 2g.10gb and 3g.20gb. */
  @ParameterizedTest
  @CsvSource({"1g.5gb, 16", "2g.10gb, 8", "3g.20gb, 8"})
  void aBalancedNodeHasTheInstancesOfThatConfiguration(String profile, int each) {
    PodView balanced =
        PodView.empty()
            .container("c", Map.of(), Map.of("nvidia.com/mig-" + profile, String.valueOf(each)))
            .nodeSelector("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB")
            .nodeSelector("nvidia.com/mig.config", "all-balanced");
    PodView more =
        PodView.empty()
            .container("c", Map.of(), Map.of("nvidia.com/mig-" + profile, String.valueOf(each + 1)))
            .nodeSelector("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB")
            .nodeTerm(
                new NodeTerm(
                    List.of(
                        new NodeRequirement(
                            "nvidia.com/mig.config",
                            "In",
                            List.of("all-balanced", "all-7g.40gb")))));

    Match match = GPUS.in("eks/nodegroup").match(balanced).orElseThrow();

    assertThat(match.found().orElseThrow().shape().spec().name()).isEqualTo("p4d.24xlarge");
    assertThat(match.notes())
        .extracting(Note::message)
        .contains("each card is cut into 1g.5gb, 1g.5gb, 2g.10gb, 3g.20gb");
    assertThat(GPUS.in("eks/nodegroup").match(more).orElseThrow().isFound()).isFalse();
  }

  @Test
  void aCardThatIsBalancedOtherwiseHasNoSuchInstances() {
    Match match =
        GPUS.in("eks/nodegroup")
            .match(
                asking("nvidia.com/mig-3g.20gb")
                    .nodeSelector("nvidia.com/mig.config", "all-balanced")
                    .nodeSelector("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-80GB"))
            .orElseThrow();

    assertThat(match.isFound()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "nvidia.com/mig.config, all-balanced",
    "nvidia.com/mig.config, halves",
    "nvidia.com/gpu.replicas, 4",
    "nvidia.com/gpu.sharing-strategy, time-slicing"
  })
  void aLabelOfWhichTheInstancesAreNotKnownIsNoted(String label, String value) {
    Match match =
        GPUS.in("eks")
            .match(asking("nvidia.com/mig-3g.20gb").nodeSelector(label, value))
            .orElseThrow();

    assertThat(match.isFound()).isTrue();
    assertThat(match.notes())
        .anyMatch(
            note -> note.id().equals("node.label-not-judged") && note.message().contains(label));
  }

  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu.replicas, 4, true",
    "nvidia.com/gpu.replicas, 8, false",
    "nvidia.com/gpu.sharing-strategy, time-slicing, true",
    "nvidia.com/gpu.sharing-strategy, mps, false",
    "nvidia.com/mig.config, all-disabled, true",
    "nvidia.com/mig.config, all-1g.5gb, false"
  })
  void theLabelsOfReplicasAreComparedWithTheOption(String label, String value, boolean isFound) {
    Target sliced = GPUS.in("eks").with(NodeParts.REPLICAS, "time-slicing:4:renamed");

    assertThat(
            sliced
                .match(asking("nvidia.com/gpu.shared").nodeSelector(label, value))
                .orElseThrow()
                .isFound())
        .isEqualTo(isFound);
  }

  @Test
  void podsOfTwoProfilesAreNotJudged() {
    PodView pod =
        PodView.empty()
            .container(
                "c", Map.of(), Map.of("nvidia.com/mig-1g.5gb", "1", "nvidia.com/mig-2g.10gb", "1"));

    assertThat(GPUS.in("eks").match(pod).orElseThrow().isJudged()).isFalse();
  }

  @Test
  void nodesOfAPoolHaveTheLabelByWhichThePluginMakesTheirReplicas() {
    Target shared =
        GPUS.in("eks").with("node-pool", "true").with(NodeParts.REPLICAS, "time-slicing:4");
    GpuWorkload chat = workload().gpu("T4").replica().replicas(3);

    assertThat(chat.on(shared.with(NodeParts.PLUGIN_CONFIG, "slices")).yaml().toString())
        .containsOnlyOnce(
            """
                    nvidia.com/gpu.sharing-strategy: time-slicing
                    nvidia.com/gpu.replicas: "4"
                    nvidia.com/device-plugin.config: slices
            """
                .indent(0));
    assertThat(chat.on(shared).yaml().toString()).doesNotContain("device-plugin.config");
  }

  @ParameterizedTest
  @ValueSource(strings = {"eks", "eks/nodegroup", "ack", "tke/gpu"})
  void whichConfigMakesTheReplicasIsSaid(String target) {
    Target shared = GPUS.in(target).with(NodeParts.REPLICAS, "time-slicing:4");

    assertThat(workload().gpu("T4").replica().on(shared).match().notes())
        .extracting(Note::id)
        .contains("replicas.config");
    assertThat(
            workload()
                .gpu("T4")
                .replica()
                .on(shared.with(NodeParts.PLUGIN_CONFIG, "slices"))
                .match()
                .notes())
        .extracting(Note::message)
        .anyMatch(message -> message.contains("nvidia.com/device-plugin.config=slices"));
  }

  @Test
  void karpenterIsToldByAnOverlayOfThePoolsOwn() {
    Target eks = GPUS.in("eks").with("node-pool", "true");
    Manifests manifests = workload().gpu("A100-40GB").mig("1g.5gb").on(eks);

    assertThat(manifests.yaml().toString())
        .contains(
            """
            apiVersion: karpenter.sh/v1alpha1
            kind: NodeOverlay
            metadata:
              name: gpu-a100-40g-mig-1g-5gb-x56
            spec:
              capacity:
                nvidia.com/gpu: "0"
                nvidia.com/mig-1g.5gb: "56"
              requirements:
              - key: node.kubernetes.io/instance-type
                operator: In
                values:
                - p4d.24xlarge
              - key: karpenter.sh/nodepool
                operator: In
                values:
                - gpu-a100-40g-mig-1g-5gb
            """,
            "nvidia.com/mig.config: all-1g.5gb");
    lands(eks, workload().gpu("A100-40GB").mig("1g.5gb"));
    lands(
        eks.with(NodeParts.REPLICAS, "time-slicing:4"), workload().gpu("T4").replica().replicas(4));
  }

  @Test
  void whatIsLeftIsCountedInTheDevicesThatAreAsked() {
    Match.Found one = GPUS.in("eks").match(GpuRequest.of(Devices.any().mig("1g.5gb"))).orThrow();
    Match.Found replica =
        GPUS.in("eks")
            .with(NodeParts.REPLICAS, "time-slicing:4")
            .match(GpuRequest.of(Devices.of("T4").replica()))
            .orThrow();

    assertThat(one).asString().endsWith("(over by 55 of 56 instances)");
    assertThat(one.wastedDevices()).isEqualTo(55);
    assertThat(one.wastedGpus()).isEqualTo(7);
    assertThat(GpuJson.write(one).replaceAll("\\s", "")).contains("\"gpus\":7,\"instances\":55}");
    assertThat(replica).asString().endsWith("(over by 3 of 4 replicas)");
    assertThat(GpuJson.write(replica).replaceAll("\\s", "")).contains("\"replicas\":3}");
  }

  static Stream<GpuSpec> cards() {
    return GPUS.in("eks").catalog().specs().stream()
        .filter(row -> row.isWhole() && row.model().filter(GpuModel::hasMig).isPresent());
  }

  /** The node of a match shows what the device plugin advertises on a card that is cut so. */
  @ParameterizedTest
  @MethodSource("cards")
  void theNodeOffersWhatThePluginAdvertises(GpuSpec row) {
    MigGpu gpu = MigGpu.of(row.model().orElseThrow().name());
    Target target = GPUS.in("eks/nodegroup");
    for (String profile : gpu.profiles().stream().map(each -> each.name()).toList()) {
      Match match = target.match(GpuRequest.of(Devices.of(row.name()).mig(profile)));
      if (gpu.geometry() == MigGpu.Geometry.UNVERIFIED) {
        assertThat(match.isFound()).isFalse();
        continue;
      }
      NodeView node = target.node(match.orThrow());
      int most = gpu.profile(profile).maxInstances();
      List<MigLayout> cut =
          gpu.cards(row.gpus())
              .fit(Collections.nCopies(most * row.gpus(), profile).toArray(String[]::new))
              .layouts();
      MigNode shown = MigNode.of(MigStrategy.MIXED, cut);
      shown
          .resources()
          .forEach(
              (resource, count) ->
                  assertThat(node.allocatable()).containsEntry(resource, String.valueOf(count)));
    }
  }

  @Test
  void theNodeOffersWhatAReplicatedNodeShows() {
    Target target = GPUS.in("eks/nodegroup").with(NodeParts.REPLICAS, "time-slicing:4:renamed");
    Match.Found found = target.match(GpuRequest.of(Devices.of("T4").replica())).orThrow();

    Replicas.timeSlicing(4)
        .renameByDefault()
        .node("T4", found.shape().gpus())
        .resources()
        .forEach(
            (resource, count) ->
                assertThat(target.node(found).allocatable())
                    .containsEntry(resource, String.valueOf(count)));
  }
}
