package io.gpuspec.tke;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The nodes of a pool with whole cards. */
class GpuNodePoolTest {
  private static final Target POOL = Gpus.load().in("tke/gpu");

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void haveAsManyCardsAsAskedWhereNobodySaysHowMany(int cards) {
    Match.Found found = POOL.match(GpuRequest.of(cards, "T4")).found().orElseThrow();

    assertThat(found.shape().spec().name()).isEqualTo("T4 x" + cards);
    assertThat(found.notes())
        .anySatisfy(
            note ->
                assertThat(note.message())
                    .isEqualTo(
                        "how many cards the nodes have is not known here, so %s cards were not judged; say it with node-gpus, and they are"
                            .formatted(cards)));
  }

  @Test
  void areNoCertainAnswerForWholeCardsBecauseNobodyStatesTheirSize() {
    Match whole = POOL.match(GpuRequest.of("T4").cpu(500));
    GpuRequest part = GpuRequest.of(Devices.of("T4").share("4Gi", 25));
    Match share = Gpus.load().in("tke/qgpu").match(part);
    Match refused = POOL.match(part);

    assertThat(whole.isFound()).isTrue();
    assertThat(whole.isCertain()).isFalse();
    assertThat(share.isCertain()).isTrue();
    assertThat(refused.isCertain()).isFalse();
    assertThat(refused.isRefused()).isTrue();
    assertThat(POOL.match(GpuRequest.of(99, "T4")).isRefused()).isFalse();
  }

  @Test
  void haveNoMoreCardsThanOnePodNeeds() {
    Match.Found replicas = POOL.match(GpuRequest.of("T4").replicas(8)).found().orElseThrow();
    Match.Found three = POOL.match(GpuRequest.of(3, "T4").replicas(2)).found().orElseThrow();

    assertThat(replicas.plan()).hasToString("8 x T4 x1 · CPU and memory not known");
    assertThat(replicas.alternatives()).isEmpty();
    assertThat(replicas.rejected())
        .extracting(Rejection::toString)
        .contains(
            "T4 x8: gpus: 1 requested; that nodes have 8 cards is assumed only for pods that need more than 4");
    assertThat(three.plan()).hasToString("2 x T4 x4 · CPU and memory not known");
    assertThat(three.explain().toString()).contains("(inferred; no document of TKE says them)");
    assertThat(
            POOL.with(Qgpu.NODE_GPUS, 8)
                .match(GpuRequest.of("T4").replicas(8))
                .found()
                .orElseThrow()
                .plan())
        .hasToString("1 x T4 x8 · CPU and memory not known");
  }

  @Test
  void ofAFleetHaveTheCardsOfOnePodAndSayThatTheyAreAssumed() {
    FleetPlan ones = Fleet.of(POOL).demand(Demand.of("a", GpuRequest.of("T4").replicas(8))).plan();
    FleetPlan twos =
        Fleet.of(POOL).demand(Demand.of("b", GpuRequest.of(2, "T4").replicas(3))).plan();

    assertThat(ones.nodes()).hasSize(8);
    assertThat(ones.notes()).noneMatch(GpuNodePoolTest::isOfCards);
    assertThat(twos.nodes())
        .hasSize(3)
        .allSatisfy(node -> assertThat(node.spec()).isEqualTo("T4 x2"));
    assertThat(twos.notes()).anyMatch(GpuNodePoolTest::isOfCards);
  }

  private static boolean isOfCards(Note note) {
    return note.message().startsWith("how many cards the nodes have is not known here");
  }

  @Test
  void haveOneCardForCertain() {
    assertThat(POOL.match(GpuRequest.of("T4")).found().orElseThrow().notes())
        .noneMatch(note -> note.message().contains("how many cards"));
  }

  @Test
  void haveTheCardsThatTheirOwnerSays() {
    Match one = POOL.with(Qgpu.NODE_GPUS, 1).match(GpuRequest.of(2, "T4"));

    assertThat(one.rejected())
        .extracting(Rejection::toString)
        .containsExactly("T4 x1: gpus: 2 requested, has 1, short 1");
    assertThat(POOL.with(Qgpu.NODE_GPUS, 8).match(GpuRequest.of(8, "T4")).found().orElseThrow())
        .satisfies(
            found ->
                assertThat(found.notes())
                    .noneMatch(note -> note.message().contains("how many cards")));
  }
}
