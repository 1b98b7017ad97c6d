package io.gpuspec.ack;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.Gpus;
import io.gpuspec.Isolation;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.share.Cards;
import io.gpuspec.share.Packing;
import io.gpuspec.share.Placed;
import io.gpuspec.share.SharePolicy;
import org.junit.jupiter.api.Test;

/** Pods on cards with cGPU. */
class CgpuPackingTest {
  private static final Target CGPU = Gpus.load().in("ack/cgpu");

  @Test
  void shareOfTwoCardsIsOnTwoCardsOfOneNode() {
    Packing packing =
        Cards.of(CGPU, "T4", 2, 2)
            .running(0, 0, Share.of("8Gi"))
            .pack(SharePolicy.BINPACK, 2, Devices.of(2, "T4").shared(Share.of("7Gi")));

    assertThat(packing.placed())
        .map(Placed::toString)
        .containsExactly("pod-0: node 1 cards 0, 1", "pod-1: node 1 cards 0, 1");
  }

  @Test
  void nodesHaveNoPolicyOfComputeThatWasNotDocumented() {
    Cards cards = Cards.of(CGPU, "T4", 1, 1);

    assertThat(cards.running(0, 0, Share.of("8Gi")).all().get(0).effectiveCompute()).isEmpty();
    assertError(() -> cards.isolation(Isolation.FIXED_SHARE), "share.unsupported", "'fixed-share'");
  }

  @Test
  void nodeHasSharedCardsOnly() {
    assertError(
        () -> Cards.of(CGPU, "T4", 1, 1).pack(SharePolicy.BINPACK, 1, Devices.of("T4")),
        "share.unsupported",
        "'pod-0'");
  }
}
