package io.gpuspec.tke;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Placements.entries;
import static io.gpuspec.testkit.Pods.ids;
import static io.gpuspec.testkit.Pods.term;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Isolation;
import io.gpuspec.Match;
import io.gpuspec.Overlay;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shares of cards, and whole cards, in node pools with qGPU. */
class QgpuTest {
  private static final String PREFIX = "tke.cloud.tencent.com/";
  private static final String POLICY = PREFIX + "qgpu-schedule-policy";
  private static final String CARD = "example.com/card";

  private static final Gpus GPUS = Gpus.load();
  private final Target qgpu = GPUS.in("tke/qgpu");
  private final Target of2022 = qgpu.edition("2022-01");

  /** Resources in one line: {@code cpu 1 memory 5 core 30}, of which the last two are qGPU's. */
  private static Map<String, String> resources(String line) {
    Map<String, String> resources = new LinkedHashMap<>();
    String[] words = line.isBlank() ? new String[0] : line.strip().split(" +");
    for (int i = 0; i < words.length; i += 2) {
      resources.put(words[i].replaceAll("^(memory|core.*)$", PREFIX + "qgpu-$1"), words[i + 1]);
    }
    return resources;
  }

  private static PodView pod(String line) {
    return PodView.empty().container("main", resources(line), resources(line));
  }

  /** What a node of the target has. */
  @Nested
  class Cards {

    /** T4 as TKE's page shows it, L20 as it was seen; of the others two GiB less than nominal. */
    @ParameterizedTest
    @CsvSource({
      "2026-01, T4, 14Gi",
      "2026-01, A10, 22Gi",
      "2026-01, V100, 30Gi",
      "2026-01, A100, 38Gi",
      "2026-01, L20, 44Gi",
      "2026-01, L40, 44Gi",
      "2026-01, L40S, 44Gi",
      "2022-01, T4, 14Gi",
      "2022-01, V100, 30Gi"
    })
    void haveTheirReportedMemoryToShareInWholeGibibytes(String edition, String gpu, String memory) {
      assertThat(qgpu.edition(edition).catalog().gpu(gpu).specs())
          .isNotEmpty()
          .allSatisfy(row -> assertThat(row.shareMemory()).hasValue(MemorySize.parse(memory)));
    }

    @Test
    void areThoseThatTheTextNames() {
      assertThat(qgpu.catalog().gpuNames())
          .containsExactly("V100", "T4", "A100", "A10", "L40", "L40S", "L20", "PNV6");
      assertThat(of2022.catalog().gpuNames()).containsExactly("V100", "T4");
    }

    @Test
    void ofWhichNobodySaysWhatTheyAreHaveNoRow() {
      assertThat(qgpu.match(GpuRequest.of(Devices.of("PNV6").shared(Share.of("1Gi")))).rejected())
          .hasToString(
              "PNV6: gpu: tke/qgpu 2026-01 knows the type PNV6 and publishes no shape for it");
    }

    @Test
    void haveWhatTheCallerSaysThatTheirDriverReports() {
      assertThat(qgpu.with("card-memory", "16160Mi").catalog().gpu("V100").specs().get(0))
          .satisfies(row -> assertThat(row.shareMemory()).hasValue(MemorySize.parse("15Gi")));
    }

    @Test
    void haveNamesOfFamiliesToo() {
      assertThat(qgpu.match(GpuRequest.of(Devices.of("GN7").shared(Share.of("1Gi")))).orThrow())
          .hasToString("T4 x1 · CPU and memory not known  on tke/qgpu");
    }
  }

  /** CPU and memory of nodes, which no document states. */
  @Nested
  class Size {
    private final GpuRequest asked =
        GpuRequest.of(Devices.of("T4").shared(Share.of("5Gi", 30))).cpu(64).memory("1Ti");

