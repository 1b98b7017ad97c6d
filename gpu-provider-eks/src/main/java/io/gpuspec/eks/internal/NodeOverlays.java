package io.gpuspec.eks.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.eks.NodePool;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.spi.KubeObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What tells Karpenter of devices that the EC2 API does not count.
 *
 * <p>Each is for the nodes of one pool. Karpenter takes two for a conflict that say how much of a
 * resource one type has in one pool, even if they agree, and leaves the second out as a whole.
 * Source: Karpenter, {@code pkg/controllers/nodeoverlay/store.go}, isCapacityUpdateConflicting.
 */
final class NodeOverlays {
  private NodeOverlays() {}

  /** Returns what tells of the GPU of each slice that a pool may buy; nothing if it buys none. */
  static Optional<KubeObject> ofSlices(NodePool pool) {
    List<String> slices =
        pool.instanceTypes().stream().filter(row -> !row.isWhole()).map(GpuSpec::name).toList();
    return slices.isEmpty()
        ? Optional.empty()
        : Optional.of(of(pool, pool.name(), slices, "the slices", Map.of(Labels.GPU, "1")));
  }

  /**
   * @param why the reason for the types
   */
  static KubeObject of(
      NodePool pool, String name, List<String> types, String why, Map<String, String> capacity) {
    List<Object> requirements =
        List.of(
            requirement(Labels.INSTANCE_TYPE, types),
            requirement(Labels.NODE_POOL, List.of(pool.name())));
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("requirements", requirements);
    spec.put("capacity", capacity);
    return KubeObject.of("karpenter.sh/v1alpha1", "NodeOverlay", name)
        .with("spec", spec)
        .withReason(List.of("spec", "requirements", "0"), why, Documents.OVERLAYS)
        .withReason(
            List.of("spec", "capacity", capacity.keySet().iterator().next()),
            "what they offer",
            Documents.OVERLAYS);
  }

  private static Map<String, Object> requirement(String key, List<String> values) {
    Map<String, Object> requirement = new LinkedHashMap<>();
    requirement.put("key", key);
    requirement.put("operator", "In");
    requirement.put("values", values);
    return requirement;
  }
}
