package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Errors.assertWording;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.internal.own.OwnNodes;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.Citation;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests for shares of cards, MIG instances and replicas. */
class DividedCardsRequestTest {
  private static final Note OFFER = Note.of("offer", "two GiB less than it is sold with");

  /** Two T4 a node, of which pods share 14 GiB each; a V100 that is not shared. */
  private static final ShareRules RULES =
      ShareRules.of("sharing", new Citation("A page", "2026", Citation.Status.DOCUMENTED))
          .memoryStep(MemorySize.ofGibibytes(1))
          .computeStep(5)
          .offering(
              row ->
                  row.gpuMemory()
                      .filter(memory -> memory.equals(MemorySize.ofGibibytes(16)))
                      .map(memory -> memory.minus(MemorySize.ofGibibytes(2))),
              OFFER);

  private static SpecCatalog rows(String target) {
    return TestCloud.read(
        """
        {"target": "%s", "edition": "2026-01", "unit": "node", "citation": "list",
         "citations": {"list": {"title": "List", "date": "2026", "status": "documented"}},
         "gpus": [{"name": "T4", "card": "T4"}, {"name": "V100-32G", "card": "V100-32G"}],
         "specs": [
           {"name": "two.t4", "gpu": "T4", "gpus": 2, "upward": [{"cpu": "16", "memory": "64Gi"}], "policy": "fixed", "citation": "list"},
           {"name": "one.v100", "gpu": "V100-32G", "gpus": 1, "upward": [{"cpu": "8", "memory": "64Gi"}], "policy": "fixed", "citation": "list"}]}
        """
            .formatted(target));
  }

  private static TestCloud shared(String id, ShareRules rules) {
    return TestCloud.of(id, rows(id).withShares(rules));
  }

  private static final Target SHARED = shared("cloud/shared", RULES).target();

  private static GpuRequest share(String memory) {
    return GpuRequest.of("T4").share(memory);
  }

  private static List<String> rejected(Match match) {
    return match.rejected().stream().map(Rejection::toString).toList();
  }

  /** Three shares of 4 GiB on each of two cards; with half the compute two. */
  @ParameterizedTest
  @CsvSource({
    "4Gi, 1, 1, 1, 1",
    "4Gi, 3, 3, 1, 1",
    "4Gi, 4, 4, 1, 0",
    "4Gi, 6, 6, 1, 0",
    "4Gi, 7, 6, 2, 0",
    "4Gi:50, 7, 4, 2, 0",
    "14Gi, 3, 2, 2, 0",
  })
  void sharesAreTakenFromTheCardsOfANode(
      String share, int replicas, int podsPerNode, int nodes, int wasted) {
    Match.Found found = SHARED.match(GpuRequest.of("T4").share(share).replicas(replicas)).orThrow();

    assertThat(found.plan().podsPerNode()).isEqualTo(podsPerNode);
    assertThat(found.plan().nodes()).isEqualTo(nodes);
    assertThat(found.wastedGpus()).isEqualTo(wasted);
    assertThat(found.notes()).contains(OFFER);
  }

  @Test
  void aCardIsDividedIntoSoManySharesAtMost() {
    Target two = shared("cloud/shared", RULES.sharesPerCard(row -> 2)).target();

    assertThat(two.match(share("4Gi").replicas(9)).orThrow().plan().podsPerNode()).isEqualTo(4);
    assertThat(two.match(share("10Gi").replicas(9)).orThrow().plan().podsPerNode()).isEqualTo(2);
  }

  @Test
  void aShareThatNoCardHasIsShortOfIt() {
    Match match = SHARED.match(share("20Gi"));

    assertThat(rejected(match))
        .containsExactly("two.t4: share: 20Gi requested, has 14Gi, short 6Gi of each card");
    assertThat(match.rejected().get(0).toFit().orElseThrow())
        .isEqualTo("request a share of at most 14Gi");
    assertThat(rejected(SHARED.match(GpuRequest.of("V100-32G").share("4Gi"))))
        .containsExactly("one.v100: share: 4Gi of a card requested; V100-32G is not shared");
  }

  @Test
  void aShareThatTheRulesForbidIsRefused() {
    assertError(() -> SHARED.match(share("1536Mi")), "pod.invalid");
    assertError(() -> SHARED.match(GpuRequest.of(2, "T4").share("4Gi")), "pod.invalid");
  }

