package io.gpuspec.manifest.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
import org.junit.jupiter.api.Test;

class GpuPriorityClassTest {
  @Test
  void aClassHasItsPolicyWrittenOut() {
    assertThat(
            GpuPriorityClass.of("gpu-batch", -10)
                .waits()
                .description("Whenever there is room")
                .objects()
                .yaml())
        .hasToString(
            """
            apiVersion: scheduling.k8s.io/v1
            kind: PriorityClass
            metadata:
              name: gpu-batch
            value: -10
            description: Whenever there is room
            preemptionPolicy: Never
            """);
  }

  @Test
  void theNamesAndValuesOfTheSystemAreRefused() {
    assertThatThrownBy(() -> GpuPriorityClass.of("system-gpu", 1))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("begins with system-");
    assertThatThrownBy(() -> GpuPriorityClass.of("gpu", 1_000_000_001))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'1000000001' is above 1000000000");
    assertThat(GpuPriorityClass.of("gpu", 1_000_000_000)).hasToString("gpu 1000000000");
  }
}
