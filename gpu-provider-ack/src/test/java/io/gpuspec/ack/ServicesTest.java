package io.gpuspec.ack;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import org.junit.jupiter.api.Test;

class ServicesTest {
  @Test
  void loadFindsEveryTargetAndTheNodePoolStandsForTheCloud() {
    assertThat(Gpus.load().targets())
        .hasToString("ack 2026-01\nack/cgpu 2026-01\nack/eci 2026-01\nown 2026-11");
    assertThat(Gpus.load().clouds()).hasToString("ack 2026-01");
  }
}
