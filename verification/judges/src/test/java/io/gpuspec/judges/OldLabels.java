package io.gpuspec.judges;

import io.gpuspec.scheduling.NodeRequirement;
import java.util.Map;
import java.util.TreeMap;

/** Labels of nodes that were renamed. Kubelets and clouds write both, with one value. */
final class OldLabels {
  private static final Map<String, String> RENAMED =
      Map.of(
          "beta.kubernetes.io/arch", "kubernetes.io/arch",
          "beta.kubernetes.io/os", "kubernetes.io/os",
          "beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type",
          "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region");

  private OldLabels() {}

  /** The requirement on the label that is in use today. */
  static NodeRequirement renamed(NodeRequirement asked) {
    return new NodeRequirement(
        RENAMED.getOrDefault(asked.key(), asked.key()), asked.operator(), asked.values());
  }

  /** These labels, and the old ones with their values. */
  static Map<String, String> beside(Map<String, String> labels) {
    Map<String, String> all = new TreeMap<>(labels);
    RENAMED.forEach(
        (old, key) -> {
          if (labels.containsKey(key)) {
            all.putIfAbsent(old, labels.get(key));
          }
        });
    return all;
  }
}
