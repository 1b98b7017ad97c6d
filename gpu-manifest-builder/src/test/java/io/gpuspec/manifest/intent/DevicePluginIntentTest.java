package io.gpuspec.manifest.intent;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.platform.DevicePlugin;
import io.gpuspec.manifest.platform.DevicePluginConfig;
import io.gpuspec.manifest.platform.PluginFlag;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.share.Replicas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A device plugin in a file. */
class DevicePluginIntentTest {
  private static final String PLUGIN =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuDevicePlugin
      metadata: {name: plugin, namespace: gpu}
      spec:
        version: v0.20.0
        image: mirror.example/plugin:v0.20.0
        configMap: plugin-configs
        configs:
          whole: {}
          shared:
            version: v1
            sharing:
              timeSlicing:
                renameByDefault: true
                resources: [{name: nvidia.com/gpu, replicas: 4}]
        defaultConfig: whole
        flags:
          failOnInitError: false
          plugin: {deviceIDStrategy: index}
        variables: {CDI_FEATURE_FLAGS: disable-nvsandbox-utils}
        nodeSelector: {pool: gpu}
        tolerations:
        - {key: team, operator: Exists, effect: NoSchedule}
        priorityClassName: system-cluster-critical
        runtimeClassName: nvidia
      """;

  private static IntentFile spec(String spec) {
    return IntentFile.parse(
        "p.yaml",
        "{apiVersion: gpuspec.io/v1, kind: GpuDevicePlugin, metadata: {name: p}, spec: %s}"
            .formatted(spec));
  }

  @Test
  void aFileSaysWhatTheStepsSay() {
    IntentFile file = IntentFile.parse("p.yaml", PLUGIN);

    assertThat(file.problems()).isEmpty();
    assertThat(file).hasToString("p.yaml: 1 intent\nGpuDevicePlugin plugin");
    assertThat(file.platform().get(0).objects(Gpus.load()).yamlWithComments())
        .isEqualTo(
            DevicePlugin.version("v0.20.0")
                .name("plugin")
                .namespace("gpu")
                .image("mirror.example/plugin:v0.20.0")
                .configMap("plugin-configs")
                .config("whole", DevicePluginConfig.empty())
                .config(
                    "shared",
                    DevicePluginConfig.empty().sharing(Replicas.timeSlicing(4).renameByDefault()))
                .defaultConfig("whole")
                .with(PluginFlag.FAIL_ON_INIT_ERROR, false)
                .with(PluginFlag.DEVICE_ID_STRATEGY, "index")
                .variable("CDI_FEATURE_FLAGS", "disable-nvsandbox-utils")
                .nodeSelector("pool", "gpu")
                .toleration(Toleration.exists("team").effect(Taint.Effect.NO_SCHEDULE))
                .priorityClass("system-cluster-critical")
                .runtimeClass("nvidia")
                .objects()
                .yamlWithComments());
  }

  @Test
  void itConformsToTheSchema() {
    assertThat(WorkloadSchemaTest.takes(WorkloadSchemaTest.tree(PLUGIN))).isTrue();
    assertThat(
            WorkloadSchemaTest.takes(
                WorkloadSchemaTest.tree(PLUGIN.replace("renameByDefault", "renameBy"))))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | version",
        "{version: new} | new",
        "{version: v0.20.0, configs: {a: {sharing: {timeSlicing: {renameBy: true, resources: [{name: gpu, replicas: 2}]}}}}} | renameBy",
        "{version: v0.20.0, configs: {a: {sharing: {mps: {resources: [{name: gpu, replicas: 50}]}}}}} | ''",
        "{version: v0.20.0, configs: {a: {}, b: {}}} | spec",
        "{version: v0.19.3, flags: {plugin: {sharedDevicesAllocationPolicy: packed}}} | spec",
        "{version: v0.20.0, flags: {gfd: {oneshot: true}}} | spec.flags.gfd.oneshot",
        "{version: v0.20.0, variables: {NVIDIA_CDI_ENABLED: 'true'}} | NVIDIA_CDI_ENABLED",
        "{version: v0.20.0, livenessProbe: {periodSeconds: 5}} | livenessProbe",
        "{version: v0.20.0, flags: {mpsRoot: run}} | run",
      })
  void whatIsWrongIsToldAtItsLine(String spec, String value) {
    IntentFile file = spec(spec);

    assertThat(file.platform()).isEmpty();
    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), "manifest.malformed", "p.yaml:1:", value);
  }

  @Test
  void aProbeANamespaceAndVariablesOfTheRuntimeAreWritten() {
    IntentFile file =
        spec(
            "{version: v0.20.0, createNamespace: true, variables: {NVIDIA_DRIVER_CAPABILITIES:"
                + " utility}, livenessProbe: {exec: {command: [nvidia-smi]}, periodSeconds: 30}}");

    assertThat(file.problems()).isEmpty();
    assertThat(file.platform().get(0).objects(Gpus.load()).yaml().toString())
        .startsWith("apiVersion: v1\nkind: Namespace\n")
        .contains("periodSeconds: 30", "nvidia-smi", "utility");
  }
}
