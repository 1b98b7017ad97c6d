package io.gpuspec.manifest.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
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
    assertThatThrownBy(() -> GpuLimitRange.of("l").perPod(GPU, most))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("nvidia.com/gpu: '%d' is below 1; give 1 or more", most);
  }

  @Test
  void oneThatLimitsNothingIsRefused() {
    assertThatThrownBy(() -> GpuLimitRange.of("l").objects())
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "limit range: 'l' limits nothing; say perPod(\"nvidia.com/gpu\", 8); see docs/tenancy.md");
    assertThatThrownBy(() -> GpuLimitRange.of("l").unstated("0", "1Gi"))
        .hasMessage("cpu: '0' is no CPU; give more than 0, such as 500m or 4; see docs/tenancy.md");
  }
}
