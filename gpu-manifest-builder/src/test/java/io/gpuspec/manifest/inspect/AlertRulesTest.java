package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an alert compares. */
class AlertRulesTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DCGM_FI_PROF_GR_ENGINE_ACTIVE > 90 | true",
        "DCGM_FI_PROF_SM_ACTIVE{pod!=\"\"} < 5 | true",
        "avg by (pod) (DCGM_FI_PROF_PIPE_TENSOR_ACTIVE) < 5 | true",
        "avg(avg_over_time(DCGM_FI_PROF_DRAM_ACTIVE[10m])) by (node) >= 80 | true",
        "avg(DCGM_FI_PROF_GR_ENGINE_ACTIVE) > 0.9 | false",
        "avg(DCGM_FI_PROF_GR_ENGINE_ACTIVE) * 100 > 90 | false",
        "count(DCGM_FI_PROF_GR_ENGINE_ACTIVE) < 8 | false",
        "sum(DCGM_FI_PROF_GR_ENGINE_ACTIVE) > 4 | false",
        "100 / DCGM_FI_PROF_GR_ENGINE_ACTIVE > 200 | false",
        "DCGM_FI_DEV_GPU_UTIL > 90 | false",
      })
  void aRatioIsNotComparedWithAPercentage(String expression, boolean isFound) {
    assertThat(finds("alert-ratio-as-percentage", expression, "10m")).isEqualTo(isFound);
  }

  @ParameterizedTest
  @CsvSource({"5m, false", "1h30m, false", "0, false", "5min, true", "30m1h, true", "soon, true"})
  void anAlertWaitsForADuration(String duration, boolean isFound) {
    assertThat(finds("alert-duration-malformed", "DCGM_FI_DEV_GPU_TEMP > 85", duration))
        .isEqualTo(isFound);
  }

  private static boolean finds(String rule, String expression, String duration) {
    String rules =
        """
        groups:
        - name: gpu
          rules:
          - alert: Gpu
            expr: '%s'
            for: %s
        """
            .formatted(expression, duration);
    return INSPECTOR.parse("rules.yaml", rules).findings().stream()
        .anyMatch(each -> each.rule().id().equals(rule));
  }
}
