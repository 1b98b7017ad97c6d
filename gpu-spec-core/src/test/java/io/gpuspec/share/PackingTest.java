package io.gpuspec.share;

import static io.gpuspec.share.SharedCloud.RULES;
import static io.gpuspec.share.SharedCloud.t4;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.Rejection;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackingTest {
  private static final Devices QUARTER = Devices.share("4Gi", 25);

  @Test
  void binpackFillsACardThenItsNodeThenTheNext() {
    Packing packing = t4(RULES, 2).pack(SharePolicy.BINPACK, 7, QUARTER);

    assertThat(packing.placed())
        .map(Placed::toString)
        .containsExactly(
            "pod-0: node 0 card 0",
            "pod-1: node 0 card 0",
            "pod-2: node 0 card 0",
            "pod-3: node 0 card 1",
            "pod-4: node 0 card 1",
            "pod-5: node 0 card 1",
            "pod-6: node 1 card 0");
    assertThat(packing)
        .hasToString(
            """
            7 of 7 pods placed on 3 of 4 cards (binpack)
            node 0 card 0: T4 · free 2Gi of 14Gi and 25% · 3 shares
            node 0 card 1: T4 · free 2Gi of 14Gi and 25% · 3 shares
            node 1 card 0: T4 · free 10Gi of 14Gi and 75% · 1 share
            node 1 card 1: T4 · free 14Gi of 14Gi and 100% · 0 shares""");
  }

  @Test
  void whatHasNoRoomIsToldWithEveryReason() {
    Packing packing = t4(RULES, 2).pack(SharePolicy.BINPACK, 14, QUARTER);

    assertThat(packing.isComplete()).isFalse();
    assertThat(packing.placed()).hasSize(12);
    assertThat(packing.unplaced())
        .map(Rejection::toString)
        .isEqualTo(
            List.of(
                "pod-12: gpuMemory: 4Gi asked of one card; 4 of 4 cards have less free, 2Gi at most",
                "pod-13: gpuMemory: 4Gi asked of one card; 4 of 4 cards have less free, 2Gi at most"));
  }
}