    @Test
    void isNotJudgedAndTheAnswerSaysSo() {
      Match.Found found = qgpu.match(asked).orThrow();

      assertThat(found.notes())
          .extracting(Note::message)
          .contains(
              "which CPU and memory the nodes of T4 x1 have is not known here, so 64 cores and 1024Gi were not judged; state them in an overlay to have them judged");
      assertThat(found.explain().toString())
          .contains("smallest GPU that serves; its nodes' CPU and memory are not judged");
      assertThat(qgpu.match(asked.replicas(6)).orThrow().explain().toString())
          .contains("why       fewest GPUs that serve all replicas, then the smallest; its nodes'");
      assertThat(found.wastedCpu().isZero()).isTrue();
      assertThat(found.wastedMemory().isZero()).isTrue();
      assertThat(GpuJson.write(found)).doesNotContain("\"cpu\": \"0\"", "\"memory\": \"0\"");
      assertThat(found.shape().spec().isSized()).isFalse();
      assertThat(qgpu.catalog().gpu("T4").specs())
          .asString()
          .startsWith("T4 x1 · CPU and memory not known on tke/qgpu 2026-01");
    }

    @Test
    void isJudgedWhereTheCallerSaysIt() {
      Target stated =
          qgpu.with("node-cpu", "31500m").with("node-memory", "118Gi").with("node-gpus", "2");

      assertThat(stated.match(asked).rejected().toString())
          .contains(
              "cpu: 64 requested, has 31.5, short 32.5", "memory: 1024Gi requested, has 118Gi");
      Match.Found found = stated.match(asked.cpu(8).memory("16Gi")).orThrow();
      assertThat(found)
          .hasToString(
              "T4 x2 · 31.5 cores · 118Gi  on tke/qgpu (over by 1 GPU, 23.5 cores, 102Gi)");
      assertThat(ids(found)).doesNotContain("size.unknown");
    }

    @Test
    void isSaidWhole() {
      assertError(() -> qgpu.with("node-cpu", "8").match(asked), "option.conflict", "'8'");
      assertError(() -> qgpu.with("node-memory", "8Gi").match(asked), "option.conflict", "'8Gi'");
    }

    @Test
    void isAskedForWhereItMatters() {
      GpuRequest share = GpuRequest.of(Devices.of("T4").shared(Share.of("5Gi", 30)));

      assertThat(qgpu.match(share).notes())
          .extracting(Note::message)
          .contains(
              "for shares, a node of the pool counts as one with 1 card; node-gpus, node-cpu and node-memory say what it has");
      assertThat(qgpu.with("node-gpus", "2").match(share).notes())
          .extracting(Note::message)
          .contains(
              "a node of the pool counts as one with 2 cards; node-gpus, node-cpu and node-memory say what it has");
      assertThat(ids(qgpu.with("node-cpu", "8").with("node-memory", "32Gi").match(share)))
          .doesNotContain("nodes");
    }

    /** What is judged goes before what is not, and both are there. */
    @Test
    void ofAnOverlaysRowIsPreferredToOneThatIsNotKnown() {
      Overlay pool =
          Overlay.of("tke/qgpu", new Citation("our pool", "2026-11", Citation.Status.DOCUMENTED))
              .row("GN7.2XLARGE32", 1, "T4", CpuAmount.ofCores(8), MemorySize.parse("32Gi"));
      Match.Found found = qgpu.overlay(pool).match(asked.cpu(4).memory("8Gi")).orThrow();

      assertThat(found.shape().spec().name()).isEqualTo("GN7.2XLARGE32");
      assertThat(found.alternatives()).hasToString("T4 x1 · CPU and memory not known");
    }

    /** Two of 7 GiB on a T4 of 14; the limits of shares on a card stand in the text's editions. */
    @ParameterizedTest
    @CsvSource({
      "2026-01, 7Gi, 4, 2, 2",
      "2026-01, 1Gi, 28, 14, 2",
      "2022-01, 1Gi, 28, 4, 7",
      "2022-01, 7Gi, 4, 2, 2"
    })
    void doesNotKeepReplicasFromBeingCountedOntoCards(
        String edition, String memory, int replicas, int perCard, int cards) {
      Match.Found found =
          qgpu.edition(edition)
              .match(GpuRequest.of(Devices.of("T4").shared(Share.of(memory))).replicas(replicas))
              .orThrow();

      assertThat(found.plan().podsPerNode()).isEqualTo(perCard);
      assertThat(found.plan().nodes()).isEqualTo(cards);
    }

    /** The text's example: of a card of 32 GB at most 8 shares of at least 1 GB. Today it is 16. */
    @ParameterizedTest
    @CsvSource({"2022-01, 8", "2026-01, 16"})
    void ofACardHasALimitOfShares(String edition, int most) {
      assertThat(
              qgpu.edition(edition)
                  .match(GpuRequest.of(Devices.of("V100").shared(Share.of("1Gi"))).replicas(100))
                  .orThrow()
                  .plan()
                  .podsPerNode())
          .isEqualTo(most);
    }
  }

