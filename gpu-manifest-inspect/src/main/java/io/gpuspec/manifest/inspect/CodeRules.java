package io.gpuspec.manifest.inspect;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The code of the rules that are more than conditions on fields, by the rule's id. */
final class CodeRules {
  static final Map<String, Check> ALL =
      Stream.of(
              FormRules.ALL,
              RequestRules.ALL,
              SharingRules.ALL,
              MigRules.ALL,
              EnvironmentRules.ALL,
              PluginRules.ALL,
              ConfigRules.ALL,
              SchedulingRules.ALL,
              OperationRules.ALL,
              PoolRules.ALL,
              TenancyRules.ALL,
              MonitoringRules.ALL,
              GangRules.ALL,
              ClaimRules.ALL)
          .flatMap(rules -> rules.entrySet().stream())
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private CodeRules() {}
}