  @Test
  void aTargetOfSharesHasNoWholeCardsUnlessItSaysSo() {
    assertThat(rejected(SHARED.match(GpuRequest.of("T4"))))
        .containsExactly(
            "cloud/shared 2026-01: share: T4 x1 requested; cloud/shared has shares of cards and no"
                + " whole ones");
    assertThat(rejected(SHARED.match(GpuRequest.of("1/4*T4"))))
        .containsExactly(
            "cloud/shared 2026-01: share: 1/4*T4 x1 requested; cloud/shared has shares of cards"
                + " and no whole ones, by memory: ask for T4 with a share, such as 4Gi of each"
                + " card");
    Target both = shared("cloud/shared", RULES.withWholeCards()).target();
    assertThat(both.match(GpuRequest.of("T4")).isFound()).isTrue();
    assertThat(both.match(share("4Gi")).isFound()).isTrue();
    assertThat(both.catalog().shares()).isPresent();
  }

  /** Those of the same cloud are named alone, where there are some. */
  @Test
  void whatATargetDoesNotHaveIsLookedForOnOthers() {
    TestCloud whole = TestCloud.of("cloud", rows("cloud"));
    TestCloud other = shared("other/shared", RULES);
    String refusal =
        "cloud 2026-01: share: 4Gi of T4 x1 requested; cloud has whole cards and no shares";

    assertThat(rejected(Gpus.of(whole).in("cloud").match(share("4Gi")))).containsExactly(refusal);
    assertThat(rejected(Gpus.of(whole, other).in("cloud").match(share("4Gi"))))
        .containsExactly(refusal + "; match it on other/shared");
    assertThat(
            rejected(
                Gpus.of(whole, other, shared("cloud/shared", RULES))
                    .in("cloud")
                    .match(share("4Gi"))))
        .containsExactly(refusal + "; match it on cloud/shared");
    assertThat(
            rejected(
                Gpus.of(whole, shared("cloud/shared", RULES))
                    .in("cloud/shared")
                    .match(GpuRequest.of("T4"))))
        .singleElement()
        .asString()
        .endsWith("no whole ones; match it on cloud");
  }

  @Test
  void partsOfCardsAreTheOwnersToConfigure() {
    TestCloud whole = TestCloud.of("cloud", rows("cloud"));

    assertThat(rejected(Gpus.of(whole).in("cloud").match(GpuRequest.of("A100-40G").mig("1g.5gb"))))
        .containsExactly(
            "cloud 2026-01: mig: 1g.5gb of A100-40G x1 requested; which devices the nodes of cloud"
                + " have is not yours to configure");
    assertThat(
            rejected(
                Gpus.of(whole, new OwnNodes()).in("cloud").match(GpuRequest.of("T4").replica())))
        .containsExactly(
            "cloud 2026-01: replicas: replica of T4 x1 requested; which devices the nodes of cloud"
                + " have is not yours to configure; match it on own");
  }

  // Nodes of your own.

  private static Target own(String labels, String amounts) {
    return Gpus.load()
        .in("own")
        .overlay(
            Overlay.parse(
                "node.json",
                """
                {"kind": "Node", "metadata": {"name": "n-1", "labels": {%s}},
                 "status": {"allocatable": {"cpu": "30", "memory": "200Gi", %s}}}
                """
                    .formatted(labels, amounts)));
  }

  private static final Target MIG =
      own(
          "\"nvidia.com/gpu.product\": \"NVIDIA-A100-SXM4-40GB\", \"nvidia.com/gpu.count\": \"2\"",
          "\"nvidia.com/gpu\": \"0\", \"nvidia.com/mig-1g.5gb\": \"9\", \"nvidia.com/mig-2g.10gb\":"
              + " \"2\"");

