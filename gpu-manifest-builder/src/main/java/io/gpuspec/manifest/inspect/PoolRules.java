package io.gpuspec.manifest.inspect;

import java.util.Map;

/** Rules for node pools. */
final class PoolRules {
  static final Map<String, Check> ALL = Map.of();

  private PoolRules() {}
}
