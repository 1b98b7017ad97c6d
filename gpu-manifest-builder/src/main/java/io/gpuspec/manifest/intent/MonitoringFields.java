package io.gpuspec.manifest.intent;

import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.Pages;
import io.gpuspec.manifest.platform.GpuDashboard;
import io.gpuspec.manifest.platform.GpuMetricsExporter;

/**
 * The fields of the exporter of metrics and of the dashboard: {@code kind: GpuMetricsExporter} and
 * {@code kind: GpuDashboard}.
 */
final class MonitoringFields {
  private static final String VERSION = "4.5.3-4.8.2-distroless";

  private static final Table<GpuMetricsExporter> EXPORTER_SPEC =
      Table.<GpuMetricsExporter>of("gpuMetricsExporter", "version")
          .field(
              "version", Schema.text(), "The tag of NVIDIA's image, for example " + VERSION + ".")
          .text("image", "Another image, such as a mirror's.", GpuMetricsExporter::image)
          .field(
              "serviceMonitor",
              new Schema.Truth(),
              "Whether a ServiceMonitor is written; true unless given.",
              (exporter, is) -> is.truth() ? exporter : exporter.withoutMonitor())
          .text(
              "interval",
              "How often it is scraped; 15s unless given.",
              GpuMetricsExporter::interval)
          .entries("labels", "Labels of the ServiceMonitor.", GpuMetricsExporter::label)
          .items(
              "metrics",
              Schema.list(Schema.text()),
              "Metrics in addition to the default ones.",
              (exporter, metric) -> exporter.metric(metric.text()))
          .entries(
              "nodeSelector",
              "Labels of the nodes; by default, all nodes with a GPU.",
              GpuMetricsExporter::nodeSelector)
          .text("priorityClassName", "", GpuMetricsExporter::priorityClass)
          .text("runtimeClassName", "", GpuMetricsExporter::runtimeClass)
          .flag(
              "createNamespace",
              "Whether the Namespace is written too.",
              GpuMetricsExporter::createNamespace);

  static final PlatformKind<GpuMetricsExporter> EXPORTER =
      new PlatformKind<>(
          "GpuMetricsExporter",
          Pages.ALERTS,
          Table.metadata(GpuMetricsExporter::name, GpuMetricsExporter::namespace),
          EXPORTER_SPEC,
          spec ->
              spec.step(
                  "version",
                  GpuMetricsExporter.version(VERSION),
                  (any, version) -> GpuMetricsExporter.version(version.text())),
          (exporter, document) -> PlatformKind.made(document, exporter::objects));

  private static final Table<GpuDashboard> DASHBOARD_SPEC =
      Table.<GpuDashboard>of("gpuDashboard")
          .entries(
              "labels",
              "Labels in addition to grafana_dashboard, which the sidecar of Grafana's chart finds.",
              GpuDashboard::label);

  static final PlatformKind<GpuDashboard> DASHBOARD =
      new PlatformKind<>(
          "GpuDashboard",
          Pages.ALERTS,
          Table.metadata((any, name) -> GpuDashboard.of(name), GpuDashboard::namespace),
          DASHBOARD_SPEC,
          spec -> GpuDashboard.of("gpu-dashboard"),
          (dashboard, document) -> PlatformKind.made(document, dashboard::objects));

  private MonitoringFields() {}
}
