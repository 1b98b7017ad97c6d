package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import org.jspecify.annotations.Nullable;
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

  /** The counters that are beside the alert are those that are exported. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DCGM_EXP_XID_ERRORS_COUNT > 0 | DCGM_FI_DEV_GPU_TEMP, gauge, t | true",
        "DCGM_FI_DEV_GPU_TEMP > 85 | DCGM_FI_DEV_GPU_TEMP, gauge, t | false",
        "DCGM_FI_DEV_GPU_TEMP{a=\"DCGM_FI_X\"} > 85 | DCGM_FI_DEV_GPU_TEMP, gauge, t | false",
        "DCGM_FI_DEV_GPU_TEMP > 85 | # DCGM_FI_DEV_GPU_TEMP, gauge, t | true",
        "DCGM_FI_DEV_GPU_TEMP > 85 | {{ .Values.counters }} | false",
        "DCGM_EXP_XID_ERRORS_COUNT > 0 | | false",
        "DCGM_FI_DEV_FB_TOTAL < 1 | | true",
      })
  void anAlertReadsWhatTheCountersBesideItExport(
      String expression, @Nullable String counters, boolean isFound) {
    String beside =
        counters == null
            ? ""
            : """
              ---
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: counters}
              data:
                dcgm-metrics.csv: |
                  %s
              """
                .formatted(counters);

    assertThat(
            INSPECTOR.parse("rules.yaml", rules(expression, "10m") + beside).findings().stream()
                .anyMatch(each -> each.rule().id().equals("alert-metric-not-exported")))
        .isEqualTo(isFound);
  }

  private static boolean finds(String rule, String expression, String duration) {
    return INSPECTOR.parse("rules.yaml", rules(expression, duration)).findings().stream()
        .anyMatch(each -> each.rule().id().equals(rule));
  }

  private static String rules(String expression, String duration) {
    return """
    groups:
    - name: gpu
      rules:
      - alert: Gpu
        expr: '%s'
        for: %s
    """
        .formatted(expression, duration);
  }
}
