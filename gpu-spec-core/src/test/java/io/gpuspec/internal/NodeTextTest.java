package io.gpuspec.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeTextTest {
  @Test
  void linesAreAlignedAndInAlphabeticalOrder() {
    assertThat(
            NodeText.of(
                Map.of("b", "2", "a", "1"), Map.of("x.y/gpu", 8), Map.of("x.y/gpu", 8, "cpu", "4")))
        .hasToString(
            """
            Labels:             a=1
                                b=2
            Capacity:
              x.y/gpu:  8
            Allocatable:
              cpu:      4
              x.y/gpu:  8""");
  }

  /** As kubectl has it. */
  @Test
  void noLabelsAreNone() {
    assertThat(NodeText.of(Map.of(), Map.of(), Map.of()))
        .hasToString("Labels:             <none>\nCapacity:\nAllocatable:");
  }
}
