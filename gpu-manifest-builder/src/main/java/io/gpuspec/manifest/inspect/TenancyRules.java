package io.gpuspec.manifest.inspect;

import java.util.Map;

/** Rules for quotas and limits of namespaces. */
final class TenancyRules {
  static final Map<String, Check> ALL = Map.of();

  private TenancyRules() {}
}
