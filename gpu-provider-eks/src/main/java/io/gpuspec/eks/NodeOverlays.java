package io.gpuspec.eks;

import io.gpuspec.GpuSpec;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.value.Listing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What tells Karpenter of devices that the EC2 API does not count.
 *
 * <p>Each is for the nodes of one pool. Karpenter takes two for a conflict that say how much of a
 * resource one type has in one pool, even if they agree, and leaves the second out as a whole.
 * Source: Karpenter, {@code pkg/controllers/nodeoverlay/store.go}, isCapacityUpdateConflicting.
 */
final class NodeOverlays {
  private NodeOverlays() {}

  /** One for all types of a pool that have as many devices; none for what the API counts. */
  static Listing<KubeObject> of(NodePool pool, PoolDevices devices) {
    Map<Integer, List<GpuSpec>> byCount = new TreeMap<>();
    for (GpuSpec type : pool.instanceTypes()) {
      if (!devices.toTell(type).isEmpty()) {
        byCount.computeIfAbsent(devices.of(type), count -> new ArrayList<>()).add(type);
      }
    }
    return byCount.values().stream()
        .map(types -> of(pool, types, devices))
        .collect(Listing.collector());
  }

  private static KubeObject of(NodePool pool, List<GpuSpec> types, PoolDevices devices) {
    GpuSpec first = types.get(0);
    Map<String, String> capacity = devices.toTell(first);
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put(
        "requirements",
        List.of(
            requirement(Labels.INSTANCE_TYPE, types.stream().map(GpuSpec::name).toList()),
            requirement(Labels.NODE_POOL, List.of(pool.name()))));
    spec.put("capacity", capacity);
    KubeObject overlay =
        KubeObject.of(
                "karpenter.sh/v1alpha1",
                "NodeOverlay",
                first.isWhole() ? pool.name() + "-x" + devices.of(first) : pool.name())
            .with("spec", spec)
            .withReason(
                List.of("spec", "requirements", "0"),
                first.isWhole() ? "the types with so many" : "the slices",
                Documents.OVERLAYS);
    for (Map.Entry<String, String> each : capacity.entrySet()) {
      overlay =
          overlay.withReason(
              List.of("spec", "capacity", each.getKey()),
              each.getValue().equals("0")
                  ? "no card is left whole; else pods of whole cards would get such a node"
                  : "what they offer",
              Documents.OVERLAYS);
    }
    return overlay;
  }

  private static Map<String, Object> requirement(String key, List<String> values) {
    return ObjectFields.ordered("key", key, "operator", "In", "values", values);
  }
}
