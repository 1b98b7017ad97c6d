package io.gpuspec.eks;

import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.spi.PlannedNode;
import io.gpuspec.value.Explained;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * What the nodes of a pool advertise of their GPUs.
 *
 * @param resource by which pods request it
 * @param count how many of it a node of a type has
 * @param labels what the pool writes on its nodes for it
 */
record PoolDevices(String resource, ToIntFunction<GpuSpec> count, List<Explained> labels) {
  static final PoolDevices CARDS = new PoolDevices(Labels.GPU, GpuSpec::gpus, List.of());

  static PoolDevices of(Match.Found found) {
    return found
        .catalog()
        .parts()
        .map(
            parts ->
                new PoolDevices(
                    parts.resource(found.request().devices()),
                    type -> parts.count(type, found.request().devices()),
                    parts.nodeLabels(found.request().devices())))
        .orElse(CARDS);
  }

  /** Returns what a node of a plan advertises; the plan says by which labels. */
  static PoolDevices of(SpecCatalog catalog, PlannedNode node) {
    return catalog
        .parts()
        .map(
            parts ->
                new PoolDevices(
                    parts.resource(node.cards()), type -> (int) node.devices(), List.of()))
        .orElse(CARDS);
  }

  int of(GpuSpec type) {
    return count.applyAsInt(type);
  }

  /**
   * Returns how much of each resource a node has otherwise than the EC2 API counts it, which knows
   * physical cards and no slices; nothing if it counts right.
   */
  Map<String, String> toTell(GpuSpec type) {
    int cards = type.isWhole() ? type.gpus() : 0;
    Map<String, String> amounts = new LinkedHashMap<>();
    if (!resource.equals(Labels.GPU)) {
      amounts.put(resource, String.valueOf(of(type)));
      amounts.put(Labels.GPU, "0");
    } else if (of(type) != cards) {
      amounts.put(resource, String.valueOf(of(type)));
    }
    return amounts;
  }
}
