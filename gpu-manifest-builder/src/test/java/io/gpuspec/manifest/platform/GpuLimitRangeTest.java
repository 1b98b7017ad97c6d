package io.gpuspec.manifest.platform;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GpuLimitRangeTest {
  private static final String GPU = "nvidia.com/gpu";

  @Test
  void aMaximumComesWithADefaultOfNone() {
    assertThat(GpuLimitRange.of("gpu-limit").perContainer(GPU, 8).objects().yaml())
        .hasToString(
            """
            apiVersion: v1
            kind: LimitRange
            metadata:
              name: gpu-limit
            spec:
              limits:
              - type: "Container"
                default:
                  nvidia.com/gpu: "0"
                defaultRequest:
                  nvidia.com/gpu: "0"
                max:
                  nvidia.com/gpu: "8"
            """);
  }

  @Test
  void aMaximumOfAPodNeedsTheDefaultToo() {
    assertThat(GpuLimitRange.of("gpu-limit").namespace("ml").perPod(GPU, 8).objects().yaml())
        .hasToString(
            """
            apiVersion: v1
            kind: LimitRange
            metadata:
              name: gpu-limit
              namespace: ml
            spec:
              limits:
              - type: "Container"
                default:
                  nvidia.com/gpu: "0"
                defaultRequest:
                  nvidia.com/gpu: "0"
              - type: "Pod"
                max:
                  nvidia.com/gpu: "8"
            """);
  }

  @Test
  void whatIsNotStatedIsRequestedAndNotLimited() {
    assertThat(GpuLimitRange.of("l").unstated("500m", "1Gi").objects().yaml())
        .hasToString(
            """
            apiVersion: v1
            kind: LimitRange
            metadata:
              name: l
            spec:
              limits:
              - type: "Container"
                defaultRequest:
                  cpu: "500m"
                  memory: "1Gi"
            """);
  }

  @Test
  void itIsOneItemOfEachTypeInWhateverOrderItIsSaid() {
    GpuLimitRange one =
        GpuLimitRange.of("l").perPod(GPU, 8).perContainer(GPU, 4).unstated("1", "2Gi");
    GpuLimitRange other =
        GpuLimitRange.of("l").unstated("1", "2Gi").perContainer(GPU, 4).perPod(GPU, 8);

    assertThat(one.objects().yaml()).isEqualTo(other.objects().yaml());
    assertThat(one.objects().yaml().toString()).containsOnlyOnce("\"Container\"");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void aMaximumOfNoneIsRefused(int most) {
    assertError(
        () -> GpuLimitRange.of("l").perPod(GPU, most),
        "value.out-of-range",
        most,
        "nvidia.com/gpu");
  }

  @Test
  void oneThatLimitsNothingIsRefused() {
    assertError(() -> GpuLimitRange.of("l").objects(), "tenancy.missing", "l");
    assertError(() -> GpuLimitRange.of("l").unstated("0", "1Gi"), "tenancy.out-of-range", "0");
  }
}
