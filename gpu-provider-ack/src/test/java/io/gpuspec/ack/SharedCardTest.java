package io.gpuspec.ack;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Placements.entries;
import static io.gpuspec.testkit.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Placement;
import io.gpuspec.testkit.Pods;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shares of cards in node pools of ACK. */
class SharedCardTest {
  private static final Gpus GPUS = Gpus.load();
  private final Target cgpu = GPUS.in("ack/cgpu");

  /** What there is of a card, and who has it. */
  @Nested
  class Cards {

    /**
     * T4 and V100-16G as ACK's pages show them, L20 as its driver reports it, and as a qGPU node of
     * TKE with one was seen to offer; of the others two GiB less than nominal.
     */
    @ParameterizedTest
    @CsvSource({
      "T4, 14Gi",
      "V100-16G, 15Gi",
      "Tesla-P4, 6Gi",
      "A10, 22Gi",
      "V100-32G, 30Gi",
      "A100-80G, 78Gi",
      "L20, 44Gi"
    })
    void haveTheirReportedMemoryToShareInWholeGibibytes(String gpu, String memory) {
      assertThat(cgpu.catalog().gpu(gpu).specs())
          .isNotEmpty()
          .allSatisfy(row -> assertThat(row.shareMemory()).hasValue(MemorySize.parse(memory)));
    }

    @Test
    void haveWhatTheCallerSaysThatTheirDriverReports() {
      Target stated = cgpu.with("card-memory", "23028Mi");

      assertThat(stated.catalog().gpu("A10").specs().get(0).shareMemory())
          .hasValue(MemorySize.parse("22Gi"));
      assertThat(stated.match(GpuRequest.of(Devices.any().share("2Gi"))).notes())
          .extracting(Note::message)
          .anyMatch(note -> note.startsWith("pods can share 23028Mi of each card"));
    }

    @Test
    void areThoseOfTheNodePoolThatAreWhole() {
      assertThat(cgpu.catalog().gpuNames())
          .contains("T4", "A10", "L20")
          .doesNotContain("1/4*T4", "T4 vGPU", "Hopper-96G");
      assertThat(cgpu.catalog().specs())
          .hasSizeLessThan(GPUS.in("ack").catalog().specs().size())
          .allSatisfy(row -> assertThat(row.attribute("vgpu")).isEmpty());
    }

    @Test
    void ofTheNodePoolAreNotShared() {
      assertThat(GPUS.in("ack").catalog().specs())
          .allSatisfy(row -> assertThat(row.shareMemory()).isEmpty());
    }
  }

  /** What a request for a share lands on. */
  @Nested
  class Matching {

    private Match match(Devices devices) {
      return cgpu.match(GpuRequest.of(devices).cpu(1).memory("2Gi"));
    }

    private String chosenRow(Devices devices) {
      return match(devices).orThrow().shape().spec().name();
    }

    @Test
    void isTheSmallestCardThatHasSoMuchToShare() {
      assertThat(chosenRow(Devices.any().share("6Gi"))).isEqualTo("ecs.gn5i-c2g1.large");
      assertThat(chosenRow(Devices.any().share("7Gi"))).isEqualTo("ecs.gn6i-c4g1.xlarge");
      assertThat(chosenRow(Devices.any().share("14Gi", 50))).isEqualTo("ecs.gn6i-c4g1.xlarge");
      assertThat(chosenRow(Devices.any().share("16Gi"))).isEqualTo("ecs.gn7i-c8g1.2xlarge");
    }

    @Test
    void keepsToTheCardsNamed() {
      assertThat(chosenRow(Devices.of("V100-16G", "T4").shared(Share.of("15Gi"))))
          .isEqualTo("ecs.gn6v-c8g1.2xlarge");
      assertThat(match(Devices.of("T4").shared(Share.of("15Gi"))).rejected().get(0).reasons())
          .extracting(Object::toString)
          .contains(
              "share: 15Gi requested, has 14Gi, short 1Gi of each card; request a share of at most 14Gi");
    }

    @Test
    void takesSeveralCardsOfOneNode() {
      assertThat(chosenRow(Devices.of(4, "V100-16G").shared(Share.of("2Gi"))))
          .isEqualTo("ecs.gn6v-c8g1.8xlarge");
    }

