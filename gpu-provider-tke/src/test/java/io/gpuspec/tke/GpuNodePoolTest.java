package io.gpuspec.tke;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
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
