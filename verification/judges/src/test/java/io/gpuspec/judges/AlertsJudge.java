package io.gpuspec.judges;

import io.gpuspec.cluster.RatedPower;
import io.gpuspec.judges.AlertRules.Firing;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.platform.GpuAlert;
import io.gpuspec.manifest.platform.GpuAlerts;
import io.gpuspec.manifest.platform.GpuDashboard;
import io.gpuspec.manifest.platform.GpuMetricsExporter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Law 5: what Prometheus makes of the alerts that we build. */
class AlertsJudge {
  private static final String GPU = "{gpu=\"0\", modelName=\"%s\", Hostname=\"n1\"}";

  /** One alert of each kind, under names that tell them apart. */
  private static final List<GpuAlert> ALL =
      List.of(
          GpuAlert.memoryUsed(95),
          GpuAlert.memoryTraffic(90),
          GpuAlert.utilizationAbove(95),
          GpuAlert.utilizationBelow(10),
          GpuAlert.temperature(85),
          GpuAlert.powerOfLimit(90),
          GpuAlert.powerAbove(300).name("Watts"),
          GpuAlert.powerOfRated(90, ratedModels()).name("Rated"),
          GpuAlert.xid(),
          GpuAlert.hardwareXid().name("HardwareXid"),
          GpuAlert.newXid("5m").name("NewXid"),
          GpuAlert.xidCount().name("CountedXid"));

  private static String[] ratedModels() {
    return RatedPower.all().stream().map(RatedPower::model).distinct().toArray(String[]::new);
  }

  private static GpuAlerts alerts(GpuAlert... alerts) {
    return GpuAlerts.of("gpu-alerts").alert(alerts);
  }

  private static GpuAlerts all() {
    return alerts(ALL.toArray(GpuAlert[]::new));
  }

  @Test
  void prometheusTakesEveryAlertAndEveryPreset() {
    try (Trial trial = trial("takes every alert, as a file and as an object")) {
      taken(trial, all());
      for (String preset : GpuAlert.presets()) {
        taken(trial, GpuAlerts.of("gpu-alerts").preset(preset));
      }
    }
  }

  private static void taken(Trial trial, GpuAlerts alerts) {
    for (AlertRules rules :
        List.of(
            AlertRules.ofFile(alerts.ruleFile().toString()),
            AlertRules.ofObject(alerts.objects().yaml().toString()))) {
      Tools.Output output = rules.check();
      trial.agreed(output.exit() == 0, () -> alerts + "\n" + output);
    }
  }

  @Test
  void prometheusReadsOnlyWhatTheCountersFileExports() {
    try (Trial trial = trial("reads no metric that the counters file has not")) {
      for (String preset : GpuAlert.presets()) {
        exported(trial, GpuAlerts.of("gpu-alerts").preset(preset));
      }
      exported(trial, all());
    }
  }

  private static void exported(Trial trial, GpuAlerts alerts) {
    AlertRules rules = AlertRules.ofFile(alerts.ruleFile().toString());
    trial.agreed(
        rules.notIn(alerts.counters().toString()).isEmpty()
            && rules.metrics().equals(java.util.Set.copyOf(alerts.metrics())),
        () -> alerts + "\n" + rules.metrics() + "\n" + alerts.counters());
  }

  @Test
  void alertsFireWhenTheyMustAndNotOtherwise() {
    try (Trial trial = trial("fires what we build when it must and not otherwise")) {
      memory(trial);
      onGauge(trial, GpuAlert.memoryTraffic(90), "DCGM_FI_DEV_MEM_COPY_UTIL", 91, 90);
      onGauge(trial, GpuAlert.utilizationAbove(95), "DCGM_FI_DEV_GPU_UTIL", 96, 95);
      onGauge(trial, GpuAlert.utilizationBelow(10), "DCGM_FI_DEV_GPU_UTIL", 9, 10);
      onGauge(trial, GpuAlert.temperature(85), "DCGM_FI_DEV_GPU_TEMP", 86, 85);
      onGauge(trial, GpuAlert.powerAbove(300), "DCGM_FI_DEV_POWER_USAGE", 301, 300);
      fires(
          trial,
          GpuAlert.powerOfLimit(90),
          true,
          "DCGM_FI_DEV_POWER_USAGE",
          "370x180",
          "DCGM_FI_DEV_POWER_MGMT_LIMIT",
          "400x180");
      fires(
          trial,
          GpuAlert.powerOfLimit(90),
          false,
          "DCGM_FI_DEV_POWER_USAGE",
          "350x180",
          "DCGM_FI_DEV_POWER_MGMT_LIMIT",
          "400x180");
    }
  }

  private static void memory(Trial trial) {
    for (int percent : List.of(96, 95, 50)) {
      fires(
          trial,
          GpuAlert.memoryUsed(95),
          percent > 95,
          "DCGM_FI_DEV_FB_USED",
          percent * 100 + "x180",
          "DCGM_FI_DEV_FB_FREE",
          (100 - percent) * 100 + "x180");
    }
    // Full for a minute is no alarm.
    fires(
        trial,
        GpuAlert.memoryUsed(95),
        false,
        "DCGM_FI_DEV_FB_USED",
        "50x118 99 50x60",
        "DCGM_FI_DEV_FB_FREE",
        "50x118 1 50x60");
  }