  @Test
  void instancesThatNodesAdvertiseAreCounted() {
    Match.Found found =
        MIG.match(GpuRequest.of(Devices.any().mig("1g.5gb")).replicas(10)).orThrow();

    assertThat(found.plan().podsPerNode()).isEqualTo(9);
    assertThat(found.plan().nodes()).isEqualTo(2);
    assertThat(found.wastedDevices()).isEqualTo(8);
    assertThat(found.devicesPerNode(found.shape())).isEqualTo(9);
    assertThat(found).hasToString("2 x n-1 · 30 cores · 200Gi  on own (over by 8 of 18 instances)");
    assertThat(found.notes())
        .extracting(Note::toString)
        .contains(
            "nodes.short: 2 nodes are needed, and there is 1 of n-1",
            "gpus.spare: 8 of the 18 instances of 1g.5gb are free for other pods");
    assertThat(MIG.match(GpuRequest.of(Devices.any().mig("3g.20gb"))).isFound()).isFalse();
    assertThat(MIG.match(GpuRequest.of(Devices.any())).isFound()).isFalse();
    assertThat(MIG.catalog().parts()).isPresent();
  }

  @Test
  void aPodThatAsksForInstancesIsMatchedByThem() {
    Map<String, String> three = Map.of("nvidia.com/mig-1g.5gb", "3", "cpu", "4");
    Match match = MIG.match(PodView.empty().container("c", three, three)).orElseThrow();

    assertThat(match.orThrow().request().devices()).hasToString("1g.5gb of n-1 x3");
    assertThat(match.requested()).hasToString("1g.5gb of any GPU x3, 4 cores");
    assertThat(MIG.request(PodView.empty().container("c", three, three)))
        .hasToString("1g.5gb of any GPU x3, 4 cores");
    Map<String, String> ten = Map.of("nvidia.com/mig-1g.5gb", "10");
    assertThat(MIG.match(PodView.empty().container("c", ten, ten)).orElseThrow().isFound())
        .isFalse();
  }

  @Test
  void replicasAreCountedWhereTheOptionSaysHowManyThereAre() {
    Target own =
        own(
                "\"nvidia.com/gpu.product\": \"Tesla-T4-SHARED\", \"nvidia.com/gpu.count\": \"1\","
                    + " \"nvidia.com/gpu.replicas\": \"4\"",
                "\"nvidia.com/gpu\": \"4\"")
            .with(NodeParts.REPLICAS, "time-slicing:4");
    Match.Found found = own.match(GpuRequest.of(Devices.of("T4").replica()).replicas(3)).orThrow();

    assertThat(found).hasToString("1 x n-1 · 30 cores · 200Gi  on own (over by 1 of 4 replicas)");
    assertThat(found.notes())
        .extracting(Note::toString)
        .contains("gpus.spare: 1 of the 4 replicas are free for other pods");
  }

  /** What the target does not judge is named, with how to tell what it needs. */
  @Test
  void renamedReplicasAreNotJudgedUntilTheOptionSaysThem() {
    Target own =
        own(
            "\"nvidia.com/gpu.product\": \"Tesla-T4\", \"nvidia.com/gpu.count\": \"1\"",
            "\"nvidia.com/gpu\": \"1\"");
    Map<String, String> one = Map.of("nvidia.com/gpu.shared", "1");
    Match match = own.match(PodView.empty().container("c", one, one)).orElseThrow();

    assertThat(match.isJudged()).isFalse();
    assertThat(match).isInstanceOf(Match.NotJudged.class);
    assertThat(match.notes())
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.id()).isEqualTo("gpu.not-judged");
              assertThat(note.message()).contains("limits[nvidia.com/gpu.shared]", "card-replicas");
              assertWording(note.id(), note.message());
            });
  }

  @Test
  void aWayOfUseIsLikeAnotherOfItsKind() {
    CardUse share = CardUse.of(Share.of("4Gi"));

    assertThat(share.isLike(CardUse.of(Share.of("8Gi")))).isTrue();
    assertThat(CardUse.ofProfile("1g.5gb").isLike(CardUse.ofProfile("2g.10gb"))).isTrue();
    assertThat(CardUse.REPLICA.isLike(CardUse.REPLICA)).isTrue();
    assertThat(share.isLike(CardUse.REPLICA)).isFalse();
    assertThat(share.isLike(CardUse.WHOLE)).isFalse();
    assertThat(CardUse.WHOLE.isLike(CardUse.ofProfile("1g.5gb"))).isFalse();
    assertThat(CardUse.WHOLE.isLike(CardUse.REPLICA)).isFalse();
    assertThat(List.of(share, CardUse.ofProfile("1g.5gb"), CardUse.REPLICA, CardUse.WHOLE))
        .extracting(CardUse::toString)
        .containsExactly("4Gi", "1g.5gb", "replica", "whole");
  }
}
