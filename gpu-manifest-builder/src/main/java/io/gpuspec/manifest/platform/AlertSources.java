package io.gpuspec.manifest.platform;

import io.gpuspec.Citation;
import io.gpuspec.Citation.Status;

/** Where the rules of alerts come from. */
final class AlertSources {
  static final Citation COUNTERS =
      new Citation("dcgm-exporter, etc/default-counters.csv", "2026", Status.DOCUMENTED);
  static final Citation FIELDS = new Citation("DCGM, dcgm_fields.h", "2026", Status.DOCUMENTED);
  static final Citation CONFIG_MAP =
      new Citation("dcgm-exporter, --configmap-data", "2026", Status.DOCUMENTED);
  static final Citation PROMETHEUS =
      new Citation("Prometheus, Alerting rules", "2026", Status.DOCUMENTED);
  static final Citation OPERATOR =
      new Citation("Prometheus Operator 0.93.0, PrometheusRule", "2026", Status.DOCUMENTED);

  private AlertSources() {}
}