  /** What may be asked, by the text of each edition. */
  @Nested
  class Rules {

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "2026-01 | 5Gi | 5",
          "2026-01 | 1Gi | 100",
          "2022-01 | 5Gi | 30",
          "2022-01 | 1Gi | 1",
          "2022-01 | 1Gi | 99"
        })
    void takeWhatIsOnAStep(String edition, String memory, int percent) {
      assertThat(
              qgpu.edition(edition)
                  .match(GpuRequest.of(Devices.any().share(memory, percent)))
                  .isFound())
          .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "2026-01 | 4.5Gi | 30 | 4608Mi",
          "2026-01 | 512Mi | 30 | 512Mi",
          "2026-01 | 5Gi | 33 | 33",
          "2022-01 | 5Gi | 100 | 100"
        })
    void refuseWhatIsNot(String edition, String memory, int percent, String value) {
      assertError(
          () -> qgpu.edition(edition).match(GpuRequest.of(Devices.any().share(memory, percent))),
          "pod.invalid",
          value);
    }

    @Test
    void giveNoSharesOfSeveralCards() {
      assertError(
          () -> qgpu.match(GpuRequest.of(Devices.any().share("4Gi").count(2))),
          "pod.invalid",
          "'2'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed-share", "fs", "burst-share", "bs"})
    void wantComputeWhereAPodHasWhatItAsksFor(String policy) {
      Target quota = qgpu.with("qgpu-policy", policy);

      assertError(() -> quota.match(GpuRequest.of(Devices.any().share("5Gi"))), "pod.invalid");
      assertThat(quota.match(GpuRequest.of(Devices.any().share("5Gi", 30))).isFound()).isTrue();
    }

    @Test
    void haveNamesThatAreChecked() {
      assertError(() -> qgpu.with("qgpu-policy", "fixed"), "option.malformed", "'fixed'");
    }

    @Test
    void takeOnlyCardsOfTheText() {
      assertThat(of2022.match(GpuRequest.of(Devices.of("A10").shared(Share.of("4Gi")))).rejected())
          .hasToString("A10: gpu: tke/qgpu 2022-01 has no A10; it has V100, T4");
      assertThatThrownBy(() -> qgpu.match(GpuRequest.of("T44")))
          .isInstanceOf(UnknownNameException.class);
    }
  }

  /** Cards that one pod has alone. */
  @Nested
  class WholeCards {

    @Test
    void areHadInTheEditionThatHasThem() {
      Target two = qgpu.with("node-gpus", "2");

      assertThat(entries(two.place(two.match(GpuRequest.of(Devices.of(2, "T4"))).orThrow())))
          .containsExactly(
              "resources[tke.cloud.tencent.com/qgpu-core] = 200",
              "spec.nodeSelector[qgpu-device-enable] = enable");
      assertThat(two.match(GpuRequest.of(Devices.of(3, "T4"))).rejected().toString())
          .contains("gpus: 3 requested, has 2, short 1");
      assertThat(two.match(GpuRequest.of(Devices.of(3, "T4"))).explain().toString())
          .contains("request 2 GPUs, or say in the target's options how many cards its nodes have");
    }

    @ParameterizedTest
    @CsvSource({"2, T4 x2", "3, T4 x4", "8, T4 x8"})
    void areAssumedWhereNobodySaysHowManyANodeHas(int cards, String row) {
      Match asked = qgpu.match(GpuRequest.of(Devices.of(cards, "T4")));
      PodView pod =
          PodView.empty()
              .container(
                  "main",
                  Map.of(),
                  Map.of("tke.cloud.tencent.com/qgpu-core", String.valueOf(cards * 100)))
              .nodeSelector("accelerator", "nvidia-tesla-t4");

      assertThat(asked.orThrow().shape().spec().name()).isEqualTo(row);
      assertThat(ids(asked)).contains("size.unknown");
      assertThat(qgpu.match(pod).orElseThrow().orThrow().shape().spec().name()).isEqualTo(row);
    }

    /** Of nodes of unknown size, nobody says that several pods have their shares on one. */
    @Test
    void areNotAssumedForShares() {
      Match share = qgpu.match(GpuRequest.of(Devices.of("T4").share("5Gi", 30)).replicas(20));

      assertThat(share.found().orElseThrow().preferences())
          .extracting(each -> each.spec().name())
          .containsExactly("T4 x1");
    }

    @Test
    void areANoMatchInTheOtherThatNamesWhoHasThem() {
      assertThat(of2022.match(GpuRequest.of("T4")).rejected())
          .hasToString(
              "tke/qgpu 2022-01: share: T4 x1 requested; tke/qgpu has shares of cards and no whole ones; match it on tke or tke/gpu");
    }

    @Test
    void ofASuperNodeAreNotShared() {
      assertThat(GPUS.in("tke").match(GpuRequest.of(Devices.any().share("8Gi"))).rejected())
          .hasToString(
              "tke 2026-01: share: 8Gi of any GPU x1 requested; tke has whole cards and no shares; match it on tke/qgpu");
    }
  }

  /** What the pod must carry. */
  @Nested
  class Placing {
    private Placement place(Target target, Devices devices) {
      return target.place(target.match(GpuRequest.of(devices)).orThrow());
    }

    /** The text's example: 5 GB and 30 percent. */
    @Test
    void isMemoryComputeAndTheLabelOfNodesWithQgpu() {
      assertThat(entries(place(qgpu, Devices.any().share("5Gi", 30))))
          .containsExactly(
              "resources[tke.cloud.tencent.com/qgpu-memory] = 5",
              "resources[tke.cloud.tencent.com/qgpu-core] = 30",
              "spec.nodeSelector[qgpu-device-enable] = enable");
    }

    /** A node's label may say either, so both will do. */
    @Test
    void aPolicyIsAskedForInFullAndAbbreviated() {
      Placement placement =
          place(
              qgpu.with(Qgpu.POLICY, Optional.of(Isolation.FIXED_SHARE)),
              Devices.any().share("5Gi", 30));

      assertThat(entries(placement))
          .endsWith("spec.affinity.nodeAffinity[%s] = fixed-share,fs".formatted(POLICY));
      assertThat(placement.fits(node().label(POLICY, "fs")).fits()).isTrue();
      assertThat(placement.fits(node().label(POLICY, "fixed-share")).fits()).isTrue();
      assertThat(placement.fits(node().label(POLICY, "best-effort")).fits()).isFalse();
      assertThat(placement.fits(node()).fits()).isFalse();
    }

    @Test
    void theCardIsSelectedByALabelOfTheOwnersAndElseNotedAsOpen() {
      Target labelled = qgpu.with(Qgpu.CARD_LABEL, Optional.of(CARD));

      assertThat(entries(place(labelled, Devices.of("T4").shared(Share.of("5Gi", 30)))))
          .contains("spec.nodeSelector[example.com/card] = T4");
      assertThat(entries(place(labelled, Devices.of("V100", "T4").shared(Share.of("5Gi", 30)))))
          .contains("spec.affinity.nodeAffinity[example.com/card] = T4,V100");
      assertThat(ids(labelled.match(GpuRequest.of(Devices.any().share("5Gi", 30)))))
          .doesNotContain("shares.any-card");
      assertThat(ids(qgpu.match(GpuRequest.of(Devices.any().share("5Gi", 30)))))
          .contains("shares.any-card");
    }

    @Test
    void aCardAndAPolicyAreHadOnOneNode() {
      Target both = qgpu.with(Qgpu.CARD_LABEL, Optional.of(CARD)).with("qgpu-policy", "bs");
      Placement placement = place(both, Devices.of("V100", "T4").shared(Share.of("5Gi", 30)));

      assertThat(placement.nodeTerms()).hasSize(1);
      assertThat(placement.fits(node().label(CARD, "T4").label(POLICY, "bs")).fits()).isTrue();
      assertThat(placement.fits(node().label(CARD, "T4")).fits()).isFalse();
      assertThat(placement.fits(node().label(CARD, "A10").label(POLICY, "bs")).fits()).isFalse();
    }

    /** A node of your own says what it is itself, whatever the options are. */
    @Test
    void aNodeOfTheOwnersIsSelectedByItsLabels() {
      Target rack =
          qgpu.with(Qgpu.CARD_LABEL, Optional.of(CARD))
              .with("qgpu-policy", "fs")
              .overlay(
                  Overlay.parse(
                      "rack.yaml",
                      """
                      target: tke/qgpu
                      citation: rack
                      citations:
                        rack: {title: Our rack, date: 2026-03-01, status: third-party}
                      specs:
                      - name: rack-a
                        gpu: L40S
                        gpus: 4
                        upward: [{cpu: "64", memory: 512Gi}]
                        policy: fixed
                        labels: {rack: a}
                      """));

      assertThat(entries(place(rack, Devices.of("rack-a").shared(Share.of("5Gi", 30)))))
          .containsExactly(
              "resources[tke.cloud.tencent.com/qgpu-memory] = 5",
              "resources[tke.cloud.tencent.com/qgpu-core] = 30",
              "spec.nodeSelector[qgpu-device-enable] = enable",
              "spec.nodeSelector[rack] = a");
    }

    @Test
    void isWhatANodeWithQgpuTakesAndNoOther() {
      Placement placement = place(qgpu, Devices.any().share("5Gi", 30));

      assertThat(placement.fits(node()).fits()).isTrue();
      assertThat(placement.fits(NodeView.of("other").allocatable(T4)).fits()).isFalse();
    }

    private static final Map<String, String> T4 =
        Map.of(PREFIX + "qgpu-memory", "14", PREFIX + "qgpu-core", "100");

    private NodeView node() {
      return NodeView.of("gn7").label("qgpu-device-enable", "enable").allocatable(T4);
    }
  }

  /** What existing pods ask. */
  @Nested
  class Reading {
    private Match match(PodView pod) {
      return qgpu.match(pod).orElseThrow();
    }

    @Test
    void whatThePodStatesAsAWholeAndItsOverheadCount() {
      PodView pod = pod("cpu 1 memory 5 core 30");

      assertThat(match(pod.overhead(Map.of("cpu", "500m", "memory", "120Mi"))).request())
          .extracting(GpuRequest::cpu, GpuRequest::memory)
          .containsExactly(CpuAmount.parse("1500m"), MemorySize.parse("120Mi"));
      assertThat(match(pod.resources(Map.of("cpu", "5"), Map.of("memory", "20Gi"))).request())
          .extracting(GpuRequest::cpu, GpuRequest::memory)
          .containsExactly(CpuAmount.parse("5"), MemorySize.parse("20Gi"));
    }

    private PodView on(String key, String... values) {
      return pod("cpu 2 memory 5 core 30")
          .nodeTerm(new NodeTerm(List.of(NodeRequirement.in(key, values))));
    }

    @Test
    void memoryAndCompute() {
      assertThat(match(pod("cpu 2 memory 5 core 30")).orThrow().request())
          .isEqualTo(GpuRequest.of(Devices.any().share("5Gi", 30)).cpu(2));
      assertThat(of2022.match(pod("memory 5 core 99")).orElseThrow().isFound()).isTrue();
    }

    @Test
    void memoryAloneIsNotedWithWhatTkeDocumentsOfIt() {
      assertThat(match(pod("memory 5")).orThrow().request().devices().share())
          .hasValue(Share.of("5Gi"));
      assertThat(ids(match(pod("memory 5")))).contains("share.no-compute");
      assertThat(ids(match(pod("memory 5 core 30")))).doesNotContain("share.no-compute");
    }

    @ParameterizedTest
    @CsvSource({"5Gi, 5", "4.5, 5", "4.5Gi, 5", "4096Mi, 4", "5G, 5"})
    void theResourceCountsWholeGibibytesWithoutAUnit(String written, int whole) {
      assertError(
          () -> match(pod("memory " + written + " core 30")), "pod.malformed", written, whole);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "2026-01 | 0 | pod.out-of-range",
          "2026-01 | 33 | pod.invalid",
          "2026-01 | 101 | pod.out-of-range",
          "2026-01 | 199 | pod.out-of-range",
          "2022-01 | 0 | pod.out-of-range",
          "2022-01 | 100 | pod.out-of-range",
          "2022-01 | 150 | pod.out-of-range"
        })
    void computeIsPartOfACardOrWholeCards(String edition, String core, String id) {
      assertError(() -> qgpu.edition(edition).match(pod("memory 5 core " + core)), id, core);
    }

    @Test
    void aHundredPercentIsAWholeCardWhereNoMemoryIsAsked() {
      Target two = qgpu.with("node-gpus", "2");

      assertThat(two.match(pod("core 200")).orElseThrow().orThrow().request().devices())
          .isEqualTo(Devices.any().count(2));
      assertThat(match(pod("core 100")).orThrow().request().devices()).isEqualTo(Devices.any());
      assertThat(match(pod("memory 5 core 100")).orThrow().request().devices().share())
          .hasValue(Share.of("5Gi", 100));
      assertThat(ids(two.match(pod("memory 28 core 200")).orElseThrow()))
          .contains("share.whole-card");
    }

    @Test
    void requestsAreEqualToLimitsOrLeftOut() {
      PodView unlike =
          PodView.empty().container("main", resources("memory 4"), resources("memory 5"));
      PodView limits = PodView.empty().container("main", Map.of(), resources("memory 5 core 30"));

      assertThatThrownBy(() -> match(unlike)).isInstanceOf(PodFieldException.class);
      assertThat(match(limits).orThrow().request().devices().share()).hasValue(Share.of("5Gi", 30));
    }

    @Test
    void computeAloneIsNotGivenOut() {
      assertThat(match(pod("core 30")).rejected().toString())
          .contains("add tke.cloud.tencent.com/qgpu-memory, in GiB");
    }

    @Test
    void sharesOfSeveralContainersAreNotJudged() {
      PodView two =
          pod("memory 5 core 30").container("b", resources("memory 1"), resources("memory 1"));

      assertThat(match(two)).isInstanceOf(Match.NotJudged.class);
      assertThat(match(two).notes())
          .extracting(Note::message)
          .containsExactly(
              "container 'b' resources.limits[tke.cloud.tencent.com/qgpu-memory] asks for GiB of memory, which is not judged on tke/qgpu; each container has a share of its own, and one share in a pod is judged");
      assertThat(match(two.container("c", Map.of(), resources("nvidia.com/gpu 1"))).rejected())
          .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
      "nvidia.com/gpu, '; no node has both, so remove one of them'",
      "aliyun.com/gpu-mem, '; no node has both, so remove one of them'"
    })
    void twoTechnologiesInOnePodAreRefused(String other, String why) {
      assertThat(match(pod("memory 5 core 30 " + other + " 1")).rejected().toString())
          .contains("and nothing else; this pod stays Pending")
          .contains(why);
    }

    @ParameterizedTest
    @CsvSource({
      "node.kubernetes.io/instance-type, GN7.2XLARGE32, T4",
      "node.kubernetes.io/instance-type, PNV5b.8XLARGE96, L20",
      "example.com/card, A10, A10",
      "accelerator, nvidia-tesla-v100, V100"
    })
    void theCardIsSaidByTheInstanceTypeOrALabelOfTheOwners(String key, String value, String gpu) {
      assertThat(match(on(key, value)).orThrow().shape().spec().gpu()).isEqualTo(gpu);
    }

    @Test
    void labelsOfTheOwnersAndUnknownOnesAreNoted() {
      assertThat(ids(match(on("example.com/card", "T4")))).contains("node.label-of-others");
      assertThat(ids(match(on("team", "search")))).contains("node.label-not-judged");
      assertThat(ids(qgpu.with("card-label", CARD).match(on(CARD, "T4")).orElseThrow()))
          .doesNotContain("node.label-of-others", "node.label-not-judged");
    }

    /** Zones of Tencent Cloud have numbers too, such as 100003. */
    @Test
    void aZoneMayBeANumber() {
      PodView numbered = above("topology.kubernetes.io/zone", "100001");

      assertThat(match(numbered).isFound()).isTrue();
      assertThat(ids(match(numbered))).contains("node.label-not-judged");
    }

    private PodView above(String key, String value) {
      return pod("cpu 2 memory 5 core 30")
          .nodeTerm(new NodeTerm(List.of(new NodeRequirement(key, "Gt", List.of(value)))));
    }

    @ParameterizedTest
    @CsvSource({
      "node.kubernetes.io/instance-type, S5.LARGE8",
      "qgpu-device-enable, disable",
      "example.com/card, H100"
    })
    void whatNoNodeCarriesIsANoMatch(String key, String value) {
      assertThat(match(on(key, value)).rejected().toString())
          .startsWith(key + ": labels: In " + value + " requested, and ");
    }

    @Test
    void aPolicyIsReadInFullAndAbbreviatedAndATypoIsANoMatch() {
      assertThat(match(on(POLICY, "fs")).isFound()).isTrue();
      assertThat(match(on(POLICY, "burst-share")).isFound()).isTrue();
      assertThat(match(on(POLICY, "fixed_share")).rejected().toString())
          .contains(
              "it can be best-effort (be), fixed-share (fs), burst-share (bs); did you mean fixed-share?");
      assertThat(match(pod("memory 5").nodeSelector(POLICY, "fixed-share")).rejected().toString())
          .contains(
              "the pod selects nodes with fixed-share", "add tke.cloud.tencent.com/qgpu-core");
      assertThat(match(pod("memory 5").nodeSelector(POLICY, "be")).isFound()).isTrue();
    }

    /** Nodes without the label are best-effort, and hold nobody to what was asked. */
    @Test
    void aPodWithoutComputeGoesToNodesWithoutAPolicy() {
      PodView pod = pod("memory 5");

      assertThat(match(pod.nodeTerm(term(POLICY + " DoesNotExist"))).isFound()).isTrue();
      assertThat(
              match(pod.nodeTerm(term(POLICY + " NotIn fixed-share fs burst-share bs"))).isFound())
          .isTrue();
      assertThat(match(pod.nodeTerm(term(POLICY + " NotIn best-effort be"))).isFound()).isTrue();
      assertThat(
              match(pod.nodeTerm(term(POLICY + " NotIn best-effort be", POLICY + " Exists")))
                  .rejected()
                  .toString())
          .contains("the pod selects nodes with fixed-share or burst-share");
    }

    /** What would do is looked for among the policies that the pod names, not its other labels. */
    @Test
    void aTypoIsAnsweredWithWhatIsNearToIt() {
      PodView typo = pod("memory 5 core 30").nodeSelector(POLICY, "fixed_share");
      PodView none =
          pod("memory 5 core 30")
              .nodeTerm(
                  term(
                      POLICY + " Exists",
                      POLICY + " NotIn best-effort be fixed-share fs burst-share bs"));

      assertThat(match(typo.nodeSelector("team", "burst_share")).rejected().toString())
          .endsWith("burst-share (bs); did you mean fixed-share?");
      assertThat(match(none).rejected().toString())
          .endsWith("it can be best-effort (be), fixed-share (fs), burst-share (bs)");
    }

    @Test
    void whichNodesHaveALabelOfTheAddOnsIsNotKnown() {
      assertThat(ids(match(on(POLICY, "fs")))).contains("node.label-not-judged");
      assertThat(ids(match(on("mixed-qgpu-enable", "enable")))).contains("node.label-not-judged");
      assertThat(ids(match(pod("memory 5 core 30").nodeTerm(term(POLICY + " NotIn bs")))))
          .doesNotContain("node.label-not-judged");
    }

    @Test
    void memoryBesideAShareOrNoneAtAllIsNotNoted() {
      Target two = qgpu.with("node-gpus", "2");

      assertThat(ids(two.match(pod("core 200")).orElseThrow())).doesNotContain("share.whole-card");
      assertThat(ids(match(pod("memory 5 core 30")))).doesNotContain("share.whole-card");
    }

    @Test
    void noComputeAtAllIsAMistakeToo() {
      assertError(() -> match(pod("core 0")), "pod.out-of-range", "0");
    }

    @Test
    void wholeCardsAreNamedWhereTheyAreHad() {
      PodView whole =
          PodView.empty()
              .container("main", Map.of("nvidia.com/gpu", "1"), Map.of("nvidia.com/gpu", "1"));

      assertThat(match(whole).rejected().toString())
          .endsWith("stays Pending; match it on tke or tke/gpu");
      assertThat(
              GPUS.in("tke")
                  .match(
                      pod("memory 5 nvidia.com/gpu 1")
                          .annotation("eks.tke.cloud.tencent.com/gpu-type", "T4"))
                  .orElseThrow()
                  .rejected()
                  .toString())
          .endsWith("stays Pending; no node has both, so remove one of them");
    }

    @Test
    void onASuperNodeNamesWhereSharesAreHad() {
      assertThat(GPUS.in("tke").match(pod("memory 5 core 30")).orElseThrow().rejected().toString())
          .contains("this pod stays Pending; match it on tke/qgpu");
    }
  }
}
