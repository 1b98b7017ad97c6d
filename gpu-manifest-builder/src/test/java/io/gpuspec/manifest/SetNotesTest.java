package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of objects of one file that do not fit together. */
class SetNotesTest {
  private static final Gpus GPUS = Gpus.load();

  private static final String LAYOUTS =
      """
      apiVersion: gpuspec.io/v1
      kind: MigManagerConfig
      metadata: {name: mig-parted-config, namespace: gpu-operator}
      spec:
        configs:
        - {name: halves, gpu: A100-40GB, instances: [3g.20gb, 3g.20gb]}
      """;

  private static final String PLUGIN =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuDevicePlugin
      metadata: {name: plugin, namespace: kube-system}
      spec:
        version: v0.20.0
        configs:
          default: {}
          slices:
            version: v1
            sharing:
              timeSlicing:
                resources: [{name: nvidia.com/gpu, replicas: 4}]
      """;

  private static final String EXPORTER =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuMetricsExporter
      metadata: {name: dcgm-exporter, namespace: monitoring}
      spec: {version: 4.5.3-4.8.2-distroless}
      """;

  private static String workload(String provider, String options, String gpu) {
    return """
    apiVersion: gpuspec.io/v1
    kind: GpuWorkload
    metadata: {name: w}
    spec:
      target: {provider: %s, options: {%s}}
      kind: Deployment
      container: {image: r/i:v1}
      gpu: {%s}
    """
        .formatted(provider, options, gpu);
  }

  private static List<String> notes(String... documents) {
    IntentFile file = IntentFile.parse("set.yaml", String.join("---\n", documents));
    assertThat(file.problems()).isEmpty();
    return ManifestSet.of(
            file.intents().stream()
                .map(intent -> intent.on(intent.target(GPUS).orElseThrow()))
                .toList())
        .after(file.platform().stream().map(each -> each.objects(GPUS)).toList())
        .notes()
        .stream()
        .map(Note::toString)
        .toList();
  }

  @Test
  void aLayoutThatPodsSelectIsAmongThoseOfTheFile() {
    String single =
        workload("eks/nodegroup", "mig-strategy: single", "names: [A100-40GB], mig: 1g.5gb");

    assertThat(notes(LAYOUTS, single))
        .containsExactly(
            "set.mig-config: Deployment w: the label nvidia.com/mig.config is 'all-1g.5gb', and the layouts in ConfigMap mig-parted-config are all-disabled, halves; the MIG manager has none of this name; add one");
    assertThat(
            notes(
                LAYOUTS.replace("name: halves", "name: all-3g.20gb"),
                single.replace("1g.5gb", "3g.20gb")))
        .isEmpty();
    // NVIDIA's own layouts are those of MIG manager where no file replaces them.
    assertThat(notes(single)).isEmpty();
  }

  @Test
  void aLayoutThatAPoolGivesItsNodesIsAmongThemToo() {
    assertThat(
            notes(LAYOUTS, workload("eks", "node-pool: true", "names: [A100-40GB], mig: 1g.5gb")))
        .hasSize(1)
        .first()
        .asString()
        .startsWith(
            "set.mig-config: NodePool gpu-a100-40g-mig-1g-5gb: the label nvidia.com/mig.config is 'all-1g.5gb'");
  }

  private static String sliced(String more) {
    return workload(
        "eks",
        "node-pool: true, card-replicas: \"time-slicing:4\"" + more,
        "names: [T4], replica: true");
  }

  @Test
  void thePluginMakesTheReplicasThatAPoolPromises() {
    assertThat(notes(PLUGIN, sliced(", device-plugin-config: slices"))).isEmpty();
    assertThat(notes(sliced(""))).isEmpty();
    assertThat(notes(PLUGIN, sliced("")))
        .containsExactly(
            "set.replicas: NodePool gpu-t4-replicas: the label nvidia.com/gpu.replicas is '4', and the config 'default' of ConfigMap plugin-configs, which its nodes have, makes 1 of each card; say the same in both, or name another config with the option device-plugin-config");
    assertThat(
            notes(
                PLUGIN.replace("replicas: 4", "replicas: 8"),
                sliced(", device-plugin-config: slices")))
        .hasSize(1)
        .first()
        .asString()
        .contains("the config 'slices' of ConfigMap plugin-configs, which its nodes have, makes 8");
    // One config counts for all nodes, whatever it is called.
    assertThat(notes(PLUGIN.replace("    default: {}\n", ""), sliced(""))).isEmpty();
  }

  @Test
  void aConfigThatAPoolNamesIsOneOfThePlugin() {
    assertThat(notes(PLUGIN, sliced(", device-plugin-config: slice")))
        .containsExactly(
            "set.plugin-config: NodePool gpu-t4-replicas: the label nvidia.com/device-plugin.config is 'slice', and the configs in ConfigMap plugin-configs are default, slices; the device plugin has none for such nodes; name one of these");
  }

  private static String alerts(String more) {
    return """
    apiVersion: gpuspec.io/v1
    kind: GpuAlerts
    metadata: {name: gpu-alerts, namespace: monitoring}
    spec:
      %s
      alerts:
      - {xid: count}
      - {powerOfLimitPercent: 90}
      - {name: Ecc, expr: 'DCGM_FI_DEV_ECC_DBE_VOL_TOTAL{Hostname!="DCGM_FI_DEV_X"} > 0'}
    """
        .formatted(more);
  }

  @Test
  void anAlertReadsWhatTheExporterOfTheFileExports() {
    String note =
        "Ecc reads DCGM_FI_DEV_ECC_DBE_VOL_TOTAL, and ConfigMap dcgm-exporter-counters, the counters of the exporter, does not have it; the exporter exports no such metric; add it to the metrics of the GpuMetricsExporter if its version has it, or use another alert";

    assertThat(notes(EXPORTER, alerts("")))
        .containsExactly("set.alert-metric: PrometheusRule gpu-alerts: the alert " + note);
    assertThat(notes(EXPORTER, alerts("form: rule-file")))
        .containsExactly("set.alert-metric: ConfigMap gpu-alerts: the alert " + note);
    assertThat(
            notes(
                EXPORTER.replace(
                    "distroless}", "distroless, metrics: [DCGM_FI_DEV_ECC_DBE_VOL_TOTAL]}"),
                alerts("")))
        .isEmpty();
    assertThat(notes(alerts(""))).isEmpty();
  }

  @Test
  void countersThatTheExporterOfTheFileDoesNotReadAreSaid() {
    assertThat(notes(EXPORTER, alerts("counters: gpu-counters")))
        .contains(
            "set.counters: ConfigMap gpu-counters: the exporter reads ConfigMap dcgm-exporter-counters and not these counters; leave the counters of the GpuAlerts out, and add what is missing to the metrics of the GpuMetricsExporter");
    assertThat(notes(alerts("counters: gpu-counters"))).isEmpty();
  }
}
