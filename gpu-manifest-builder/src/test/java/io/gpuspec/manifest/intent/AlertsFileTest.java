package io.gpuspec.manifest.intent;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.platform.GpuAlert;
import io.gpuspec.manifest.platform.GpuAlerts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alerts in files. */
class AlertsFileTest {
  private static final Gpus GPUS = Gpus.load();

  private static final String ALERTS =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuAlerts
      metadata: {name: gpu-alerts, namespace: monitoring}
      spec:
        group: gpu.rules
        labels: {release: prometheus}
        preset: node-pool-rules
        counters: dcgm-counters
        moreCounters:
        - {metric: DCGM_EXP_P2P_STATUS, type: gauge, help: State by peer.}
        alerts:
        - {memoryUsedPercent: 90, for: 1m, severity: info}
        - {utilizationBelowPercent: 5, summary: Idle, labels: {team: a}}
        - {temperatureCelsius: 90, name: Hot, description: Too hot, annotations: {runbook_url: u}}
        - {powerOfRatedPercent: 95, gpus: [T4, L4]}
        - {xid: hardware}
        - {newXidWithin: 5m, name: NewXid}
        - {name: P2p, expr: DCGM_EXP_P2P_STATUS == 0}
      """;

  private static IntentFile spec(String spec) {
    return IntentFile.parse(
        "a.yaml",
        "{apiVersion: gpuspec.io/v1, kind: GpuAlerts, metadata: {name: a}, spec: %s}"
            .formatted(spec));
  }

  @Test
  void aFileSaysWhatTheStepsSay() {
    IntentFile file = IntentFile.parse("a.yaml", ALERTS);

    assertThat(file.problems()).isEmpty();
    assertThat(file).hasToString("a.yaml: 1 intent\nGpuAlerts gpu-alerts");
    assertThat(file.platform().get(0).objects(GPUS).yamlWithComments())
        .isEqualTo(
            GpuAlerts.of("gpu-alerts")
                .namespace("monitoring")
                .group("gpu.rules")
                .label("release", "prometheus")
                .preset("node-pool-rules")
                .withCounters("dcgm-counters")
                .counter("DCGM_EXP_P2P_STATUS", "gauge", "State by peer.")
                .alert(
                    GpuAlert.memoryUsed(90).forDuration("1m").severity("info"),
                    GpuAlert.utilizationBelow(5).summary("Idle").label("team", "a"),
                    GpuAlert.temperature(90)
                        .name("Hot")
                        .description("Too hot")
                        .annotation("runbook_url", "u"),
                    GpuAlert.powerOfRated(95, "T4", "L4"),
                    GpuAlert.hardwareXid(),
                    GpuAlert.newXid("5m").name("NewXid"),
                    GpuAlert.rule("P2p", "DCGM_EXP_P2P_STATUS == 0"))
                .objects()
                .yamlWithComments());
  }

  @Test
  void theOtherConditionsAndTheOtherForm() {
    IntentFile file =
        spec(
            "{form: rule-file, alerts: [{memoryTrafficPercent: 90}, {utilizationAbovePercent: 95},"
                + " {powerOfLimitPercent: 90}, {powerWatts: 300, name: Power}, {xid: any},"
                + " {xid: count, name: Xids}]}");

    assertThat(file.problems()).isEmpty();
    assertThat(file.platform().get(0).objects(GPUS).yaml())
        .isEqualTo(
            GpuAlerts.of("a")
                .alert(
                    GpuAlert.memoryTraffic(90),
                    GpuAlert.utilizationAbove(95),
                    GpuAlert.powerOfLimit(90),
                    GpuAlert.powerAbove(300).name("Power"),
                    GpuAlert.xid(),
                    GpuAlert.xidCount().name("Xids"))
                .asRuleFile()
                .objects()
                .yaml());
  }

  @Test
  void itConformsToTheSchema() {
    assertThat(WorkloadSchemaTest.takes(WorkloadSchemaTest.tree(ALERTS))).isTrue();
  }

  @Test
  void aValueOutOfRangeHidesNoOtherProblem() {
    assertThat(
            spec("{alerts: [{temperatureCelsius: 358}, {memoryUsedPercent: 95, for: 5min},"
                    + " {name: A, expr: DCGM_FI_DEV_FB_USE > 1}, {name: B, expr: ''}]}")
                .problems())
        .extracting(problem -> problem.getMessage().replaceAll("^a.yaml:[0-9:]+ ([^:]*):.*", "$1"))
        .containsExactly(
            "spec.alerts[0].temperatureCelsius",
            "spec.alerts[1].for",
            "spec.alerts[2].expr",
            "spec.alerts[3]");
  }

  @Test
  void eachAlertSaysWhatIsWrongWithIt() {
    assertThat(spec("{alerts: [{xid: any, for: 5min}, {name: A, expr: DCGM_FI_X > 0}]}").problems())
        .extracting(Throwable::getMessage)
        .satisfiesExactly(
            first -> assertThat(first).contains("spec.alerts[0].for: "),
            second -> assertThat(second).contains("spec.alerts[1].expr: alert 'A': metric"));
    assertThat(
            spec("{alerts: [{name: B, expr: 'rate(DCGM_FI_DEV_GPU_TEMP[5m]) > DCGM_FI_X'}]}")
                .problems())
        .hasSize(2)
        .allSatisfy(problem -> assertThat(problem).hasMessageContaining("spec.alerts[0].expr: "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | a | manifest.malformed",
        "{alerts: [{memoryUsedPercent: 0.95}]} | '' | manifest.malformed",
        "{alerts: [{memoryUsedPercent: 195}]} | 195 | manifest.malformed",
        "{alerts: [{temperatureFahrenheit: 185}]} | temperatureFahrenheit | manifest.malformed",
        "{alerts: [{temperatureCelsius: 85, xid: any}]} | spec.alerts[0] | manifest.malformed",
        "{alerts: [{name: Mine}]} | spec.alerts[0] | manifest.malformed",
        "{alerts: [{name: Mine, expr: ''}]} | Mine | manifest.malformed",
        "{alerts: [{expr: up == 0}]} | name | manifest.malformed",
        "{alerts: [{xid: any, for: 5min}]} | 5min | manifest.malformed",
        "{alerts: [{xid: any, gpus: [T4]}]} | spec.alerts[0] | manifest.malformed",
        "{alerts: [{powerOfRatedPercent: 90, gpus: [A16]}]} | A16 | manifest.malformed",
        "{alerts: [{name: A, expr: DCGM_FI_DEV_FB_TOTAL > 0}]} | A | manifest.malformed",
        "{preset: ack-rule} | ack-rule | intent.unknown",
        "{preset: default, counters: A} | A | manifest.malformed",
        "{preset: default, labels: {a: 1}} | '' | manifest.malformed",
      })
  void whatIsWrongIsToldAtItsLine(String spec, String value, String id) {
    IntentFile file = spec(spec);

    assertThat(file.platform()).isEmpty();
    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), id, "a.yaml:1:", value);
  }
}
