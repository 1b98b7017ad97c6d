package io.gpuspec.manifest.intent;

import io.gpuspec.manifest.internal.fields.KubeShapes;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.Pages;
import io.gpuspec.manifest.platform.GpuOperatorValues;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.scheduling.Toleration;
import java.util.Locale;
import java.util.Map;

/** The fields of the values of NVIDIA's GPU Operator: {@code kind: GpuOperatorValues}. */
final class OperatorFields {
  private static final Table<GpuOperatorValues> SPEC =
      Table.<GpuOperatorValues>of("gpuOperatorValues")
          .items(
              "without",
              Schema.list(Schema.word((Object[]) GpuOperatorValues.Part.names())),
              "Parts that the operator does not run.",
              (values, part) -> values.without(GpuOperatorValues.Part.of(part.text())))
          .text("driverVersion", "", GpuOperatorValues::driverVersion)
          .field(
              "pluginConfig",
              Schema.all("pluginConfig", Map.of("name", Schema.text(), "default", Schema.text())),
              "The ConfigMap with the device plugin's configs.",
              (values, config) ->
                  values.pluginConfig(
                      config.require("name").text(), config.require("default").text()))
          .text(
              "counters",
              "A ConfigMap with the key dcgm-metrics.csv for the exporter.",
              GpuOperatorValues::counters)
          .field(
              "migStrategy",
              Schema.word("none", "single", "mixed"),
              "",
              (values, strategy) ->
                  values.migStrategy(MigStrategy.valueOf(strategy.text().toUpperCase(Locale.ROOT))))
          .text(
              "migConfig",
              "The ConfigMap with the layouts of the MIG manager.",
              GpuOperatorValues::migConfig)
          .flag(
              "serviceMonitor",
              "Whether the exporter has a ServiceMonitor.",
              GpuOperatorValues::withMonitor)
          .entries("labels", "Labels of the ServiceMonitor.", GpuOperatorValues::label)
          .field(
              "tolerations",
              Schema.list(KubeShapes.object(io.fabric8.kubernetes.api.model.Toleration.class)),
              "Taints that are tolerated; any unless given.",
              (values, all) ->
                  values.tolerations(
                      all.items().stream()
                          .map(DevicePluginFields::toleration)
                          .toArray(Toleration[]::new)));

  static final PlatformKind<GpuOperatorValues> KIND =
      new PlatformKind<>(
          "GpuOperatorValues",
          Pages.DEVICE_PLUGIN,
          Table.clusterMetadata((values, name) -> values),
          SPEC,
          (Part spec) -> GpuOperatorValues.of(),
          (values, document) -> PlatformKind.made(document, values::objects));

  private OperatorFields() {}
}
