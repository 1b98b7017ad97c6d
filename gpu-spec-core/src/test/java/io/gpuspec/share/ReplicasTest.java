package io.gpuspec.share;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.gpuspec.json.GpuJson;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicasTest {
  private static final String GPU = "nvidia.com/gpu";

  private static PodView asking(String resource, int count) {
    Map<String, String> amount = Map.of(resource, String.valueOf(count));
    return PodView.empty().container("c", amount, amount);
  }

  /** NVIDIA's README: 10 replicas on 8 cards are 80 of the resource. */
  @Test
  void aNodeAdvertisesEachCardSoManyTimes() {
    Replicas ten = Replicas.timeSlicing(10);

    assertThat(ten.node("A10", 8).resources()).containsExactly(entry(GPU, 80));
    assertThat(ten.renameByDefault().node("A10", 8).resources())
        .containsExactly(entry("nvidia.com/gpu.shared", 80));
  }

  @ParameterizedTest
  @CsvSource({
    // 15109 MiB by the driver.
    "T4, 2, 7554Mi, 50",
    "T4, 3, 5036Mi, 33",
    "T4, 48, 314Mi, 2",
    // 46068 MiB.
    "L40S, 7, 6581Mi, 14",
    // 16160 MiB.
    "V100-16G, 16, 1010Mi, 6",
  })
  void underMpsEachClientGetsAPartRoundedDown(
      String gpu, int replicas, String memory, int threads) {
    Replica replica = Replicas.mps(replicas).of(gpu);

    assertThat(replica.memoryLimit()).contains(MemorySize.parse(memory));
    assertThat(replica.threadPercentage()).hasValue(threads);
  }

  @Test
  void whatADriverReportsIsNeverMadeUp() {
    Replica third = Replicas.mps(3).of("A10");

    assertThat(third.memoryLimit()).isEmpty();
    assertThat(third.notes()).extracting(Note::id).contains("replicas.memory-unknown");
    assertThat(third.withCardMemory("23028Mi").memoryLimit()).contains(MemorySize.parse("7676Mi"));
    assertThat(third).hasToString("1/3 of A10 (mps): memory not known, at most 33% of the threads");
  }

  @Test
  void timeSlicingLimitsNothingAndSaysSo() {
    Replica quarter = Replicas.timeSlicing(4).of("T4");

    assertThat(quarter.memoryLimit()).isEmpty();
    assertThat(quarter.threadPercentage()).isEmpty();
    assertThat(quarter.notes())
        .extracting(Note::id)
        .containsExactly(
            "replicas.no-memory-isolation",
            "replicas.no-fault-isolation",
            "replicas.no-compute-share",
            "replicas.several");
  }

  @Test
  void everyNoteOfTheFileNamesItsSource() {
    for (SharingStrategy strategy : SharingStrategy.values()) {
      assertThat(ReplicaRules.notGuaranteed(strategy))
          .isNotEmpty()
          .allSatisfy(
              note -> {
                assertThat(note.message()).isNotEmpty();
                assertThat(note.citation().orElseThrow().title()).isNotEmpty();
              });
    }
    assertThat(ReplicaRules.config())
        .hasToString("NVIDIA k8s-device-plugin 0.20.0, api/config/v1, 2026-08-19 (documented)");
  }

  @Test
  void fewerThanTwoReplicasAreRefusedInThePluginsWords() {
    assertError(() -> Replicas.timeSlicing(1), "share.out-of-range", "1");
    assertThatThrownBy(() -> Replicas.mps(0)).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void mpsHas48ClientsAndBelow75Sixteen() {
    assertThat(Replicas.mps(48).of("T4").gpu()).isEqualTo("T4");
    assertThat(Replicas.mps(16).of("P100").gpu()).isEqualTo("Tesla-P100-16G");
    assertError(() -> Replicas.mps(49), "share.out-of-range");
    assertError(() -> Replicas.mps(17).of("V100-32G"), "share.out-of-range", "17");
    assertThat(Replicas.timeSlicing(49).of("V100-32G").gpu()).isEqualTo("V100-32G");
  }

  @Test
  void severalAtOnceAreRefusedByMpsAndTakenByTimeSlicingUnlessSaidOtherwise() {
    assertThat(Replicas.timeSlicing(4).isOneAtATime()).isFalse();
    assertThat(Replicas.timeSlicing(4).refusal(2)).isEmpty();
    assertThat(Replicas.mps(4).isOneAtATime()).isTrue();
    assertThat(Replicas.mps(4).refusal(1)).isEmpty();
    assertThat(Replicas.timeSlicing(4).failRequestsGreaterThanOne(true).refusal(2))
        .contains("invalid request: maximum request size for shared resources is 1; found 2");
  }

  @Test
  void mpsTakesSeveralAtOnceOnlySinceVersion20() {
    assertThat(Replicas.mps(4).failRequestsGreaterThanOne(false).since()).isEqualTo("0.20.0");
    assertThat(Replicas.mps(4).failRequestsGreaterThanOne(true).since()).isEqualTo("0.15.0");
    assertThat(Replicas.timeSlicing(4).failRequestsGreaterThanOne(false).since())
        .isEqualTo("0.12.0");
  }

  @Test
  void instancesAreSharedByTimeSlicingAlone() {
    assertThat(Replicas.timeSlicing(2).ofResource("mig-1g.5gb").renameByDefault().sharedResource())
        .isEqualTo("nvidia.com/mig-1g.5gb.shared");
    assertError(() -> Replicas.mps(2).ofResource("nvidia.com/mig-1g.5gb"), "share.unsupported");
  }

  /** The plugin's own limit: 63 characters with {@code nvidia.com/}. */
  @Test
  void aNameIsAResourcesOfAtMost63Characters() {
    assertThat(Replicas.timeSlicing(2).ofResource("g".repeat(52)).resource()).hasSize(63);
    for (String wrong : new String[] {"g".repeat(53), "GPU", "nvidia.com/", "amd.com/gpu"}) {
      assertError(() -> Replicas.timeSlicing(2).ofResource(wrong), "share.malformed", wrong);
    }
  }

  @Test
  void labelsAreThoseOfGpuFeatureDiscovery() {
    assertThat(Replicas.timeSlicing(4).node("Tesla T4", 2).labels())
        .containsExactly(
            entry("nvidia.com/gpu.compute.major", "7"),
            entry("nvidia.com/gpu.compute.minor", "5"),
            entry("nvidia.com/gpu.count", "2"),
            entry("nvidia.com/gpu.family", "turing"),
            entry("nvidia.com/gpu.memory", "15109"),
            entry("nvidia.com/gpu.product", "Tesla-T4-SHARED"),
            entry("nvidia.com/gpu.replicas", "4"),
            entry("nvidia.com/gpu.sharing-strategy", "time-slicing"),
            entry("nvidia.com/mig.capable", "false"),
            entry("nvidia.com/mps.capable", "false"));
    assertThat(Replicas.mps(4).renameByDefault().node("T4", 2).labels())
        .containsEntry("nvidia.com/gpu.product", "Tesla-T4")
        .containsEntry("nvidia.com/gpu.sharing-strategy", "mps")
        .containsEntry("nvidia.com/mps.capable", "true");
  }

  @Test
  void aLabelThatIsNotKnownIsLeftOutAndNamed() {
    ReplicaNode node = Replicas.timeSlicing(2).node("A100-40G", 1);

    assertThat(node.labels()).doesNotContainKeys("nvidia.com/gpu.product", "nvidia.com/gpu.memory");
    assertThat(node.notes()).extracting(Note::id).contains("replicas.product-unknown");
    assertThat(Replicas.timeSlicing(2).node("NVIDIA A100-SXM4-40GB", 1).labels())
        .containsEntry("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-SHARED");
    assertThat(node.withCardMemory("40960Mi").labels())
        .containsEntry("nvidia.com/gpu.memory", "40960");
  }

  @Test
  void itIsDescribedAsKubectlDoes() {
    assertThat(Replicas.timeSlicing(4).renameByDefault().node("T4", 2).describe())
        .hasToString(
            """
            Labels:             nvidia.com/gpu.compute.major=7
                                nvidia.com/gpu.compute.minor=5
                                nvidia.com/gpu.count=2
                                nvidia.com/gpu.family=turing
                                nvidia.com/gpu.memory=15109
                                nvidia.com/gpu.product=Tesla-T4
                                nvidia.com/gpu.replicas=4
                                nvidia.com/gpu.sharing-strategy=time-slicing
                                nvidia.com/mig.capable=false
                                nvidia.com/mps.capable=false
            Capacity:
              nvidia.com/gpu.shared:  8
            Allocatable:
              nvidia.com/gpu.shared:  8""");
  }

  @Test
  void aPodThatGetsNoneIsToldWhatToAsk() {
    ReplicaNode renamed = Replicas.timeSlicing(4).renameByDefault().node("T4", 2);

    assertThat(renamed.problems(asking("nvidia.com/gpu.shared", 8))).isEmpty();
    assertThat(renamed.problems(asking(GPU, 1)))
        .containsExactly("nvidia.com/gpu: the node does not have it; it has nvidia.com/gpu.shared");
    assertThat(renamed.problems(asking("nvidia.com/gpu.shared", 9)))
        .containsExactly("nvidia.com/gpu.shared: 9 requested, the node has 8; request at most 8");
    assertThat(Replicas.mps(4).node("T4", 2).problems(asking(GPU, 2)))
        .containsExactly(
            "nvidia.com/gpu: container 'c' is refused (invalid request: maximum request size for shared resources is 1; found 2); ask for 1");
  }

  @Test
  void theSchedulerPlacesPodsByTheSharedName() {
    ReplicaNode node = Replicas.timeSlicing(4).renameByDefault().node("T4", 2);

    assertThat(asking("nvidia.com/gpu.shared", 1).fits(node.view("gpu-1")).fits()).isTrue();
    assertThat(asking(GPU, 1).fits(node.view("gpu-1")).fits()).isFalse();
  }

  @Test
  void aCardThatNobodyKnowsOrSeveralAreIsRefused() {
    assertError(() -> Replicas.timeSlicing(2).of("T5"), "gpu.unknown");
    assertError(() -> Replicas.timeSlicing(2).node("V100", 1), "share.ambiguous", "V100");
    assertError(() -> Replicas.timeSlicing(2).node("T4", 0), "share.out-of-range", "0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "5", "-1Gi", "1023Mi"})
  void aCardHasAGibibyteAtLeast(String memory) {
    assertError(
        () -> Replicas.mps(3).of("T4").withCardMemory(memory), "share.out-of-range", memory);
  }

  @Test
  void moreReplicasThanCanBeCountedAreRefused() {
    Replicas many = Replicas.timeSlicing(2_000_000_000);

    assertThat(many.node("T4", 1).resources()).containsEntry("nvidia.com/gpu", 2_000_000_000);
    assertError(() -> many.node("T4", 4), "share.out-of-range");
  }

  @Test
  void asJson() {
    assertThat(GpuJson.write(Replicas.mps(3).node("T4", 2)))
        .startsWith(
            """
            {
              "strategy": "mps",
              "replicas": 3,
              "gpu": "T4",
              "cards": 2,
              "resource": "nvidia.com/gpu",
              "failRequestsGreaterThanOne": true,
              "since": "0.15.0",
              "memoryLimit": "5036Mi",
              "threadPercentage": 33,
              "resources": {
                "nvidia.com/gpu": 6
              },
              "labels": {
            """);
  }

  @Test
  void replicasAreEqualInAllThatIsConfigured() {
    Replicas four = Replicas.timeSlicing(4);

    assertThat(four).isEqualTo(Replicas.timeSlicing(4)).hasSameHashCodeAs(Replicas.timeSlicing(4));
    assertThat(four)
        .isNotEqualTo(Replicas.timeSlicing(5))
        .isNotEqualTo(Replicas.mps(4))
        .isNotEqualTo(four.renameByDefault())
        .isNotEqualTo(four.ofResource("mig-1g.5gb"))
        .isNotEqualTo(four.failRequestsGreaterThanOne(false))
        .isNotEqualTo("4 replicas");
    assertThat(four.failRequestsGreaterThanOne()).isEmpty();
    assertThat(four.failRequestsGreaterThanOne(true).failRequestsGreaterThanOne()).contains(true);
  }

  @Test
  void nodesAreEqualInTheirReplicasAndCards() {
    ReplicaNode node = Replicas.timeSlicing(4).node("T4", 2);

    assertThat(node)
        .isEqualTo(Replicas.timeSlicing(4).node("T4", 2))
        .hasSameHashCodeAs(Replicas.timeSlicing(4).node("T4", 2))
        .isNotEqualTo(Replicas.timeSlicing(5).node("T4", 2))
        .isNotEqualTo(Replicas.timeSlicing(4).node("L4", 2))
        .isNotEqualTo(Replicas.timeSlicing(4).node("T4", 3))
        .isNotEqualTo("a node");
  }

  @Test
  void whatItIsIsWrittenInALine() {
    assertThat(Replicas.timeSlicing(4)).hasToString("4 replicas of nvidia.com/gpu (time-slicing)");
    assertThat(Replicas.mps(3).renameByDefault())
        .hasToString("3 replicas of nvidia.com/gpu (mps), as nvidia.com/gpu.shared");
    assertThat(Replicas.mps(3).of("T4"))
        .hasToString("1/3 of T4 (mps): at most 5036Mi, at most 33% of the threads");
    assertThat(Replicas.timeSlicing(3).of("T4"))
        .hasToString(
            "1/3 of T4 (time-slicing): a turn of all of it, no memory and no compute of its own");
    assertThat(Replicas.timeSlicing(4).node("T4", 2))
        .hasToString("2 x T4, time-slicing: {nvidia.com/gpu=8}");
  }

  @Test
  void whatAPodAsksOfTheMachineIsNoProblemOfItsCards() {
    PodView pod =
        PodView.empty().container("c", Map.of("cpu", "64"), Map.of("rdma/hca", "1", GPU, "1"));

    assertThat(Replicas.timeSlicing(4).node("T4", 2).problems(pod)).isEmpty();
  }

  @Test
  void asManyReplicasAsCanBeCountedAreTaken() {
    assertThat(Replicas.timeSlicing(Integer.MAX_VALUE).node("T4", 1).resources())
        .containsEntry(GPU, Integer.MAX_VALUE);
    assertError(
        () -> Replicas.timeSlicing(4).ofResource("mig-1g.5gb").node("A30", 1), "share.unsupported");
  }
}
