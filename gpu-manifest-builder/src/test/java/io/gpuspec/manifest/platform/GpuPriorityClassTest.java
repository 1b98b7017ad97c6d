package io.gpuspec.manifest.platform;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

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
    assertError(() -> GpuPriorityClass.of("system-gpu", 1), "tenancy.malformed");
    assertError(() -> GpuPriorityClass.of("gpu", 1_000_000_001), "tenancy.out-of-range");
    assertThat(GpuPriorityClass.of("gpu", 1_000_000_000)).hasToString("gpu 1000000000");
  }
}
