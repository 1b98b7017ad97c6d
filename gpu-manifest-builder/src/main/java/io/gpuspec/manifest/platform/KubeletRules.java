package io.gpuspec.manifest.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which settings of the kubelet do not go together. Its validation lets most of them pass and it
 * stops a moment later, or runs and ignores what was asked.
 */
final class KubeletRules {
  private KubeletRules() {}

  static List<String> problems(TopologyPolicy policy, Map<String, Object> fields) {
    List<String> problems = new ArrayList<>();
    boolean isStatic = fields.containsKey(KubeletField.CPU_POLICY);
    boolean namesCpus = fields.containsKey(KubeletField.RESERVED_CPUS);
    boolean reservesCpu = reserving(fields).findAny().isPresent();
    if (isStatic && !namesCpus && !reservesCpu) {
      problems.add(
          "'static' CPUs need reserved ones, or the kubelet does not start; say reservedCpus(\"0-1\") or systemReserved(\"cpu\", \"500m\")");
    }
    if (namesCpus) {
      reserving(fields)
          .map(
              field ->
                  "'%s' has CPU that does not count beside reservedSystemCPUs; reserve memory alone, or leave reservedCpus(...) out"
                      .formatted(field))
          .forEach(problems::add);
    }
    Map<String, String> options = KubeletField.map(fields, KubeletField.CPU_OPTIONS);
    String byCache = CpuOption.PREFER_ALIGN_CPUS_BY_UNCORECACHE.toString();
    String acrossNuma = CpuOption.DISTRIBUTE_CPUS_ACROSS_NUMA.toString();
    if (options.containsKey(byCache) && options.containsKey(acrossNuma)) {
      problems.add(
          "'%s' and '%s' contradict each other; choose one".formatted(byCache, acrossNuma));
    }
    if (policy == TopologyPolicy.NONE) {
      Stream.of(KubeletField.TOPOLOGY_SCOPE, KubeletField.TOPOLOGY_OPTIONS)
          .filter(fields::containsKey)
          .map("'none' aligns nothing, so %s would be ignored; choose another policy"::formatted)
          .forEach(problems::add);
    }
    return problems;
  }

  private static Stream<String> reserving(Map<String, Object> fields) {
    return Stream.of(KubeletField.SYSTEM_RESERVED, KubeletField.KUBE_RESERVED)
        .filter(field -> KubeletField.map(fields, field).containsKey(KubeletField.CPU));
  }
}
