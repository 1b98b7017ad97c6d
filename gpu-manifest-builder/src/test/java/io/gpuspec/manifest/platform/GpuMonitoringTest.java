package io.gpuspec.manifest.platform;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.gpuspec.Gpus;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.scheduling.Taint;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exporter of metrics, and the dashboard that reads them. */
class GpuMonitoringTest {
  private static final GpuMetricsExporter EXPORTER =
      GpuMetricsExporter.version("4.5.3-4.8.2-distroless").namespace("monitoring");

  private static <T extends HasMetadata> T object(PlatformObjects objects, Class<T> type) {
    return objects.objects().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow();
  }

  private static Set<String> exported(GpuMetricsExporter exporter) {
    return object(exporter.objects(), ConfigMap.class)
        .getData()
        .get("dcgm-metrics.csv")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.substring(0, line.indexOf(',')))
        .collect(Collectors.toSet());
  }

  @Test
  void theExporterHasItsServiceItsMonitorAndItsCounters() {
    assertThat(EXPORTER.objects())
        .hasToString(
            "ServiceAccount dcgm-exporter, ConfigMap dcgm-exporter-counters, DaemonSet dcgm-exporter, Service dcgm-exporter, ServiceMonitor dcgm-exporter");
    assertThat(EXPORTER.withoutMonitor().createNamespace().objects().toString())
        .startsWith("Namespace monitoring, ")
        .doesNotContain("ServiceMonitor");
    assertThat(EXPORTER.label("release", "prometheus").interval("30s").objects().yaml().toString())
        .contains("release: prometheus", "honorLabels: true", "interval: \"30s\"");
  }

  @Test
  void theCountersAreMountedWhereItReadsThem() {
    DaemonSet set = object(EXPORTER.objects(), DaemonSet.class);
    var container = set.getSpec().getTemplate().getSpec().getContainers().get(0);

    assertThat(container.getArgs()).containsExactly("-f", "/etc/gpu-metrics/dcgm-metrics.csv");
    assertThat(container.getVolumeMounts())
        .anySatisfy(
            mount -> {
              assertThat(mount.getName()).isEqualTo("counters");
              assertThat(mount.getMountPath()).isEqualTo("/etc/gpu-metrics");
            });
    assertThat(set.getSpec().getTemplate().getMetadata().getAnnotations().get("checksum/counters"))
        .isNotEqualTo(
            object(EXPORTER.metric("DCGM_FI_PROF_SM_ACTIVE").objects(), DaemonSet.class)
                .getSpec()
                .getTemplate()
                .getMetadata()
                .getAnnotations()
                .get("checksum/counters"));
  }

  static Collection<String> presets() {
    return GpuAlert.presets();
  }

  /** An alert or a panel without its metric would stay silent. */
  @ParameterizedTest
  @MethodSource("presets")
  void everyMetricOfTheAlertsIsExported(String preset) {
    assertThat(exported(EXPORTER)).containsAll(GpuAlerts.of("a").preset(preset).metrics());
  }

  @Test
  void theCountOfXidErrorsIsExportedWhereTheExporterCountsThem() {
    Iterable<String> count = GpuAlerts.of("a").alert(GpuAlert.xidCount()).metrics();

    assertThat(count).containsExactly("DCGM_EXP_XID_ERRORS_COUNT");
    assertThat(exported(EXPORTER)).containsAll(count);
    assertThat(exported(GpuMetricsExporter.version("3.3.5-3.4.0-ubuntu22.04"))).containsAll(count);
    // One that does not know a counter of its file does not start.
    assertThat(exported(GpuMetricsExporter.version("3.3.3-3.3.1-ubuntu22.04")))
        .noneMatch(metric -> metric.startsWith("DCGM_EXP_"));
  }

  @Test
  void anExporterIsNotGivenCountersThatStopIt() {
    assertThat(exported(EXPORTER.metric("DCGM_EXP_XID_ERRORS_TOTAL")))
        .contains("DCGM_EXP_XID_ERRORS_TOTAL");
    GpuMetricsExporter old = GpuMetricsExporter.version("3.3.3-3.3.1-ubuntu22.04");
    assertThat(exported(old.metric("DCGM_FI_PROF_SM_ACTIVE"))).contains("DCGM_FI_PROF_SM_ACTIVE");
    assertError(() -> old.metric("DCGM_EXP_XID_ERRORS_COUNT"), "metric.unsupported");
  }

  @Test
  void everyMetricOfTheDashboardIsExported() {
    assertThat(GpuDashboard.metrics()).hasSizeGreaterThan(8);
    assertThat(exported(EXPORTER)).containsAll(GpuDashboard.metrics());
  }

  @Test
  void moreMetricsAreExportedIfTheyAreKnown() {
    assertThat(exported(EXPORTER)).doesNotContain("DCGM_FI_PROF_SM_ACTIVE");
    assertThat(exported(EXPORTER.metric("DCGM_FI_PROF_SM_ACTIVE")))
        .contains("DCGM_FI_PROF_SM_ACTIVE");
    assertError(
        () -> EXPORTER.metric("DCGM_FI_PROF_SM_ACTIV"), "alert.unknown", "DCGM_FI_PROF_SM_ACTIV");
  }

  /** The law of the device plugin: on every node of every pool, whatever its taints. */
  @Test
  void itRunsOnEveryNodeOfEveryPool() {
    GpuPools pools =
        GpuPools.of(
            GpuPool.of("training", "A100-80G").nodes("a1", "a2").cards(8),
            GpuPool.of("inference", "T4")
                .nodes("t1")
                .cards(4)
                .taint("team", "a", Taint.Effect.NO_EXECUTE),
            GpuPool.of("dev", "L4").nodes("l1").cards(1).untainted());

    assertThat(pools.agentsMissing(Map.of("exporter", EXPORTER.objects().pods().get(0)))).isEmpty();
  }

  /** As Karpenter labels nodes, without NVIDIA's labels. */
  @Test
  void itRunsOnTheNodesOfATarget() {
    assertThat(EXPORTER.on(Gpus.load().in("eks")).objects().yaml().toString())
        .contains("karpenter.k8s.aws/instance-gpu-manufacturer");
    assertThat(EXPORTER.nodeSelector("gpu", "a100").objects().yaml().toString())
        .contains("gpu: a100")
        .doesNotContain("nodeAffinity");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "4.5.3", "latest", "4.5.3-4.8.2", "v4.5.3-4.8.2-ubi9"})
  void aVersionIsATagOfNvidias(String tag) {
    assertError(() -> GpuMetricsExporter.version(tag), "value.malformed", tag);
  }

  @Test
  void theDashboardIsAFileThatGrafanasSidecarFinds() throws Exception {
    ConfigMap map =
        object(
            GpuDashboard.of("gpus").namespace("monitoring").label("team", "ml").objects(),
            ConfigMap.class);

    assertThat(map.getMetadata().getLabels())
        .containsOnly(Map.entry("grafana_dashboard", "1"), Map.entry("team", "ml"));
    JsonNode dashboard = new ObjectMapper().readTree(map.getData().get("gpus.json"));
    assertThat(dashboard.path("title").asText()).isEqualTo("GPUs");
  }

  @Test
  void panelsHaveTheirOwnIdsAndPlacesAndOneSource() throws Exception {
    JsonNode dashboard = new ObjectMapper().readTree(GpuDashboard.of("gpus").json().toString());
    List<JsonNode> panels =
        StreamSupport.stream(dashboard.path("panels").spliterator(), false).toList();
    Set<String> taken = new HashSet<>();

    assertThat(panels).extracting(panel -> panel.path("id").asInt()).doesNotHaveDuplicates();
    for (JsonNode panel : panels) {
      JsonNode place = panel.path("gridPos");
      assertThat(place.path("x").asInt() + place.path("w").asInt()).isBetween(1, 24);
      for (int x = place.path("x").asInt();
          x < place.path("x").asInt() + place.path("w").asInt();
          x++) {
        for (int y = place.path("y").asInt();
            y < place.path("y").asInt() + place.path("h").asInt();
            y++) {
          assertThat(taken.add(x + "/" + y)).as(panel.path("title").asText()).isTrue();
        }
      }
      assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}");
      assertThat(panel.path("targets")).isNotEmpty();
    }
  }

  @Test
  void theOperatorsValuesAreAFileWithoutAKind() {
    GpuOperatorValues values =
        GpuOperatorValues.of()
            .without(GpuOperatorValues.Part.DRIVER)
            .migStrategy(MigStrategy.MIXED)
            .migConfig("layouts")
            .pluginConfig("plugin-configs", "default")
            .counters("dcgm-exporter-counters")
            .withMonitor();

    assertThat(values).hasToString("values of the GPU Operator, without driver");
    assertThat(values.objects()).hasToString("values for Helm");
    assertThat(values.yaml().toString())
        .doesNotContain("kind:", "apiVersion:", "metadata:")
        .contains(
            "driver:\n  enabled: false\n",
            "toolkit:\n  enabled: true\n",
            "mig:\n  strategy: mixed\n",
            "name: layouts",
            "default: default",
            "value: \"/etc/dcgm-exporter/dcgm-metrics.csv\"",
            "- operator: Exists");
    assertThat(values.objects().yamlWithComments().toString())
        .contains("# false where the nodes' image has the driver already");
    assertError(() -> GpuOperatorValues.Part.of("plugin"), "device-plugin.unknown");
  }
}
