package io.gpuspec.manifest.inspect;

import java.util.Map;

/** Rules for metrics and alerts. */
final class MonitoringRules {
  static final Map<String, Check> ALL = Map.of();

  private MonitoringRules() {}
}
