package io.gpuspec.manifest.inspect;

import java.util.Map;

/** Rules for gangs and queues. */
final class GangRules {
  static final Map<String, Check> ALL = Map.of();

  private GangRules() {}
}
