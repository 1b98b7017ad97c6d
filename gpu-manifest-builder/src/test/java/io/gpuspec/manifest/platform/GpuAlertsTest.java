package io.gpuspec.manifest.platform;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GpuAlertsTest {
  private static final GpuAlerts NONE = GpuAlerts.of("gpu-alerts");

  @Test
  void anAlertIsARuleOfAPrometheusRule() {
    GpuAlerts alerts =
        NONE.namespace("monitoring")
            .group("gpu.rules")
            .label("release", "prometheus")
            .alert(GpuAlert.temperature(85).label("team", "infra").annotation("runbook_url", "u"));

    assertThat(alerts.objects().yaml())
        .hasToString(
            """
            apiVersion: monitoring.coreos.com/v1
            kind: PrometheusRule
            metadata:
              name: gpu-alerts
              namespace: monitoring
              labels:
                release: prometheus
            spec:
              groups:
              - name: gpu.rules
                rules:
                - alert: GPUHighTemperature
                  expr: "DCGM_FI_DEV_GPU_TEMP > 85"
                  for: "5m"
                  labels:
                    severity: critical
                    team: infra
                  annotations:
                    summary: "GPU too hot"
                    description: "GPU {{ $labels.gpu }} ({{ $labels.modelName }}) of {{ $labels.Hostname }} has {{ $value }} degrees Celsius"
                    runbook_url: "u"
            """);
  }

  @Test
  void everyConditionHasItsExpression() {
    assertThat(
            List.of(
                GpuAlert.memoryUsed(90),
                GpuAlert.memoryTraffic(90),
                GpuAlert.utilizationAbove(95),
                GpuAlert.utilizationBelow(5),
                GpuAlert.temperature(80),
                GpuAlert.powerOfLimit(90),
                GpuAlert.powerAbove(300),
                GpuAlert.xid(),
                GpuAlert.hardwareXid(),
                GpuAlert.newXid("10m"),
                GpuAlert.xidCount()))
        .extracting(GpuAlert::expression)
        .containsExactly(
            "DCGM_FI_DEV_FB_USED / (DCGM_FI_DEV_FB_USED + DCGM_FI_DEV_FB_FREE) > 0.9",
            "DCGM_FI_DEV_MEM_COPY_UTIL > 90",
            "DCGM_FI_DEV_GPU_UTIL > 95",
            "DCGM_FI_DEV_GPU_UTIL < 5",
            "DCGM_FI_DEV_GPU_TEMP > 80",
            "DCGM_FI_DEV_POWER_USAGE / DCGM_FI_DEV_POWER_MGMT_LIMIT > 0.9",
            "DCGM_FI_DEV_POWER_USAGE > 300",
            "DCGM_FI_DEV_XID_ERRORS > 0",
            "DCGM_FI_DEV_XID_ERRORS > 0 != 13 != 31 != 43 != 45 != 68 != 109",
            "changes(DCGM_FI_DEV_XID_ERRORS[10m]) > 0 and DCGM_FI_DEV_XID_ERRORS > 0",
            "DCGM_EXP_XID_ERRORS_COUNT{xid!=\"0\"} > 0");
  }

  @Test
  void ratedPowerTellsBoardsOfOneProductApart() {
    assertThat(GpuAlert.powerOfRated(90, "A100-40G", "T4").expression())
        .isEqualTo(
            "DCGM_FI_DEV_POWER_USAGE{modelName=~\"Tesla T4\"} > 63"
                + " or DCGM_FI_DEV_POWER_USAGE{modelName=~\"NVIDIA A100-PCIE-40GB\"} > 225"
                + " or DCGM_FI_DEV_POWER_USAGE{modelName=~\"NVIDIA A100-SXM4-40GB\"} > 360");
    assertThat(GpuAlert.powerOfRated(95, "L4").expression()).endsWith("> 68.4");
  }

  @Test
  void aProductNamedTwiceIsComparedOnce() {
    assertThat(GpuAlert.powerOfRated(90, "T4", "Tesla-T4").expression())
        .isEqualTo("DCGM_FI_DEV_POWER_USAGE{modelName=~\"Tesla T4\"} > 63");
  }

  @Test
  void aProductWithoutKnownPowerIsRefused() {
    assertError(() -> GpuAlert.powerOfRated(90, "T4", "A16"), "alert.unknown", "A16");
    assertError(() -> GpuAlert.powerOfRated(90), "alert.missing");
  }

  @Test
  void aThresholdOutsideOfItsUnitIsRefused() {
    assertError(() -> GpuAlert.memoryUsed(100), "alert.out-of-range", "100");
    assertError(() -> GpuAlert.utilizationAbove(0), "alert.out-of-range", "0");
    assertError(() -> GpuAlert.temperature(358), "alert.out-of-range", "358");
    assertError(() -> GpuAlert.powerAbove(300_000), "alert.out-of-range");
  }

  @ParameterizedTest
  @ValueSource(strings = {"five", "5", "5 m", "5min", "1m1h", ""})
  void whatIsNoDurationOfPrometheusIsRefused(String duration) {
    assertError(() -> GpuAlert.xid().forDuration(duration), "alert.malformed", duration);
  }

  /** Prometheus refuses the whole file. */
  @ParameterizedTest
  @ValueSource(strings = {"0", "0s", "0h0m"})
  void noTimeIsNoneToLookBack(String window) {
    assertError(() -> GpuAlert.newXid(window), "alert.out-of-range", window);
  }

  @Test
  void anAlertForNoTimeFiresAtOnce() {
    assertThat(NONE.alert(GpuAlert.temperature(85).forDuration("0")).ruleFile().toString())
        .doesNotContain("for:");
  }

  @Test
  void anEmptyExpressionIsRefused() {
    assertError(() -> GpuAlert.rule("Mine", " "), "alert.empty", "Mine", " ");
    assertError(() -> GpuAlert.rule("", "up == 0"), "alert.empty");
  }

  @Test
  void whatIsWrongIsToldTogether() {
    GpuAlerts wrong =
        NONE.alert(
            GpuAlert.xid(),
            GpuAlert.hardwareXid(),
            GpuAlert.rule("Full", "DCGM_FI_DEV_FB_USED / DCGM_FI_DEV_FB_TOTAL > 0.95"),
            GpuAlert.rule("Xid", "increase(DCGM_FI_DEV_XID_ERRORS[5m]) > 0"));

    assertThatThrownBy(wrong::objects)
        .isInstanceOf(InvalidValueException.class)
        .message()
        .satisfies(
            said -> {
              assertThat(said.lines()).hasSize(3);
              assertThat(said)
                  .contains(
                      "alert: 'GPUXIDError' is a duplicate with the same labels; give one another name or severity",
                      "expr: alert 'Full': metric 'DCGM_FI_DEV_FB_TOTAL' is not known; did you mean ",
                      "where dcgm-exporter has it, give its counter (in a file, moreCounters)",
                      "expr: alert 'Xid' takes increase() of DCGM_FI_DEV_XID_ERRORS, which is a gauge; write changes() or delta(), or compare it as it is");
            });
    assertError(NONE::objects, "alert.invalid");
  }

  @Test
  void parenthesesHideNoGauge() {
    GpuAlerts wrong =
        NONE.alert(GpuAlert.rule("Xid", "max(increase( ((DCGM_FI_DEV_XID_ERRORS)[5m:1m]))) > 0"));

    assertError(wrong::objects, "alert.invalid");
  }

  @Test
  void oneNameCanHaveTwoSeverities() {
    assertThat(
            NONE.alert(GpuAlert.memoryUsed(90), GpuAlert.memoryUsed(97).severity("critical"))
                .ruleFile()
                .toString())
        .contains("> 0.9\"", "> 0.97\"");
  }

  @Test
  void aMetricInAStringIsNone() {
    assertThat(
            NONE.alert(
                    GpuAlert.rule(
                        "Mine", "absent(up{job=\"DCGM_FI_X\"}) or DCGM_FI_DEV_GPU_UTIL == 0"))
                .metrics())
        .containsExactly("DCGM_FI_DEV_GPU_UTIL");
  }

  @Test
  void theCountersFileHasEveryMetricThatIsRead() {
    GpuAlerts alerts =
        NONE.alert(
                GpuAlert.powerOfLimit(90),
                GpuAlert.rule("P2p", "DCGM_EXP_P2P_STATUS == 0"),
                GpuAlert.rule("Ecc", "increase(DCGM_FI_DEV_ECC_DBE_VOL_TOTAL[1h]) > 0"))
            .counter("DCGM_EXP_P2P_STATUS", "gauge", "State of NVLink by peer.");

    assertThat(alerts.counters().toString().lines())
        .contains(
            "DCGM_FI_DEV_POWER_MGMT_LIMIT, gauge, Power that the card may draw in watts.",
            "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL, counter, ECC errors of two bits since the driver's start.",
            "DCGM_EXP_P2P_STATUS, gauge, State of NVLink by peer.")
        // What the exporter has by itself stays, for dashboards.
        .contains("DCGM_FI_DEV_SM_CLOCK, gauge, Clock of the multiprocessors in MHz.")
        .noneMatch(line -> line.startsWith("DCGM_EXP_XID"));
  }

  @Test
  void aHelpWithACommaIsRefused() {
    assertError(() -> NONE.counter("DCGM_FI_X", "gauge", "a, b"), "alert.malformed", "a, b");
    assertError(() -> NONE.counter("gpu_temp", "gauge", "t"), "alert.malformed", "gpu_temp");
  }

  @Test
  void theCountersGoIntoAConfigMapUnderTheKeyOfTheExporter() {
    PlatformObjects objects =
        NONE.namespace("gpu").alert(GpuAlert.xid()).withCounters("counters").objects();

    assertThat(objects).hasToString("PrometheusRule gpu-alerts, ConfigMap counters");
    assertThat(((ConfigMap) objects.objects().get(1)).getData())
        .containsOnlyKeys("metrics")
        .containsValue(NONE.alert(GpuAlert.xid()).counters().toString());
    assertThat(objects.reasons().toString()).contains("--configmap-data gpu:counters");
  }

  @Test
  void withoutAnOperatorTheRuleFileIsInAConfigMap() {
    GpuAlerts alerts = NONE.alert(GpuAlert.xid());

    PlatformObjects objects = alerts.asRuleFile().objects();

    assertThat(((ConfigMap) objects.objects().get(0)).getData())
        .containsExactly(java.util.Map.entry("gpu-alerts.yaml", alerts.ruleFile().toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"default", "ack-metrics", "ack-rules", "node-pool-metrics", "node-pool-rules"})
  void aPresetIsWhole(String preset) {
    GpuAlerts alerts = NONE.preset(preset);

    assertThat(alerts.objects().objects()).hasSize(1);
    assertThat(alerts.toString().lines()).hasSize(1 + GpuAlert.preset(preset).size());
  }

  @Test
  void aPresetOrTypeThatNobodyKnowsIsRefused() {
    assertThat(GpuAlert.presets()).hasSize(5).startsWith("default");
    assertError(() -> NONE.preset("ack-rule"), "alert.unknown");
    assertError(() -> NONE.counter("DCGM_FI_X", "gage", "t"), "alert.unknown");
  }

  @Test
  void theDefaultIsThis() {
    assertThat(NONE.preset("default"))
        .hasToString(
            """
            gpu-alerts
            GPUMemoryAlmostFull: DCGM_FI_DEV_FB_USED / (DCGM_FI_DEV_FB_USED + DCGM_FI_DEV_FB_FREE) > 0.95 for 5m (warning)
            GPUHighUtilization: DCGM_FI_DEV_GPU_UTIL > 95 for 10m (warning)
            GPUHighTemperature: DCGM_FI_DEV_GPU_TEMP > 85 for 5m (critical)
            GPUHighPower: DCGM_FI_DEV_POWER_USAGE / DCGM_FI_DEV_POWER_MGMT_LIMIT > 0.9 for 10m (warning)
            GPUXIDError: DCGM_FI_DEV_XID_ERRORS > 0 != 13 != 31 != 43 != 45 != 68 != 109 (critical)""");
  }

  @Test
  void namesThatKubernetesRefusesAreRefused() {
    assertError(() -> GpuAlerts.of("GPU"), "name.malformed", "GPU");
    assertError(() -> NONE.namespace("a.b"), "name.malformed", "a.b");
    assertError(() -> NONE.label("release", "a b"), "name.malformed", "a b");
    assertError(() -> GpuAlert.xid().label("a-b", "c"), "alert.malformed", "a-b");
  }
}