    /** Two pods of 7 GiB on one T4 of 14, three do not. */
    @ParameterizedTest
    @CsvSource({"2, 1", "3, 2", "4, 2"})
    void countsThePodsThatShareACard(int replicas, int nodes) {
      Match.Found found =
          cgpu.match(
                  GpuRequest.of(Devices.of("ecs.gn6i-c4g1.xlarge").shared(Share.of("7Gi")))
                      .replicas(replicas))
              .orThrow();

      assertThat(found.plan().nodes()).isEqualTo(nodes);
      assertThat(found.wastedGpus()).isZero();
    }

    /** 40 percent of compute leaves room for two pods however little memory they ask. */
    @Test
    void countsComputeToo() {
      assertThat(
              cgpu.match(
                      GpuRequest.of(Devices.of("ecs.gn6i-c4g1.xlarge").shared(Share.of("1Gi", 40)))
                          .replicas(5))
                  .orThrow()
                  .plan()
                  .nodes())
          .isEqualTo(3);
    }

    @Test
    void ofAWholeCardIsANoMatchThatNamesWhoHasIt() {
      Match none = match(Devices.of("T4"));

      assertThat(none.isFound()).isFalse();
      assertThat(none.alternatives()).isEmpty();
      assertThat(none.rejected())
          .hasToString(
              "ack/cgpu 2026-01: share: T4 x1 requested; ack/cgpu has shares of cards and no whole ones; match it on ack or ack/eci");
    }

    /** Whoever asks for a fraction means a share, so how to ask for one comes first. */
    @Test
    void ofANamedFractionIsANoMatchThatSaysHowToAskForMemory() {
      assertThat(match(Devices.of("1/4*T4")).rejected())
          .hasToString(
              "ack/cgpu 2026-01: share: 1/4*T4 x1 requested; ack/cgpu has shares of cards and no whole ones, by memory: ask for T4 with a share, such as 4Gi of each card; match it on ack or ack/eci");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ack", "ack/eci"})
    void elsewhereIsANoMatchThatNamesWhoHasShares(String target) {
      Match none = GPUS.in(target).match(GpuRequest.of(Devices.any().share("8Gi", 50)));

      assertThat(none.isFound()).isFalse();
      assertThat(none.rejected())
          .hasToString(
              "%s 2026-01: share: 8Gi and 50%% of any GPU x1 requested; %s has whole cards and no shares; match it on ack/cgpu"
                  .formatted(target, target));
      assertThat(none.alternatives())
          .isNotEmpty()
          .allSatisfy(
              shape ->
                  assertThat(shape.spec().gpuMemory().orElseThrow())
                      .isGreaterThanOrEqualTo(MemorySize.parse("8Gi")));
    }

    @Test
    void isWrittenAsJson() {
      assertThat(GpuJson.write(match(Devices.any().share("8Gi", 50))).replaceAll("\\s+", ""))
          .contains("\"share\":{\"memory\":\"8Gi\",\"compute\":50}")
          .contains("\"shareMemory\":\"14Gi\"");
    }
  }

  /** What may be asked, by ACK's rules. */
  @Nested
  class Rules {

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "4.5Gi | 5 | 4608Mi",
          "4G | 5 | 4G",
          "4096M | 5 | 4096M",
          "4Gi | 33 | 33",
          "4Gi | 99 | 99"
        })
    void refuseWhatIsBetweenTwoSteps(String memory, int percent, String value) {
      assertError(
          () -> cgpu.match(GpuRequest.of(Devices.any().share(memory, percent))),
          "pod.invalid",
          value);
    }

    @Test
    void nameEveryRuleThatIsBroken() {
      assertError(
          () -> cgpu.match(GpuRequest.of(Devices.any().share("1500Mi", 1))), "pod.invalid", "'1'");
    }

