package io.gpuspec.manifest.inspect;

import java.util.Map;

/** Rules for claims of Dynamic Resource Allocation. */
final class ClaimRules {
  static final Map<String, Check> ALL = Map.of();

  private ClaimRules() {}
}
