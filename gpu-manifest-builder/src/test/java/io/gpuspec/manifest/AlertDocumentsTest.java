package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.internal.tree.Trees;
import io.gpuspec.manifest.platform.GpuAlert;
import io.gpuspec.manifest.platform.GpuAlerts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The documents' alerts, with expressions that mean what they say. */
class AlertDocumentsTest {
  static GpuAlerts rulesOfAck() {
    return GpuAlerts.of("gpu-alerts")
        .alert(
            GpuAlert.utilizationAbove(95).summary("GPU利用率过高"),
            GpuAlert.temperature(85).summary("GPU温度过高"),
            GpuAlert.memoryUsed(95).summary("GPU显存即将耗尽"),
            GpuAlert.xid().summary("检测到GPU XID错误"))
        .asRuleFile();
  }

  static GpuAlerts rulesOfNodePools() {
    return GpuAlerts.of("gpu-alerts")
        .namespace("monitoring")
        .group("gpu.rules")
        .alert(
            GpuAlert.utilizationAbove(90)
                .forDuration("5m")
                .summary("GPU utilization too high")
                .description(
                    "GPU {{ $labels.gpu }} on {{ $labels.instance }} has utilization {{ $value }}%"),
            GpuAlert.memoryUsed(95).name("GPUMemoryHigh").severity("critical"));
  }

  private static final String FULL =
      "DCGM_FI_DEV_FB_USED / (DCGM_FI_DEV_FB_USED + DCGM_FI_DEV_FB_FREE) > 0.95";
  private static final String CARD =
      "GPU {{ $labels.gpu }} ({{ $labels.modelName }}) of {{ $labels.Hostname }} ";

  @Test
  void theRuleFileOfTheTextOnAck() {
    assertThat(rulesOfAck().objects().yaml().toString())
        .isEqualTo(Documents.approved("ack-guide-prometheus-rules"));
    assertDiffers(
        "ack-guide-prometheus-rules.promtool.yaml",
        rulesOfAck().ruleFile(),
        // Used of free passes 0.95 on a card that is half full (correction 46).
        "- groups [gpu-alerts] rules [2] expr = DCGM_FI_DEV_FB_USED / DCGM_FI_DEV_FB_FREE > 0.95",
        "+ groups [gpu-alerts] rules [2] expr = " + FULL,
        // A gauge of the last code (correction 47).
        "- groups [gpu-alerts] rules [3] expr = increase(DCGM_FI_DEV_XID_ERRORS[5m]) > 0",
        "+ groups [gpu-alerts] rules [3] expr = DCGM_FI_DEV_XID_ERRORS > 0",
        // Which card it is.
        says("groups [gpu-alerts] rules [0]", "runs kernels for {{ $value }}% of the time"),
        says("groups [gpu-alerts] rules [1]", "has {{ $value }} degrees Celsius"),
        says(
            "groups [gpu-alerts] rules [2]",
            "uses {{ $value | humanizePercentage }} of its memory"),
        says("groups [gpu-alerts] rules [3]", "has XID {{ $value }}"));
  }

  @Test
  void thePrometheusRuleOfTheTextOnNodePools() {
    assertThat(rulesOfNodePools().objects().yaml().toString())
        .isEqualTo(Documents.approved("node-pool-guide-prometheusrule-gpu-alerts"));
    assertDiffers(
        "node-pool-guide-prometheusrule-gpu-alerts.yaml",
        rulesOfNodePools().objects().yaml(),
        // dcgm-exporter does not export the total by default (correction 70).
        "- spec groups [gpu.rules] rules [1] expr = DCGM_FI_DEV_FB_USED / DCGM_FI_DEV_FB_TOTAL > 0.95",
        "+ spec groups [gpu.rules] rules [1] expr = " + FULL,
        // It said nothing.
        "+ spec groups [gpu.rules] rules [1] annotations summary = GPU memory almost full",
        says(
            "spec groups [gpu.rules] rules [1]",
            "uses {{ $value | humanizePercentage }} of its memory"));
  }

  private static String says(String rule, String text) {
    return "+ " + rule + " annotations description = " + CARD + text;
  }

  private static void assertDiffers(String document, Object ours, String... lines) {
    assertThat(
            Differences.between(
                Trees.read(Documents.text(document)).get(0), Trees.read(ours.toString()).get(0)))
        .containsExactlyInAnyOrder(lines);
  }

  @Test
  void thePresetsHaveTheDocumentsThresholds() {
    assertThat(conditions("ack-rules")).isEqualTo(conditions(rulesOfAck()));
    assertThat(conditions("node-pool-rules")).isEqualTo(conditions(rulesOfNodePools()));
  }

  private static List<String> conditions(String preset) {
    return GpuAlert.preset(preset).stream().map(GpuAlert::toString).toList();
  }

  private static List<String> conditions(GpuAlerts alerts) {
    return alerts.toString().lines().skip(1).toList();
  }
}