  @Test
  void eachBoardHasItsOwnPower() {
    GpuAlert rated = GpuAlert.powerOfRated(90, "A100-40G", "T4");
    try (Trial trial = trial("compares each board with its own power")) {
      watts(trial, rated, "NVIDIA A100-SXM4-40GB", 361, true);
      watts(trial, rated, "NVIDIA A100-SXM4-40GB", 300, false);
      watts(trial, rated, "NVIDIA A100-PCIE-40GB", 300, true);
      watts(trial, rated, "NVIDIA A100-PCIE-40GB", 200, false);
      watts(trial, rated, "Tesla T4", 64, true);
      watts(trial, rated, "Tesla T4", 62, false);
      watts(trial, rated, "NVIDIA L4", 400, false);
    }
  }

  private static void watts(Trial trial, GpuAlert alert, String board, int watts, boolean fires) {
    judged(
        trial,
        alert,
        fires,
        Map.of("DCGM_FI_DEV_POWER_USAGE" + GPU.formatted(board), watts + "x180"));
  }

  @Test
  void anXidFiresWhileItStandsOrWhenItIsNew() {
    String xid = "DCGM_FI_DEV_XID_ERRORS";
    try (Trial trial = trial("fires on an XID that stands, on hardware's alone, or on a new one")) {
      fires(trial, GpuAlert.xid(), true, xid, "0x5 79x180");
      fires(trial, GpuAlert.xid(), true, xid, "0x5 31x180");
      fires(trial, GpuAlert.xid(), false, xid, "0x180");
      fires(trial, GpuAlert.hardwareXid(), true, xid, "0x5 79x180");
      for (int application : List.of(13, 31, 43, 45, 68, 109)) {
        fires(trial, GpuAlert.hardwareXid(), false, xid, "0x5 " + application + "x180");
      }
      fires(trial, GpuAlert.hardwareXid(), false, xid, "0x180");
      // What is asked is minute 120.
      fires(trial, GpuAlert.newXid("5m"), true, xid, "0x117 79x60");
      fires(trial, GpuAlert.newXid("5m"), false, xid, "0x60 79x120");
      fires(trial, GpuAlert.newXid("5m"), false, xid, "79x117 0x60");
      counted(trial, "79", 2, true);
      counted(trial, "79", 0, false);
      counted(trial, "0", 30, false);
    }
  }

  private static void counted(Trial trial, String code, int count, boolean fires) {
    judged(
        trial,
        GpuAlert.xidCount(),
        fires,
        Map.of("DCGM_EXP_XID_ERRORS_COUNT{gpu=\"0\", xid=\"" + code + "\"}", count + "x180"));
  }

  private static void onGauge(
      Trial trial, GpuAlert alert, String metric, int beyond, int threshold) {
    fires(trial, alert, true, metric, beyond + "x180");
    fires(trial, alert, false, metric, threshold + "x180");
  }

  /** After two hours, longer than any of them waits. */
  private static void fires(Trial trial, GpuAlert alert, boolean fires, String... series) {
    Map<String, String> samples = new LinkedHashMap<>();
    for (int i = 0; i < series.length; i += 2) {
      samples.put(series[i] + GPU.formatted("Tesla T4"), series[i + 1]);
    }
    judged(trial, alert, fires, samples);
  }

  private static void judged(
      Trial trial, GpuAlert alert, boolean fires, Map<String, String> series) {
    Firing firing = new Firing(alert.name(), "120m", fires, series);
    Tools.Output output = AlertRules.ofFile(alerts(alert).ruleFile().toString()).test(firing);
    trial.agreed(output.exit() == 0, () -> alert + "\n" + firing + "\n" + output);
  }

  @Test
  void theApiServerTakesTheObjects() {
    CustomResources.installed();
    ControlPlane plane = ControlPlane.shared();
    Admission admission = new Admission(plane.client());
    try (Trial trial =
        Trial.of("kube-apiserver", plane.version(), "admits alerts and their counters")) {
      for (GpuAlerts alerts : List.of(all(), all().asRuleFile())) {
        String yaml =
            alerts
                .namespace("default")
                .label("release", "prometheus")
                .withCounters("dcgm-counters")
                .objects()
                .yaml()
                .toString();
        Admission.Verdict verdict = admission.of(yaml);
        trial.agreed(verdict.withoutWarning(), () -> verdict.said() + "\n" + yaml);
      }
    }
  }

  @Test
  void theApiServerTakesTheExporterAndTheDashboard() {
    ControlPlane plane = ControlPlane.shared();
    Admission admission = new Admission(plane.client());
    try (Trial trial =
        Trial.of("kube-apiserver", plane.version(), "admits the exporter and the dashboard")) {
      for (PlatformObjects objects :
          List.of(
              GpuMetricsExporter.version("4.5.3-4.8.2-distroless")
                  .namespace("default")
                  .withoutMonitor()
                  .objects(),
              GpuDashboard.of("gpus").namespace("default").objects())) {
        Admission.Verdict verdict = admission.of(objects.yaml().toString());
        trial.agreed(verdict.withoutWarning(), () -> verdict.said() + "\n" + objects.yaml());
      }
    }
  }

  private static Trial trial(String law) {
    return Trial.of("promtool", AlertRules.version(), law);
  }
}