    @Test
    void giveNoComputeOfSeveralCards() {
      assertError(
          () -> cgpu.match(GpuRequest.of(Devices.any().share("4Gi", 50).count(2))), "pod.invalid");
    }
  }

  /** What the pod must carry. */
  @Nested
  class Placing {

    private Placement place(Target target, Devices devices) {
      return target.place(target.match(GpuRequest.of(devices)).orThrow());
    }

    @Test
    void memoryAloneGoesToNodesThatKeepItApart() {
      assertThat(entries(place(cgpu, Devices.of("T4").shared(Share.of("4Gi")))))
          .containsExactly(
              "resources[aliyun.com/gpu-mem] = 4",
              "spec.nodeSelector[ack.node.gpu.schedule] = cgpu",
              "spec.tolerations[nvidia.com/gpu] = ",
              "spec.nodeSelector[aliyun.accelerator/nvidia_name] = Tesla-T4");
    }

    @Test
    void computeGoesToNodesThatGiveItOut() {
      assertThat(entries(place(cgpu, Devices.of("T4").shared(Share.of("8Gi", 50)))))
          .startsWith(
              "resources[aliyun.com/gpu-mem] = 8",
              "resources[aliyun.com/gpu-core.percentage] = 50",
              "spec.nodeSelector[ack.node.gpu.schedule] = core_mem");
    }

    /** The document's example: 8 GiB over 2 cards, 4 of each. */
    @Test
    void severalCardsAreALabelAndTheSumOfTheirMemory() {
      assertThat(entries(place(cgpu, Devices.of("V100-16G").count(2).shared(Share.of("4Gi")))))
          .startsWith(
              "resources[aliyun.com/gpu-mem] = 8",
              "metadata.labels[aliyun.com/gpu-count] = 2",
              "spec.nodeSelector[ack.node.gpu.schedule] = cgpu");
    }

    @Test
    void anEntrySaysWhatItDoesHere() {
      Devices two = Devices.of("V100-16G").count(2).shared(Share.of("4Gi"));

      assertThat(place(cgpu, Devices.of("T4").shared(Share.of("4Gi"))).entries().get(0).reason())
          .isEqualTo("GiB of one card's memory");
      assertThat(place(cgpu, two).entries().get(0))
          .satisfies(
              memory -> {
                assertThat(memory.reason()).isEqualTo("GiB of 2 cards' memory, 4 of each");
                assertThat(memory.citation())
                    .isEqualTo(place(cgpu, two).entries().get(1).citation());
              });
      assertThat(reason("spread")).isEqualTo("nodes that lay pods over their cards");
      assertThat(reason("binpack")).isEqualTo("nodes that fill one card before the next");
    }

    private String reason(String placement) {
      return place(cgpu.with(Cgpu.PLACEMENT, placement), Devices.any().share("4Gi"))
          .entries()
          .stream()
          .filter(entry -> entry.field().key().equals("ack.node.gpu.placement"))
          .map(Placement.Entry::reason)
          .collect(Collectors.joining());
    }

    @Test
    void optionsChooseTheNodes() {
      Target chosen =
          cgpu.with(Cgpu.SHARING, "share")
              .with(Cgpu.PLACEMENT, "spread")
              .with(Ack.NVIDIA_DRIVER_VERSION, Optional.of("550.144.03"));

      assertThat(entries(place(chosen, Devices.any().share("4Gi"))))
          .contains(
              "spec.nodeSelector[ack.node.gpu.schedule] = share",
              "spec.nodeSelector[ack.node.gpu.placement] = spread",
              "spec.nodeSelector[ack.aliyun.com/nvidia-driver-version] = 550.144.03");
      assertError(
          () -> place(chosen, Devices.any().share("4Gi", 50)), "option.conflict", "'share'");
    }
  }

  /** What existing pods ask. */
  @Nested
  class Reading {

    private Match match(PodView pod) {
      return cgpu.match(pod).orElseThrow();
    }

    private List<String> notes(PodView pod) {
      return match(pod).notes().stream().map(Note::id).toList();
    }

    private PodView shared(String resources) {
      return pod("MAIN | %s | %s".formatted(resources, resources));
    }

    @Test
    void memoryAndCompute() {
      PodView pod =
          shared("aliyun.com/gpu-mem 8 aliyun.com/gpu-core.percentage 50")
              .nodeSelector("ack.node.gpu.schedule", "core_mem");

      assertThat(match(pod).request().devices().share()).hasValue(Share.of("8Gi", 50));
      assertThat(match(pod).isFound()).isTrue();
      assertThat(notes(pod)).doesNotContain("share.alias", "share.no-mode");
    }

    /** The pods of the text: no label of a node, and compute by a name that ACK does not know. */
    @Test
    void theNameAndTheMissingLabelOfTheTextAreNoted() {
      PodView pod = shared("aliyun.com/gpu-mem 8 aliyun.com/gpu-core 50");

      assertThat(match(pod).request().devices().share()).hasValue(Share.of("8Gi", 50));
      assertThat(notes(pod)).contains("share.alias", "share.no-mode");
      assertThat(notes(shared("aliyun.com/gpu-mem 4")))
          .contains("share.no-mode")
          .doesNotContain("share.alias");
    }

    /** By what is asked for; another label does not say it. */
    @Test
    void theModeThatIsMissingIsNamed() {
      String compute = "aliyun.com/gpu-mem 8 aliyun.com/gpu-core.percentage 50";

      assertThat(modeNote(shared("aliyun.com/gpu-mem 8").nodeSelector("team", "ai")))
          .endsWith("select on ack.node.gpu.schedule: cgpu (memory kept apart) or share (not)");
      assertThat(modeNote(shared(compute))).endsWith("select on ack.node.gpu.schedule: core_mem");
    }

    private String modeNote(PodView pod) {
      return match(pod).notes().stream()
          .filter(note -> note.id().equals("share.no-mode"))
          .map(Note::message)
          .collect(Collectors.joining());
    }

    @Test
    void allComputeOfACardIsAShareToo() {
      PodView pod = shared("aliyun.com/gpu-mem 8 aliyun.com/gpu-core.percentage 100");

      assertThat(match(pod).request().devices().share()).hasValue(Share.of("8Gi", 100));
    }

    @Test
    void theContainersOfAPodAreOnOneCard() {
      String one = "MAIN | aliyun.com/gpu-mem 3 | aliyun.com/gpu-mem 3";

      assertThat(match(pod(one, one)).request().devices().share()).hasValue(Share.of("6Gi"));
    }

    @Test
    void severalCards() {
      PodView pod = shared("aliyun.com/gpu-mem 8").label("aliyun.com/gpu-count", "4");

      assertThat(match(pod).request().devices().share()).hasValue(Share.of("2Gi"));
      assertThat(match(pod).request().devices().count()).isEqualTo(4);
      assertError(
          () -> match(shared("aliyun.com/gpu-mem 8").label("aliyun.com/gpu-count", "3")),
          "pod.malformed",
          "'8'");
    }

    /** Of several cards the page gives out memory only. */
    @Test
    void severalCardsWithComputeAreRefused() {
      PodView pod =
          shared("aliyun.com/gpu-mem 8 aliyun.com/gpu-core.percentage 50")
              .label("aliyun.com/gpu-count", "2");

      assertError(() -> match(pod), "pod.invalid", "'2'");
      assertError(
          () -> match(shared("aliyun.com/gpu-mem 8").label("aliyun.com/gpu-count", "two")),
          "pod.malformed",
          "'two'");
    }

    @ParameterizedTest
    @CsvSource({"4Gi, 4", "4G, 4", "4.5, 5", "4.5Gi, 5", "4096Mi, 4", "500Mi, 1"})
    void theResourceCountsWholeGibibytesWithoutAUnit(String written, int whole) {
      assertError(
          () -> match(shared("aliyun.com/gpu-mem " + written)), "pod.malformed", written, whole);
    }

    @ParameterizedTest
    @CsvSource({
      "aliyun.com/gpu-mem 8 aliyun.com/gpu-core.percentage 33, pod.invalid",
      "aliyun.com/gpu-mem 8 aliyun.com/gpu-core.percentage 150, pod.out-of-range"
    })
    void computeIsInSteps(String resources, String id) {
      assertError(() -> match(shared(resources)), id);
    }

    @ParameterizedTest
    @CsvSource({"cgpu, true", "share, true", "mps, true", "core_mem, false", "default, false"})
    void memoryAloneIsHadOnNodesThatGiveItOutAlone(String mode, boolean found) {
      PodView pod = shared("aliyun.com/gpu-mem 4").nodeSelector("ack.node.gpu.schedule", mode);

      assertThat(match(pod).isFound()).isEqualTo(found);
    }

    @Test
    void computeAloneIsNotGivenOut() {
      assertThat(match(shared("aliyun.com/gpu-core.percentage 50")).rejected().toString())
          .contains("add aliyun.com/gpu-mem, in GiB");
    }

    @Test
    void twoTechnologiesInOnePodAreRefused() {
      for (String other : List.of("nvidia.com/gpu", "tke.cloud.tencent.com/qgpu-memory")) {
        assertThat(match(shared("aliyun.com/gpu-mem 4 " + other + " 1")).rejected().toString())
            .contains("resources.limits[%s]".formatted(other))
            .endsWith("stays Pending; no node has both, so remove one of them");
      }
    }

    @Test
    void wholeCardsAreElsewhere() {
      assertThat(match(pod(Pods.ONE_GPU)).rejected())
          .hasToString(
              "container 'c0' resources.limits[nvidia.com/gpu]: gpus: a node of this target offers shares of cards, aliyun.com/gpu-mem, and nothing else; this pod stays Pending; match it on ack");
    }
  }
}
